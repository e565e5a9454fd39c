"""Runs of a plan: the truth each time, what changed by key, and nothing silently gone."""

import csv
import json
import re
import shutil
import sqlite3
from contextlib import closing
from functools import partial

import pytest
from bookshops import BOOKS, save, shops
from killing import Killed, killed_after

from bench.made_shop import FIELDS
from weblode.errors import WeblodeError
from weblode.files import acquire_lock
from weblode.plans import history, running
from weblode.plans.history import RecordHistory
from weblode.plans.making import draft_plan
from weblode.plans.plan import Plan, read_plan
from weblode.plans.running import RunOptions, run_plan
from weblode.sources.following import WalkOptions


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """A folder with the shop, its plan and its rules."""
    folder = tmp_path_factory.mktemp("planned")
    first = save(folder / "shop", shops()[0])
    draft = draft_plan([str(first)], WalkOptions())
    draft.rule.save(folder / "rule.json")
    draft.detail_rule.save(folder / "details.json")
    plan = Plan(("shop/books-1.html",), "rule.json", details="details.json", link="url", key=draft.plan.key)
    (folder / "site.toml").write_text(plan.text())
    return folder


@pytest.fixture
def folder(planned, tmp_path):
    return shutil.copytree(planned, tmp_path / "work")


def change(folder, **values):
    """Edit the plan."""
    plan = read_plan(folder / "site.toml")
    (folder / "site.toml").write_text(Plan(**plan.__dict__ | values).text())


