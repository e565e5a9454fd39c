"""The data-record table: what is found, what overlaps, and what hostile patterns and texts may cost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.made import ontology, page, shop, text_of
from weblode.application import recognise as module
from weblode.application.recognise import recognise
from weblode.application.text import page_text
from weblode.errors import LimitError


def rows(words, application=None):
    return [(entry.descriptor, entry.string) for entry in recognise(text_of(words), application or shop()).entries()]


def test_constants_and_keywords_come_in_order_with_their_places():
    text = text_of('titled "One" price $10.50')
    found = recognise(text, shop()).entries()
    assert [(entry.descriptor, entry.string) for entry in found] == [
        ("KEYWORD(Title)", "titled"),
        ("Title", "One"),
        ("KEYWORD(Price)", "price"),
        ("Price", "$10.50"),
    ]
    assert all(text.string[entry.start : entry.end] == entry.string for entry in found)


def test_offsets_are_characters_and_lead_to_the_node():
    tree = page("<p>Prix élevé – 漢字 <b>price</b> <i>$7</i></p>")
    text = page_text(tree)
    keyword, price = recognise(text, shop()).entries()
    assert (keyword.string, price.string) == ("price", "$7")
    assert [tree.string(u).strip() for u in text.nodes([keyword.start, price.start])] == ["price", "$7"]


OVERLAPS = r"""
entity = 'A'
[sets.A]
[sets.Short]
values = ['b']
[sets.Long]
values = ['ab+']
[sets.Same]
values = ['ab+']
[sets.Late]
values = ['bcc']
[sets.Word]
words = ["new york"]
keywords = ['\bfuneral\b']
except = ['\bfuneral\s+home\b']
"""


def test_of_overlapping_constants_the_longest_stays_and_equal_ones_all():
    assert rows("abb", ontology(OVERLAPS)) == [("Long", "abb"), ("Same", "abb")]
    assert rows("abcc", ontology(OVERLAPS)) == [("Late", "bcc")]


def test_words_match_whole_with_any_white_space_and_case():
    assert rows("New\n York, newyork, xnew york", ontology(OVERLAPS)) == [("Word", "New York")]


def test_an_exception_hides_the_keyword_in_it():
    found = rows("funeral, funeral home", ontology(OVERLAPS))
    assert found.count(("KEYWORD(Word)", "funeral")) == 1


def slow(spans):
    """By definition: longest first, the first of equal ones, what overlaps a kept one goes."""
    kept = []
    for span in sorted(set(spans), key=lambda span: (-(span[1] - span[0]), span[0])):
        if all(span == other or span[1] <= other[0] or other[1] <= span[0] for other in kept):
            kept.append(span)
    return [span in kept for span in spans]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda pair: (pair[0], sum(pair))), min_size=1))
def test_overlaps_are_resolved_as_defined(spans):
    assert module._longest(spans) == slow(spans)


def test_a_long_text_is_taken_in_pieces_and_nothing_is_lost(monkeypatch):
    application = shop()
    words = "".join(f"<p>titled &quot;漢 {i}&quot; price ${i}</p>" for i in range(300))
    whole = recognise(page_text(page(words)), application).entries()
    assert len(whole) == 1200
    for size in (7, 64, 1000):
        monkeypatch.setattr(module, "_CHUNK", size)
        assert recognise(page_text(page(words)), application).entries() == whole


HOSTILE = {
    "exponential": (r"(?:x+x+)+y", "x" * 100_000),
    "quadratic": (r"a[^z]*z|a", "a" * 100_000),
    "many states": (r"[ab]*a[ab]{900}c", "ab" * 100_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_patterns_and_texts_end_in_time(name):
    pattern, words = HOSTILE[name]
    application = ontology(f"entity = 'A'\n[sets.A]\n[sets.B]\nvalues = ['{pattern}']")
    began = time.process_time()
    try:
        recognise(text_of(words), application, seconds=1.0)
    except LimitError as error:
        assert "set 'B'" in str(error)  # noqa: PT017
        assert "--max-matching" in str(error)  # noqa: PT017
    assert time.process_time() - began < 15


def test_time_that_is_over_is_an_error():
    with pytest.raises(LimitError, match="took more than 1e-09 seconds"):
        recognise(text_of("price $7"), shop(), seconds=1e-9)


def test_an_ontology_without_patterns_finds_nothing():
    assert rows("anything", ontology("entity = 'A'\n[sets.A]")) == []
    assert recognise(page_text(page("")), shop()).entries() == []


@given(st.text(max_size=200))
def test_any_text_is_recognised_and_every_entry_is_where_it_says(words):
    text = page_text(page(f"<p>{words} price $3 {words}"))
    for entry in recognise(text, shop()).entries():
        assert text.string[entry.start : entry.end] == entry.string
