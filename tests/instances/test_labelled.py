"""Values with a label: terms, rows of two cells, lines with a colon, labels that siblings share."""

import pytest

from instances.pages import product, values
from weblode.instances.attributes import mine_attributes
from weblode.instances.blocks import blocks
from weblode.instances.labelled import labelled_values
from weblode.instances.template import Template, template
from weblode.pages.html import parse

STYLES = ("dl", "table", "bold", "plain", "headings")


@pytest.mark.parametrize("style", STYLES)
def test_labels_that_siblings_share_name_the_values_after_them(style):
    pages = [parse(product(number, style)) for number in range(3)]
    found = mine_attributes(pages[1], template(pages))
    assert (values(found, "title"), values(found, "price")) == (["Ridge Boot"], ["$89.50"])
    assert (values(found, "Brand"), values(found, "Weight")) == (["Karrimor"], ["890 g"])
    assert values(found, "description") == ["Stiff leather on a thick sole. They last for years."]
    assert not any(word in one.value for one in found for word in ("Rope", "Free delivery", "Add to cart"))


@pytest.mark.parametrize("style", ["dl", "table", "bold"])
def test_marked_labels_need_no_siblings(style):
    found = mine_attributes(parse(product(0, style)))
    assert (values(found, "Brand"), values(found, "Weight")) == (["Northridge"], ["2.1 kg"])


def pairs(page, *, labels=(), flat=True):
    lines = blocks(parse(page.encode()))
    known = Template(labels=frozenset(labels))
    return [(label, value) for label, value, _ in labelled_values(lines, range(len(lines)), known, flat=flat)]


def test_a_cell_is_a_label_if_it_is_a_header_or_ends_in_a_colon():
    page = "<table><tr><th>Brand<td>Petzl<tr><td>Weight:<td>120 g<tr><td>Rope<td>Peg<tr><th>a<td>b<td>c</table>"
    assert pairs(page) == [("Brand", "Petzl"), ("Weight", "120 g")]


def test_a_long_text_is_no_value():
    assert pairs("<dl><dt>Brand<dd>Petzl<dt>Story<dd>" + "word " * 80 + "</dl>") == [("Brand", "Petzl")]


def test_one_line_with_a_colon_is_punctuation_and_several_are_labels():
    assert pairs("<p>Note: it rains</p><div>Weight: 120 g</div>") == []
    two = "<p>Brand: Petzl</p><p>Weight： 120 g</p>"  # noqa: RUF001 - the colon of Chinese texts
    assert pairs(two) == [("Brand", "Petzl"), ("Weight", "120 g")]
    assert pairs(two, flat=False) == []


def test_a_label_that_is_a_text_of_its_own_needs_no_second_one():
    assert pairs("<p><b>Brand:</b> Petzl</p>", flat=False) == [("Brand", "Petzl")]
    assert pairs("<p>Brand: Petzl</p>", labels=["Brand:"], flat=False) == [("Brand", "Petzl")]


def test_long_labels_are_none():
    assert pairs("<p>This is far too long a label: yes</p><p>And here is one more of them: no</p>") == []


def test_a_pair_is_given_once_whatever_the_case_of_its_label():
    assert pairs("<dl><dt>Brand<dd>Petzl<dt>BRAND<dd>Petzl<dt>Brand<dd>Other<dt>--<dd>x</dl>") == [
        ("Brand", "Petzl"),
        ("Brand", "Other"),
    ]


def test_only_blocks_in_the_area_are_read_and_pairs_lead_to_the_value():
    lines = blocks(parse(b"<dl><dt>Brand<dd>Petzl<dt>Weight<dd>120 g</dl>"))
    [(label, value, node)] = labelled_values(lines, [2, 3], Template())
    assert (label, value, lines.tree.text(node)) == ("Weight", "120 g", "120 g")
    assert labelled_values(lines, [0, 3], Template()) == labelled_values(lines, [], Template()) == []
