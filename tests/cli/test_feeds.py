"""Feeds and other XML documents on the command line."""

import json
from pathlib import Path

import pytest
from commands import lines, run
from feeds import ATOM, BOOKS, FEEDS, LAUGHS, RSS_2, SITEMAP
from loopback import serving

from weblode import formats


def saved(tmp_path, data, name="feed.xml"):
    path = tmp_path / name
    path.write_bytes(data)
    return str(path)


def test_a_feed_is_written_in_every_format(tmp_path):
    page = saved(tmp_path, RSS_2)
    (region,) = json.loads(run("records", page).stdout)["regions"]
    assert (region["xpath"], region["method"], len(region["records"])) == ("/rss/channel", "feed", 2)
    assert region["records"][1]["links"] == ["http://news.example/ferry"]
    assert region["records"][0]["fields"][4] == {
        "name": "enclosure/@url",
        "value": "pier.mp3",
        "xpath": "/rss/channel/item[1]/enclosure/@url",
    }
    assert "2 records in /rss/channel" in run("records", page, "--format", "text").stdout.decode()
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("records", page, "-o", str(out)).returncode == 0
        table = formats.read(out)
        assert table["title"] == ("New pier opens", "Ferry late & full")
        assert table["dc:creator"] == ("Ann Lee", None)
        assert run("records", page, "--text", "--force", "-o", str(out)).returncode == 0
        assert formats.read(out)["link"] == ("http://news.example/pier", "http://news.example/ferry")


@pytest.mark.parametrize("name", FEEDS)
def test_every_kind_is_read_from_standard_input_without_a_word(name):
    done = run("records", "-", stdin=FEEDS[name])
    assert (done.returncode, lines(done.stderr)) == (0, [])
    assert len(json.loads(done.stdout)["regions"][0]["records"]) == 2


@pytest.mark.parametrize("kind", ["application/rss+xml", "application/atom+xml", "text/xml", "application/xml"])
def test_a_feed_at_an_address_has_absolute_links(kind):
    with serving(lambda handler: handler.reply(RSS_2, headers={"Content-Type": kind})) as server:
        (region,) = json.loads(run("records", server.url("/feeds/all.xml")).stdout)["regions"]
        values = {each["name"]: each["value"] for each in region["records"][0]["fields"]}
        assert values["enclosure/@url"] == server.url("/feeds/pier.mp3")


def test_a_broken_feed_is_read_with_one_line_about_it(tmp_path):
    page = saved(tmp_path, RSS_2.replace(b"New pier", b"Pier & quay"))
    done = run("records", page, saved(tmp_path, SITEMAP, "map.xml"))
    assert done.returncode == 0
    (line,) = lines(done.stderr)
    assert line.startswith(f"weblode: {page}: not well-formed XML (")
    assert "Pier & quay" in done.stdout.decode()


def test_a_hostile_feed_is_one_line_and_the_others_are_done(tmp_path):
    page = saved(tmp_path, LAUGHS)
    done = run("records", page, saved(tmp_path, ATOM, "atom.xml"))
    assert done.returncode == 1
    assert lines(done.stderr) == [
        f"weblode: {page}: its entities expand to more than 1,048,576 characters beyond its size; "
        "remove them from its DTD",
        "weblode: 1 of 2 pages failed",
    ]
    assert len(json.loads(done.stdout)["regions"][0]["records"]) == 2


@pytest.mark.parametrize("command", ["outline", "tables", "instances"])
def test_commands_for_pages_of_html_say_that_a_feed_is_none(tmp_path, command):
    page = saved(tmp_path, RSS_2)
    done = run(command, page)
    assert done.returncode == 0
    assert lines(done.stderr) == [f"weblode: {page}: is an XML document, not an HTML page; weblode records reads it"]


def test_a_rule_learnt_on_xml_is_applied_to_xml(tmp_path):
    page, rule = saved(tmp_path, BOOKS), str(tmp_path / "rule.json")
    assert run("learn", page, "-o", rule).returncode == 0
    assert run("apply", rule, page, "-o", str(tmp_path / "out.csv")).returncode == 0
    assert formats.read(tmp_path / "out.csv")["@id"] == tuple(f"b{i}" for i in range(8))


def test_feeds_in_a_folder_of_pages_are_records_but_no_pages_of_a_rule(tmp_path):
    items = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(6))
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.html").write_text(f"<h1>Results</h1><div><ul>{items}</ul></div><p>footer")
    (tmp_path / "site" / "feed.xml").write_bytes(Path(saved(tmp_path, RSS_2)).read_bytes())

    def names(done):
        assert (done.returncode, lines(done.stderr)) == (0, [])
        return [json.loads(line)["page"] for line in done.stdout.decode().splitlines()]

    assert names(run("records", "site", cwd=tmp_path)) == ["site/a.html", "site/feed.xml"]
    assert names(run("outline", "site", cwd=tmp_path)) == ["site/a.html"]
    assert run("learn", "site", "-o", "rule.json", cwd=tmp_path).returncode == 0
    assert names(run("apply", "rule.json", "site", cwd=tmp_path)) == ["site/a.html"]
    assert run("learn", "site/feed.xml", "-o", "feed.json", cwd=tmp_path).returncode == 0
    assert names(run("apply", "feed.json", "site/feed.xml", cwd=tmp_path)) == ["site/feed.xml"]
