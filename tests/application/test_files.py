"""Application ontologies as files: what they may say, and what is told where they say it wrong."""

import pytest

from application.made import SHOP, ontology, shop
from weblode.application import files
from weblode.application.model import MANY
from weblode.errors import OntologyError


def test_a_file_gives_sets_relationships_and_constraints():
    found = shop()
    assert (found.name, found.entity) == ("shop", "Book")
    title = found.relationships[0]
    assert [(each.name, each.least, each.most, each.within) for each in title.participants] == [
        ("Book", 1, 1, 1),
        ("Title", 1, MANY, 1),
    ]
    assert [str(each) for each in title.participants] == ["1", "1..* -> 1"]
    assert title.words == ("has",)


def test_a_relationship_may_have_more_than_two_sets():
    found = ontology("entity = 'A'\nrelationships = ['A [0..*] has B [1..*] to C [1]']\n[sets.A]\n[sets.B]\n[sets.C]\n")
    assert [each.name for each in found.relationships[0].participants] == ["A", "B", "C"]
    assert found.relationships[0].words == ("has", "to")


def test_the_bundled_applications_are_the_four_of_the_thesis_and_four_of_pages_about_one_thing():
    thesis, ours = ["cars", "courses", "jobs", "obituaries"], ["books", "films", "restaurants", "universities"]
    assert files.bundled() == sorted(thesis + ours)
    assert all(files.load(name).about for name in files.bundled())


FAULTS = {
    "entity = 'A'": (1, "no 'sets'"),
    "entity = 'B'\n[sets.A]": (1, "no set 'B'; add"),
    "entity = 'A'\nfoo = 1\n[sets.A]": (2, "unknown key 'foo'; known are name, entity"),
    "entity = 'A'\n[sets.A]\nvalues = 'x'": (3, "'values' is a str, it must be a list"),
    "entity = 'A'\n[sets.A]\n[sets.B]\nvalues = [\n  'a',\n  '(?=b)',\n]": (6, "use 'except'"),
    "entity = 'A'\n[sets.A]\nvalues = ['(a)(b)']": (3, "2 groups, more than 1"),
    "entity = 'A'\n[sets.A]\nvalues = ['a*']": (3, "matches the empty text"),
    "entity = 'A'\n[sets.A]\nvalues = ['{month} x']": (3, "no macro {month}"),
    "entity = 'A'\n[sets.A]\ntype = 'colour'": (3, "unknown type 'colour'; known are text"),
    "entity = 'A'\n[sets.A]\nis = 'B'": (3, "no set 'B'"),
    "entity = 'A'\n[sets.A]\nis = 'B'\n[sets.B]\nis = 'A'": (3, "remove the cycle"),
    "entity = 'A'\n[sets.A]\nunits = {k = 'x'}": (3, "is not a number"),
    "entity = 'A'\n[sets.A]\nvalues = ['x', 3]": (3, "3 in 'values' is not a text"),
    "entity = 'A'\nrelationships = [\n  'A [1] has',\n]\n[sets.A]": (3, "a constraint after every set"),
    "entity = 'A'\nrelationships = ['A [1] has C [1]']\n[sets.A]": (2, "does not end with the name of a set"),
    "entity = 'A'\nrelationships = ['A [1] has B [x]']\n[sets.A]\n[sets.B]": (2, "write 1, 0..1, 1..*"),
    "entity = 'A'\nrelationships = ['A [2..1] has B [1]']\n[sets.A]\n[sets.B]": (2, "allows nothing"),
    "entity = 'A'\nrelationships = ['A [1] has B [1 -> 1..*]']\n[sets.A]\n[sets.B]": (2, "swap the two"),
    "entity = 'A'\nrelationships = ['A [1] knows A [1]']\n[sets.A]": (2, "takes part twice"),
    "entity = 'A'\nrelationships = ['the A [1] has B [1]']\n[sets.A]\n[sets.B]": (2, "begin with a set"),
    "entity = 'A'\n[sets]\nA = 3": (3, "write [sets.'A']"),
    "entity = 'A'\n[sets.A]\n[sets.'B[1]']": (3, "without brackets"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_file_line_and_remedy(text):
    line, why = FAULTS[text]
    with pytest.raises(OntologyError) as error:
        ontology(text)
    assert str(error.value).startswith(f"made.toml, line {line}: ")
    assert why in str(error.value)


def test_a_text_that_is_no_toml_is_told_with_its_line():
    with pytest.raises(OntologyError, match=r"made.toml: .*line 2"):
        ontology("entity = 'A'\nx = ]")


def test_files_that_are_missing_large_or_not_text_are_one_line(tmp_path):
    with pytest.raises(OntologyError, match=r"nowhere.toml: no such ontology .*; give a file, or one of books, cars"):
        files.load("nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(OntologyError, match="is not UTF-8"):
        files.load(str(tmp_path / "binary.toml"))
    (tmp_path / "large.toml").write_bytes(b"#" * 2_000_000)
    with pytest.raises(OntologyError, match="1,000,000"):
        files.load(str(tmp_path / "large.toml"))
    (tmp_path / "deep.toml").write_text("a = " + "[" * 100_000)
    with pytest.raises(OntologyError):
        files.load(str(tmp_path / "deep.toml"))


def test_a_file_has_the_name_of_its_file_unless_it_says_another(tmp_path):
    (tmp_path / "mine.toml").write_text(SHOP.replace('name = "shop"\n', ""))
    assert files.load(str(tmp_path / "mine.toml")).name == "mine"
