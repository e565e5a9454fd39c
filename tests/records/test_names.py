"""Names of columns: from headers, labels, class words, kinds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.pages import columns, values
from weblode import kernels
from weblode.pages.html import parse
from weblode.records.drafts import drafts
from weblode.records.known_fields import KnownField
from weblode.records.names import LONGEST, name_columns, name_from_label
from weblode.records.places import FieldCell, FieldPlace
from weblode.table import KEYS


def test_headers_of_a_table_name_its_columns():
    head = "<thead><tr><th>Country<th>Population</thead>"
    rows = [f"<tr><td>Land {i}<td>{i},000,000" for i in range(1, 4)]
    _, _, found = columns(rows, wrap=f"<table>{head}<tbody>{{}}</tbody></table>", tag="tr")
    assert [each.name for each in found] == ["country", "population"]
    assert found[1].typed == (1e6, 2e6, 3e6)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("<li><p itemprop=author>A{0}</p>", "author"),
        ("<li><p class='result-snippet col-3'>a{0} b</p>", "snippet"),
        ("<li><p>{0} May 2017</p>", "date"),
        ("<li><p>${0}.99</p>", "price"),
        ("<li><p>{0}</p>", "number"),
        ("<li><p>https://a.example/{0}</p>", "shown_url"),
        ("<li><p>plain words {0}</p>", "title"),
        ("<li><h2>plain words {0}</h2>", "title"),
    ],
)
def test_names_come_from_the_author_or_the_kind(row, name):
    (field,) = columns([row.format(i) for i in range(1, 5)])[2]
    assert field.name == name


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("<li><h2>Thing {0}</h2><p data-label='Seats left'>a{0}</p>", "seats_left"),
        ("<li><h2>Thing {0}</h2><p><span aria-label=Verkäufer>a{0}</span></p>", "verkäufer"),
        ("<li><h2>Thing {0}</h2><p><span aria-label='item {0}'>a{0}</span></p>", "field_2"),
        ("<li><h2>Thing {0}</h2><p aria-label=Go class=shop>a{0}</p>", "go"),
    ],
)
def test_an_attribute_for_a_label_names_a_column(row, name):
    assert list(values(columns([row.format(i) for i in range(1, 5)])[2])) == ["title", name]


def test_no_two_columns_share_a_name_and_none_is_called_as_the_tables_own():
    rows = [f"<li><p class=price>${i}</p><div class=price>${i}.50</div><p>Page: {i}</p>" for i in range(1, 4)]
    names = [each.name for each in columns(rows)[2]]
    assert names == ["price", "price_2", "page_2"]


def test_a_label_becomes_a_name():
    assert name_from_label("Last message :") == "last_message"


@given(st.text(max_size=80))
def test_a_name_from_a_label_is_of_words_without_digits_and_short(text):
    name = name_from_label(text)
    assert len(name) <= LONGEST
    assert name == name.strip("_")
    marks = [char for char in name if unicodedata.category(char)[0] == "M"]  # of vowels in Thai and others
    assert all(char == "_" or (char.isalnum() and not char.isdecimal()) or char in marks for char in name)


def test_words_about_looks_name_nothing_and_the_last_word_of_the_author_does():
    rows = [f"<li><h2>T{i}</h2><p class='row left'>o{i}</p><p class=productBlurb>p{i}</p>" for i in range(3)]
    assert list(values(columns(rows)[2])) == ["title", "field_2", "blurb"]


def test_the_class_of_several_columns_names_none_of_them():
    rows = [f"<li><h2>T{i}</h2><p class=gizmo>o{i}</p><div class=gizmo>t{i}</div>" for i in range(3)]
    assert list(values(columns(rows)[2])) == ["title", "field_2", "field_3"]


def test_a_title_is_a_heading_or_a_link_whose_words_differ():
    rows = [f"<li><a href=/{i}>More</a><p><a href=/{i}>Thing {i}</a></p><h2>Head {i}</h2>" for i in range(3)]
    assert list(values(columns(rows)[2])) == ["title", "field_2"]


def test_a_table_with_one_cell_of_header_names_nothing():
    rows = [f"<tr><td>Land {i}<td>words {i}" for i in range(1, 4)]
    _, _, found = columns(rows, wrap="<table><thead><tr><th>Countries</thead><tbody>{}</tbody></table>", tag="tr")
    assert [each.name for each in found] == ["title", "field_2"]


KNOWN = st.builds(
    KnownField,
    st.sampled_from(["", "price", "title", "page"]),
    st.just("text"),
    st.builds(FieldPlace, st.sampled_from(["p", "h2", "a"]), st.sampled_from(["", "price", "odd one"])),
    st.sampled_from(["", "Price", "Node"]),
    st.booleans(),
    st.booleans(),
    kept=st.booleans(),
)


@given(st.lists(KNOWN, max_size=8))
def test_the_names_of_all_fields_differ_and_none_is_reserved(known):
    tree = parse(b"<p>a</p><p>b</p>")
    cells = [kernels.fastest().column((FieldCell((0, 1), "a"), FieldCell((0, 1), "b", "/x")))] * len(known)
    named = drafts([each.place for each in known], cells, known)
    name_columns(tree, [], named, visible_only=False)
    names = [each.name for each in named if each.kept and not each.names_next]
    assert len({*names, *KEYS}) == len(names) + len(KEYS)
    assert [each.place for each in named] == [each.place for each in known]
    first = next((each for each in known if each.kept and not each.names_next), None)
    assert first is None or not first.name or first.name in KEYS or names[0] == first.name
