"""What all measures share: tallies, gold files, and the form in which texts are compared."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.errors import WeblodeError
from weblode.evaluate import Tally, gold_sets, plain, read_gold, words

COUNTS = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).map(
    lambda three: (three[0], three[0] + three[1], three[0] + three[2])
)


@pytest.mark.parametrize(
    ("counts", "figures"),
    [
        ((1, 2, 4), (0.5, 0.25, 1 / 3)),
        ((0, 0, 0), (1.0, 1.0, 1.0)),
        ((0, 0, 3), (0.0, 0.0, 0.0)),
        ((0, 3, 0), (0.0, 1.0, 0.0)),
    ],
)
def test_figures_are_shares_of_what_was_said_and_of_what_was_wanted(counts, figures):
    tally = Tally(*counts)
    assert (tally.precision, tally.recall, tally.f1) == pytest.approx(figures)


@given(st.lists(COUNTS, max_size=5))
def test_figures_lie_between_nothing_and_all_and_f1_between_the_two(pages):
    tally = Tally()
    for counts in pages:
        tally.add(*counts)
    low, high = sorted((tally.precision, tally.recall))
    assert 0 <= low <= high <= 1
    assert low - 1e-9 <= tally.f1 <= high + 1e-9


def write(folder, rows):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gold.json").write_text(json.dumps(rows))


def test_sets_are_the_folder_and_those_in_it_with_the_field_and_without_the_other(tmp_path):
    write(tmp_path, [{"page": "p", "part": "whole"}])
    write(tmp_path / "b", [{"page": "p", "part": "whole", "old": "q"}])
    write(tmp_path / "a", [{"page": "p", "part": "title"}])
    write(tmp_path / "a" / "deeper", [{"part": "title"}])
    write(tmp_path / "none", [])
    write(tmp_path / "other", {"part": "whole"})
    assert set(gold_sets(tmp_path, "part", without="old")) == {tmp_path, tmp_path / "a"}
    assert set(gold_sets(tmp_path, "part")) == {tmp_path, tmp_path / "a", tmp_path / "b"}


@pytest.mark.parametrize("content", [b"{", b"\xff", b""])
def test_gold_that_cannot_be_read_is_named(tmp_path, content):
    path = tmp_path / "gold.json"
    path.write_bytes(content)
    with pytest.raises(WeblodeError, match=r"gold\.json: gold must be JSON"):
        read_gold(path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The U.S. & Europe's", "the u s europe s"),
        ("\uff37orld ﬁlms", "world films"),
        ("サッカー", "サ ッ カ ー"),
        ("한국 뉴스", "한국 뉴스"),
        ("– & !", ""),
        (None, ""),
    ],
)
def test_texts_are_compared_by_their_words(text, found):
    assert plain(text) == found


@given(st.text())
def test_plain_texts_stay_as_they_are(text):
    assert words(plain(text)) == words(text)
