"""Templates of texts, both implementations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled

from weblode import kernels
from weblode.kernels.templates import Anchors

FILED = Anchors([["⊢", "Filed"], [",", "No."], ["⊣"]], frozenset("⊢,⊣"))


def test_what_nearly_all_texts_share_is_their_template(kernel):
    assert kernel.template([f"Filed {i}/26/2016, No. 15-{i}" for i in range(1, 6)]) == ("⊢ Filed", ", No.", "⊣")
    assert kernel.template([f"4/{i}/97 5:38:{i} PM" for i in range(11, 17)]) == ("⊢", "⊥", "PM ⊣")
    assert kernel.template([f"Only {i}, of 4" for i in range(3)]) == ()
    assert kernel.template(["x " * 200 + str(i) for i in range(9)]) == ()
    assert kernel.template([]) == ()


def test_texts_are_divided_at_the_anchors_of_a_template(kernel):
    parts = kernel.divided(FILED, ["Filed 05/26/2016, No. 15-1837", None, "Filed", "Filed , No. 2"])
    assert parts["value:1"] == ["05/26/2016", None, None, None]
    assert parts["value:2"] == ["15-1837", None, None, "2"]
    assert parts["phrase:1"] == ["Filed 05/26/2016", None, None, "Filed"]
    assert parts["gap:0"] == ["05/26/2016", None, None, None]
    assert kernel.divided(FILED, []) == {}


def test_an_anchor_has_a_word():
    with pytest.raises(ValueError, match="a word"):
        compiled().divided(Anchors([[]], frozenset()), ["a"])


WORDS = st.lists(
    st.sampled_from(["Filed", "No.", ",", "(", "3/4/2016", "5:38", "May 7, 2026", "a", "⊢", "é:"]), max_size=7
)
TEXTS = st.lists(WORDS.map(" ".join) | st.text(alphabet="ab ,:()-1⊢⊣", max_size=30), max_size=12)
ANCHORS = st.lists(WORDS.filter(bool), max_size=4)


@given(TEXTS, ANCHORS)
def test_both_implementations_give_the_same_templates_and_parts(texts, anchors):
    native, twin = compiled(), kernels.python()
    template = native.template(texts)
    assert template == twin.template(texts)
    for words in (anchors, [anchor.split(" ") for anchor in template]):
        chosen = Anchors(words, frozenset("⊢⊣,("))
        assert native.divided(chosen, [*texts, None]) == twin.divided(chosen, [*texts, None])
