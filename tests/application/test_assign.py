"""Constants to fields: keywords, order, and how many there may be."""

from datetime import date

from application.made import ontology, shop, text_of
from weblode.application.assign import Assigner
from weblode.application.layout import layout
from weblode.application.recognise import recognise


def assigned(words, application=None):
    application = application or shop()
    plans = layout(application)
    text = text_of(words)
    rows, conflicts = Assigner(application, plans).rows(recognise(text, application).entries(), text.string)
    named = [(plans[row.table].name, {cell.field.column: cell.value for cell in row.cells}) for row in rows]
    return named, [(conflict.field.column, conflict.entry.string) for conflict in conflicts]


def test_a_constant_of_a_shared_type_goes_to_the_nearest_keyword():
    rows, conflicts = assigned("published 2001-01-01, sold 2002-02-02")
    assert rows[0][1] == {"published": date(2001, 1, 1), "sold": date(2002, 2, 2)}
    assert conflicts == []


def test_a_keyword_before_is_better_than_one_as_near_behind():
    rows, _ = assigned("published in May 2001-01-01 and sold")
    assert rows[0][1] == {"published": date(2001, 1, 1)}


def test_a_sentence_between_keeps_a_keyword_away():
    rows, _ = assigned("It was published long ago. On 2002-02-02 it was sold")
    assert rows[0][1] == {"sold": date(2002, 2, 2)}


def test_a_constant_of_a_shared_type_without_a_keyword_stays_out():
    assert assigned("2001-01-01")[0] == [("book", {})]


def test_a_field_with_room_for_one_takes_the_nearest_and_tells_the_other():
    rows, conflicts = assigned("published 2001-01-01 or 2001-01-02")
    assert rows[0][1] == {"published": date(2001, 1, 1)}
    assert conflicts == [("published", "2001-01-02")]


def test_the_same_value_twice_is_no_conflict():
    assert assigned("published 2001-01-01, yes, 2001-01-01; $5 or $5.00")[1] == []


def test_a_field_of_its_own_prefers_the_constant_at_its_keyword():
    rows, conflicts = assigned("was $9, price $7")
    assert rows[0][1] == {"price": 7.0}
    assert conflicts == [("price", "$9")]


def test_without_a_keyword_the_first_in_order_is_taken():
    assert assigned("$9, now $7")[0][0][1] == {"price": 9.0}


def test_many_values_are_rows_each_once():
    rows, _ = assigned("by Ada Lovelace, Jane Austen and ada lovelace")
    assert rows[1:] == [("author", {"author": "Ada Lovelace"}), ("author", {"author": "Jane Austen"})]


PAIRS = r"""
entity = 'P'
relationships = ['P [0..*] has Kin [1..*] called Name [1..*]']
[sets.P]
[sets.Kin]
words = ["son", "sons", "wife"]
[sets.Name]
case = true
values = ['[A-Z][a-z]+']
"""


def test_a_column_that_comes_again_begins_a_row_and_keeps_what_stood_before_it():
    rows, _ = assigned("sons Paul, John; wife Ann", ontology(PAIRS))
    assert [row for _, row in rows[1:]] == [
        {"kin": "sons", "name": "Paul"},
        {"kin": "sons", "name": "John"},
        {"kin": "wife", "name": "Ann"},
    ]


def test_rows_below_a_table_know_the_row_above_them():
    application = shop()
    text = text_of("copy on shelf 1, lent 2001-01-01; copy on shelf 2, lent 2002-02-02, lent 2003-03-03")
    rows, _ = Assigner(application, layout(application)).rows(recognise(text, application).entries(), text.string)
    assert [(row.number, row.above) for row in rows if row.table == 3] == [(1, 1), (2, 2), (3, 2)]


SPECIAL = r"""
entity = 'P'
american = true
relationships = ['P [0..1] born on Birth [1..*]', 'P [0..1] has Name [1..*]', 'P [0..*] knows Friend [1..*]']
[sets.P]
[sets.Date]
type = 'date'
values = ['[A-Z][a-z]+ \d+(?:, \d{4})?']
[sets.Birth]
is = 'Date'
values = ['\((\d{4}-\d\d-\d\d)\)']
keywords = ['born']
[sets.Who]
case = true
values = ['[A-Z][a-z]+ [A-Z][a-z]+']
[sets.Name]
is = 'Who'
[sets.Friend]
is = 'Who'
keywords = ['friend']
"""


def test_a_special_set_may_have_constants_of_its_own():
    rows, _ = assigned("(1990-01-02) born March 4, 1991", ontology(SPECIAL))
    assert rows[0][1] == {"birth": date(1990, 1, 2)}


def test_a_date_without_a_year_takes_the_latest_of_the_record():
    rows, _ = assigned("In 1989 or 1991, born March 4", ontology(SPECIAL))
    assert rows[0][1] == {"birth": date(1991, 3, 4)}


def test_what_no_keyword_speaks_of_takes_what_is_left_in_order():
    rows, _ = assigned("a friend Ann Other of Jo Doe", ontology(SPECIAL))
    assert rows[0][1] == {}  # both stand after the keyword
    rows, _ = assigned("Jo Doe was quiet. " + "x" * 300 + " friend Ann Other", ontology(SPECIAL))
    assert rows == [("p", {"name": "Jo Doe"}), ("friend", {"friend": "Ann Other"})]


def test_a_constant_of_two_sets_that_has_its_place_in_one_is_no_conflict_in_the_other():
    found = ontology(
        "entity = 'C'\nrelationships = ['C [1] has Code [1]', 'C [0..1] needs Before [1..*]']\n[sets.C]\n"
        "[sets.Code]\nvalues = ['N\\d']\n[sets.Before]\nvalues = ['after (N\\d)']\n"
    )
    assert assigned("N2 after N1", found) == ([("c", {"code": "N2", "before": "N1"})], [])
