"""Answers as lines, made of terms that no store of ours may have."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, parse

from graph.made import TEXTS
from weblode.graph.answers import lines
from weblode.graph.names import PREFIXES, plain
from weblode.graph.store import QueryAnswer
from weblode.graph.terms import number, typed_as

CUP = NamedNode("urn:weblode:concept/cup")
OURS = {"concept": "urn:weblode:concept/", "xsd": PREFIXES["xsd"]}


def shown(form, *rows, kind="select", names=("x", "y"), **more):
    return "".join(lines(QueryAnswer(kind, names, iter(rows)), form, OURS, **more))


def test_text_is_a_table_with_short_names_and_columns_as_wide_as_they_look():
    found = shown("text", (CUP, Literal("欧洲")), (NamedNode("urn:other"), None), names=("thing", "label"))
    assert found == "thing        label\n-----------  -----\nconcept:cup  欧洲\nurn:other\n"


def test_text_without_rows_says_so():
    assert shown("text") == "no answers\n"


def test_long_texts_are_cut_and_long_names_are_not():
    name = NamedNode("urn:" + "a" * 80)
    last = shown("text", (name, Literal("b" * 80))).splitlines()[-1]
    assert last == f"{name.value}  {'b' * 57}..."


def test_no_control_character_reaches_a_terminal():
    found = shown("text", (Literal("\x1b[31mred\nnext"), Literal("\u202eright")))
    assert found.splitlines()[-1] == " [31mred next   right"


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
def test_csv_reads_back_as_the_texts(rows):
    expected = [tuple(map(plain, row)) for row in rows]
    found = shown("csv", *(tuple(map(Literal, row)) for row in expected))
    assert list(csv.reader(io.StringIO(found, newline=""))) == [["x", "y"], *map(list, expected)]


def test_a_cell_with_a_carriage_return_or_made_safe_is_quoted_with_its_row():
    row = (Literal("=1+1"), Literal("b"))
    assert shown("csv", row) == "x,y\n=1+1,b\n"
    assert shown("csv", row, csv_safe=True) == 'x,y\n"\'=1+1","b"\n'
    assert shown("csv", (Literal("a\rb"), None)) == 'x,y\n"a\rb",""\n'


def test_an_unbound_variable_is_an_empty_cell_and_no_name_in_json():
    row = (None, Literal("a"))
    assert shown("csv", row) == "x,y\n,a\n"
    assert json.loads(shown("jsonl", row)) == {"y": "a"}
    assert json.loads(shown("json", row))["results"]["bindings"] == [{"y": {"type": "literal", "value": "a"}}]


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (number(7), 7),
        (typed_as("1.50", "decimal"), 1.5),
        (typed_as("many", "integer"), "many"),
        (typed_as("2017-03-05", "date"), "2017-03-05"),
        (CUP, CUP.value),
        (True, True),
    ],
)
def test_json_lines_have_numbers_where_a_literal_is_one(term, value):
    assert json.loads(shown("jsonl", (term,), names=("x",))) == {"x": value}


@pytest.mark.parametrize(
    ("term", "binding"),
    [
        (CUP, {"type": "uri", "value": CUP.value}),
        (BlankNode("b1"), {"type": "bnode", "value": "b1"}),
        (Literal("a"), {"type": "literal", "value": "a"}),
        (Literal("a", language="en"), {"type": "literal", "value": "a", "xml:lang": "en"}),
        (number(7), {"type": "literal", "value": "7", "datatype": f"{PREFIXES['xsd']}integer"}),
    ],
)
def test_json_has_the_bindings_of_the_standard(term, binding):
    found = json.loads(shown("json", (term,), (term,), names=("x",)))
    assert found == {"head": {"vars": ["x"]}, "results": {"bindings": [{"x": binding}] * 2}}


def test_json_without_rows_is_whole():
    assert json.loads(shown("json")) == {"head": {"vars": ["x", "y"]}, "results": {"bindings": []}}


def test_yes_and_no_have_their_json():
    for answer in (True, False):
        found = shown("json", (answer,), kind="ask", names=())
        assert json.loads(found) == {"head": {}, "boolean": answer}


def test_turtle_does_not_depend_on_the_order_of_the_rows_and_reads_back():
    kind = NamedNode(f"{PREFIXES['rdf']}type")
    rows = [(CUP, NamedNode("urn:a"), Literal("x")), (CUP, kind, NamedNode("urn:c")), (CUP, NamedNode("urn:b"), CUP)]
    one, two = (shown("text", *order, kind="construct") for order in (rows, rows[::-1]))
    assert one == two
    assert one.index(" a <urn:c>") < one.index("<urn:a>")
    found = parse(one, format=RdfFormat.TURTLE)
    assert {(quad.subject, quad.predicate, quad.object) for quad in found} == set(rows)
