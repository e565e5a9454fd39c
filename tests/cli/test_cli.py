"""The command line as a person uses it: real processes, real files, a real terminal where that matters."""

import os
import re

import children
import pytest
from commands import OUTLINED, WEBLODE, lines, run


def test_help_lists_the_commands():
    shown = run("--help").stdout.decode()
    assert "tree" in shown
    assert "FILE=URL" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["tree"],
        ["tre"],
        ["tree", "--format", "xml", "x"],
        ["tree", "-o", "x.foo", "x"],
        ["tree", "--max-depth", "0", "x"],
    ],
)
def test_wrong_arguments_are_explained_and_end_with_2(arguments, tmp_path):
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert b"Error: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_output_is_utf8_whatever_the_locale_says(page):
    page.write_bytes("<p>Größe €".encode())
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    for form in ("json", "csv", "text"):
        command = [*WEBLODE, "tree", str(page), "--format", form]
        done = children.run(command, capture_output=True, env=environment)
        assert done.returncode == 0
        assert form == "text" or "Größe €" in done.stdout.decode()


def test_a_file_whose_name_is_no_text_is_read_and_named_readably(tmp_path):
    (tmp_path / "b.html").write_bytes(b"<p>b")
    with open(os.fsencode(tmp_path) + b"/a\xff.html", "wb") as stream:
        stream.write(b"<p>a")
    done = run("tree", str(tmp_path), "--format", "jsonl")
    assert done.returncode == 0
    assert "a\\\\udcff.html" in done.stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program(shell):
    assert "_WEBLODE_COMPLETE" in run("completion", shell).stdout.decode()


@pytest.mark.parametrize(
    "command",
    [
        ["tree"],
        ["records"],
        ["records", "--method", "omini"],
        ["records", "--patterns"],
        ["tables"],
        ["outline"],
        ["instances", "--no-details"],
        ["extract", "--ontology", "cars"],
    ],
    ids=" ".join,
)
def test_a_page_beyond_a_limit_is_told_by_every_command_and_the_others_are_done(command, tmp_path):
    good, deep = tmp_path / "good.html", tmp_path / "deep.html"
    good.write_text(OUTLINED)
    deep.write_text("".join(f"<div><p>{i}</p>" for i in range(600)))
    alone, both = run(*command, str(good)), run(*command, str(deep), str(good))
    first, *_, last = lines(both.stderr)
    assert [first, last] == [
        f"weblode: {deep}: elements nested more than 512 deep, the limit; raise it with --max-depth",
        "weblode: 1 of 2 pages failed",
    ]
    assert (both.returncode, both.stdout) == (1, alone.stdout)


def test_every_command_that_writes_csv_can_make_it_safe_for_spreadsheets(tmp_path):
    rows = "".join(f"<li><a href=/{i}>=Title {i}</a> some words of record {i}</li>" for i in range(6))
    cells = "".join(f"<tr><td>@Town {i}</td><td>-{i}000</td></tr>" for i in range(6))
    table = f"<table><tr><th>+Name</th><th>People</th></tr>{cells}</table>"
    (tmp_path / "page.html").write_text(f"<h1>=Head</h1><ul>{rows}</ul>{table}")
    run("learn", "page.html", "-o", "rule.json", cwd=tmp_path)
    for command in (
        ["records"],
        ["records", "--text"],
        ["apply", "rule.json"],
        ["outline"],
        ["tree"],
        ["tables"],
        ["tables", "--table", "0"],
        ["instances", "--no-details"],
    ):
        plain = run(*command, "page.html", "--format", "csv", cwd=tmp_path).stdout.decode()
        safe = run(*command, "page.html", "--csv-safe", "--force", "-o", "safe.csv", cwd=tmp_path)
        assert safe.returncode == 0, (command, safe.stderr)
        found = (tmp_path / "safe.csv").read_text()
        assert re.search(r'"[=+@]', plain), command
        assert found == re.sub(r'"(?=[=+@])', "\"'", plain), command
