"""The lines of keys in TOML."""

import pytest

from application.made import ontology
from weblode.application.lines import TomlLines
from weblode.errors import OntologyError

TEXT = """name = "shop"  # 1
[macros]
"a b" = 'x'
[sets.Title]  # 4
values = [
  'one',
  'tw\\o',
]
[sets."A [1]".units]
k = 1000
"""


def test_keys_in_long_strings_do_not_lead_astray():
    text = "entity = 'A'\nabout = '''\n[sets.A]\nvalues = 1\n'''\n[sets.B]\n[sets.A]\nvalues = ['(?=x)']"
    with pytest.raises(OntologyError, match=r"line [48]:"):
        ontology(text)


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("name",), 1),
        (("macros", "a b"), 3),
        (("sets", "Title"), 4),
        (("sets", "Title", "values"), 5),
        (("sets", "Title", "type"), 4),
        (("sets", "A [1]", "units", "k"), 10),
        (("nothing",), 1),
        ((), 1),
    ],
)
def test_a_key_has_its_line_and_one_that_is_missing_that_of_the_nearest_above(place, line):
    assert TomlLines(TEXT, "shop.toml").number(place) == line


def test_a_fragment_is_looked_for_from_the_key_on():
    lines = TomlLines(TEXT, "shop.toml")
    assert lines.number(("sets", "Title", "values"), "tw\\o") == 7
    assert lines.number(("sets", "Title", "values"), "three") == 5
    assert lines.number(("sets", "Title", "values"), "shop") == 5


def test_a_fault_is_one_short_line_with_the_file():
    found = TomlLines(TEXT, "shop.toml").fault(("macros",), "wrong:\n\x1b[31m" + "x" * 1000)
    assert isinstance(found, OntologyError)
    assert str(found).startswith("shop.toml, line 2: wrong:\ufffd\ufffd[31mxxx")
    assert " ... " in str(found)
    assert len(str(found)) < 520


def test_an_empty_file_has_a_first_line():
    assert TomlLines("", "x").number(("sets", "A"), "y") == 1
