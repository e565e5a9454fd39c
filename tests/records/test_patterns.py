"""Patterns: the paper's examples, and lists on pages."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BYTES

from records.pages import RESULTS
from weblode.errors import WeblodeError
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.patterns import Pattern, best, compose, patterns, rotations
from weblode.records.repeats import Bounds, RepeatRun, proposals
from weblode.records.tokens import ENCODINGS, Tokens, encode


def tokens_of(letters):
    """A row of tokens called by letters: start tags of the elements `a`, `b`, ... of a page that has none."""
    tree = parse(b"<a><b><c></c><d></d><x></x></b></a>")
    return Tokens(tree, "all-tag", np.array([2 * tree.number(each) for each in letters], dtype=np.int32), np.array([]))


def lettered(pattern):
    return str(pattern).replace("<", "").replace(">", "")


def composed(letters, places):
    run = RepeatRun(tokens_of(letters), np.array(places), (), 0.0)
    numbers = compose(run)
    return numbers and Pattern.of(numbers, run.tokens)


# ---------------------------------------------------------------- Chang, Hsu and Lui 2003
def test_the_letters_of_the_paper_compose_to_its_pattern():
    # Section 2.4: "adc" in "adcbdadcxbadcxbdadc".
    assert lettered(composed("adcbdadcxbadcxbdadc", [0, 5, 10, 16])) == "adc[x|-]b[d|-]"


def test_the_pattern_of_addresses_matches_with_and_without_its_optional_text():
    # Section 1.2, pattern (1) and string (2).
    pattern = Pattern.parse("<p><a><text></a><br>[<text>]<br><text><br><text>", "all-tag")
    entry = b"<p><a href='http://www.csie.ncu.edu.tw'>NCU</a><br>%s<br>Chung-Li<br>Taiwan</p>"
    tokens = encode(parse(entry % b"National Central University" + entry % b"" + b"<p>no</p>"), "all-tag")
    found = pattern.matches(tokens).tolist()
    assert [stop - start for start, stop in found] == [10, 9]
    assert str(pattern) == "<p><a><text></a><br>[<text>|-]<br><text><br><text>"


def test_a_pattern_turns_right_and_left_by_what_stands_beside_the_list():
    # Section 2.4.1: the last token stands left of the first occurrence; the first ones stand right of the last.
    row = tokens_of("xcabcabcabd").row
    turned = [lettered(Pattern.of(each, tokens_of("abcdx"))) for each in rotations(_numbers("abc"), row, (2, 8))]
    assert turned == ["abc", "cab"]
    row = tokens_of("xabcabcabd").row
    turned = [lettered(Pattern.of(each, tokens_of("abcdx"))) for each in rotations(_numbers("abc"), row, (1, 7))]
    assert turned == ["abc", "cab"]
    assert len(rotations(_numbers("abc"), tokens_of("abcabc").row, (0, 6))) == 1


def _numbers(letters):
    return tuple((token,) for token in tokens_of(letters).row.tolist())


def test_a_pattern_does_not_turn_past_an_option():
    option = (*_numbers("a"), (*_numbers("b")[0], -1))
    assert rotations(option, tokens_of("babab").row, (1, 5)) == [option]


def test_records_that_have_little_in_common_make_no_pattern():
    assert composed("abcdxxaxbcbbaccxdda", [0, 6, 12, 18]) is None


# ---------------------------------------------------------------- text
NAMES = st.sampled_from(["<text>", "<text/>", "<p>", "</p>", "<o:p>", "<a|b>", "<a]>", "</a[b>", "<-a>", "<a<b>"])
COLUMNS = st.builds(
    lambda names, optional: (*names, "-") if optional else tuple(names),
    st.lists(NAMES, min_size=1, max_size=3, unique=True),
    st.booleans(),
)


@given(st.lists(COLUMNS, max_size=6).map(tuple))
@settings(max_examples=300, deadline=None)
def test_a_pattern_reads_as_it_prints(columns):
    assert Pattern.parse(str(Pattern(columns))) == Pattern(columns)


@pytest.mark.parametrize("text", ["p", "<p", "<p>[", "[]", "[<p>", "[<p>|]", "[<p>|<b>", "[<p>;<b>]", "<p> <b>", "<>"])
def test_what_is_no_pattern_is_refused_with_the_place(text):
    with pytest.raises(WeblodeError, match="no pattern: '"):
        Pattern.parse(text)


def test_a_pattern_of_tags_that_a_page_has_not_matches_nothing():
    assert Pattern.parse("<elsewhere>").matches(encode(parse(RESULTS))).tolist() == []


# ---------------------------------------------------------------- pages
def test_the_best_pattern_extracts_the_list():
    first = patterns(parse(RESULTS))[0]
    assert str(first.pattern) == "<li><h3><text></h3><p><text></p></li>"
    assert len(first.run.records) == 6


def test_without_an_encoding_a_page_is_read_as_in_the_first_that_has_runs():
    tree = parse(RESULTS)
    assert [str(each.pattern) for each in patterns(tree, Bounds(encoding="block-level"))] == [
        str(each.pattern) for each in patterns(tree)
    ]
    lines = parse(b"<h1>x</h1><pre>" + b"".join(b"<a href=/>name %d</a> and what it is " % i for i in range(6)))
    assert best(lines, Bounds(encoding="block-level")) == []
    assert best(lines)[0].records == best(lines, Bounds(encoding="no-physical"))[0].records


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_iepad_reads_a_page_in_the_encoding_that_is_asked_for(encoding):
    items = "".join(f"<li><a href=/{i}><b>Title {i}</b></a> <em>Words</em> about it</li>" for i in range(6))
    tree = parse(f"<h1>Results</h1><ul>{items}</ul>".encode())
    bounds = Bounds(encoding=encoding, length=2)
    assert {each.run.tokens.encoding for each in patterns(tree, bounds)} == {encoding}
    pattern = discover(tree, "iepad", bounds=bounds)[0].pattern
    assert ("<em>" in pattern) == ("logical" not in ENCODINGS[encoding])
    assert ("<b>" in pattern) == ("physical" not in ENCODINGS[encoding])
    assert ("<a>" in pattern) == ("special" not in ENCODINGS[encoding])


@pytest.mark.parametrize("page", [b"", b"<p>a", b"<br>" * 5, b"<p>" * 50])
def test_pages_without_records_have_none(page):
    tree = parse(page)
    assert (best(tree), proposals(tree), patterns(tree)) == ([], [], [])


@given(BYTES)
@settings(max_examples=150, deadline=None)
def test_any_page_gives_lists_whose_records_are_in_order_and_whole(data):
    tree = parse(data * 6)
    for found in [*proposals(tree), *best(tree, limit=9)]:
        edges = [u for record in found.records for u in record]
        assert edges == sorted(edges)
        assert len(found.places()) == len(found.records) == len(found.texts())
    for each in patterns(tree):
        assert Pattern.parse(str(each.pattern), each.pattern.encoding) == each.pattern
        assert len(each.pattern.matches(each.run.tokens)) == len(each.run.places)
