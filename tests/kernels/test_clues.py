"""What the text and the classes of a page tell, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled, row
from strategies import SOUP

from weblode import kernels
from weblode.kernels.clues import (
    BY_HIDDEN,
    BY_OPEN,
    BY_STYLE,
    CURRENCIES,
    DATED,
    DIGITS,
    MAJOR,
    MINOR,
    NUMBER,
    PRICED,
    PROSE,
    SIGNS,
)
from weblode.pages.html import parse
from weblode.tags import NAMES, NUMBERS

TEXTS = st.lists(
    st.text(st.sampled_from('ab1 \t\n\f\v\u00a0é漢한😀{}"'), max_size=12)
    | st.text(st.sampled_from("0129:./-[]() "), max_size=12)
    | st.sampled_from(["x" * 99, "x" * 60, SIGNS.decode() * 9, "1989", "2024", "12:30", "1.2.2024", *CURRENCIES])
).map("".join)


def seen(kernel, *texts, hidden=()):
    """The columns of some texts, of which those with the given numbers are hidden."""
    data = [text.encode() for text in texts]
    start = row([0, *np.cumsum([len(each) for each in data])])
    is_hidden = np.array([i in hidden for i in range(len(data))], dtype=bool)
    return kernel.visible(b"".join(data), start, row(range(len(data))), is_hidden)


def widths(kernel, *texts, hidden=()):
    return np.diff(seen(kernel, *texts, hidden=hidden)[0]).tolist()


def marked(kernel, page):
    """The marks and roles of each element of a page that has some."""
    tree = parse(page.encode())
    first, marks, roles, _ = kernel.marks(tree.buffer, tree.start, tree.tag)
    rows = [(marks[first[u] : first[u + 1]].tolist(), int(roles[u])) for u in range(len(tree.tag))]
    return [each for each in rows if any(each)]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        (" \n", 0),
        ("abc", 3),
        ("  a \t\r\n\f b ", 3),
        ("é", 1),
        ("漢字", 4),
        ("한", 2),
        ("😀", 2),
        ("ß\u00a0x", 3),
    ],
)
def test_a_text_is_as_wide_as_a_person_sees_it(kernel, text, width):
    assert widths(kernel, text) == [width]


def test_hidden_and_empty_and_machine_text_is_not_seen(kernel):
    machine = '{"a":1,"b":[2]}' * 20
    before, leaf, kinds, _ = seen(kernel, "shown", "hidden 1", " ", machine, "last", hidden={1})
    assert before.tolist() == [0, 5, 5, 5, 5, 9]
    assert leaf.tolist() == [0, -1, -1, -1, 4]
    assert kinds.tolist() == [0] * 5


def test_short_text_with_many_signs_is_seen(kernel):
    assert widths(kernel, "{" * 99, "{" * 100, "{" * 10 + "x" * 111) == [99, 0, 121]


def test_texts_have_kinds_and_hashes_that_ignore_white_space(kernel):
    _, _, kinds, hashes = seen(kernel, "a b", "ab ", "ba", "4 a", "x" * 60, "1" * 60)
    assert kinds.tolist() == [0, 0, 0, DIGITS, PROSE, DIGITS | PROSE]
    assert hashes[0] == hashes[1]
    assert len(set(hashes.tolist())) == 5


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("on 3 May 1999", DATED),
        ("2049", DATED),
        ("in 1979 or 2050", 0),
        ("12019", 0),
        ("at 9:05", DATED),
        ("9:5, 123:45, 9:456", 0),
        ("3.12.24", DATED),
        ("12/31/2024 and 1-2-1970", DATED),
        ("version 1.2, 3.4", 0),
        ("1.2.3", 0),
        ("123.4.56", 0),
        ("$5", PRICED),
        ("from 1.299 \u20ac", PRICED),
        ("\u00a5 300", PRICED),
        (" 7 ", NUMBER),
        ("12.", NUMBER),
        ("[ 3 ]", 0),
        ("[103]:", NUMBER),
        ("(4)", NUMBER),
        ("1234", 0),
        ("1 2", 0),
    ],
)
def test_texts_with_digits_are_dates_and_prices_and_numbers(kernel, text, kinds):
    assert seen(kernel, text)[2].tolist() == [DIGITS | kinds]


def test_a_sign_of_a_currency_without_digits_is_no_price(kernel):
    assert seen(kernel, "$ \u20ac")[2].tolist() == [0]


def test_a_mark_is_a_pair_of_tag_and_class(kernel):
    page = '<p class="a b a"><p class="b"><div class="a"><p class=" \n"><p id="a">'
    assert marked(kernel, page) == [([0, 1], 0), ([1], 0), ([2], 0)]


@pytest.mark.parametrize(
    ("attributes", "role"),
    [
        ('class="nav"', MINOR),
        ('id="mainNav"', MINOR),
        ('class="NAVBar"', MINOR),
        ('class="NAVBAR"', MINOR),
        ('class="search-results"', MAJOR),
        ('class="item_12 sidebar"', MAJOR | MINOR),
        ('class="HTMLItem"', MAJOR),
        ('class="navy"', 0),
        ('title="nav"', 0),
    ],
)
def test_an_element_has_the_roles_of_the_words_in_its_id_and_class(kernel, attributes, role):
    roles = [each for _, each in marked(kernel, f"<p {attributes}>")]
    assert sum(roles) == role


def test_an_empty_page_has_no_clues(kernel):
    none = row([])
    before, leaf, kinds, hashes = kernel.visible(b"", row([0]), none, np.zeros(0, dtype=bool))
    assert (before.tolist(), len(leaf), len(kinds), len(hashes)) == ([0], 0, 0, 0)
    first, marks, roles, hiding = kernel.marks(b"", row([0]), none)
    assert (first.tolist(), len(marks), len(roles), hiding) == ([0], 0, 0, [])


def test_attributes_that_may_hide_are_given(kernel):
    tree = parse(
        b"<p style='color: red'><p style='Display:none'><p style='VISIBILITY: hidden'><p style='d\\69splay: none'>"
        b"<p hidden><dialog open>x</dialog><p style='displa' data-hidden=x>"
    )
    given = [(tree.name(u), name, value) for u, name, value in kernel.marks(tree.buffer, tree.start, tree.tag)[3]]
    assert given == [
        ("p", BY_STYLE, b"Display:none"),
        ("p", BY_STYLE, b"VISIBILITY: hidden"),
        ("p", BY_STYLE, b"d\\69splay: none"),
        ("p", BY_HIDDEN, b""),
        ("dialog", BY_OPEN, b""),
    ]


def test_many_classes_keep_their_numbers(kernel):
    names = [f"name-{i}-{'x' * (i % 20)}" for i in range(3000)]
    page = "".join(f"<p class='{name} {names[0]}'>" for name in names + names)
    rows = marked(kernel, page)
    assert [each[0][0] for each in rows] == [*range(3000)] * 2
    assert {each[0][-1] for each in rows} == {0}


@given(st.lists(TEXTS, max_size=6), st.sets(st.integers(0, 5)))
def test_both_see_the_same_texts(texts, hidden):
    for one, other in zip(
        seen(kernels.python(), *texts, hidden=hidden), seen(compiled(), *texts, hidden=hidden), strict=True
    ):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype


@given(
    SOUP
    | st.lists(
        st.builds(
            "<{} {}='{}'>".format,
            st.sampled_from(["p", "div", "x-y"]),
            st.sampled_from(["class", "id", "classy", "style", "hidden", "open"]),
            st.text(st.sampled_from("navNAVitemITEM -_1\té\v"), max_size=14)
            | st.sampled_from(["DISPLAY", "visib", "\\"]),
        )
    ).map("".join)
)
def test_both_find_the_same_marks(page):
    tree = parse(page.encode())
    one, other = (kernel.marks(tree.buffer, tree.start, tree.tag) for kernel in (kernels.python(), compiled()))
    for column, twin in zip(one[:3], other[:3], strict=True):
        np.testing.assert_array_equal(column, twin)
        assert column.dtype == twin.dtype
    assert one[3] == other[3]


def test_columns_that_lead_out_of_the_text_are_refused():
    native, shown = compiled(), np.zeros(1, dtype=bool)
    with pytest.raises(ValueError, match="different lengths"):
        native.visible(b"ab", row([0]), row([0]), shown)
    with pytest.raises(ValueError, match="node 0 is at 0 to 3 of 2 bytes"):
        native.visible(b"ab", row([0, 3]), row([0]), shown)
    with pytest.raises(ValueError, match="node 0 is at 2 to 1 of 2 bytes"):
        native.visible(b"ab", row([2, 1]), row([0]), shown)
    with pytest.raises(ValueError, match="node 0"):
        native.visible(b"ab", row([0, 2]), row([1]), shown)
    with pytest.raises(ValueError, match="different lengths"):
        native.marks(b"ab", row([0]), row([1]))
    with pytest.raises(ValueError, match="node 0 is at -1 to 2 of 2 bytes"):
        native.marks(b"ab", row([-1, 2]), row([1]))
    with pytest.raises(ValueError, match="the attributes of node 0 are no pairs"):
        native.marks(b"class\0a", row([0, 7]), row([1]))


GONE = np.zeros(len(NAMES) + 1, dtype=np.uint8)
GONE[NUMBERS["i"]] = True


def unseen(kernel, tree, gone, hidden, most=1.0):
    return kernel.unseen((tree.tag, tree.end, tree.leaf, tree.start), GONE, gone, hidden, most).tolist()


def test_leaves_are_hidden_by_tag_or_with_the_nodes_around_them(kernel):
    tree = parse(b"<p>a<i>b</i><p>c<b>d</b>")
    two = [u for u in range(len(tree)) if tree.name(u) == "p"][1]
    bold, italic = (next(u for u in range(len(tree)) if tree.name(u) == name) for name in "bi")
    assert unseen(kernel, tree, {}, {}) == [False, True, False, False]
    assert unseen(kernel, tree, {italic: False, bold: True}, {}) == [False, False, False, True]
    assert unseen(kernel, tree, {}, {two: True, bold: False}) == [False, True, True, False]
    assert unseen(kernel, tree, {bold: True}, {two: True, bold: False}) == [False, True, True, True]


def test_where_nearly_all_text_would_be_hidden_none_is(kernel):
    tree = parse(b"<p>a<i>bcd</i>")
    assert unseen(kernel, tree, {}, {}, 0.75) == [False, True]
    assert unseen(kernel, tree, {}, {}, 0.7) == [False, False]


@given(SOUP, st.data())
def test_both_implementations_hide_the_same_leaves(soup, data):
    tree = parse(soup.encode(errors="replace"))
    nodes = st.dictionaries(st.integers(0, max(0, len(tree) - 1)), st.booleans(), max_size=4 if len(tree) else 0)
    gone, hidden = data.draw(nodes), data.draw(nodes)
    most = data.draw(st.sampled_from([0.3, 1.0]))
    assert unseen(compiled(), tree, gone, hidden, most) == unseen(kernels.python(), tree, gone, hidden, most)


def test_the_compiled_kernel_refuses_columns_of_no_tree():
    tree = parse(b"<p>a")
    for wrong in (0, 1, 2, 3):
        columns = [column.copy() for column in (tree.tag, tree.end, tree.leaf, tree.start)]
        columns[wrong] = columns[wrong][1:]
        with pytest.raises(ValueError, match="lengths"):
            compiled().unseen(tuple(columns), GONE, {}, {}, 1.0)
    with pytest.raises(IndexError):
        unseen(compiled(), tree, {}, {99: True})


def test_columns_of_other_numbers_and_with_gaps_are_refused():
    tree, none = parse(b"<p>a<p>b"), np.zeros(2, dtype=bool)
    visible = compiled().visible
    with pytest.raises(ValueError, match="numbers of 8 bytes, not of 4"):
        visible(tree.buffer, tree.start.astype(np.int64), tree.leaf, none)
    with pytest.raises(ValueError, match="contiguous"):
        visible(tree.buffer, np.repeat(tree.start, 2)[::2], tree.leaf, none)
    with pytest.raises(TypeError):
        visible(tree.buffer, tree.start.tolist(), tree.leaf, none)
