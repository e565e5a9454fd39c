"""The columns of a rule, with what is asked of them on each page."""

import pickle

import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.known_fields import KnownField, KnownFields
from weblode.records.places import FieldPlace
from weblode.rules.learning import learn
from weblode.tree import Tree

WORDS = "amber birch cedar dune ember fjord grove heath".split()


def page(kinds: list[str], *, more: str = "") -> Tree:
    """A page of records whose second text stands in a span, or in none, or is missing."""
    forms = {"span": "<span>{}</span>", "plain": "{}", "none": ""}
    rows = [
        f"<li><h3><a href=/{word}>A title of {word}</a></h3>"
        f"<div class=place>{forms[kind].format(f'near the {word} {i}')}</div>"
        f"<p>Filed on day {i}, No. {7 * i}</p>{more}</li>"
        for i, (word, kind) in enumerate(zip(WORDS, kinds, strict=True))
    ]
    return parse(f"<h1>Woods</h1><ul>{''.join(rows)}</ul>".encode())


@pytest.mark.parametrize(
    "kinds",
    [["span"] * 8, ["plain"] * 8, ["span", "plain"] * 4, ["span", "none"] * 4, ["none", "plain", "span", "span"] * 2],
    ids=" ".join,
)
@pytest.mark.parametrize("more", ["", "<em>new here</em>", "<img src=/a.png><b>new</b> words"])
def test_what_a_rule_shows_of_a_page_is_what_it_has_in_full_without_hidden_columns(kinds: list[str], more: str) -> None:
    rule = learn(discover(page(["span"] * 8), limit=1))
    record_list, complete = (rule.apply(page(kinds, more=more)) for _ in range(2))
    every = [each for each in complete.found_fields if not each.column.hidden and not each.new]
    assert [(each.column, each.cells, each.typed) for each in record_list.fields] == [
        (each.column, each.cells, each.typed) for each in every
    ]
    assert record_list.as_table().columns["title"] == tuple(f"A title of {word}" for word in WORDS)


def test_columns_of_a_rule_know_their_parts_and_their_order() -> None:
    place, cell = FieldPlace("li/p"), FieldPlace("td", cell=2)
    line = KnownField("line", "text", place, hidden=True)
    parts = [KnownField(name, "text", place, piece=f"value:{i}", hidden=i > 0) for i, name in enumerate(("day", "no"))]
    last = KnownField("last", "text", cell, rank=0)
    columns = KnownFields.of([line, *parts, last])
    assert KnownFields.of(columns) is columns
    assert (columns.base, columns.places, columns.has_cells) == ([line, last], [place, cell], True)
    assert columns.parts[id(line)] == parts
    assert columns.shown_parts == {id(line): parts[:1]}
    assert [columns.ranks[id(each)] for each in columns] == [0, 1, 2, 0]
    again = pickle.loads(pickle.dumps(columns))
    assert again == columns
    assert set(again.ranks) == {id(each) for each in again}
    assert KnownFields.of([]).has_cells
