"""Sibling pages: what they share is decoration, where they differ is content (OntoMiner 2005, section 6)."""

from hypothesis import given
from hypothesis import strategies as st

from instances.pages import article, product
from weblode.instances.template import align, jaccard, leaves, template
from weblode.pages.html import parse

WORDS = st.frozensets(st.sampled_from("abcdef"), max_size=4)
SEGMENTS = st.lists(st.tuples(WORDS, WORDS), max_size=6)


def pages(*numbers, make=article):
    return [parse(make(number)) for number in numbers]


def cost(ours, theirs, pairs):
    change = sum(1 - (jaccard(ours[i][0], theirs[j][0]) + jaccard(ours[i][1], theirs[j][1])) / 2 for i, j in pairs)
    return change + len(ours) + len(theirs) - 2 * len(pairs)


def least(ours, theirs):
    """The least cost of an edit script, by definition."""
    if not ours or not theirs:
        return len(ours) + len(theirs)
    both = 1 - (jaccard(ours[0][0], theirs[0][0]) + jaccard(ours[0][1], theirs[0][1])) / 2
    return min(both + least(ours[1:], theirs[1:]), 1 + least(ours[1:], theirs), 1 + least(ours, theirs[1:]))


@given(SEGMENTS, SEGMENTS)
def test_an_alignment_costs_the_least_and_keeps_the_order(ours, theirs):
    pairs = align(ours, theirs)
    assert pairs == sorted(pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert abs(cost(ours, theirs, pairs) - least(ours, theirs)) < 1e-9


def test_dissimilar_segments_of_the_same_make_are_aligned():
    menu, text, other = (
        (frozenset("ab"), frozenset("u")),
        (frozenset("cd"), frozenset("p")),
        (frozenset("ef"), frozenset("p")),
    )
    assert align([menu, text], [menu, other]) == [(0, 0), (1, 1)]


def test_two_siblings_tell_decoration_from_content():
    one, two = pages(0, 1)
    known = template([one, two])
    texts = [text for _, text in leaves(one)]
    decoration = {text for text, flag in zip(texts, known.is_decoration(one), strict=True) if flag}
    content = {text for text, flag in zip(texts, known.is_content(one), strict=True) if flag}
    assert {"The Daily", "World", "Advertisement", "About us", "Related"} <= decoration
    assert any(text.startswith("PORT ELIS") for text in content)
    assert not decoration & content


def test_more_siblings_outvote_what_two_of_them_share():
    first = parse(article(0).replace(b"Ann Lee", b"Cy Dunn"))
    known = template([first, *pages(1, 2, 3, 4)])
    assert not any(text == "By Cy Dunn" for _, text in known.decoration)


def test_one_page_or_none_gives_an_empty_template():
    assert template([]).paths == template(pages(0)).decoration == frozenset()


def test_labels_recur_before_texts_that_do_not():
    known = template([parse(product(number, "plain")) for number in range(3)])
    assert known.labels == {"Brand", "Weight"}
