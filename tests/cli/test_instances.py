"""`weblode instances`."""

import csv
import json

from commands import SILENCE, on_a_terminal, run
from instances.pages import HEADLINES, article, section

from weblode import formats
from weblode.instances.rows import COLUMNS


def saved(folder):
    """The site as files that link to each other."""
    (folder / "world.html").write_bytes(section().replace(b'href="/', b'href="'))
    for number, (_, path, *_) in enumerate(HEADLINES):
        file = folder / f"{path}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(article(number))
    return str(folder / "world.html")


def test_the_command_follows_saved_pages(tmp_path):
    page = saved(tmp_path)
    rows = [json.loads(line) for line in run("instances", page).stdout.splitlines()]
    assert [one["attributes"]["date"] for one in rows] == [f"2021-03-0{n}" for n in range(1, 7)]
    assert {one["page"] for one in rows} == {page}
    alone = run("instances", "--no-details", "--most", "2", page)
    assert [set(json.loads(line)["attributes"]) for line in alone.stdout.splitlines()] == [{"by"}, {"by"}]
    assert alone.stderr == SILENCE
    shown = on_a_terminal("instances", page)
    assert "6 items" in shown
    assert "author: Ann Lee" in shown


def test_the_command_writes_tables(tmp_path):
    page = saved(tmp_path)
    assert run("instances", page, "-o", str(tmp_path / "out.csv")).returncode == 0
    assert formats.read(tmp_path / "out.csv").names == COLUMNS


def test_the_command_says_how_many_pages_are_missing(tmp_path):
    page = saved(tmp_path)
    (tmp_path / f"{HEADLINES[0][1]}.html").unlink()
    done = run("instances", page)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 6)
    assert b"1 of 6 linked pages could not be fetched" in done.stderr


def test_links_of_standard_input_lead_nowhere():
    done = run("instances", "-", stdin=section())
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["title"] for row in rows] == [title for title, *_ in HEADLINES]
    assert {name for row in rows for name in row["attributes"]} == {"by"}  # what the list itself says
    assert b"-: 6 of 6 linked pages could not be fetched" in done.stderr


def test_a_table_without_instances_has_its_columns():
    done = run("instances", "-", "--no-details", "--format", "csv", stdin=b"<p>just a text")
    assert next(csv.reader(done.stdout.decode().splitlines())) == list(COLUMNS)
