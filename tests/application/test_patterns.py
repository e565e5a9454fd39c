"""Patterns of data frames: macros, what is refused, words, and matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.made import ontology, shop
from weblode.application.patterns import either, expand_macros, fault, finder, reader, word_pattern
from weblode.errors import OntologyError


def test_macros_are_put_in():
    assert shop().sets["Date"].values == (r"(?:\d{4}-\d\d-\d\d)",)


@pytest.mark.parametrize(
    "pattern", [r"((((a{0,100}){0,100}){0,100}){0,100})", r"\p{L}[\p{L} ]{0,1000}\.", r"(a)\1", "a" * 200_000 + "("]
)
def test_patterns_that_could_cost_too_much_are_refused_in_one_short_line(pattern):
    with pytest.raises(OntologyError) as error:
        ontology(f"entity = 'A'\n[sets.A]\nvalues = ['{pattern}']")
    assert "made.toml, line 3" in str(error.value)
    assert len(str(error.value)) < 700


def test_macros_that_grow_without_end_are_refused():
    grow = "".join(f"m{i} = '{{m{i + 1}}}{{m{i + 1}}}{{m{i + 1}}}{{m{i + 1}}}'\n" for i in range(20))
    with pytest.raises(OntologyError, match="nested too deeply"):
        ontology(f"entity = 'A'\n[macros]\n{grow}m20 = 'x'\nself = '{{self}}'\n[sets.A]\nvalues = ['{{m0}}']")
    with pytest.raises(OntologyError, match="nested too deeply"):
        ontology("entity = 'A'\n[macros]\nself = '{self}'\n[sets.A]\nvalues = ['{self}']")


def test_patterns_that_are_too_much_together_are_refused():
    many = ", ".join(f"'x{i}[a-z]{{400}}'" for i in range(100))
    with pytest.raises(OntologyError, match=r"line 3: its patterns together: .*more than 20,000"):
        ontology(f"entity = 'A'\n[sets.A]\n[sets.B]\nvalues = [{many}]")


def test_macros_in_macros_are_expanded_and_braces_of_other_kinds_stay():
    macros = {"day": r"\d{2}", "date": "{day}/{day}"}
    assert expand_macros("on {date}", macros) == r"on (?:(?:\d{2})/(?:\d{2}))"
    assert expand_macros(r"\p{Lu}\x{C0}a{2,3}{unknown}", macros) == r"\p{Lu}\x{C0}a{2,3}{unknown}"


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("a+", ""),
        ("(a)b", ""),
        ("(a)(b)", "2 groups, more than 1"),
        ("a*", "it matches the empty text"),
        ("(?=a)", "RE2 has no lookaround"),
        ("{name}", "define name = '...' in [macros]"),
        (r"(?:\p{L}{1,500}){2}", "steps, more than 20,000"),
        ("\ud800", "use 'except' for what must not match"),
    ],
)
def test_a_pattern_that_cannot_be_used_says_why(pattern, why):
    found = fault(pattern, groups=1)
    assert why in found
    assert bool(found) == bool(why)


def found_in(pattern, words):
    data = words.encode()
    start, end = finder(either([pattern], case=False))(data, 0, len(data))[0]
    return data[start:end].decode() if start >= 0 else None


@pytest.mark.parametrize(
    ("word", "words", "found"),
    [
        ("new york", "in New \n York.", "New \n York"),
        ("york", "new yorkers", None),
        ("C++", "some c++code", "c++"),
        ("a.b", "aXb", None),
        ("città", "la città.", "città"),
    ],
)
def test_a_word_is_found_whole_in_any_case_and_with_any_space(word, words, found):
    assert found_in(word_pattern(word), words) == found


@given(st.text(min_size=1).filter(lambda word: word.split() and word.isprintable()))
def test_every_word_finds_itself(word):
    assert fault(word_pattern(word), groups=0) == ""
    assert found_in(word_pattern(word), f" {word} ") is not None


def test_of_several_patterns_the_longest_match_at_a_place_counts():
    either_ = either(["ab", "abc", "x"], case=True)
    assert finder(either_)(b"zabcx", 0, 5) == [(1, 4)]
    assert finder(either_)(b"ABC", 0, 3) == [(-1, -1)]
    assert finder(either_)(b"zabcx", 2, 5) == [(4, 5)]


def test_a_reader_matches_a_part_as_a_whole_and_has_its_groups():
    read = reader("shelf ([0-9]+)(a)?")
    assert read(b"a shelf 42", 2, 10) == [(2, 10), (8, 10), (-1, -1)]
    assert read(b"a shelf 42", 0, 10)[0] == (-1, -1)
