"""`weblode ontology`."""

import pytest
from application.made import SHOP
from commands import lines, run


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "shop.toml").write_text(SHOP)
    return tmp_path


def test_ontologies_are_listed_checked_and_shown(folder):
    assert run("ontology", "list").stdout.split()[0] == b"cars"
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
    assert len(names) == 4
    for name in names:
        done = run("ontology", "check", name)
        assert (done.returncode, done.stdout.decode().startswith(f"{name}: ")) == (0, True)


def test_an_ontology_that_is_not_there_is_one_line(tmp_path):
    done = run("ontology", "show", "nowhere.toml", "-o", "out.svg", cwd=tmp_path)
    assert (done.returncode, len(lines(done.stderr))) == (1, 1)
    assert "nowhere.toml" in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []
