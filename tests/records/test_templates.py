"""Templates of texts: what all values share, and the parts between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.pages import columns, values
from weblode.records import templates

FILED = [f"Filed 05/{i}/2016, No. 15-{i}00" for i in range(11, 17)]
FOOD = [f"Serving Size: {i} g, Calories: {i}3, Fat: {i}g" for i in range(1, 7)]
COURT = [f"Case No. {i}-CA, Filed May {i}, 2024, 202{i} UT App {i}0" for i in range(1, 7)]


@pytest.mark.parametrize(
    ("texts", "parts"),
    [
        (FILED, {"filed": "05/11/2016", "no": "15-1100"}),
        (FOOD, {"serving_size": "1 g", "calories": "13", "fat": "1g"}),
        (COURT, {"case_no": "1-CA", "filed": "May 1, 2024"}),
        ([f"{i} replies, {i}0 views" for i in range(1, 7)], {"replies": "1 replies", "views": "10 views"}),
        ([f"Datei {i}.txt - Größe: {i},5 MB" for i in range(1, 7)], {"größe": "1,5 MB"}),
    ],
)
def test_labels_in_a_text_cut_it_into_columns(texts, parts):
    table = values(columns([f"<li><h2>Thing {i}</h2><p>{text}</p>" for i, text in enumerate(texts)])[2])
    assert {name: table[name][0] for name in parts} == parts


def test_a_text_that_is_cut_into_its_labels_is_hidden_itself():
    rows = [f"<li><h2>Thing {i}</h2><p>{text}</p>" for i, text in enumerate(FOOD)]
    assert FOOD not in values(columns(rows)[2]).values()
    assert FOOD in values(columns(rows, hidden=True)[2]).values()


def test_parts_without_a_label_are_hidden_fields():
    rows = [f"<li><h2>Thing {i}</h2><p>{i}0 Guam {i}, CVA-{i}" for i in range(1, 7)]
    assert list(values(columns(rows)[2])) == ["title", "field_2"]
    assert [f"CVA-{i}" for i in range(1, 7)] in values(columns(rows, hidden=True)[2]).values()


@pytest.mark.parametrize(
    "texts",
    [
        ["One thing", "another day", "nothing like it", "words of prose", "and so on"],
        ["the same"] * 9,
        ["Only 1, of 2", "Only 3, of 4"],
        ["May 7, 2026", "May 8, 2026", "June 9, 2026", "July 1, 2026"],
    ],
)
def test_texts_that_share_nothing_have_no_template(texts):
    assert templates.infer(texts) == ()


def test_a_date_and_a_time_are_two_parts():
    texts = [f"4/{i}/97 5:38:{i} PM GMT" for i in range(11, 17)]
    assert templates.read(templates.infer(texts), texts[:1])["phrase:1"] == ["4/11/97"]


@given(st.lists(st.text(alphabet="ab ,:()-1⊢⊣", max_size=30), max_size=12))
def test_the_parts_of_a_value_are_in_it_and_a_template_reads_nearly_all(texts):
    template = templates.infer(texts)
    names = {part.piece for part in templates.parts(template)}
    parts = templates.read(template, texts)
    for column in parts.values():
        assert all(part is None or part in text for part, text in zip(column, texts, strict=True))
    assert set(parts) <= names or not template
