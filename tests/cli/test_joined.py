"""`weblode apply --details`: one table of a list and the pages of its records; it can be killed, kept and repeated."""

import csv
import io
import json

import children
import pytest
from bookshops import BOOKS, save, shops
from commands import WEBLODE, lines, run

from bench.made_shop import FIELDS, first_shop, serve


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def shop(tmp_path):
    """A shop in files with a rule for its list."""
    save(tmp_path / "shop", shops()[0])
    assert run("learn", "shop/books-1.html", "-o", "rule.json", cwd=tmp_path).returncode == 0
    return tmp_path


def faults(data, truth):
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    columns = [[row[name] for row in rows] for name in rows[0]]
    return [name for name in FIELDS if [row[name] or "" for row in truth] not in columns]


def test_records_are_joined_with_their_pages_and_a_page_that_fails_is_reported(shop):
    done = run("apply", "rule.json", "shop/books-1.html", "--follow", "all", "--details", "--format", "csv", cwd=shop)
    assert faults(done.stdout, shops()[0].truth("")) == []
    assert done.returncode == 1
    assert lines(done.stderr)[-1] == f"weblode: 1 of {BOOKS // 10 + BOOKS} pages failed"
    assert "shop/book-7.html: is not among the pages saved" in done.stderr.decode()


def test_without_follow_it_is_the_page_alone(shop):
    done = run("apply", "rule.json", "shop/books-2.html", "--details", cwd=shop)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, len(rows)) == (0, 10)
    assert rows[0]["isbn"] == shops()[0].books[10].values["isbn"]


def test_a_rule_for_details_reads_the_pages(shop):
    books = [f"shop/book-{n}.html" for n in (1, 2, 3, 12)]
    assert run("learn", "--details", *books, "-o", "d.json", "--drop", "year", cwd=shop).returncode == 0
    done = run("apply", "rule.json", "shop/books-2.html", "--details-rule", "d.json", cwd=shop)
    row = json.loads(done.stdout.splitlines()[0])
    assert row["isbn"] == shops()[0].books[10].values["isbn"]
    assert "year" not in row


@pytest.mark.parametrize("form", ["text", "md", "csv"])
def test_the_table_has_any_format(shop, form):
    done = run("apply", "rule.json", "shop/books-2.html", "--details", "--format", form, cwd=shop)
    assert "978-1-10077-11-2" in done.stdout.decode() or form == "text"
    assert done.stdout.decode().count("\n") >= 10


def test_a_redesigned_list_teaches_the_rule_if_it_may(shop):
    save(shop / "shop", shops()[1])
    arguments = ("apply", "rule.json", "shop/books-1.html", "--follow", "all", "--details", "--format", "csv")
    refused = run(*arguments, cwd=shop)
    assert refused.returncode == 1
    assert "no longer looks like the rule" in refused.stderr.decode()
    done = run(*arguments, "--relearn", cwd=shop)
    assert faults(done.stdout, shops()[1].truth("")) == []
    assert "rule.json: was learnt again" in done.stderr.decode()
    assert json.loads((shop / "rule.json").read_text())["earlier"]


def test_options_that_do_not_go_together_are_refused(shop):
    for more in (["--all-columns"], ["--text"], ["--warc", "a.gz", "--replay", "rule.json"]):
        assert run("apply", "rule.json", "shop/books-1.html", "--details", *more, cwd=shop).returncode == 2
    assert run("apply", "rule.json", "shop/books-1.html", "--warc", "a.warc.gz", cwd=shop).returncode == 2
    nothing = run("apply", "rule.json", "shop/books-1.html", "--follow", "1", "--warc", "a.warc.gz", cwd=shop)
    assert (nothing.returncode, "there is nothing to keep" in nothing.stderr.decode()) == (1, True)


def test_a_killed_command_continues_and_its_pages_can_be_kept_and_read_offline(tmp_path):
    made = first_shop(30)
    with serve(made) as served:
        run("learn", f"{served.base}/books", "-o", "rule.json", cwd=tmp_path)
        arguments = ["apply", "rule.json", f"{served.base}/books", "--follow", "all", "--details"]
        quick = ["--delay", "0", "-o", "books.csv", "--warc", "pages.warc.gz"]
        served.log.clear()
        with children.start([*WEBLODE, *arguments, *quick], cwd=tmp_path, stderr=children.DEVNULL) as child:
            served.on_request = lambda: child.kill() if len(served.log) >= 15 else None
            child.wait()
        served.on_request = None
        assert not (tmp_path / "books.csv").exists()
        done = run(*arguments, *quick, cwd=tmp_path)
        assert "continuing with" in done.stderr.decode()
        paths = [path for path in served.pages() if "sid=" not in path]
        assert len(paths) == len(set(paths)) == made.last + 29
        data = (tmp_path / "books.csv").read_bytes()
        assert faults(data, made.truth(served.base)) == []
        assert not (tmp_path / "books.csv.pages").exists()
        served.log.clear()
        run(*arguments, "--replay", "pages.warc.gz", "-o", "again.csv", cwd=tmp_path)
        assert len(served.log) == 0
    assert (tmp_path / "again.csv").read_bytes() == data
