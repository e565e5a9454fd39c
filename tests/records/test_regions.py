"""Regions: their measures by definition, and their ranks."""

import pytest
from hypothesis import given, settings
from strategies import SOUP

from weblode.pages.html import parse
from weblode.records import regions
from weblode.tags import NO_CONTENT, TEXT

LIST = "<header><p>Title of it all</p></header><ul>" + "<li><b>x</b> some words of an item</li>" * 9 + "</ul>"


@given(SOUP)
@settings(max_examples=100)
def test_the_measures_are_counts_over_children_and_subtrees(soup):
    tree = parse(soup.encode(errors="replace"))
    fanouts, elements, increases = regions.fanout(tree), regions.tag_count(tree), regions.size_increase(tree)
    for u in range(len(tree)):
        below = range(u, tree.end[u])
        size = sum(len(tree.string(v).encode()) for v in below if tree.leaf[v] >= 0)
        children = [v for v in tree.children(u) if tree.tag[v] != TEXT and tree.tag[v] not in NO_CONTENT]
        assert fanouts[u] == len(children)
        assert elements[u] == sum(tree.tag[v] != TEXT for v in below)
        assert increases[u] == pytest.approx(size - size / max(len(children), 1))
        assert regions.volume(tree)[u] == pytest.approx(fanouts[u] * increases[u] * elements[u])


@pytest.mark.parametrize("method", regions.METHODS)
def test_every_method_ranks_the_list_of_a_plain_page_first(method):
    tree = parse(LIST.encode())
    assert tree.name(regions.rank(tree, method)[0]) == "ul"


@pytest.mark.parametrize("method", regions.METHODS)
def test_a_page_without_text_and_a_limit_are_heeded(method):
    assert len(regions.rank(parse(LIST.encode()), method, limit=1)) == 1
    assert regions.rank(parse(LIST.encode()), method, limit=0) == []
    assert all(0 <= u < 3 for u in regions.rank(parse(b""), method))


def test_of_equal_regions_the_first_is_first():
    tree = parse(b"<ul><li>a<li>b<li>c</ul><ol><li>a<li>b<li>c</ol>")
    first, second = (u for u in regions.rank(tree, "HF") if tree.name(u) in ("ul", "ol"))
    assert (tree.name(first), tree.name(second)) == ("ul", "ol")


def test_the_peak_is_of_the_most_frequent_tag_that_can_hold_records():
    tree = parse(b"<div><p>a</p><p>b</p><i>c</i><script>1</script><script>2</script><script>3</script></div><hr>")
    div = next(u for u in range(len(tree)) if tree.name(u) == "div")
    assert regions.peak(tree, div) == 2
    assert regions.peak(tree, len(tree) - 1) == 0
