"""`--follow`: one table of all pages of a list, from the web, a folder or an archive; and it can be killed."""

import csv
import io
import json
import re
import signal
import threading

import children
import pytest
from commands import WEBLODE, lines, run
from loopback import serving
from shops import LAMPS, lamps, number_of, numbered, save_shop, shop

from weblode.cli.following import FollowedLists
from weblode.errors import LimitError
from weblode.pages.html import parse
from weblode.records.discover import discover


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


def rows(output):
    return list(csv.DictReader(io.StringIO(output.decode())))


def test_records_of_all_pages_are_one_table_that_says_where_each_is_from():
    with serving(shop(3)) as server:
        done = run("records", server.url("/lamps"), "--follow", "all", "--delay", "0", "--format", "csv")
        table = rows(done.stdout)
    assert (done.returncode, lines(done.stderr)) == (0, [])
    assert len({row["title"] for row in table}) == len(table) == 3 * LAMPS
    assert list(dict.fromkeys(row["page_url"] for row in table)) == [
        server.url(f"/lamps{query}") for query in ("", "?page=2", "?page=3")
    ]
    assert all(value for row in table for value in row.values())


def test_a_number_of_pages_is_a_bound():
    with serving(shop(9)) as server:
        done = run("records", server.url("/lamps"), "--follow", "2", "--delay", "0")
        pages = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(page["regions"][0]["records"]) for page in pages] == [LAMPS, LAMPS]
    assert [page["pagination"]["next"] for page in pages] == [server.url(f"/lamps?page={n}") for n in (2, 3)]


def test_without_follow_the_next_page_is_said_and_not_read():
    with serving(shop(3)) as server:
        [line] = run("records", server.url("/lamps")).stdout.splitlines()
        assert server.counts() == {"/lamps": 1}
    assert json.loads(line)["pagination"] == {
        "next": server.url("/lamps?page=2"),
        "pages": [server.url("/lamps?page=2"), server.url("/lamps?page=3")],
    }


def test_a_page_without_a_list_has_its_pagination_too(tmp_path):
    (tmp_path / "page.html").write_text("<p>Nothing here. <a href='p2.html?page=2'>Next</a>")
    done = run("records", str(tmp_path / "page.html"))
    assert json.loads(done.stdout) == {
        "page": str(tmp_path / "page.html"),
        "url": None,
        "pagination": {"next": "p2.html?page=2", "pages": []},
        "regions": [],
    }


def test_a_list_in_a_folder_is_followed(tmp_path):
    first = save_shop(tmp_path / "shop")
    done = run("records", str(first), "--follow", "all", "--format", "csv")
    assert len(rows(done.stdout)) == 3 * LAMPS
    assert len(rows(run("records", str(first.parent), "--follow", "all", "--format", "csv").stdout)) == 3 * LAMPS


def test_a_rule_is_applied_to_all_pages_and_learnt_from_all(tmp_path):
    first = save_shop(tmp_path / "shop")
    learnt = run("learn", str(first), "--follow", "2", "-o", str(tmp_path / "rule.json"))
    assert "learnt on 2 of 2 pages" in learnt.stderr.decode()
    done = run("apply", str(tmp_path / "rule.json"), str(first), "--follow", "all", "--format", "csv")
    assert len({row["title"] for row in rows(done.stdout)}) == 3 * LAMPS


def test_a_list_ends_at_a_page_that_the_rule_does_not_fit(tmp_path):
    first = save_shop(tmp_path / "shop")
    run("learn", str(first), "-o", str(tmp_path / "rule.json"))
    first.with_name("lamps-page-2.html").write_text("<title>Sorry</title><p>This page has moved.")
    done = run("apply", str(tmp_path / "rule.json"), str(first), "--follow", "all", "--format", "csv")
    assert (done.returncode, len(rows(done.stdout))) == (0, LAMPS)
    assert "the list ends before it" in done.stderr.decode()


def test_a_list_whose_first_page_fails_is_not_compared_with_the_list_before(tmp_path):
    first, second = save_shop(tmp_path / "shop"), save_shop(tmp_path / "other")
    run("learn", str(first), "-o", str(tmp_path / "rule.json"))
    second.write_text("<title>Sale</title><p>Lamps are below. <a rel=next href='lamps-page-2.html'>Next</a>")
    done = run("apply", str(tmp_path / "rule.json"), str(first), str(second), "--follow", "all", "--format", "csv")
    assert done.returncode == 1
    assert len(rows(done.stdout)) == (3 + 2) * LAMPS


def test_a_list_whose_first_page_fails_has_not_the_columns_of_the_list_before(tmp_path):
    first, other = (parse(save_shop(tmp_path / name).read_bytes(), page=name) for name in "ab")
    failing = []

    def find(tree):
        if failing:
            raise failing.pop()
        return found[tree]

    found = {first: discover(first), other: []}
    followed = FollowedLists(find)
    assert len(followed.lists(first, 1)[0].records) == LAMPS
    failing.append(LimitError("too much"))
    with pytest.raises(LimitError):
        followed.lists(other, 1)
    assert followed.lists(other, 2) == []


def test_a_list_ends_where_its_records_repeat():
    def answer(handler):
        page = number_of(handler.path)
        link = f"<a href='?page={page + 1}'>Next</a> Page {page}, as of minute {len(handler.server.hits)}"
        handler.reply(b"", 404) if handler.path == "/robots.txt" else handler.reply(lamps(min(page, 2), link))

    with serving(answer) as server:
        done = run("records", server.url("/lamps"), "--follow", "all", "--delay", "0", "--format", "csv")
        assert sum(server.counts().values()) == 3
    assert len(rows(done.stdout)) == 2 * LAMPS
    assert "has the records of the pages before it" in done.stderr.decode()


def test_a_list_ends_at_a_page_without_records(tmp_path):
    first = save_shop(tmp_path / "shop")
    first.with_name("lamps-page-2.html").write_text("<p>No more lamps. <a href='lamps-page-3.html'>Next</a>")
    done = run("records", str(first), "--follow", "all", "--format", "csv")
    assert (done.returncode, len(rows(done.stdout))) == (0, LAMPS)
    assert "has no records; the list ends before it" in done.stderr.decode()


def test_a_killed_command_continues_where_it_was(tmp_path):
    out = tmp_path / "lamps.csv"
    killed = threading.Event()

    def answer(handler):
        if number_of(handler.path) == 3:
            killed.wait(children.PATIENCE)
        shop(4)(handler)

    with serving(answer) as server:
        command = ["records", server.url("/lamps"), "--follow", "all", "--delay", "0", "-o", str(out)]
        with children.start([*WEBLODE, *command]) as child:
            server.wait_for(3)
            child.send_signal(signal.SIGKILL)
            child.wait()
        killed.set()
        assert not out.exists()
        assert (tmp_path / "lamps.csv.pages").is_dir()
        done = run(*command)
        counts = server.counts()
    assert done.returncode == 0
    assert len(rows(out.read_bytes())) == 4 * LAMPS
    assert (counts["/lamps"], counts["/lamps?page=2"], counts["/lamps?page=4"]) == (1, 1, 1)
    assert not (tmp_path / "lamps.csv.pages").exists()


def test_a_page_that_fails_is_told_and_tried_again_by_the_same_command(tmp_path):
    out = tmp_path / "lamps.jsonl"
    broken = [True]

    def answer(handler):
        if number_of(handler.path) == 2 and broken:
            handler.reply(b"no", 404)
        else:
            shop(3)(handler)

    with serving(answer) as server:
        command = ["records", server.url("/lamps"), "--follow", "all", "--delay", "0", "-o", str(out)]
        first = run(*command)
        broken.clear()
        second = run(*command, "--force")
    assert (first.returncode, second.returncode) == (1, 0)
    assert len(out.read_text().splitlines()) == 3 * LAMPS


def killed_at(server, out, sources, page):
    """Run the command until a page is asked for that never comes, and kill it."""
    command = ["records", *sources, "--follow", "all", "--delay", "0", "-o", str(out)]
    with children.start([*WEBLODE, *command]) as child:
        server.wait_for(page)
        child.send_signal(signal.SIGKILL)
        child.wait()
    return command


@pytest.fixture
def stuck():
    """A shop whose third page comes only after the event."""
    free = threading.Event()

    def answer(handler):
        if number_of(handler.path) == 3:
            free.wait(children.PATIENCE)
        shop(4)(handler)

    with serving(answer) as server:
        yield server, free
        free.set()


def test_a_command_that_continues_says_so(tmp_path, stuck):
    server, free = stuck
    command = killed_at(server, tmp_path / "lamps.csv", [server.url("/lamps")], 3)
    free.set()
    done = run(*command)
    assert done.returncode == 0
    assert re.search(r"continuing with [23] pages fetched since 20\d\d-", done.stderr.decode())  # one was on its way


