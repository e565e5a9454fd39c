"""What people read about an extraction."""

import json

import pytest

from application.made import THREE, books, page, shop
from weblode.application.explain import FieldTally, Summary, as_dict, explain_record, line, summary
from weblode.application.explain import tally as page_tally
from weblode.application.extract import extract
from weblode.application.layout import layout

PLANS = layout(shop())
CONFLICT = 'titled "Four" price $3 or $4, published 2001-02-03, by Ada Lovelace'


def found(*records, name="page.html"):
    return extract(books(*records, name=name), shop())


@pytest.fixture(scope="module")
def nothing():
    return extract(page("<p>Nothing of the kind."), shop())


def test_a_summary_counts_the_fields_of_the_own_table_only(nothing):
    assert summary(found(*THREE), PLANS) == Summary(records=3, filled=10, missing=2, conflicts=0)
    assert summary(nothing, PLANS) == Summary(0, 0, 0, 0)


def test_a_value_for_which_there_is_no_room_is_a_conflict():
    assert summary(found(*THREE, CONFLICT), PLANS) == Summary(records=4, filled=13, missing=3, conflicts=1)


def test_a_line_says_how_the_records_were_told_apart(nothing):
    assert line(nothing, PLANS).endswith("0 conflicts; no record was recognised")
    one = extract(page(f"<h1>A book</h1><p>It is {THREE[0]}</p><p>Buy it.</p>"), shop())
    assert line(one, PLANS).endswith("1 records, 3 fields filled, 1 missing, 0 conflicts; the page is one record")
    assert "; <li> stands around them, certain to " in line(found(*THREE), PLANS)


def test_a_line_does_not_control_a_terminal():
    shown = line(found(*THREE, name="a\x1b[31m\n.html"), PLANS)
    assert shown.isprintable()


def test_the_table_of_fields_adds_up_over_pages():
    tally = FieldTally(PLANS)
    for each in (found(*THREE), found(*THREE[:2], CONFLICT)):
        tally.add(page_tally(each))
    head, *rows = [each.split() for each in tally.lines()]
    assert head == ["field", "filled", "missing", "conflicts"]
    counts = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    assert counts["title"] == (6, 0, 0)
    assert counts["price"] == (6, 0, 1)
    assert counts["sold"] == (2, 4, 0)
    assert counts["author.author"] == (5, 1, 0)
    assert counts["lent.lent"] == (1, 5, 0)


def test_an_object_is_json_with_a_list_for_each_table_below():
    row = json.loads(json.dumps(as_dict(found(*THREE), PLANS)))
    assert (row["page"], row["kind"], row["separator"]) == ("page.html", "several records", "li")
    assert (row["filled"], row["missing"], row["conflicts"]) == (10, 2, 0)
    assert row["records"][2]["lent"] == [{"lent": "2005-01-01"}]
    assert 0 < row["certainty"] <= 1


def test_an_object_without_a_list_has_no_separator(nothing):
    row = as_dict(nothing, PLANS)
    assert (row["separator"], row["certainty"], row["records"]) == (None, None, [])


def test_an_explanation_has_every_constant_with_its_field_or_why_it_has_none():
    lines = list(explain_record(found(*THREE, CONFLICT), 4))
    assert lines[0].startswith("separator by ORSIH: li ")
    assert lines[1].startswith("record 4 of 4, characters ")
    notes = {text.split("|")[1]: text for text in lines[2:]}
    assert "price = 3.0, " in notes["$3"]
    assert notes["$4"].endswith("no room in price")
    assert notes["price"].startswith("  KEYWORD(Price)|price|")
    assert notes["2001-02-03"].endswith("published = 2001-02-03, 1 characters after 'published'")


def test_places_in_an_explanation_are_those_of_the_text():
    extraction = found(*THREE)
    for text in list(explain_record(extraction, 2))[2:]:
        _, words, start, rest = text.strip().split("|")
        assert extraction.text.string[int(start) : int(rest.split()[0])] == words


def test_a_record_that_is_not_there_is_an_error(nothing):
    with pytest.raises(IndexError):
        list(explain_record(nothing, 1))
