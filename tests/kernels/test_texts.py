"""The texts of records, both implementations."""

import sys
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.kernels.texts import ANCHOR, BLOCK, CONTROL, DIVIDER, MARK, SPAN, STRUCK, Makers
from weblode.pages.html import parse
from weblode.tags import NUMBERS

TRAITS = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)
for names, trait in (("b i small del", MARK), ("span", SPAN), ("img", DIVIDER), ("del", STRUCK), ("a", ANCHOR)):
    TRAITS[[NUMBERS[name] for name in names.split()]] |= trait
TRAITS[[NUMBERS[name] for name in ("div", "p", "li", "ul")]] |= BLOCK
TRAITS[NUMBERS["h2"]] |= CONTROL


@dataclass(frozen=True)
class Place:
    path: str
    author: str
    label: str
    image: bool
    whole: bool


class Cell(NamedTuple):
    nodes: tuple
    value: str
    href: str
    attribute: str
    machine: str
    url: str


def makers(tree, **changes):
    made = Makers(
        Place,
        Cell,
        tree.name_of,
        -1,
        lambda path: "b/" in path,
        lambda inner, u, v: f"{inner} {u} {v}",
        list(range(len(tree))),
        lambda href: f"https://a.example{href}",
        "https://a.example",
    )
    return made._replace(**changes)


def columns(tree):
    return (tree.parent, tree.end, tree.tag, tree.path, tree.lead, tree.leaf, tree.depth, tree.start)


def reader(kernel, tree, priced=(), **changes):
    return kernel.texts(tree.buffer, columns(tree), TRAITS, frozenset(priced), makers(tree, **changes))


def row(kernel, page, most=99):
    tree = parse(page.encode())
    return tree, reader(kernel, tree).row(0, tree.leaves.tolist(), {}, most)


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<p>One <b>two</b> three<p>four", ["One two three", "four"]),
        ("<p><b>one</b> <b>two</b> <i>three</i>", ["one two", "three"]),
        ("<p><span>one</span> <span>two</span> - <span>three</span>", ["one", "two", "three"]),
        ("<p>one <span>two</span>, and <span>three</span>.", ["one two, and three."]),
        ("<p>one<img>two", ["one", "two"]),
        ("<p>- one |<p>| · |", ["one"]),
        ("<p>\u00a0one\u2003 two \n\t three\u3000", ["one two three"]),
        ("<p>19<b>97</b>, x<b>2</b>", ["19 97, x2"]),
    ],
)
def test_texts_are_divided_where_markup_divides_them(kernel, page, texts):
    assert [text for _, _, text, *_ in row(kernel, page)[1]] == texts


def test_a_text_is_held_by_the_element_around_its_marks(kernel):
    tree, [(u, v, _, holder, inner, path)] = row(kernel, "<p><i><b>one</b></i>")
    assert (u, v, tree.name(holder), tree.name(inner), path) == (v, u, "p", "b", tree.path[holder])


def test_only_the_first_texts_are_read_and_a_price_is_one(kernel):
    assert [text for _, _, text, *_ in row(kernel, "<p>a<p>b<p>c", most=2)[1]] == ["a", "b"]
    tree = parse(b"<p>$<p>5<p>x")
    leaves = tree.leaves.tolist()
    texts = reader(kernel, tree).row(0, leaves, {leaves[0]: leaves[1]}, 9)
    assert [text for _, _, text, *_ in texts] == ["$ 5", "x"]


def test_an_old_price_stays_in_its_mark(kernel):
    tree = parse(b"<p><del>$5</del> <b>$4</b>")
    leaves = tree.leaves.tolist()
    texts = reader(kernel, tree, leaves).row(0, leaves, {}, 9)
    assert [(text, tree.name(holder)) for _, _, text, holder, *_ in texts] == [("$5", "del"), ("$4", "p")]


def test_elements_that_are_cut_hold_several_texts_and_no_block(kernel):
    tree = parse(b"<div><p>one <a>two</a></p><p>three</p></div>")
    spans = [(u, u + 1) for u in tree.leaves.tolist()]
    [line] = reader(kernel, tree).cut(0, spans)
    assert tree.text(line) == "one two"
    whole = reader(kernel, tree).uncut(0, spans, {tree.path.item(line)})
    assert [tree.text(u) for u in whole] == ["three"]


def test_what_an_author_calls_a_text_is_on_the_nearest_element(kernel):
    tree = parse(b"<div class='a  b'><a href=' /x '><b itemprop=c class=d>one</b></a><a>two</a></div>")
    one, two = tree.leaves.tolist()
    reading = reader(kernel, tree)
    assert reading.about(one, 0) == ("c", "/x")
    assert reading.about(two, 0) == ("a b", "")
    assert reader(kernel, tree).about(one, one) == ("", "")


def test_columns_of_different_lengths_are_refused(kernel):
    tree = parse(b"<p>a")
    for i in range(len(columns(tree))):
        wrong = [column[1:] if k == i else column for k, column in enumerate(columns(tree))]
        with pytest.raises(ValueError, match="lengths"):
            kernel.texts(tree.buffer, wrong, TRAITS, frozenset(), makers(tree))


def test_a_text_becomes_a_place_with_its_value(kernel):
    tree = parse(b"<p class=a>Size: 5 <a href=/x>one</a><h2>no value</h2>")
    leaves = tree.leaves
    [row] = reader(kernel, tree).places([(0, len(tree))], leaves, {}, 9)
    (place, cell), (link, linked) = row
    assert place == Place("html/body/p", "a", "Size", image=False, whole=False)
    assert cell == Cell((leaves[0], leaves[0] + 1), "Size: 5", "", "", f"{leaves[0] - 1} {leaves[0]} {leaves[0]}", "")
    assert (link.path, link.label, linked.value, linked.href) == ("html/body/p/a", "", "one", "/x")
    assert linked.url == "https://a.example/x"
    assert isinstance(cell, Cell)
    [[_, (_, unknown)]] = reader(kernel, tree, said=[], url=None).places([(0, leaves[1] + 1)], leaves, {}, 9)
    assert (unknown.machine, unknown.url) == ("", "")


def test_lines_that_are_cut_come_before_their_parts_in_all_records(kernel):
    tree = parse(b"<ul><li><p>one <a href=/x>two</a></p><li><p>three</p><li><p><a href=/x>a</a> <a href=/y>b</a></p>")
    records = [(u, tree.end[u]) for u in range(len(tree)) if tree.name(u) == "li"]
    reading = reader(kernel, tree)
    rows = reading.places(records, tree.leaves, {}, 9)
    lines = reading.with_lines(records, rows, 9, 9)
    assert [[(place.whole, cell.value, cell.href) for place, cell in row] for row in lines] == [
        [(True, "one two", "/x"), (False, "one", ""), (False, "two", "/x")],
        [(True, "three", ""), (False, "three", "")],
        [(True, "a b", ""), (False, "a", "/x"), (False, "b", "/y")],
    ]
    assert [len(row) for row in reading.with_lines(records, rows, 9, 2)] == [2, 2, 2]
    assert reading.with_lines(records, rows, 0, 9) == rows
    alone = reading.places(records[1:2], tree.leaves, {}, 9)
    assert reading.with_lines(records[1:2], alone, 9, 9) == alone == [rows[1]]
    with pytest.raises(ValueError, match=r"needs|shorter|longer"):
        reading.with_lines(records, alone, 9, 9)


def pictures(kernel, tree, rows, *, repeated=(), most=99):
    """The rows of a page that is one record, with its images; those that need a look have "?" before their address."""
    images = np.flatnonzero(tree.tag == NUMBERS["img"]).tolist()
    sources = {u: tree.attributes(u)["src"].encode() for u in images if tree.attributes(u).get("src")}
    reading = reader(kernel, tree)
    [row] = reading.with_images(
        [(0, len(tree))],
        reading.places([(0, len(tree) if rows else 0)], tree.leaves, {}, 99),
        images,
        sources,
        lambda source: source in repeated,
        lambda u, href: (
            (bool(u % 3), Cell((u, u + 1), "?", href, "", "", f"https://a.example{href}" if href else ""))
            if u % 2
            else (True, Cell((u, u + 1), "?", "", "", "", ""))
        ),
        most,
    )
    return row


def test_images_stand_between_the_texts_with_the_addresses_that_they_have(kernel):
    tree = parse(b"<p>one<a href=/x class=c><img src=/a.png></a>two<img src=' b.png'><img src=c.png>")
    row = pictures(kernel, tree, rows=True)
    assert [cell.value for _, cell in row] == ["one", "https://a.example/a.png", "two", "?", "https://a.examplec.png"]
    place, cell = row[1]
    assert (place.author, place.image, cell.href, cell.url) == ("c", True, "/x", "https://a.example/x")
    assert [cell.value for _, cell in pictures(kernel, tree, rows=True, most=2)] == ["one", "https://a.example/a.png"]


@pytest.mark.parametrize(
    ("image", "plain"),
    [
        ("<img src=/a.png>", True),
        ("<img src=/blank.gif>", True),
        ("<img src=/Blank.gif data-src=/a.png>", False),
        ("<img src=/blank/a.gif?blank data-src=/b.png>", True),
        ("<img src=/a.png srcset=/b.png>", True),
        ("<img src=/twice.png srcset=/b.png>", False),
        ("<img src=/twice.png>", True),
        ("<img src='data:image/gif;base64,A'>", False),
        ("<img src=/\u00e4.png>", False),
        ("<img src='/a.png '>", False),
        ("<img>", False),
    ],
)
def test_an_image_needs_a_look_if_it_may_stand_for_another(kernel, image, plain):
    tree = parse(f"<p>{image}".encode())
    [(_, cell)] = pictures(kernel, tree, rows=False, repeated={"/twice.png"})
    assert (cell.value != "?") is plain


