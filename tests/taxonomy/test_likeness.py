"""How alike the texts of concepts are."""

from collections import Counter

import pytest

from weblode.taxonomy.likeness import TextVectors, words_of


def test_texts_are_alike_by_their_rare_words_in_any_order():
    words = [f"{letter}{n}" for letter in "abc" for n in range(9)]
    vectors = TextVectors(
        {
            "one": {"a": Counter(["the", *words]), "b": Counter(["the", *words[::-1]])},
            "two": {"a": Counter(["the", "other"])},
        }
    )
    assert vectors.alike(("one", "a"))["one", "b"] == pytest.approx(1)
    assert vectors.alike(("one", "b"))["one", "a"] == pytest.approx(1)
    assert vectors.alike(("one", "a"))["two", "a"] == 0  # all have the one word that they share


def test_a_word_counts_once_for_each_text():
    assert words_of(["Goal, goal!", "A goal"]) == {"goal": 2, "a": 1}
