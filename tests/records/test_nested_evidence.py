"""Whether alike items are a list, or the fields of a form that every record has."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.nesting import listed
from weblode.pages.html import parse
from weblode.records import objects
from weblode.records.nested_evidence import are_alike, is_form, is_structured, varies

PRICES = ["$5", "$12", "$7", "$3"]


NO_LISTS = {
    "a form with labels": "<dl><dt>Price</dt><dd>{price}</dd><dt>Place</dt><dd>{place}</dd></dl>",
    "rows of a form": "<table><tr><th>Price</th><td>{price}</td></tr><tr><th>Place</th><td>{place}</td></tr></table>",
    "labels with a colon": "<ul><li>Price: {price}</li><li>Place: {place}</li></ul>",
    "fields in li": "<ul><li>{price}</li><li>{place}</li><li>{day}</li></ul>",
    "fields by class": "<div class=price><b>{price}</b><p>now</p></div><div class=town><b>{place}</b><p>then</p></div>",
    "furniture": "<ul><li><a href=/r>Reply</a></li><li><a href=/s>Share</a></li><li><a href=/t>Report</a></li></ul>",
    "marked words": "<p><b>{price}</b> <b>{place}</b> <b>{day}</b></p>",
    "lines": "{price}<br>{place}<br>{day}<br>",
    "links": "<p><a href=/1>{price}</a> <a href=/2>{place}</a> <a href=/3>{day}</a></p>",
    "a breadcrumb": "<div><a href=/1>Home</a> &gt; <a href=/2>{place}</a> &gt; <a href=/3>{day}</a></div>",
    "paragraphs": "<p>Words on {place}</p><p>and on <a href=/x>{day}</a></p><p>at {price}</p>",
    "cells of a row": "<table><tr><td>{price}</td><td>{place}</td><td>{day}</td></tr></table>",
    "pages": "<ul class=pagination><li><a href=1>1</a> a</li><li><a href=2>2</a> b</li><li><a href=3>3</a> c</li></ul>",
    "images": "<ul><li><img src=/a.png></li><li><img src=/b.png></li></ul>",
}


@pytest.mark.parametrize("form", NO_LISTS)
def test_fields_and_furniture_are_no_nested_lists(form):
    places, days = ["Rome", "Oslo", "Bern", "Riga"], ["Monday", "Friday", "Sunday", "Tuesday"]
    parts = zip(PRICES, places, days, strict=True)
    rows = [NO_LISTS[form].format(price=price, place=place, day=day) for price, place, day in parts]
    found = listed("<ul>" + "".join(f"<li><h3>Title {i}</h3>{row}</li>" for i, row in enumerate(rows)) + "</ul>")
    assert found.nested == ()
    assert not any("lists" in row for row in found.rows())


def items_of(*records):
    """A tree with these records, each the HTML of its items; the items, the record of each, and their shapes."""
    tree = parse("".join(f"<ul>{''.join(f'<li>{item}</li>' for item in record)}</ul>" for record in records).encode())
    uls = [u for u in range(len(tree)) if tree.name(u) == "ul"]
    pairs = [((v, int(tree.end[v])), owner) for owner, u in enumerate(uls) for v in tree.children(u)]
    items = [item for item, _ in pairs]
    top = {int(tree.path[start]) for start, _ in items}
    return tree, items, [owner for _, owner in pairs], [shape - top for shape in objects.shapes(tree, items)]


@pytest.mark.parametrize(
    ("item", "structured"),
    [
        ("<b>Ann</b><p>Rain</p>", True),
        ("Ann <a href=/>Rain</a>", True),
        ("<p>Ann <b>likes</b> <i>rain</i></p>", False),  # marks stand in their text
        ("<p>Ann</p><p>-</p>", False),  # no letter or digit
        ("Ann", False),
        ("", False),
    ],
)
def test_an_item_is_structured_if_two_elements_hold_its_texts(item, structured):
    tree, items, *_ = items_of([item])
    assert is_structured(tree, items, most=True) == is_structured(tree, items, most=False) == structured


def test_half_of_the_items_are_enough_unless_most_are_asked_for():
    tree, items, *_ = items_of(["<b>Ann</b><p>Rain</p>", "Bob", "<b>Cid</b><p>Snow</p>", "Dan"])
    assert is_structured(tree, items, most=False)
    assert not is_structured(tree, items, most=True)
    assert not is_structured(tree, items[1:2] + items[3:] + items[:1], most=False)


def test_items_are_alike_if_they_have_four_of_five_parts_of_a_smaller_one():
    one, other = frozenset({1, 2, 3, 4, 5, 6, 7}), frozenset({1, 2, 3, 4, 9})
    assert are_alike([one, other], [0, 0])
    assert not are_alike([one, other - {4}], [0, 0])
    assert are_alike([one, frozenset({9})], [0, 1])  # not compared: they stand in different records
    assert are_alike([one, frozenset({1}), one], [0, 0, 0])


@pytest.mark.parametrize(
    ("counts", "records", "expected"),
    [
        ([3, 3, 3, 3, 3], 5, False),  # all the same
        ([3, 3, 3, 3, 2], 5, False),  # nearly all the same
        ([3, 3, 3, 2, 1], 5, True),
        ([3, 3, 3], 5, True),  # two records have none
        ([1, 1, 1, 2], 9, False),  # hardly ever a second one
        ([1, 2], 9, True),
    ],
)
def test_the_number_of_items_varies_if_it_is_not_nearly_always_the_same(counts, records, expected):
    assert varies(Counter(dict(enumerate(counts))), records) is expected


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.integers(0, 5))
def test_whether_the_number_varies_does_not_depend_on_the_order_of_the_records(counts, without):
    both = (dict(enumerate(each)) for each in (counts, counts[::-1]))
    one, other = (varies(Counter(each), len(counts) + without) for each in both)
    assert one == other


def form(*records):
    return is_form(*items_of(*records))


COMMENTS = [
    ["<b>Ann</b><p>Rain again</p>", "<b>Bob</b><p>So wet</p>"],
    ["<b>Cid</b><p>Snow</p>", "<b>Ann</b><p>Ice</p>"],
]


def test_different_words_in_the_same_form_are_a_list():
    assert not form(*COMMENTS)
    assert not form(*COMMENTS, ["<b>Dan</b><p>Fog</p>", "<b>Eve</b><p>Wind</p>", "<b>Bob</b><p>Hail</p>"])


def test_labels_before_a_colon_make_a_form_if_most_items_have_one():
    assert form(["Price: 5", "Place: Rome"], ["Price: 7", "Place: Oslo"])
    assert form(["Price\uff1a 5", "Place\uff1a Rome"])
    assert not form(["Price: 5", "Rome"], ["cheap", "Oslo"])


def test_the_same_words_in_all_records_are_furniture():
    assert form(["Reply", "Share"], ["Reply", "Share"], ["Reply", "Share"])
    assert not form(["Reply", "Share"], ["Ann", "Bob"], ["Cid", "Dan"])


def test_terms_that_recur_in_one_order_make_a_form():
    def row(term, value):
        return f"<label>{term}</label><p>{value}</p>"

    records = [[row("Size", i), row("Place", f"town {i}")] for i in range(4)]
    assert form(*records)
    assert form(*records[:2])
    others = [
        [*record, row(label, "x")] for record, label in zip(records, ["Year", "Make", "Doors", "Owner"], strict=True)
    ]
    assert form(*others)
    assert not form(*others[:2])  # of two records, all labels have to recur


def test_a_class_of_its_own_for_each_item_makes_a_form():
    def record(one, other):
        return f"<ul><li class=price><b>{one}</b><p>now</p><li class=town><b>{other}</b><p>then</p></ul>"

    for names, expected in ((("price", "town"), True), (("item", "item"), False)):
        html = "".join(record(i, f"town {i}") for i in range(3))
        tree = parse(
            html.replace("class=price", f"class={names[0]}").replace("class=town", f"class={names[1]}").encode()
        )
        items = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"]
        shapes = [shape - {int(tree.path[items[0][0]])} for shape in objects.shapes(tree, items)]
        assert is_form(tree, items, [0, 0, 1, 1, 2, 2], shapes) is expected


def test_counts_of_one_record_are_fields_and_its_words_are_a_list():
    assert form(["16 followers", "1 tweet", "3 likes"])
    assert form(["1", "2", "3"])
    assert not form(["Rain in Rome", "Snow in Oslo", "3 likes"])


def test_records_with_one_item_show_nothing():
    lone = [[f"Price: {i}"] for i in range(9)]
    assert not form(*COMMENTS, *lone)