def test_the_compiled_kernel_refuses_nodes_that_are_not_there():
    tree = parse(b"<p>a")
    reading = reader(compiled(), tree)
    row = reading.places([(0, 0)], tree.leaves, {}, 9)
    for ask in (
        lambda: reading.string(99),
        lambda: reading.joined(0, 99),
        lambda: reading.row(0, [-1], {}, 9),
        lambda: reading.text(0, 99, 0),
        lambda: reading.cut(0, [(0, 1), (99, 100)]),
        lambda: reading.about(99, 0),
        lambda: reading.places([(0, 100)], np.array([99], dtype=np.int32), {}, 9),
        lambda: reading.place((0, 99, "a", 0, 0, 0), 0),
        lambda: reading.with_images([(0, 100)], row, [99], {}, bool, print, 9),
        lambda: row[1],
    ):
        with pytest.raises(IndexError):
            ask()


def test_the_compiled_kernel_knows_which_characters_may_be_white_space():
    white = [chr(code) for code in range(128, sys.maxunicode + 1) if chr(code).isspace()]
    assert {character.encode()[0] for character in white} == {0xC2, 0xE1, 0xE2, 0xE3}


@given(SOUP, st.data())
@settings(max_examples=300, deadline=None)
def test_both_implementations_read_the_same(soup, data):
    tree = parse(soup.encode(errors="replace"))
    leaves = tree.leaves.tolist()
    chosen = data.draw(st.lists(st.sampled_from(leaves), unique=True).map(sorted)) if leaves else []
    start = data.draw(st.integers(0, max(0, len(tree) - 1)))
    priced = chosen[::2]
    native, twin = (reader(kernel, tree, priced) for kernel in (compiled(), kernels.python()))
    inside = [u for u in leaves if u > start]
    texts = native.row(start, inside, {}, 9)
    assert texts == twin.row(start, inside, {}, 9)
    assert native.row(0, leaves, dict.fromkeys(chosen[:1], leaves[-1] if leaves else 0), 5) == twin.row(
        0, leaves, dict.fromkeys(chosen[:1], leaves[-1] if leaves else 0), 5
    )
    spans = [(u, v + 1) for u, v, *_ in texts]
    assert native.cut(start, spans) == twin.cut(start, spans)
    paths = set(tree.path[::2].tolist())
    assert native.uncut(start, spans, paths) == twin.uncut(start, spans, paths)
    assert [native.about(u, start) for u in inside] == [twin.about(u, start) for u in inside]
    assert [native.string(u) for u in leaves] == [twin.string(u) for u in leaves]
    assert native.joined(0, len(tree) - 1) == twin.joined(0, len(tree) - 1)
    records = [(0, len(tree)), (start, len(tree))]
    rows = native.places(records, tree.leaves, {}, 9)
    assert rows == twin.places(records, tree.leaves, {}, 9)
    assert native.with_lines(records, rows, 3, 12) == twin.with_lines(records, rows, 3, 12)
    assert pictures(compiled(), tree, rows=True) == pictures(kernels.python(), tree, rows=True)
    assert [native.place(text, start) for text in texts] == [twin.place(text, start) for text in texts]


@given(st.text(" :aé_1٣²\u00a0\x1f", max_size=45) | st.text("a :", min_size=30, max_size=60))
def test_both_implementations_find_the_same_labels(value):
    value = " ".join(value.split())
    tree = parse(f"<p>{value}".encode())
    both = [reader(each, tree) for each in (compiled(), kernels.python())]
    places = [[each.place((u, u, value, u, u, 0), 0)[0] for u in tree.leaves.tolist()] for each in both]
    assert places[0] == places[1]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Price : 5", "Price"),
        ("Date:", "Date"),
        ("Is it so: yes", "Is it so"),
        ("9 lives: yes", ""),
        ("B2: yes", ""),
        ("http://a", ""),
        ("(a: b", ""),
        (f"{'a' * 39}: b", "a" * 39),
        (f"{'a' * 40}: b", ""),
        ("no label", ""),
    ],
)
def test_a_text_may_begin_with_a_label(kernel, value, label):
    tree = parse(f"<p>{value}".encode())
    [u] = tree.leaves.tolist()
    place, _ = reader(kernel, tree).place((u, u, value, u - 1, u - 1, 0), 0)
    assert place.label == label
