"""The measures, by definition."""

from hypothesis import given, settings
from strategies import SOUP

from weblode.measures import fanout, leaf_count, text_size
from weblode.pages.html import parse


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_measures_are_sums_over_children_and_subtrees(soup):
    tree = parse(soup.encode(errors="replace"))
    fanouts, leaves, sizes = fanout(tree), leaf_count(tree), text_size(tree)
    for u in range(len(tree)):
        below = [v for v in range(u, tree.end[u]) if tree.leaf[v] >= 0]
        assert fanouts[u] == sum(bool(tree.tag[v]) for v in tree.children(u))
        assert leaves[u] == len(below)
        assert sizes[u] == sum(len(tree.string(v).encode()) for v in below)


def test_text_that_nobody_reads_has_no_size():
    tree = parse(b"<body><script>var x</script>abc")
    assert text_size(tree)[0] == 3
