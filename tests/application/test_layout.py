"""Tables and columns from participation constraints."""

import pytest

from application.made import ontology, shop
from weblode.application.files import load
from weblode.application.layout import identifier, layout


def drawn(application):
    return [(plan.name, plan.above, [each.column for each in plan.fields]) for plan in layout(application)]


def test_what_is_had_once_is_a_column_and_what_is_had_often_a_table():
    assert drawn(shop()) == [
        ("book", -1, ["title", "price", "published", "sold"]),
        ("author", 0, ["author"]),
        ("copy", 0, ["shelf"]),
        ("lent", 2, ["lent"]),
    ]


def test_what_a_set_that_is_not_lexical_has_stands_in_its_place():
    columns = drawn(load("obituaries"))[0][2]
    assert {"funeral_date", "funeral_time", "interment_place"} <= set(columns)
    field = next(each for each in layout(load("obituaries"))[0].fields if each.column == "funeral_date")
    assert field.contexts == ("Funeral", "Funeral Date")


def test_three_sets_in_a_relationship_are_a_table_with_a_column_each():
    assert ("relationship_relatives", 0, ["relationship", "relatives"]) in drawn(load("obituaries"))


def test_a_table_without_columns_is_left_out_unless_something_hangs_on_it():
    text = "entity = 'A'\nrelationships = ['A [0..*] has B [1]', 'B [0..*] has C [1]']\n[sets.A]\n[sets.B]\n[sets.C]\n"
    assert drawn(ontology(text)) == [("a", -1, [])]
    assert drawn(ontology(text + "values = ['x']\n")) == [("a", -1, []), ("b", 0, []), ("c", 1, ["c"])]


def test_circles_of_relationships_end():
    text = "entity = 'A'\nrelationships = ['A [1] has B [1]', 'B [1] has A [1]']\n[sets.A]\n[sets.B]\nvalues = ['x']\n"
    assert drawn(ontology(text)) == [("a", -1, ["b"])]


@pytest.mark.parametrize(
    "name",
    ['x"; DROP TABLE a; --', "a\0b", "n" * 10_000, "é" * 10_000, "'; select 1", "1st", "   !", "page", "weblode_page"],
)
def test_any_name_becomes_a_safe_identifier(name):
    taken = {"page"}
    found = identifier(name, taken)
    assert found.replace("_", "a").isalnum()
    assert not found[0].isdigit()
    assert len(found.encode()) <= 63
    assert not found.startswith("weblode_")
    assert identifier(name, taken) != found


def test_long_names_that_begin_alike_differ():
    assert identifier("n" * 10_000 + "a", set()) != identifier("n" * 10_000 + "b", set())
