"""Steps in a tree's columns, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.pages.html import parse
from weblode.tags import NAMES, NUMBERS

TREE = parse(b"<ul><li>a<li>b<p>c</p></ul><p>d")


@pytest.mark.parametrize(
    ("data", "extra"),
    [
        (b"", 0),
        (b"plain", 0),
        ("é漢😀".encode(), 1 + 2 + 3),
        (b"12345678\xc3\xa9", 1),
        (b"\x80", -1),
        (b"\xc0\x80", -1),
        (b"\xc3", -1),
        (b"\xe0\x9f\xbf", -1),
        (b"\xed\xa0\x80", -1),
        (b"\xf0\x8f\xbf\xbf", -1),
        (b"\xf4\x90\x80\x80", -1),
        (b"\xf5\x80\x80\x80", -1),
        (b"\xe6\xbc", -1),
    ],
)
def test_continuation_bytes_are_counted_and_faults_told(kernel, data, extra):
    assert kernel.utf8_signs(data)[0] == extra


@given(
    st.binary(max_size=40) | st.text(max_size=20).map(lambda text: text.encode(errors="surrogatepass")),
    st.sampled_from([0, 30, 64, 200]),
    st.sampled_from([0, 30, 64, 200]),
)
@settings(max_examples=500, deadline=None)
def test_both_implementations_know_valid_utf8(data, before, behind):
    data = b"a" * before + data + b"a" * behind
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    assert native.utf8_signs(data) == kernels.python().utf8_signs(data)


def test_children_are_the_nodes_whose_parent_is_the_node(kernel):
    for u in range(len(TREE)):
        assert kernel.children(TREE.end, u) == [v for v in range(len(TREE)) if TREE.parent[v] == u]


@pytest.mark.parametrize("u", [-1, 99])
def test_a_node_that_is_not_there_is_an_index_error(kernel, u):
    with pytest.raises(IndexError, match=f"no node {u}"):
        kernel.children(TREE.end, u)


def test_the_nth_child_with_a_tag_is_found_or_minus_one(kernel):
    li = TREE.number("li")
    items = [kernel.nth_child(TREE.end, TREE.tag, 3, li, n) for n in (0, 1, 2, 3)]
    assert [u >= 0 and TREE.text(u) for u in items] == [False, "a", "b\nc", False]


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([("html", 1)], "a\nb\nc\nd"),
        ([("html", 1), ("body", 1), ("ul", 1), ("li", 2)], "b\nc"),
        ([("html", 1), ("body", 1), ("ul", 1), ("li", 3)], None),
        ([("html", 1), ("body", 1), ("ul", 1), ("li", 0)], None),
        ([("html", 1), ("ul", 1)], None),
        ([("html", 2)], None),
        ([("body", 1)], None),
        ([], None),
    ],
)
def test_steps_lead_down_from_the_root(kernel, steps, text):
    u = kernel.descend(TREE.end, TREE.tag, [(TREE.number(name), n) for name, n in steps])
    assert (TREE.text(u) if u >= 0 else None) == text


def test_the_parents_of_a_path_are_each_there_once_and_outside_of_a_range(kernel):
    tree = parse(b"<ul><li>a<li>b</ul><ol><li>c</ol><ul><li>d<li>e</ul>")
    items = [u for u in range(len(tree)) if tree.name(u) == "li"]
    number, nowhere = tree.path.item(items[0]), (0, 0)
    first, last = tree.parent.item(items[0]), tree.parent.item(items[-1])
    assert kernel.parents_of_path(tree.path, tree.parent, number, nowhere) == [first, last]
    assert kernel.parents_of_path(tree.path, tree.parent, number, (first, tree.end.item(first))) == [last]
    assert kernel.parents_of_path(tree.path, tree.parent, number, (0, len(tree))) == []


@given(SOUP, st.integers(0, 40), st.tuples(st.integers(0, 40), st.integers(0, 40)))
@settings(max_examples=100, deadline=None)
def test_both_implementations_find_the_same_parents(soup, u, without):
    native, tree = compiled(), parse(soup.encode(errors="replace"))
    asked = (tree.path, tree.parent, tree.path.item(u % len(tree)), without)
    assert native.parents_of_path(*asked) == kernels.python().parents_of_path(*asked)


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 30)), max_size=9),
    st.floats(-1, 6),
    st.tuples(st.floats(0, 5), st.floats(0, 30)),
    st.integers(0, 6),
)
@settings(max_examples=200, deadline=None)
def test_both_implementations_fit_pieces_alike(measured, least, sizes, whole):
    native, twin = compiled(), kernels.python()
    assert native.fitting(measured, least, sizes, whole) == twin.fitting(measured, least, sizes, whole)


def test_pieces_that_fit_are_told_from_others(kernel):
    measured = [(3, 20), (1, 20), (3, 0), (3, 2), (2, 2)]  # few steps, no text, little text, and both
    right = [True, False, False, True, False]
    assert kernel.fitting(measured, 2.0, (5.0, 100.0), 3) == (4, 9, [20, 20, 0, 2, 2], right)
    assert kernel.fitting(measured[:1], 2.0, (5.0, 100.0), 3) == (1, 3, [20], [])


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_both_implementations_sum_subtrees_alike(soup):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    tree = parse(soup.encode(errors="replace"))
    counts = np.array([n % 2 for n in range(40)], dtype=np.uint8)
    columns = (tree.parent, tree.tag, tree.leaf, tree.start, counts)
    assert np.array_equal(native.subtrees(*columns), kernels.python().subtrees(*columns))
    leaves, totals = zip(*(each.reading(tree.leaf, tree.start) for each in (native, kernels.python())), strict=True)
    assert np.array_equal(*leaves)
    assert np.array_equal(*totals)


def test_values_of_attributes_are_found_by_name(kernel):
    tree = parse(b"<p id=x CLASS='a b' title=class>class<b class hidden=1>c<i>d")
    found = kernel.values(tree.buffer, tree.start, tree.tag, (b"class", b"hidden"))
    assert [(tree.name(u), k, value) for u, k, value in found] == [("p", 0, b"a b"), ("b", 0, b""), ("b", 1, b"1")]
    classes, hidden = kernel.named(tree.buffer, tree.start, tree.tag, (b"class", b"hidden"))
    assert (list(classes.values()), list(hidden.values())) == ([b"a b"], [b"1"])


def test_attributes_are_found_by_the_beginning_of_their_names(kernel):
    tree = parse(b"<p id=x data-a=data-b data->data-c=1<b xdata-d=2 data-e='3 4' data='5'>c<i>d")
    named, begun = kernel.named_or_begun(tree.buffer, tree.start, tree.tag, (b"id",), b"data-")
    assert list(named[0].values()) == [b"x"]
    assert [(tree.name(u), name, value) for u, name, value in begun] == [
        ("p", b"data-a", b"data-b"),
        ("p", b"data-", b""),
        ("b", b"data-e", b"3 4"),
    ]


def test_values_of_attributes_can_depend_on_tags(kernel):
    tree = parse(b"<p class=a id=b><b class=c id=d><my-card class=e id=f>g")
    of_tags = np.zeros(len(NAMES) + 1, dtype=np.int32)
    of_tags[NUMBERS["p"]], of_tags[NUMBERS["b"]], of_tags[-1] = 0b01, 0b10, 0b11
    found = kernel.values(tree.buffer, tree.start, tree.tag, (b"class", b"id"), of_tags)
    assert [value for _, _, value in found] == [b"a", b"d", b"e", b"f"]


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_both_implementations_find_the_same_values(page):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    tree = parse(page.encode())
    asked = (tree.buffer, tree.start, tree.tag, (b"class", b"x", b"href", b"id"))
    assert native.values(*asked) == kernels.python().values(*asked)
    assert native.named(*asked) == kernels.python().named(*asked)
    assert native.named_or_begun(*asked, b"c") == kernels.python().named_or_begun(*asked, b"c")
    of_tags = np.arange(40, dtype=np.int32) % 16
    assert native.values(*asked, of_tags) == kernels.python().values(*asked, of_tags)


def test_the_compiled_kernel_refuses_too_many_names():
    names = tuple(b"%d" % number for number in range(17))
    with pytest.raises(ValueError, match="17 names"):
        compiled().values(b"", np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.int32), names)


@pytest.mark.parametrize(
    ("buffer", "start"),
    [(b"id", [0, 2]), (b"id\0x", [0, 4]), (b"id\0x\0", [0, 9]), (b"id\0x\0", [-3, 5]), (b"id\0x\0", [0])],
)
def test_the_compiled_kernel_refuses_attributes_that_are_no_pairs(buffer, start):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    with pytest.raises(ValueError, match=r"no pairs|bytes|places"):
        native.values(buffer, np.array(start, dtype=np.int32), np.ones(1, dtype=np.int32), (b"id",))


@given(SOUP, st.lists(st.tuples(st.integers(-1, 8), st.integers(0, 40)), max_size=9))
@settings(max_examples=100, deadline=None)
def test_both_implementations_find_shapes_and_children_alike(soup, steps):
    native, twin = kernels.native(), kernels.python()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    tree = parse(soup.encode(errors="replace"))
    rows: list[tuple[int, int]] = []
    for above, u in steps:
        step = (min(above, len(rows) - 1), max(1, int(tree.tag[u % len(tree)])))
        rows += [step] if step not in rows else []
    shape = np.array(rows, dtype=np.int32).reshape(-1, 2)
    pieces = [(u, int(tree.end[u])) for u in range(len(tree))]
    columns = (tree.depth, tree.tag, tree.leaf, tree.start, pieces, shape)
    assert native.shaped(*columns) == twin.shaped(*columns)
    for u, _ in pieces:
        number = int(tree.tag[(u + 1) % len(tree)])
        assert native.placed(tree.end, tree.tag, u, number) == twin.placed(tree.end, tree.tag, u, number)


def test_a_shape_is_counted_once_a_piece_with_its_text(kernel):
    shape = np.array([(-1, TREE.number("ul")), (0, TREE.number("li")), (1, TREE.number("b"))], dtype=np.int32)
    pieces = [(3, int(TREE.end[3]))]
    assert kernel.shaped(TREE.depth, TREE.tag, TREE.leaf, TREE.start, pieces, shape) == [(2, 3)]


@given(SOUP, st.integers(0, 40), st.integers(0, 40))
@settings(max_examples=100, deadline=None)
def test_both_implementations_measure_children_alike(soup, u, v):
    native, tree = compiled(), parse(soup.encode(errors="replace"))
    shape = np.array([(-1, int(tree.tag[v % len(tree)])), (0, NUMBERS["b"])], dtype=np.int32)
    columns = (tree.end, tree.depth, tree.tag, tree.leaf, tree.start)
    asked = (columns, u % len(tree), int(tree.tag[v % len(tree)]), shape)
    assert native.shaped_children(*asked) == kernels.python().shaped_children(*asked)


def test_children_with_a_tag_are_measured_and_the_others_stand_in_runs(kernel):
    tree = parse(b"<div>x<p>one</p><p><b>two</b></p><i>y</i><hr><p>three</p></div>")
    [u] = [u for u in range(len(tree)) if tree.name(u) == "div"]
    shape = np.array([(-1, NUMBERS["p"]), (0, NUMBERS["b"])], dtype=np.int32)
    columns = (tree.end, tree.depth, tree.tag, tree.leaf, tree.start)
    pieces, others, measured = kernel.shaped_children(columns, u, NUMBERS["p"], shape)
    assert [tree.text(*piece) for piece in pieces] == ["one", "two", "three"]
    assert [tree.text(*piece) for piece in others] == ["x", "y"]
    assert measured == [(1, 3), (2, 3), (1, 5)]


def test_the_compiled_kernel_refuses_nodes_that_end_outside_of_their_parents():
    columns = [np.array(column, dtype=np.int32) for column in ([3, 9, 3], [0, 1, 1], [1, 2, 2], [-1] * 3, [0] * 4)]
    with pytest.raises(IndexError, match="ends behind"):
        compiled().shaped_children(columns, 0, 2, np.zeros((0, 2), dtype=np.int32))


def test_elements_are_collected_by_their_classes_and_ids(kernel):
    tree = parse(b"<p class='a  b a' id=x>1<p class='a\x0bb c\td' id=y>2<p class=b id='x z'>3<p class>4<p id=a>5")
    [one, two, three, *_] = [u for u in range(len(tree)) if tree.name(u) == "p"]
    classes, ids = {name: [] for name in (b"a", b"b", b"d", b"none")}, {b"x": [], b"none": []}
    kernel.collect(tree.buffer, tree.start, tree.tag, classes, ids)
    assert classes == {b"a": [one], b"b": [one, three], b"d": [two], b"none": []}
    assert ids == {b"x": [one], b"none": []}


def test_the_sibling_before_a_node_may_be_large_or_missing(kernel):
    tree = parse(b"<div><p>a<b>b</b></p>c<i>d</i></div>")
    nodes = [u for u in range(len(tree)) if tree.name(u) in ("p", "b", "i", "#text")]
    before = [tree.text(v) if v >= 0 else None for v in kernel.befores(tree.parent, nodes)]
    assert list(zip(map(tree.name, nodes), before, strict=True)) == [
        ("p", None),
        ("#text", None),
        ("b", "a"),
        ("#text", None),
        ("#text", "ab"),
        ("i", "c"),
        ("#text", None),
    ]


def test_leaves_and_the_bytes_of_text_before_each_node(kernel):
    tree = parse("<p>ab<b>ü</b><script>x</script></p>c".encode())
    leaves, before = kernel.reading(tree.leaf, tree.start)
    assert [tree.string(u) for u in leaves.tolist()] == ["ab", "ü", "c"]
    assert [before[u] for u in leaves.tolist()] + [before[len(tree)]] == [0, 2, 4, 5]
    assert (leaves.dtype, before.dtype) == (np.int32, np.int64)
    with pytest.raises(ValueError, match="places"):
        kernel.reading(tree.leaf[1:], tree.start)


def test_what_authors_call_an_element_is_its_itemprop_and_its_class(kernel):
    tree = parse(b"<p class='a b' itemprop=c>1<p class=a id=x>2<p itemprop=c>3<p class>4")
    nodes = [u for u in range(len(tree)) if tree.name(u) in ("p", "#text")]
    labels, numbers = kernel.labels(tree.buffer, tree.start, tree.tag, [*nodes, nodes[2], nodes[2]])
    assert labels == [b"c a b", b"", b"a", b"c"]
    assert numbers == [0, 1, 2, 1, 3, 1, 1, 1, 2, 2]


def test_a_lineage_has_the_numbers_among_siblings_of_the_same_tag_from_the_root_down(kernel):
    tree = parse(b"<p>a</p><div><b>1</b><i>2</i><b>3</b></div>")
    last = max(u for u in range(len(tree)) if tree.name(u) == "b")
    line = kernel.lineage(tree.parent, tree.end, tree.tag, last)
    steps = [(tree.name(u), *rest) for u, _, *rest in line]
    assert steps == [("html", 1, 1), ("body", 1, 1), ("div", 1, 1), ("b", 2, 2)]
    assert [tag for _, tag, _, _ in line] == tree.tag[[u for u, _, _, _ in line]].tolist()
    with pytest.raises(IndexError):
        kernel.lineage(tree.parent, tree.end, tree.tag, len(tree))


@given(SOUP)
def test_both_implementations_find_the_same_lineages(soup):
    tree = parse(soup.encode(errors="replace"))
    columns = (tree.parent, tree.end, tree.tag)
    for u in range(len(tree)):
        assert compiled().lineage(*columns, u) == kernels.python().lineage(*columns, u)
        rank, total = tree.namesakes
        assert compiled().lineage(*columns, u)[-1] == (u, tree.tag[u], rank[u], total[u])