def test_a_command_with_other_sources_does_not_continue(tmp_path, stuck):
    server, free = stuck
    command = killed_at(server, tmp_path / "lamps.csv", [server.url("/lamps")], 3)
    free.set()
    done = run(*(server.url("/lamps?page=2") if each == server.url("/lamps") else each for each in command))
    assert (done.returncode, "continuing" in done.stderr.decode()) == (0, False)
    assert len(rows((tmp_path / "lamps.csv").read_bytes())) == 3 * LAMPS
    assert server.counts()["/lamps?page=2"] == 2


def test_a_command_that_came_to_its_end_leaves_no_pages_though_one_failed(tmp_path):
    def answer(handler):
        handler.reply(b"no", 404) if number_of(handler.path) == 2 else shop(3)(handler)

    with serving(answer) as server:
        done = run("records", server.url("/lamps"), "--follow", "all", "--delay", "0", "-o", str(tmp_path / "out.csv"))
    assert done.returncode == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv"]


@pytest.mark.parametrize("name", ["pages.warc.gz", "notes.txt"])
def test_a_folder_that_is_not_of_this_command_stays_as_it_is(tmp_path, name):
    first = save_shop(tmp_path / "shop")
    mine = tmp_path / "out.csv.pages" / name
    mine.parent.mkdir()
    mine.write_text("mine")
    out = str(tmp_path / "out.csv")
    assert run("records", str(first), "--follow", "all", "-o", out).returncode == 0
    done = run("records", "http://shop.example/", "--follow", "all", "-o", out, "--force")
    assert done.returncode != 0
    assert "has files that are not of --follow; move it away, or name another -o" in done.stderr.decode()
    assert [path.name for path in mine.parent.iterdir()] == [name]


@pytest.mark.parametrize("value", ["0", "-1", "some", ""])
def test_a_value_that_is_no_number_of_pages_is_refused(page, value):
    done = run("records", str(page), "--follow", value)
    assert done.returncode == 2
    assert "is neither a number of pages nor `all`" in done.stderr.decode()


def test_details_have_no_list_to_follow(page, tmp_path):
    done = run("learn", "--details", str(page), "--follow", "2", "-o", str(tmp_path / "rule.json"))
    assert "--follow is for lists" in done.stderr.decode()


def test_pages_in_an_archive_are_followed(tmp_path):
    from sources.made import Archive

    archive = Archive(tmp_path / "shop.warc.gz")
    for n in (1, 2):
        archive.add(f"http://shop.example/lamps?page={n}", lamps(n, numbered(n, 2, lambda n: f"?page={n}")))
    done = run("records", str(archive.path), "--follow", "all", "--format", "csv")
    assert len(rows(done.stdout)) == 2 * LAMPS


def test_details_say_the_next_page_too(tmp_path):
    thing = "<title>{0}</title><h1>{0}</h1><dl><dt>Price:<dd>${1}<dt>Weight:<dd>{1} kg</dl><a href='/x?page=2'>Next</a>"
    for n, name in enumerate(("Lamp", "Chair", "Desk"), 2):
        (tmp_path / f"{name}.html").write_text(thing.format(name, 10 * n))
    done = run("details", str(tmp_path))
    assert [json.loads(line)["pagination"]["next"] for line in done.stdout.splitlines()] == ["/x?page=2"] * 3
    run("learn", "--details", str(tmp_path), "-o", str(tmp_path / "rule.json"))
    done = run("apply", str(tmp_path / "rule.json"), str(tmp_path / "Lamp.html"))
    assert json.loads(done.stdout)["pagination"] == {"next": "/x?page=2", "pages": []}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["mine", "http://a.example", "-o", "out", "--list-pages", "2"], "--list-pages is --follow now"),
        (["mine", "http://a.example", "-o", "out", "--list-pages=2"], "--list-pages is --follow now"),
        (["instances", "--no-follow", "page.html"], "--no-follow is --no-details now"),
    ],
)
def test_options_that_were_renamed_say_their_new_names(command, says):
    done = run(*command)
    assert done.returncode == 2
    assert says in done.stderr.decode()


def test_fetched_pages_can_be_kept_and_read_offline(tmp_path):
    with serving(shop(3)) as server:
        arguments = ("records", server.url("/lamps"), "--follow", "all", "--format", "csv")
        first = run(*arguments, "--delay", "0", "--warc", "lamps.warc.gz", cwd=tmp_path)
        server.hits.clear()
        again = run(*arguments, "--replay", "lamps.warc.gz", cwd=tmp_path)
        assert server.hits == []
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert len(rows(first.stdout)) == 3 * LAMPS
    exists = run(*arguments, "--warc", "lamps.warc.gz", cwd=tmp_path)
    assert "lamps.warc.gz exists: add --force" in exists.stderr.decode()
