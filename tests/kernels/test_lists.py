"""The lists that a page may have, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.made import all_texts, columns, facts_of, found, same
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.demo.addresses import paths
from weblode.demo.generate import generate
from weblode.kernels import lists as definition
from weblode.kernels.lists import FACTS, HEADS
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.records.traits import traits

TEXTS = st.sampled_from(["a", "b c", "", " ", "7", "漢字", "x" * 70, '{"a":1}' * 20])
# Pages of elements with classes, repeated, nested in others of the same class, hidden, or at the side of the page.
CLASSED = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        "<{0}{1}>{2}</{0}>".format,
        st.sampled_from("div div li ul tr td th table span b a p h2 nav aside header form section details br".split()),
        st.sampled_from(["", "", " class=x", " class='x y'", " class=y", " class=nav", " class=item", " hidden"]),
        st.builds(lambda parts, times: "".join(parts) * times, st.lists(inner, max_size=4), st.integers(1, 4)),
    ),
    max_leaves=25,
)


@pytest.mark.parametrize(
    ("page", "records"),
    [
        ("<ul><li>a<li>b<li>c</ul>", ["a", "b", "c"]),
        ("<dl><dt>a<dd>1<dt>b<dd>2</dl>", ["a 1", "b 2"]),
        ("<div>a<hr>b<hr>c</div>", ["a", "b", "c"]),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["a", "b", "c", "d"]),
        ("<ul><li>a<li>b</ul><h2>x</h2><ul><li>c</ul>", ["a", "b", "c"]),
        ("<table><tr><th>a<tr><td>1<tr><th>b<tr><td>2</table>", ["a 1", "b 2"]),
        ("<table><tr><td><b>a</b><tr><td><i>1</i><tr><td><b>b</b><tr><td><i>2</i></table>", ["a 1", "b 2"]),
        ("<div><p>a</p><blockquote>b</blockquote><p>c</p></div>", ["a", "b", "c"]),
        (
            "<div><h4>a</h4><blockquote>1</blockquote><p>b</p><blockquote>2</blockquote>c<blockquote>3</blockquote></div>",
            ["a 1", "b 2", "c 3"],
        ),
        (
            "<div>x<h4>y</h4><p>a</p><blockquote>1</blockquote><h4>b</h4>of c<blockquote>2</blockquote></div>",
            ["y a 1", "b of c 2"],
        ),
        ("<ul><li>one thing<li>next thing<li><li>last thing<p></ul>", ["one thing", "next thing", "last thing"]),
    ],
)
def test_the_records_are_among_the_proposals(kernel, page, records):
    assert records in all_texts(kernel, page)


@pytest.mark.parametrize(
    ("page", "is_after"),
    [
        ("<div><h4>a</h4><ul>1</ul><p>b</p><ul>2</ul></div>", True),
        ("<div><h4>a</h4><ul>1</ul><p>b</p><ul>2</ul>c</div>", False),
        ("<div><ul>1</ul><h4>a</h4><ul>2</ul><p>b</p><ul>3</ul></div>", False),
    ],
)
def test_a_cut_stands_after_records_if_the_last_text_is_its_own_and_the_first_is_not(kernel, page, is_after):
    placements = found(kernel, parse(page.encode())).heads[:, HEADS.index("placement")]
    assert (definition.AFTER in placements) == is_after


def test_a_piece_unlike_the_others_is_left_out_in_one_proposal_and_kept_in_another(kernel):
    item = "<li><a href=/>title</a> <i>text</i> <b>1</b>"
    made = all_texts(kernel, f"<ul><li>ads{item * 8}</ul>")
    assert ["ads", *["title text 1"] * 8] in made
    assert ["title text 1"] * 8 in made


def test_no_set_of_records_is_proposed_twice(kernel):
    tree = parse(b"<div><ul><li>a<li>b<li>c</ul><ul><li>d<li>e</ul></div>" * 3)
    made = found(kernel, tree)
    sets = [
        tuple(map(tuple, rows[rows[:, 2] > 0].tolist())) for rows in np.split(made.pieces, made.offsets[1:-1].tolist())
    ]
    assert len(sets) == len(set(sets)) > 3


def test_a_class_marks_the_records_among_other_elements(kernel):
    page = "<div><p class=r>one<p>other<p class='r s'>two<p class=r>three<p>more</div>"
    assert ["one", "two", "three"] in all_texts(kernel, page)
    facts = facts_of(kernel, page, ["one", "two", "three"])
    assert (facts["cut"], facts["marked"], facts["mark_complete"]) == (definition.MARK, 1, 1)


def test_elements_of_one_class_are_a_list_wherever_they_stand(kernel):
    page = "<div><p class=r><b>one</b></div><section><div><p class=r><b>two</b></div></section><p class=r><b>three</b>"
    facts = facts_of(kernel, page, ["one", "two", "three"])
    assert (facts["parents"], facts["cut"], facts["mixed"]) == (definition.SAME, definition.MARK, 1)


def test_an_element_inside_another_of_its_class_ends_it(kernel):
    reply = "<div class=c><p>first</p><div class=c><p>answer</p><div class=c><p>again</p></div></div></div>"
    facts = facts_of(kernel, reply, ["first", "answer", "again"])
    assert facts["parents"] == definition.SAME


def test_records_that_are_never_closed_are_a_list(kernel):
    nested = "".join(f"<dd><li><a href=/{i}>Title {i}</a> text" for i in range(6))
    assert [f"Title {i} text" for i in range(6)] in all_texts(kernel, f"<dl>{nested}</dl>")
    closed = "".join(f"<font><dl><dt>Title {i}<dd>text</dl>" for i in range(6))
    assert [f"Title {i} text" for i in range(6)] in all_texts(kernel, f"<td>{closed}")


def test_boxes_inside_each_other_are_no_list(kernel):
    boxes = "".join(f"<div>Title {i} <i>text</i>" for i in range(6))
    assert [f"Title {i} text" for i in range(6)] not in all_texts(kernel, boxes)


def test_children_of_one_coarse_shape_are_a_list(kernel):
    rows = "<tr><td>a<tr><td>b<td><i>c</i><tr><th>x<tr><td>d<td>e"
    assert ["a", "b c", "d e"] in all_texts(kernel, f"<table>{rows}</table>")


def test_lists_are_related_to_those_that_hold_them(kernel):
    page = "<div>" + "<ul><li><b>a</b> x<li><b>b</b> y</ul>" * 3 + "</div>"
    inner, outer = facts_of(kernel, page, ["a x", "b y"] * 3), facts_of(kernel, page, ["a x b y"] * 3)
    assert (inner["held"], outer["holds"], inner["share_rank"]) == (1, 1, 1)
    assert facts_of(kernel, page, ["a", "b"] * 3)["part"] == inner["share"] == 1


@pytest.mark.parametrize("page", ["", "<p>a", "<script>x</script>", "<select><option>a<option>b</select>"])
def test_a_page_without_two_pieces_of_text_has_no_list(kernel, page):
    made = found(kernel, parse(page.encode()))
    assert made.facts.shape == (0, len(FACTS))
    assert made.heads.shape == (0, len(HEADS))
    assert (made.pieces.shape, made.offsets.tolist()) == ((0, 3), [0])


@given(st.one_of(SOUP, st.lists(NESTED, max_size=4).map(lambda parts: "".join(map(written, parts)))))
@settings(max_examples=150)
def test_both_find_and_measure_the_same(page):
    tree = parse(page.encode())
    same(found(kernels.python(), tree), found(compiled(), tree))


@given(st.lists(CLASSED, max_size=4).map("".join), st.integers(1, 3))
@settings(max_examples=150)
def test_both_find_and_measure_the_same_of_pages_with_classes(page, times):
    tree = parse((page * times).encode())
    same(found(kernels.python(), tree), found(compiled(), tree))


@st.composite
def arrays(draw):
    """Columns of a tree as no page has them: any tags, traits, roles, marks and texts."""
    n = draw(st.integers(1, 24))
    parent, end, open_nodes = [-1], [n] * n, [0]
    for u in range(1, n):
        for _ in range(draw(st.integers(0, len(open_nodes) - 1))):
            end[open_nodes.pop()] = u
        parent.append(open_nodes[-1])
        open_nodes.append(u)

    def column(size, most, kind=np.int32, least=0):
        return np.array(draw(st.lists(st.integers(least, most), min_size=size, max_size=size)), dtype=kind)

    first = np.cumsum([0, *column(n, 3)], dtype=np.int32)
    marks = column(int(first[-1]), max(0, min(4, int(first[-1]) - 1)))
    before = np.cumsum([0, *column(n, 9)], dtype=np.int32)
    table = np.stack([column(4, 16383, np.uint16), column(4, 9, np.uint16)])
    table[0, 0] &= ~np.uint16(definition.SKIPPED)
    tag = column(n, 3) * draw(st.sampled_from([1, 1, 300]))
    texts_of = (column(n, 1, least=-1), column(n, 31, np.uint8), column(n, 3, np.uint64))
    numbers, path = {}, []
    for u in range(n):
        way = (path[parent[u]] if u else -1, int(tag[u]))
        path.append(numbers.setdefault(way, len(numbers)))
    return [row(parent), row(end), tag, row(path), before, *texts_of, first, marks, column(n, 255, np.uint8), table]


@given(arrays())
@settings(max_examples=200)
def test_both_find_and_measure_the_same_of_any_columns(arrays):
    same(kernels.python().lists(*arrays), compiled().lists(*arrays))


def test_both_find_and_measure_the_same_of_made_sites():
    addresses = generate(3, 40)
    pages = [addresses.page(site.base + path) for site in addresses for path in list(paths(site))[:12]]
    trees = [parse(page.data) for page in pages if page is not None and page.kind.startswith("text/html")]
    assert sum(len(found(compiled(), tree).facts) for tree in trees) > 100
    for tree in trees:
        same(found(kernels.python(), tree), found(compiled(), tree))


def test_a_page_of_many_levels_is_left_after_enough_effort(kernel, monkeypatch):
    depth = 300 if kernel.name == "python" else 4000
    monkeypatch.setattr(definition, "EFFORT", 20_000)
    tree = parse(b"<div><p>a</p>" * depth + b"some text at last", limits=Limits(depth=10_000))
    assert len(found(kernel, tree).offsets) >= 1


def crowded(n):
    """A page of elements with many of `n` classes; every 20th class makes a list of its own of equal elements."""
    names = [f"m{i}" for i in range(n)]
    tags = "abbr address article big cite code del dfn em font i ins kbd mark q s samp small strong sub sup tt u var"
    parts = [f"<div class='{' '.join(names)}'></div>"]
    for k, (one, two) in enumerate(zip(tags.split()[::2], tags.split()[1::2], strict=True)):
        chosen = " ".join(name for i, name in enumerate(names) if i % 20 and (i * 7919 >> k) % 3)
        parts.append(
            f"<div class='{chosen}'><{one}>some</{one}><{two}>text</{two}><{one}><{two}>x</{two}></{one}></div>"
        )
    for k in range(8):
        chosen = " ".join(name for i, name in enumerate(names) if i % 20 == 0 and (i // 20 + 1) >> k & 1)
        parts.append(f"<div class='{chosen}'><p>equal text</p></div>")
    return parse("".join(parts).encode())


@pytest.mark.parametrize(("classes", "all_of_them"), [(400, True), (4000, False)])
def test_both_stop_at_the_same_place_of_a_page_with_too_many_classes(classes, all_of_them):
    tree = crowded(classes)
    made = found(compiled(), tree)
    of_marks = np.count_nonzero(made.heads[:, HEADS.index("group")] == definition.SAME)
    assert (of_marks > 0.5 * classes / 20) == all_of_them
    same(found(kernels.python(), tree), made)


def test_an_empty_tree_has_no_list(kernel):
    none, zero = row([]), row([0])
    kinds = np.zeros(0, dtype=np.uint8)
    made = kernel.lists(none, none, none, none, zero, none, kinds, np.zeros(0, np.uint64), zero, none, kinds, traits())
    assert (made.facts.shape, made.offsets.tolist()) == ((0, len(FACTS)), [0])


NAMES = "parent end tag path before leaf kinds hashes first_mark marks roles traits".split()


@pytest.mark.parametrize(
    ("name", "changed", "reason"),
    [
        *((name, lambda column: column[:-1], "different lengths") for name in NAMES if name not in ("marks", "traits")),
        ("traits", lambda column: column[:1], "no traits"),
        ("traits", lambda column: column[:, :0].copy(), "no traits"),
        ("parent", lambda column: column + 1, "columns of a tree"),
        ("parent", lambda column: column - 1, "columns of a tree"),
        ("end", lambda column: column - 1, "columns of a tree"),
        ("end", lambda column: column + 1, "columns of a tree"),
        ("end", lambda column: np.full_like(column, len(column)), "columns of a tree"),
        ("end", lambda column: np.arange(1, len(column) + 1, dtype=np.int32), "columns of a tree"),
        ("tag", lambda column: column - 1, "columns of a tree"),
        ("path", lambda column: column - 1, "columns of a tree"),
        ("path", lambda column: np.full_like(column, np.iinfo(np.int32).max), "columns of a tree"),
        ("path", lambda column: np.zeros_like(column), "paths of a tree"),
        ("before", lambda column: column[::-1].copy(), "columns of a tree"),
        ("before", lambda column: column - 1, "columns of a tree"),
        ("marks", lambda column: column - 1, "marks of a tree"),
        ("marks", lambda column: column + len(column), "marks of a tree"),
        ("marks", lambda column: column[:1], "marks of a tree"),
        ("first_mark", lambda column: column[::-1].copy(), "marks of a tree"),
        ("first_mark", lambda column: column - 1, "marks of a tree"),
    ],
)
def test_columns_of_no_tree_are_refused(name, changed, reason):
    native = compiled()
    good = dict(zip(NAMES, columns(native, parse(b"<ul class=a><li class=b>a b<li>c</ul>")), strict=True))
    with pytest.raises(ValueError, match=reason):
        native.lists(*(good | {name: changed(good[name])}).values())
