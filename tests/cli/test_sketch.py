"""The sketch and the node table."""

from hypothesis import given, settings
from strategies import SOUP

from weblode.cli.sketch import fanout, leaf_count, nodes, sketch, text_size
from weblode.pages.html import parse
from weblode.paths import xpath

PAGE = b"<div id=nav class='a b c'><a>x</a></div><ul>" + b"<li><b>item</b> text</li>" * 20 + b"</ul>"


def test_a_run_of_siblings_is_shown_by_its_first_two_and_a_count():
    parts = list(sketch(parse(PAGE)))
    assert [(part.label, part.more) for part in parts] == [
        ("html[1]", 0),
        ("body[2]", 0),
        ("ul[2]", 0),
        ("li[1]", 0),
        ("b[1]", 0),
        ("li[2]", 0),
        ("b[1]", 0),
        ("li[3]", 18),
    ]
    assert (parts[2].size, parts[2].leaves, parts[2].fanout) == (180, 40, 20)


def test_a_long_run_of_tiny_siblings_is_shown():
    parts = list(sketch(parse(b"<ul>" + b"<li>x" * 1000)))
    assert [(part.label, part.more) for part in parts[3:]] == [("li[1]", 0), ("li[2]", 0), ("li[3]", 998)]


def test_small_parts_show_when_asked_for_and_deep_ones_do_not():
    tree = parse(PAGE)
    assert "div[1]#nav.a.b" in [part.label for part in sketch(tree, share=0)]
    assert [part.label for part in sketch(tree, depth=1)] == ["html[1]", "body[2]"]


def test_an_empty_page_has_a_sketch():
    assert [part.label for part in sketch(parse(b""))] == ["html[1]", "head[1]", "body[2]"]


def test_the_node_table_has_every_node_with_its_xpath():
    tree = parse(PAGE + b"<svg><g><title>t</title></g></svg>", page="p.html")
    table = nodes(tree)
    assert len(table) == len(tree)
    assert table["xpath"] == tuple(xpath(tree, u) for u in range(len(tree)))
    assert set(table["page"]) == {"p.html"}
    assert table["text"][-1] == "t"


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
