"""`weblode ontology`."""

import json

import pytest
from application.made import SHOP, boats
from commands import lines, run


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "shop.toml").write_text(SHOP)
    return tmp_path


def test_ontologies_are_listed_checked_and_shown(folder):
    assert run("ontology", "list").stdout.split()[0] == b"books"
    checked = run("ontology", "check", "shop.toml", cwd=folder).stdout.decode()
    assert checked.startswith("shop.toml: 10 sets, 8 relationships, 4 tables; a record is identified by KEYWORD(Title)")
    assert "-> ● Book" in run("ontology", "show", "shop.toml", cwd=folder).stdout.decode()
    assert run("ontology", "show", "shop.toml", "-o", "shop.svg", cwd=folder).returncode == 0
    assert (folder / "shop.svg").read_text().startswith("<svg ")
    assert b'CREATE TABLE "book"' in run("ontology", "show", "shop.toml", "--format", "postgresql", cwd=folder).stdout


def test_a_fault_in_an_ontology_names_file_line_and_remedy(folder):
    (folder / "bad.toml").write_text(SHOP.replace("costs Price [1..*]", "costs Money [1..*]"))
    done = run("ontology", "check", "bad.toml", cwd=folder)
    assert done.returncode == 1
    (line,) = lines(done.stderr)
    assert line.startswith(
        "Error: bad.toml, line 6: relationship 'Book [0..1] costs Money [1..*]': 'costs Money' does not"
    )
    assert line.endswith("add [sets.NAME] or close the bracket")


def test_every_bundled_ontology_is_listed_and_has_no_faults():
    names = [line.split()[0] for line in run("ontology", "list").stdout.decode().splitlines()]
    assert names == sorted(names)
    assert len(names) == 8
    for name in names:
        done = run("ontology", "check", name)
        assert (done.returncode, done.stdout.decode().startswith(f"{name}: ")) == (0, True)


def test_the_file_of_a_bundled_ontology_is_printed_and_can_be_used(tmp_path):
    text = run("ontology", "show", "films", "--format", "toml").stdout
    assert run("ontology", "show", "films", "-o", "mine.toml", cwd=tmp_path).returncode == 0
    assert (tmp_path / "mine.toml").read_bytes() == text
    assert run("ontology", "check", "mine.toml", cwd=tmp_path).stdout.startswith(b"mine.toml: 10 sets")


def test_an_ontology_is_drafted_from_pages_and_extract_reads_it(tmp_path):
    names = []
    for name, html in boats():
        (tmp_path / name).write_text(html)
        names.append(name)
    done = run("ontology", "new", "boats", "--from", *names, "-o", "boats.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert run("ontology", "check", "boats.toml", cwd=tmp_path).returncode == 0
    rows = run("extract", "--ontology", "boats.toml", *names, cwd=tmp_path).stdout.splitlines()
    records = [record for row in rows for record in json.loads(row)["records"]]
    assert [(record["title"], record["draught"]) for record in records][:2] == [("Alma", "1.1 m"), ("Berta", "1.4 m")]


def test_a_draft_from_a_page_without_attributes_says_so(tmp_path):
    (tmp_path / "empty.html").write_text("<p>Hello")
    done = run("ontology", "new", "nothing", "--from", "empty.html", cwd=tmp_path)
    assert done.returncode == 0
    assert lines(done.stderr) == [
        "weblode: no attribute found, the draft has only its entity; give several pages about things of one kind"
    ]


def test_an_ontology_that_is_not_there_is_one_line(tmp_path):
    done = run("ontology", "show", "nowhere.toml", "-o", "out.svg", cwd=tmp_path)
    assert (done.returncode, len(lines(done.stderr))) == (1, 1)
    assert "nowhere.toml" in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []
