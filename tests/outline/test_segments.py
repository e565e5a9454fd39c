"""Segments: the paper's rule by its definition, and ours by what must hold on every page."""

import gc
import time
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NESTED, SOUP, written

from weblode.errors import WeblodeError
from weblode.outline import SEGMENTS
from weblode.outline.segments import GAP, NODE, cuts, fitted_weights, likelihood, segments
from weblode.pages.html import parse

PAGES = SOUP | NESTED.map(written)


def cut(page, method="blocks", **options):
    return segments(parse(page.encode(errors="replace")), method, **options).tolist()


def ontominer_by_definition(paths, threshold):
    """Links as a set of their later ends; a test after every leaf, of the segment that it is in."""
    found, segment = [0] if paths else [], []
    for i in range(len(paths) - 1):
        segment.append(i)
        links = {j for k in segment for j in range(k + 1, len(paths)) if paths[j] == paths[k] not in paths[k + 1 : j]}
        inside, crossing = {paths[j] for j in links}, {paths[j] for j in links if j > i}
        if (len(crossing) / len(inside) if inside else 0) < threshold:
            found.append(i + 1)
            segment = []
    return found


@given(PAGES, st.sampled_from([0.2, 0.34, 0.5, 1.0]))
@settings(max_examples=200, deadline=None)
def test_the_papers_rule_is_its_definition(page, threshold):
    tree = parse(page.encode(errors="replace"))
    paths = tree.path[tree.leaves].tolist()
    assert segments(tree, "ontominer", threshold=threshold).tolist() == ontominer_by_definition(paths, threshold)


def test_the_papers_rule_by_hand():
    # Paths h i i h i i p p p: up to the last i one path or more of two goes on; after it, none of them.
    one = "<h2>h</h2><ul><li>i<li>i</ul>"
    assert cut(one * 2 + "<p>p<p>p<p>p", "ontominer") == [0, 6]
    # Paths h i p h i p p: after the second i one of three paths goes on, and 1/3 < 0.34.
    page = "<h2>h</h2><i>i</i><p>p</p><h2>h</h2><i>i</i><p>p<p>p"
    assert cut(page, "ontominer") == [0, 5]
    assert cut(page, "ontominer", threshold=0.33) == [0]
    # No link at all counts as a share of 0: leaves of paths of their own are segments of their own.
    assert cut("<h1>a</h1><h2>b</h2><p>c", "ontominer") == [0, 1, 2]


@pytest.mark.parametrize("method", SEGMENTS)
@given(PAGES)
@settings(max_examples=100, deadline=None)
def test_every_leaf_is_in_one_segment(method, page):
    tree = parse(page.encode(errors="replace"))
    found = segments(tree, method)
    assert found.dtype == np.int32
    assert found[:1].tolist() == [0][: len(tree.leaves)]
    assert (np.diff(found) > 0).all()
    assert (found < len(tree.leaves)).all()


@pytest.mark.parametrize("method", SEGMENTS)
@given(NESTED)
@settings(max_examples=100, deadline=None)
def test_neither_the_order_of_attributes_nor_white_space_between_tags_matters(method, nested):
    page = written(nested)
    assert cut(written(nested, turned=True), method) == cut(page, method)
    assert cut(page.replace("><", ">\n  <"), method) == cut(page, method)


@given(PAGES)
@settings(max_examples=100, deadline=None)
def test_measures_are_their_definitions(page):
    tree = parse(page.encode(errors="replace"))
    places, leaves = cuts(tree), tree.leaves.tolist()
    assert (places.gaps.shape, places.nodes.shape) == ((len(GAP), len(places.before)), (len(NODE), len(places.above)))
    for column, (i, number) in enumerate(zip(places.before.tolist(), places.number.tolist(), strict=True)):
        gap = dict(zip(GAP, places.gaps[:, column].tolist(), strict=True))
        node = dict(zip(NODE, places.nodes[:, number].tolist(), strict=True))
        u = tree.common_ancestor(leaves[i - 1], leaves[i])
        held = [j for j, v in enumerate(leaves) if u <= v < tree.end[u]]
        parts = {v for v in tree.children(u) for w in leaves if v <= w < tree.end[v]}
        ago = next((k for k in range(1, i + 1) if tree.path[leaves[i - k]] == tree.path[leaves[i]]), 50)
        around = [tree.name(v) for v in (u, *tree.ancestors(u))]
        assert gap["parts"] == pytest.approx(log(len(held) / len(parts)))
        assert gap["new"] == pytest.approx(log(min(50, ago)))
        assert gap["link"] == ("a" in [tree.name(v) for v in tree.ancestors(leaves[i - 1])])
        assert 0 <= gap["high"] <= 1
        assert 0 <= gap["rivals"] <= log(len(places.before)) + 1e-9
        assert node["share"] == pytest.approx(gap["parts"] - log(len(leaves)))
        assert node["lists"] == sum(name in ("dir", "dl", "menu", "ol", "ul") for name in around)
        assert node["row"] == (around[0] == "tr")
        assert node["new"] >= gap["new"] - 1e-9


@given(PAGES)
@settings(max_examples=100, deadline=None)
def test_nodes_have_the_means_of_their_gaps_and_stand_in_the_nodes_above_them(page):
    tree = parse(page.encode(errors="replace"))
    places, leaves = cuts(tree), tree.leaves.tolist()
    nodes = {}
    for i, number in zip(places.before.tolist(), places.number.tolist(), strict=True):
        nodes.setdefault(number, []).append(i)
    commons = {n: tree.common_ancestor(leaves[i[0] - 1], leaves[i[0]]) for n, i in nodes.items()}
    assert sorted(commons) == list(range(len(places.above)))
    assert [commons[n] for n in sorted(commons)] == sorted(commons.values())
    for number, above in enumerate(places.above):
        u = commons[number]
        around = [n for n, v in commons.items() if v < u < tree.end[v]]
        assert above == max(around, default=number)
        first, stop = tree.leaves.searchsorted([u, tree.end[u]]).tolist()
        sides = [log(min(i - first, stop - i)) for i in nodes[number]]
        rivals = places.gaps[GAP.index("rivals")][places.number == number]
        assert places.nodes[NODE.index("side"), number] == pytest.approx(np.mean(sides))
        assert places.nodes[NODE.index("rivals"), number] == pytest.approx(np.mean(rivals))


@given(PAGES)
@settings(max_examples=100, deadline=None)
def test_a_page_that_is_cut_less_keeps_the_cuts_of_larger_nodes(page):
    tree = parse(page.encode(errors="replace"))
    weights = {"gap": dict.fromkeys((*GAP, "bias"), 0.0), "node": fitted_weights()["node"]}
    likely, places = likelihood(tree, weights), cuts(tree)
    strongest = np.zeros(len(places.above))
    np.maximum.at(strongest, places.number, likely[places.before])
    assert all(strongest[number] <= strongest[above] for number, above in enumerate(places.above))


def test_a_large_page_has_few_segments():
    story = "<div><h3>{}</h3><p>text of it <i>and</i> more</p>{}</div>"
    boxes = "".join(
        f"<div>{''.join(story.format(i, '<p>x</p>' * (i % 3)) for i in range(k, k + 7))}</div>" for k in range(90)
    )
    assert 2 < len(cut(f"<div><h1>News</h1></div><div>{boxes}</div><div>Imprint</div>")) < 60


ROWS = [
    "<li>w</li>",
    "<div>w</div>",
    "<p>w</p>",
    "w<br>",
    "<a href=x>w</a> ",
    "<div><img src=x><a href=x>w</a><span>x</span></div>",
    "<article><h2>w</h2><p>x</p><div><p>y</p></div></article>",
    "<div><div><h3>w</h3></div><div><p>x</p><ul><li>y</li><li>z</li></ul></div></div>",
]


@pytest.mark.parametrize("row", ROWS)
@given(n=st.integers(10, 40))
@settings(max_examples=10, deadline=None)
def test_a_list_of_equal_rows_is_one_segment(row, n):
    assert cut(f"<div>{row * n}</div>") == [0]
    page = f"<div><div><h1>Head</h1></div><div>{row * n}</div></div><div><p>foot</p></div>"
    assert set(cut(page)) <= {0, 1, len(parse(page.encode()).leaves) - 1}


def test_a_short_list_is_cut_only_between_large_items():
    assert cut(f"<div>{'<div><h3>w</h3><p>x</p></div>' * 6}</div>") == [0]
    box = "<div><div><h3>w</h3></div><div><p>x</p><ul><li>y</li><li>z</li></ul></div></div>"
    assert set(cut(f"<div>{box * 6}</div>")) <= {0, 4, 8, 12, 16, 20}


def test_a_page_with_a_header_a_list_and_a_footer():
    menu = "<ul><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Contact</a></ul>"
    story = "<h2>Storm</h2><p>It <b>blew</b> all night.</p><p>Trees fell.</p>"
    page = f"<title>t</title><nav>{menu}</nav><main>{story}</main><footer><p>Imprint</p></footer>"
    assert {1, 4, len(parse(page.encode()).leaves) - 1} <= set(cut(page))
    assert 6 not in cut(page)  # inside the line "It blew all night."


def test_a_landmark_role_says_the_same_as_the_element():
    plain, role, other, element = (
        likelihood(parse(f"<p>a<p>b</p><{tag}><p>c".encode()))[2]
        for tag in ("div", "div class=x role=Navigation", "div class=role id=navigation", "nav")
    )
    assert plain == other < role == element


def test_pages_of_one_leaf_or_none():
    assert cut("") == cut("<img>") == cut("<script>x</script>") == []
    assert cut("", "ontominer") == []
    assert cut("one") == cut("one", "ontominer") == [0]


def test_the_threshold_is_the_least_likelihood_of_a_boundary():
    tree = parse(b"<div><h2>a</h2><p>b</div><div><ul><li>c<li>d</ul></div><p>e")
    likely = likelihood(tree)
    assert likely[0] == 1
    assert segments(tree, threshold=2.0).tolist() == [0]
    for threshold in (0.0, 0.2, 0.5, 1.0):
        assert segments(tree, threshold=threshold).tolist() == np.flatnonzero(likely >= threshold).tolist()


def test_every_measure_has_a_weight():
    weights = fitted_weights()
    assert (set(weights["gap"]), set(weights["node"])) == ({"bias", *GAP}, {"bias", *NODE})


def test_an_unknown_method_names_the_known_ones():
    with pytest.raises(WeblodeError, match="no method 'vips' for segments; choose one of blocks, ontominer"):
        cut("a", "vips")


SHAPES = {
    "a list": "<li><a href=x>one</a> <i>two</i></li>",
    "blocks": "<div><h2>a</h2><p>b <b>c</b></p><ul><li>d</ul></div><p>e</p>",
    "roles": "<div role=main><p role=region>a</p></div>b<br>",
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("method", SEGMENTS)
def test_time_is_linear_in_the_leaves(method, shape):
    part = SHAPES[shape]
    leaves = len(parse(part.encode()).leaves)
    small, large = (parse((part * (n // leaves)).encode()) for n in (5_000, 50_000))
    assert seconds(large, method) < 40 * seconds(small, method)  # quadratic would be 100 times as long


def seconds(tree, method):
    """The time of the best of several runs, without that of other processes."""
    gc.disable()
    best = 1e9
    for _ in range(7):
        start = time.thread_time()
        segments(tree, method)
        best = min(best, time.thread_time() - start)
    gc.enable()
    return best
