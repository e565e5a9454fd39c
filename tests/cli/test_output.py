"""Files and folders that are there already."""

import sqlite3
from contextlib import closing

import pytest
from commands import answered, lines, listing, run

from weblode import formats
from weblode.cli import main


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "my.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE orders (id, what); INSERT INTO orders VALUES (1, 'tea')")
    return path


def orders(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM orders").fetchall()


def test_records_are_added_to_a_database_and_its_other_tables_stay(tmp_path, database):
    page = listing(tmp_path, "a.html", 6)
    done = run("records", page, "-o", str(database))
    assert (done.returncode, orders(database)) == (0, [(1, "tea")])
    assert lines(done.stderr) == [f"weblode: {database}: added the table records (6 rows); 1 other table is unchanged"]
    again = run("records", page, "-o", str(database))
    assert (again.returncode, lines(again.stderr)) == (
        1,
        [f"Error: {database} has the table records: add --force to replace it, or choose another file"],
    )
    forced = run("records", listing(tmp_path, "b.html", 4), "-o", str(database), "--force")
    assert lines(forced.stderr) == [
        f"weblode: {database}: replaced the table records (4 rows); 1 other table is unchanged"
    ]
    assert (orders(database), len(formats.read(database))) == ([(1, "tea")], 4)


def test_what_is_no_database_is_refused_in_one_line_even_if_forced(tmp_path):
    path = tmp_path / "my.db"
    path.write_bytes(b"my notes")
    for force in ([], ["--force"]):
        done = run("records", listing(tmp_path, "a.html", 6), "-o", str(path), *force)
        assert lines(done.stderr) == [f"Error: {path} is not an SQLite database: choose another file"]
        assert (done.returncode, path.read_bytes()) == (1, b"my notes")


def test_a_database_is_not_replaced_by_another_format(tmp_path, database):
    done = run("records", listing(tmp_path, "a.html", 6), "-o", str(database), "--format", "csv")
    assert (done.returncode, orders(database)) == (1, [(1, "tea")])


@pytest.mark.parametrize(
    "command",
    [
        ["records", "page.html", "-o", "out.csv"],
        ["records", "page.html", "-o", "out.json"],
        ["records", "page.html", "--patterns", "-o", "out.txt"],
        ["tables", "page.html", "-o", "out.parquet"],
        ["outline", "page.html", "-o", "out.xml"],
        ["instances", "page.html", "--no-details", "-o", "out.jsonl"],
        ["tree", "page.html", "-o", "out.json"],
        ["learn", "page.html", "-o", "out.json"],
        ["ontology", "show", "cars", "-o", "out.svg"],
        ["query", "nowhere", "--concepts", "-o", "out.csv"],
    ],
    ids=" ".join,
)
def test_no_command_replaces_a_file_without_being_told(tmp_path, command):
    listing(tmp_path, "page.html", 6)
    out = tmp_path / command[-1]
    out.write_text("my notes")
    done = run(*command, cwd=tmp_path)
    assert lines(done.stderr) == [f"Error: {out.name} exists: add --force to replace it, or choose another file"]
    assert (done.returncode, out.read_text()) == (1, "my notes")
    if command[0] != "query":
        assert run(*command, "--force", cwd=tmp_path).returncode == 0
        assert out.read_bytes() != b"my notes"


def test_a_person_is_asked_before_a_file_is_replaced(tmp_path):
    page, out = listing(tmp_path, "a.html", 6), tmp_path / "out.csv"
    out.write_text("my notes")
    shown, status = answered("", "records", page, "-o", str(out))
    assert f"weblode: {out} exists; replace it? [y/N]" in shown
    assert (status, out.read_text()) == (1, "my notes")
    _, status = answered("y", "records", page, "-o", str(out))
    assert (status, len(formats.read(out))) == (0, 6)


def test_an_empty_file_is_nothing_to_ask_about(tmp_path):
    (tmp_path / "out.csv").touch()
    assert run("records", listing(tmp_path, "a.html", 6), "-o", str(tmp_path / "out.csv")).returncode == 0


def test_a_file_of_a_nested_list_is_not_replaced_without_being_told(tmp_path):
    posts = "".join(
        f"<article class=post><h3><a href=/{i}>Title of post {i}</a></h3><p>A text of some length about day {i}.</p>"
        f"<div class=comments>{'<div class=comment><b>Ann Lee</b><p>A thought of many words</p></div>' * (i % 3 + 1)}"
        "</div></article>"
        for i in range(6)
    )
    (tmp_path / "page.html").write_text(f"<h1>Posts</h1><main>{posts}</main><p>footer")
    (tmp_path / "out.comments.csv").write_text("my notes")
    done = run("records", "page.html", "-o", "out.csv", cwd=tmp_path)
    assert b"out.comments.csv exists: add --force" in done.stderr
    assert (tmp_path / "out.comments.csv").read_text() == "my notes"
    assert {path.name for path in tmp_path.iterdir()} == {"page.html", "out.comments.csv"}


def test_a_folder_of_others_is_not_mined_into(tmp_path, papers):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.md").write_text("my notes")
    command = ["mine", *papers, "-o", str(folder), "--depth", "0"]
    done = run(*command)
    assert lines(done.stderr) == [
        f"Error: {folder} is not empty, and not a folder of `weblode mine`: "
        "add --force to write into it, or choose another folder"
    ]
    assert (done.returncode, [path.name for path in folder.iterdir()]) == (1, ["index.md"])
    assert run(*command, "--force").returncode == 0
    assert ((folder / "index.md").read_text(), (folder / "run.json").exists()) == ("my notes", True)
    assert run(*command).returncode == 0  # the folder is ours now, and this is an update


def test_every_command_says_what_a_terminal_a_pipe_and_a_file_get():
    said = {
        name: " ".join(option.help.split())
        for name, command in main.commands.items()
        for option in command.params
        if option.name == "form"
    }
    tabular = "records details apply tables outline instances tree extract query match"
    assert set(said) == set(tabular.split())
    for name, text in said.items():
        form = "jsonl" if name == "query" else "json"
        assert f"[on a terminal text; in a pipe {form}, which is JSON lines; in a file by its suffix]" in text
    assert b"A terminal gets tables and text for people, a pipe JSON lines" in run("--help").stdout
