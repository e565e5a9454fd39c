"""The program that a user takes along: it runs, and gives what the command gives."""

import ast
import sys

import children
import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.rules.learning import learn
from weblode.rules.slots import Slot, choose
from weblode.rules.snippet import snippet


def page(n, start=1):
    row = "<li><a href=/{0}>Title “{0}”</a> <p class=price>${0}.50</p> <p>Words, {0}</p></li>"
    return f"<h1>Shop</h1><ul>{''.join(row.format(i) for i in range(start, start + n))}</ul>".encode()


def ran(*command, cwd):
    return children.run([sys.executable, *command], capture_output=True, cwd=cwd)


@pytest.fixture
def folder(tmp_path):
    [found] = discover(parse(page(6)), threshold=0.0)
    learn([choose(found, {"title": Slot(name="Product")})]).save(tmp_path / "my rule's.json")
    (tmp_path / "a.html").write_bytes(page(6))
    (tmp_path / "b.html").write_bytes(page(4, 30))
    (tmp_path / "other.html").write_bytes(b"<p>nothing")
    (tmp_path / "take.py").write_text(snippet("my rule's.json", "a.html"), encoding="utf-8")
    return tmp_path


def test_it_writes_what_the_command_writes(folder):
    apply = ("-m", "weblode", "apply", "my rule's.json", "--format", "csv")
    for pages in ([], ["b.html"], ["a.html", "b.html"]):
        done = ran("take.py", *pages, cwd=folder)
        assert (done.returncode, done.stderr) == (0, b"")
        written = (folder / "records.csv").read_bytes()
        assert written == ran(*apply, *(pages or ["a.html"]), cwd=folder).stdout
    assert b'"Product"' in written.splitlines()[0]


def test_a_page_that_fails_is_told_and_the_others_are_written(folder):
    done = ran("take.py", "other.html", "gone.html", "b.html", cwd=folder)
    told = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (1, b"records.csv: 4 records\n")
    assert len((folder / "records.csv").read_bytes().splitlines()) == 5
    assert [line.split(":")[0] for line in told] == ["other.html", "gone.html"]


def test_nested_lists_are_tables_of_their_own_as_the_command_writes_them(tmp_path):
    posts = "".join(
        f"<article><h3><a href=/{i}>Title of post {i}</a></h3><p>A text of some length about day {i}.</p>"
        + "<div class=comments>"
        + "".join(
            f"<div class=comment><b>Ann Lee</b><p>Thought {i} {j} of many words</p></div>" for j in range(i % 3 + 1)
        )
        + "</div></article>"
        for i in range(6)
    )
    (tmp_path / "a.html").write_text(f"<h1>Posts</h1><main>{posts}</main><p>footer")
    [found] = discover(parse((tmp_path / "a.html").read_bytes()), threshold=0.0)
    learn([found]).save(tmp_path / "rule.json")
    (tmp_path / "take.py").write_text(snippet("rule.json", "a.html"), encoding="utf-8")
    done = ran("take.py", cwd=tmp_path)
    told = done.stdout.decode().splitlines()
    assert (done.returncode, told) == (0, ["records.csv: 6 records", "records.csv: 12 comments"])
    assert ran("-m", "weblode", "apply", "rule.json", "a.html", "-o", "other.csv", cwd=tmp_path).returncode == 0
    for name in ("csv", "comments.csv"):
        assert (tmp_path / f"records.{name}").read_bytes() == (tmp_path / f"other.{name}").read_bytes()


def test_names_that_would_steer_a_terminal_are_escaped(folder):
    done = ran("take.py", "gone\x1b[31m\n.html", "b.html", cwd=folder)
    assert done.stderr.decode().startswith("gone\\u001b[31m\\n.html: ")


@pytest.mark.parametrize("name", ['"""', "a'b\"c\\", "new\nline", "é {rule} {0}", "\udc80"])
def test_any_names_are_names_in_it(name):
    program = ast.parse(snippet(name, name).encode())
    assert [node.value for node in ast.walk(program) if isinstance(node, ast.Constant)].count(name) == 2
