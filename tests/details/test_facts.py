"""Which slots are attributes, and which is the name of the thing."""

import numpy as np
import pytest

from details.sites import page, products, read, terms, values
from weblode import models
from weblode.details.facts import FACTS, chosen, common_words, facts, own_parts, title_slot
from weblode.details.leaves import Leaves
from weblode.details.slots import Slots
from weblode.pages.html import parse


def titles(pages):
    """The first column of pages: its source, and its values."""
    group = read(pages)
    return group.columns[0].source, [each.values[0][0].value for each in group.pages if each.values[0]]


@pytest.mark.parametrize(
    ("texts", "own"),
    [
        (["Crash Review - Books", "Emma Review - Books"], ["Crash", "Emma"]),
        (["Buy Crash", "Buy Emma and Others"], ["Crash", "Emma and Others"]),
        (["Crash", "Crash"], ["Crash", "Crash"]),
        (["A b", "A b c"], ["b", "b c"]),
        (["", "Emma"], ["", "Emma"]),
        (["crash here", "Emma HERE"], ["crash", "Emma"]),
        ([], []),
    ],
)
def test_titles_without_the_words_that_all_have(texts, own):
    assert own_parts(texts) == own


def test_words_that_all_have_are_counted_and_each_text_keeps_one():
    assert common_words(["the red lamp shop", "the blue lamp shop"]) == (1, 2)
    assert common_words(["a", "a b"]) == (0, 0)
    assert common_words(["x x", "x x x"])[0] + common_words(["x x", "x x x"])[1] < 2


def test_the_first_heading_is_the_title():
    rows = products(4)
    assert titles([page(row) for row in rows]) == ("title", [row["title"] for row in rows])


def test_a_line_that_the_page_title_repeats_is_the_title_without_headings():
    rows = products(4)
    pages = [page(row).replace("h1>", "strong>") for row in rows]
    assert titles(pages) == ("title", [row["title"] for row in rows])


def test_a_heading_with_the_site_in_it_is_not_the_title():
    rows = products(4)
    pages = [
        page(row)
        .replace("<h1>", "<div class=name>")
        .replace("</h1>", "</div>")
        .replace("<nav>", "<h1>Corner Shop</h1><nav>")
        for row in rows
    ]
    assert titles(pages) == ("title", [row["title"] for row in rows])


def test_the_page_title_is_the_title_if_no_line_repeats_it():
    rows = products(4)
    group = read([page(row).replace(f"<h1>{row['title']}</h1>", "") for row in rows])
    assert group.columns[0].name == "title"
    assert [own["title"] for own in values(group)] == [row["title"] for row in rows]


def test_a_text_that_hardly_any_page_has_is_no_attribute():
    rows = products(10)
    pages = [page(row) for row in rows]
    pages[4] = pages[4].replace("</main>", "<p><b>Note:</b> sold out until the spring</p></main>")
    assert values(read(pages)) == rows


def test_hidden_values_are_no_attributes():
    rows = products(5)
    pages = [page(row, extra=f"<p hidden>Secret: {i * 7}{row['city']}</p>") for i, row in enumerate(rows)]
    assert values(read(pages)) == rows


def test_choices_of_a_form_are_no_attributes():
    rows = products(5)
    extra = (
        "<form><label>Size</label><select><option>{0[city]} x<option>{0[maker]} y</select><button>Buy</button></form>"
    )
    assert values(read([page(row, extra=extra.format(row)) for row in rows])) == rows


def test_each_slot_has_all_facts_and_the_model_has_a_weight_for_each():
    slots = Slots([Leaves(parse(page(row, terms).encode())) for row in products(5)])
    title = title_slot(slots)
    table = facts(slots, title)
    assert table.shape == (slots.size, len(FACTS))
    assert np.isfinite(table).all()
    assert len(models.parameters("details/weights.json")["weights"]) == len(FACTS)
    assert chosen(slots, title, table)[0] == title
