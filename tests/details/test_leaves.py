"""The texts of a page as columns."""

import numpy as np
import pytest
from hypothesis import given
from strategies import SOUP

from weblode.details.leaves import Leaves
from weblode.pages.html import parse

PAGE = (
    "<title>T</title><nav><a href=/>Home</a></nav><h1>Name</h1><h2>Part</h2><dl><dt>Price:<dd>$5</dl>"
    "<p hidden>no</p><ul><li>item</ul><label>Query</label><button>Go</button><div class=sidebar>side</div>"
    "<table><tr><th>Size<td>big</table><p>...</p><script>x</script><style>p {}</style><p>  two \n words  </p>"
)
COLUMNS = "place path text length row block labels term linked beside minor hidden heading first_heading".split()
COLUMNS += "item control button title".split()


def leaves(page):
    return Leaves(parse(page.encode()))


def marked(page, column):
    """The texts of a page that have a mark."""
    own = leaves(page)
    return [own.texts[i] for i in np.flatnonzero(getattr(own, column)).tolist()]


def test_texts_with_a_letter_or_digit_are_leaves_each_on_one_line():
    own = leaves(PAGE)
    assert own.texts == "T,Home,Name,Part,Price:,$5,no,item,Query,Go,side,Size,big,two words".split(",")
    assert own.length.tolist() == [len(each) for each in own.texts]
    assert own.page_title == "T"


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        ("labels", "Part,Price:,Query,Size"),
        ("term", "Price:,Size"),
        ("linked", "Home"),
        ("minor", "side"),
        ("hidden", "T,no"),
        ("heading", "Name,Part"),
        ("first_heading", "Name"),
        ("item", "item"),
        ("control", "Query,Go"),
        ("button", "Go"),
        ("title", "T"),
        ("beside", "T,Home,Query,Go"),
    ],
)
def test_what_stands_around_a_text_is_told(column, texts):
    assert marked(PAGE, column) == texts.split(",")


def test_texts_of_one_row_have_one_number():
    own = leaves("<p>a <b>b</b></p><table><tr><td>c<td>d<tr><td>e</table><div>f</div>")
    a, b, c, d, e, f = own.row.tolist()
    assert (a == b, c == d, len({a, c, e}), f) == (True, True, 3, -1)


def test_the_nearest_row_counts():
    own = leaves("<ul><li>a<p>b</p></li></ul>")
    assert len(set(own.row.tolist())) == 2


def test_places_depend_on_classes_and_paths_do_not():
    own = leaves("<p class=x>a</p><p class=y>b</p><p class=x>c</p>")
    a, b, c = own.place.tolist()
    assert (a == c, a == b) == (True, False)
    assert len(set(own.path.tolist())) == 1


def test_elements_with_different_itemprops_are_different_places():
    own = leaves("<p itemprop=price>a</p><p itemprop=name>b</p><p>c</p><p itemprop=price>d</p><p>itemprop\0x")
    a, b, c, d, e = own.place.tolist()
    assert (a == d, c == e, len({a, b, c})) == (True, True, 3)
    assert own.path[0] != own.path[1]


def test_an_itemprop_counts_for_all_texts_below_it():
    own = leaves("<div itemprop=offer><p><b>a</b></p></div><div><p><b>b</b></p></div><div itemprop=offer><p><b>c")
    a, b, c = own.place.tolist()
    assert (a == c, a == b) == (True, False)


def test_places_are_the_same_on_all_pages_also_in_elements_that_html_does_not_define():
    one = leaves("<my-card><other-one>a")
    two = leaves("<x-first>b</x-first><my-card><other-one>c")
    assert one.place[0] == two.place[1]
    assert one.place[0] != two.place[0]


def test_texts_that_differ_in_white_space_alone_are_one():
    own = leaves("<p>a b</p><p> a\n b </p><p>a c</p>")
    a, b, c = own.text.tolist()
    assert (a == b, a == c) == (True, False)


@given(SOUP)
def test_any_page_has_all_columns(page):
    own = leaves(page)
    assert {len(getattr(own, name)) for name in COLUMNS} <= {len(own)}
