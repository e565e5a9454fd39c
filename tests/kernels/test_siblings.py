"""Siblings inside records, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.pages.html import parse
from weblode.tags import NUMBERS

USABLE = np.ones(len(NUMBERS) + 1, dtype=np.bool_)
USABLE[[0, NUMBERS["b"]]] = False
BARE = np.zeros(len(NUMBERS) + 1, dtype=np.bool_)
BARE[NUMBERS["li"]] = True


def columns(tree):
    return (tree.parent, tree.end, tree.tag, tree.path, tree.leaf)


def siblings(kernel, page, name):
    """The siblings inside the elements of a name, and the tree."""
    tree = parse(page)
    records = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == name]
    return kernel.siblings(columns(tree), records, USABLE, BARE), tree


def test_siblings_repeat_below_one_parent_and_some_need_two_texts(kernel):
    two_texts = b"<div>a<b>b</b></div>"
    page = b"<article><p>a</p><p>b</p><ul><li>a<li>b</ul></article><article>" + 2 * two_texts + b"</article>"
    found, tree = siblings(kernel, page, "article")
    names = {number: tree.name(int(np.flatnonzero(tree.path == number)[0])) for number in found.repeating}
    assert sorted(names.values()) == ["div", "li", "p"]
    assert sorted(names[number] for number in found.repeats) == ["div", "li"]
    for number, first in found.repeats.items():
        assert found.runs(number)[0][2][0] == first
    assert found.runs(10**6) == []


def test_the_first_member_of_each_path_is_found_by_its_tag(kernel):
    found, tree = siblings(kernel, b"<article><p>a</p><div><p>b</p><p>c</p></div></article>", "article")
    firsts = found.firsts({NUMBERS["p"]})
    assert [tree.text(u) for _, (u, _, _) in firsts] == ["a", "b"]
    assert found.firsts(set()) == []


def test_records_outside_the_tree_and_columns_of_different_lengths_are_refused(kernel):
    tree = parse(b"<p>a")
    with pytest.raises(IndexError):
        kernel.siblings(columns(tree), [(0, len(tree) + 1)], USABLE, BARE)
    with pytest.raises(ValueError, match="lengths"):
        kernel.siblings((tree.parent[1:], *columns(tree)[1:]), [(0, 1)], USABLE, BARE)


BREAKS = (NUMBERS["br"], NUMBERS["hr"])


@pytest.mark.parametrize(
    ("record", "share", "expected"),
    [
        ("<div><b>a</b></div><div><b>b</b><i>c</i></div>", 0.8, True),  # all of the smaller one
        ("<div><b>a</b></div><div><br><b>b</b></div>", 0.8, True),
        ("<div><b>a</b><u>x</u></div><div><b>b</b><i>c</i></div>", 0.8, False),  # two of three
        ("<div><b>a</b><u>x</u></div><div><b>b</b><i>c</i></div>", 0.6, True),
        ("<div></div><div></div>", 0.5, False),
        ("<div><b>a</b></div>", 0.1, False),
        ("".join(f"<div><b>a</b><h{i}></h{i}></div>" for i in range(1, 3)) + "<div></div>" * 11, 0.9, True),  # many
    ],
)
def test_two_members_of_a_record_may_be_alike(kernel, record, share, expected):
    page = f"<article>{record}</article><article><div><i>c</i></div></article>".encode()
    found, tree = siblings(kernel, page, "article")
    path = int(tree.path[next(u for u in range(len(tree)) if tree.name(u) == "div")])
    assert found.may_be_alike(path, BREAKS, share) is expected
    assert found.may_be_alike(10**6, BREAKS, share) is False


@given(SOUP, st.data())
def test_both_implementations_find_the_same_siblings(soup, data):
    tree = parse(soup.encode(errors="replace"))
    starts = data.draw(st.lists(st.integers(0, len(tree) - 1), unique=True, max_size=4).map(sorted))
    records = []
    for u in starts:
        if not records or u >= records[-1][1]:
            records.append((u, int(tree.end[u])))
    native, twin = (each.siblings(columns(tree), records, USABLE, BARE) for each in (compiled(), kernels.python()))
    assert (native.repeating, native.repeats) == (twin.repeating, twin.repeats)
    tags = set(tree.tag[::2].tolist())
    assert native.firsts(tags) == twin.firsts(tags)
    for path in set(tree.path.tolist()):
        assert native.runs(path) == twin.runs(path)
        for share in (0.3, 0.8):
            assert native.may_be_alike(path, BREAKS, share) == twin.may_be_alike(path, BREAKS, share)


def page_columns(tree):
    return (tree.parent, tree.end, tree.tag, tree.position, tree.leaf, tree.start)


TRAITS = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)
TRAITS[[0, NUMBERS["b"], NUMBERS["div"]]] = 1
TRAITS[NUMBERS["p"]] = 2


def test_shapes_are_the_paths_of_pieces_and_those_that_share_most_are_alike(kernel):
    tree = parse(b"<ul><li><b>a</b><br><i>b</i><li><b>c</b><i>d</i><li>e</ul>")
    items = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"]
    columns, breaks = (tree.leaf, tree.path, tree.tag), (NUMBERS["br"], NUMBERS["hr"])
    one, two, three = kernel.shapes(columns, breaks, [[item] for item in items])
    assert one == two > three
    assert kernel.shapes(columns, breaks, [items[1:], []]) == [two, frozenset()]
    shown = np.where(tree.leaf < 0, tree.path, np.int32(-1))
    own = int(tree.path[items[0][0]])
    assert kernel.alike(shown, 0, own, [items[:2], items[2:]], (0.5, 0.7)) == [True, True, False]
    assert kernel.alike(shown[items[2][0] :], items[2][0], own, [items[2:], []], (1.1, 0.7)) == [False]
    with pytest.raises(IndexError):
        kernel.alike(shown, 0, own, [[(0, len(tree) + 1)]], (0.5, 0.7))


def test_a_heading_stands_before_a_list_or_ends_in_a_colon(kernel):
    tree = parse("<article><p>t</p><div>a: <ul><li>x</ul><p>b</p><ol><li>y</ol><b>é</b><dl><li>z</dl>".encode())
    runs = [(int(tree.parent[u]), 0, [u]) for u in range(len(tree)) if tree.name(u) == "li"]
    found = kernel.headings(tree.buffer, page_columns(tree), TRAITS, runs, frozenset())
    assert [tree.text(above) for _, above in found.values()] == ["a:", "b", "é"]
    assert {one for one, _ in found.values()} == {-1}
    top = next(iter(found.values()))[1]
    assert 0 not in kernel.headings(tree.buffer, page_columns(tree), TRAITS, runs, frozenset({top}))


@given(SOUP, st.data())
def test_both_implementations_read_the_same_shapes_headings_and_texts(soup, data):
    tree = parse(soup.encode(errors="replace"))
    starts = data.draw(st.lists(st.integers(0, len(tree) - 1), unique=True, max_size=5).map(sorted))
    items = [(u, int(tree.end[u])) for u in starts]
    runs = [(int(tree.parent[u]), i, [u]) for i, u in enumerate(starts)]
    shown = np.where(tree.leaf < 0, tree.path, np.int32(-1))
    groups = [[item for item in items if item[0] % 2 == k] for k in range(2)]
    tops = frozenset(starts[::2])

    def ask(each):
        texts = each.first_texts(tree.buffer, page_columns(tree), tree.leaves, items, TRAITS, 2)
        shapes = each.shapes(
            (tree.leaf, tree.path, tree.tag), (NUMBERS["br"], NUMBERS["hr"]), [items, *([i] for i in items)]
        )
        alike = each.alike(shown, 0, 3, groups, (0.6, 0.7))
        return texts, shapes, alike, each.headings(tree.buffer, page_columns(tree), TRAITS, runs, tops)

    assert ask(compiled()) == ask(kernels.python())