def rows(folder):
    with open(folder / "records.csv", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def changes(folder):
    path = folder / "changes.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def assert_truth(folder, shop):
    table, truth = rows(folder), shop.truth("")
    for name in FIELDS:
        assert [row[name] for row in table] == [row[name] or "" for row in truth], name


def test_a_plan_is_made_from_a_page_alone(tmp_path):
    draft = draft_plan([str(save(tmp_path / "shop", shops()[0]))], WalkOptions())
    assert (draft.plan.key, draft.plan.link, draft.plan.details) == (("url",), "url", True)
    assert (draft.pages, draft.records) == (3, 30)
    assert {"publisher", "isbn", "year"} <= {each.name for each in draft.detail_rule.template.attributes}


def test_a_page_without_a_list_makes_no_plan(tmp_path):
    (tmp_path / "a.html").write_text("<title>Hello</title><p>Nothing is listed here.")
    with pytest.raises(WeblodeError, match="no list of records found"):
        draft_plan([str(tmp_path / "a.html")], WalkOptions())


def test_a_list_whose_records_have_no_pages_is_planned_without_details(tmp_path):
    shop = shops()[0]
    first = save(tmp_path / "shop", shop)
    for path in first.parent.glob("book-*.html"):
        path.unlink()
    draft = draft_plan([str(first)], WalkOptions())
    assert (draft.detail_rule, draft.plan.details, draft.plan.link) == (None, False, "")


def test_two_runs_give_the_truth_and_the_second_what_changed(folder):
    shop, later, truth = shops()
    first = run_plan(folder / "site.toml")
    assert (first.first, first.changes, first.complete, first.records) == (True, [], True, BOOKS)
    assert_truth(folder, shop)
    assert changes(folder) == []
    save(folder / "shop", later)
    second = run_plan(folder / "site.toml")
    assert_truth(folder, later)
    for kind in ("new", "gone", "changed"):
        assert {each.key for each in second.changes if each.kind == kind} == {
            f"book-{number}.html" for number in getattr(truth, kind)
        }
    assert [line["key"] for line in changes(folder)] == [each.key for each in second.changes]
    assert second.parsed == later.last + len(truth.new) + len(truth.changed)


def test_a_run_without_changes_says_so_and_parses_nothing(folder):
    run_plan(folder / "site.toml")
    before = (folder / "records.csv").read_bytes()
    again = run_plan(folder / "site.toml")
    assert (again.changes, again.first, again.parsed) == ([], False, 0)
    assert (folder / "records.csv").read_bytes() == before
    assert "0 new, 0 gone, 0 changed" in again.line


def test_redesigned_pages_of_books_are_no_changes_of_books(folder):
    run_plan(folder / "site.toml")
    later, truth = shops(book_design=2)[1:]
    save(folder / "shop", later)
    messages = []
    run = run_plan(folder / "site.toml", tell=messages.append)
    assert_truth(folder, later)
    assert {each.key for each in run.changes if each.kind == "changed"} == {f"book-{n}.html" for n in truth.changed}
    assert run_plan(folder / "site.toml").parsed == 0
    assert sum("was redesigned" in line for line in messages) == 2


def test_a_page_that_fails_now_keeps_what_it_said(folder):
    run_plan(folder / "site.toml")
    (folder / "shop" / "book-3.html").unlink()
    run = run_plan(folder / "site.toml")
    assert (run.changes, run.failed) == ([], 2)
    assert_truth(folder, shops()[0])


def test_records_that_a_broken_list_does_not_reach_are_not_gone(folder):
    run_plan(folder / "site.toml")
    offers = "".join(f"<tr><td><a href=/{n}>Offer {n}</a></td><td>{n} left of it</td></tr>" for n in range(9))
    (folder / "shop" / "books-3.html").write_text(f"<title>Offers</title><h1>Offers</h1><table>{offers}</table>")
    messages = []
    run = run_plan(folder / "site.toml", tell=messages.append)
    assert (run.complete, run.changes, run.records) == (False, [], BOOKS)
    assert "20 records of the last run were not seen" in " ".join(messages)
    assert_truth(folder, shops()[0])


def test_a_run_without_any_records_changes_nothing(folder):
    run_plan(folder / "site.toml")
    before = (folder / "records.csv").read_bytes()
    (folder / "shop" / "books-1.html").write_text("<title>Sorry</title><p>We are closed.")
    with pytest.raises(WeblodeError, match="no records were found, so nothing was changed"):
        run_plan(folder / "site.toml")
    assert (folder / "records.csv").read_bytes() == before


def test_a_database_that_another_program_writes_to_is_one_line(folder, monkeypatch):
    run_plan(folder / "site.toml")
    monkeypatch.setattr(history.sqlite3, "connect", partial(sqlite3.connect, timeout=0))
    with closing(sqlite3.connect(folder / "history.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WeblodeError, match="cannot be used as the database of a plan"):
            run_plan(folder / "site.toml")


def test_two_runs_at_once_are_refused(folder):
    (folder / "site.state").mkdir()
    with (
        acquire_lock(folder / "site.state" / "run.lock"),
        pytest.raises(WeblodeError, match="another run of this plan is at work"),
    ):
        run_plan(folder / "site.toml")


def test_pages_in_files_are_named_from_the_folder_of_the_plan(folder):
    run_plan(folder / "site.toml")
    assert {row["page"] for row in rows(folder)} == {f"shop/books-{n}.html" for n in (1, 2, 3, 4)}


def test_a_key_of_the_plan_decides_what_is_the_same(folder):
    change(folder, key=("author", "price"), details=False)
    run_plan(folder / "site.toml")
    save(folder / "shop", shops()[1])
    kinds = [each.kind for each in run_plan(folder / "site.toml").changes]
    assert kinds.count("gone") > len(shops()[2].gone)  # a book of another price is another one


def test_a_list_of_which_nothing_is_left_makes_one_think_of_the_key(folder):
    run_plan(folder / "site.toml")
    for path in (folder / "shop").glob("books-*.html"):
        path.write_text(path.read_text().replace("book-", "item-"))
    messages = []
    run = run_plan(folder / "site.toml", tell=messages.append)
    assert [each.kind for each in run.changes].count("gone") == BOOKS
    assert any("no record has a key of the last run" in line for line in messages)


def test_a_redesigned_list_without_any_record_of_before_is_reported_and_not_guessed(folder):
    run_plan(folder / "site.toml")
    before = {name: (folder / name).read_bytes() for name in ("records.csv", "rule.json")}
    save(folder / "shop", shops()[1])
    for path in (folder / "shop").glob("books-*.html"):
        path.write_text(path.read_text().replace("book-", "item-"))
    with pytest.raises(WeblodeError, match="looks redesigned, but has no record of the last run"):
        run_plan(folder / "site.toml")
    assert before == {name: (folder / name).read_bytes() for name in before}


def test_columns_that_come_or_go_are_no_changes_of_records(folder):
    change(folder, details=False)
    run_plan(folder / "site.toml")
    change(folder, details="details.json")
    messages = []
    assert run_plan(folder / "site.toml", tell=messages.append).changes == []
    assert any("columns that are new are not compared: details_title" in line for line in messages)
    change(folder, details=False)
    assert run_plan(folder / "site.toml").changes == []


def test_details_without_a_rule_are_read_by_what_pages_share(folder):
    change(folder, details=True)
    run_plan(folder / "site.toml")
    assert_truth(folder, shops()[0])


@pytest.mark.parametrize("form", ["jsonl", "xlsx", "parquet", "md"])
def test_the_output_has_the_format_of_its_suffix(folder, form):
    change(folder, output=f"out/records.{form}", details=False)
    run_plan(folder / "site.toml")
    assert (folder / "out" / f"records.{form}").stat().st_size > 1000


@pytest.mark.parametrize("work", ["write_files", "finish"])
def test_a_run_that_is_killed_after_it_is_stored_is_completed_and_reported_by_the_next(folder, monkeypatch, work):
    run_plan(folder / "site.toml")
    save(folder / "shop", shops()[1])
    with monkeypatch.context() as patch:
        killed_after(patch, 0, (RecordHistory, work))
        with pytest.raises(Killed):
            run_plan(folder / "site.toml")
    reports, messages = [], []
    (folder / "shop" / "books-1.html").write_text((folder / "shop" / "books-1.html").read_text().replace("£", "€"))
    again = run_plan(folder / "site.toml", tell=messages.append, report=reports.append)
    assert [each.number for each in reports] == [2, 3]
    assert reports[1] == again
    assert any("run 2 of" in line and "it is completed, and a new one follows" in line for line in messages)
    assert [line["run"] for line in changes(folder)] == [2] * len(reports[0].changes) + [3] * len(again.changes)
    assert reports[0].changes
    assert again.changes  # the site was looked at
    assert run_plan(folder / "site.toml").changes == []


def test_a_report_that_fails_is_told_and_the_next_run_looks_at_the_site(folder):
    def fail(_):
        raise RuntimeError("no one listens")

    messages = []
    first = run_plan(folder / "site.toml", tell=messages.append, report=fail)
    assert list(first.failures) == messages[-1:]
    assert "the report of the run failed, its results are stored: no one listens" in messages[-1]
    save(folder / "shop", shops()[1])
    second = run_plan(folder / "site.toml")
    assert (second.number, second.failures) == (2, ())
    assert_truth(folder, shops()[1])


def test_an_archive_of_a_plan_without_the_web_is_refused_before_anything_is_read(folder):
    with pytest.raises(WeblodeError, match="has no address of the web, so there are no pages to keep"):
        run_plan(folder / "site.toml", RunOptions(warc=str(folder / "a.warc.gz")))
    assert not (folder / "history.db").exists()
    assert run_plan(folder / "site.toml").first


def test_two_plans_that_share_a_file_of_changes_lose_none(folder):
    (folder / "other.toml").write_text(
        (folder / "site.toml").read_text().replace("records.csv", "other.csv").replace("history.db", "other.db")
    )
    for name in ("site.toml", "other.toml"):
        run_plan(folder / name)
    save(folder / "shop", shops()[1])
    count = sum(len(run_plan(folder / name).changes) for name in ("site.toml", "other.toml"))
    assert len(changes(folder)) == count > 0


@pytest.mark.parametrize("text", ["<title>Sorry</title><h1>Sorry</h1><p>Try again later.", None])
def test_records_after_a_page_without_records_or_that_is_not_here_are_not_gone(folder, text):
    run_plan(folder / "site.toml")
    page = folder / "shop" / "books-3.html"
    page.write_text(text) if text else page.unlink()
    run = run_plan(folder / "site.toml")
    assert (run.complete, run.changes, run.records) == (False, [], BOOKS)


def test_records_after_an_outage_in_the_template_of_the_site_are_not_gone(folder):
    run_plan(folder / "site.toml")
    page = folder / "shop" / "books-2.html"
    sorry = "<main>Sorry, our catalogue is temporarily unavailable</main>"
    page.write_text(re.sub("<main>.*</main>", sorry, page.read_text()))
    run = run_plan(folder / "site.toml")
    assert (run.complete, run.changes, run.records) == (False, [], BOOKS)


def test_records_after_the_pages_that_the_plan_follows_are_not_gone(folder):
    run_plan(folder / "site.toml")
    change(folder, follow=2)
    run = run_plan(folder / "site.toml")
    assert (run.complete, run.changes, run.records) == (False, [], BOOKS)


def test_a_run_that_is_killed_before_it_is_stored_has_done_nothing(folder, monkeypatch):
    run_plan(folder / "site.toml")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".db"}
    save(folder / "shop", shops()[1])
    with monkeypatch.context() as patch:
        killed_after(patch, 0, (running, "table_data"))
        with pytest.raises(Killed):
            run_plan(folder / "site.toml")
    assert before == {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before}
    assert len(run_plan(folder / "site.toml").changes) == len(changes(folder)) > 0
