"""Fields: rows stay together, one field a meaning."""

import time
from datetime import date, datetime

import pytest

from records.pages import columns, values
from weblode.records.fields import as_table
from weblode.table import merged


def test_rows_stay_together_when_fields_are_missing():
    rows = [
        "<li><h3>One</h3><p class=price>$1.50</p><p class=place>Rome</p>",
        "<li><h3>Two</h3><p class=place>Oslo</p>",
        "<li><h3>Three</h3><p class=price>$3.00</p>",
    ]
    found = values(columns(rows)[2])
    assert found == {
        "title": ["One", "Two", "Three"],
        "price": ["$1.50", None, "$3.00"],
        "place": ["Rome", "Oslo", None],
    }


def test_what_says_the_same_in_all_records_is_kept_but_hidden():
    rows = ["<li><b>Same</b><p>Words</p>"] * 3
    assert list(values(columns(rows, hidden=True)[2]).values()) == [["Same"] * 3, ["Words"] * 3]
    assert columns(rows)[2] == []


@pytest.mark.parametrize(
    "row", ["<li>Price: ${0}.00", "<li><b>Price:</b> ${0}.00", "<li><label>Price</label><p>${0}.00</p>"]
)
def test_a_label_names_its_value_and_is_no_field_itself(row):
    found = columns([row.format(i) for i in range(1, 4)])[2]
    assert values(found) == {"price": ["$1.00", "$2.00", "$3.00"]}


def test_a_label_without_a_value_does_not_name_the_next_one():
    tree, records, found = columns(
        [f"<li><h3>T{i}</h3><p><b>URL:</b><br><b>Date:</b> Fri, {i} May 2003 10:30:00 GMT</p>" for i in range(1, 8)]
    )
    table = as_table(tree.page, records, found)
    assert "url" not in table.names
    assert [str(each) for each in table["date (date)"]] == [f"2003-05-0{i}" for i in range(1, 8)]


def test_labels_align_values_of_one_tag_path():
    rows = [
        "<li><p>Genre: Racing</p><p>Rating: T</p><p>Year: 2009</p>",
        "<li><p>Rating: E</p><p>Year: 2010</p>",
        "<li><p>Genre: Sports</p><p>Year: 2011</p>",
    ]
    assert values(columns(rows)[2]) == {
        "genre": ["Racing", None, "Sports"],
        "rating": ["T", "E", None],
        "year": ["2009", "2010", "2011"],
    }


def test_a_table_has_text_and_typed_columns_and_addresses():
    rows = [f"<li><a href=/{i}>T{i}</a> <p class=price>${i}.50</p>" for i in range(1, 3)]
    tree, records, found = columns(rows)
    table = as_table(tree.page, records, found)
    beside = ("price", "price (number)", "price (currency)")
    assert table.names == ("page", "node", "record", "title", "url", *beside)
    assert table["price (number)"] == (1.5, 2.5)
    assert table["price (currency)"] == ("$", "$")
    both = merged([table, as_table(tree.page, records, found[:1])])
    assert both["price"] == ("$1.50", "$2.50", None, None)
    assert merged([]).names == ("page", "node", "record")


def test_a_table_has_the_address_of_the_page_if_it_is_known_and_a_field_of_that_name_a_number():
    rows = [f"<li><a href=/{i}>T{i}</a> <p class=page_url>x{i}</p>" for i in range(1, 3)]
    tree, records, found = columns(rows)
    table = as_table(tree.page, records, found, page_url="https://a.example/")
    assert table["page_url"] == ("https://a.example/",) * 2
    assert "page_url" not in as_table(tree.page, records, found[:1]).names


def dated(*dates):
    """The table of a list with these dates."""
    tree, records, found = columns([f"<li><b>Title</b> <p>{each}</p>" for each in dates])
    return as_table(tree.page, records, found)


def test_dates_are_dates_and_times_stand_beside_them_in_utc_or_by_the_clock_of_the_page():
    assert dated("3 May 2018", "4 May 2018")["date (date)"] == (date(2018, 5, 3), date(2018, 5, 4))
    table = dated("3 May 2018 10:30 CST", "4 May 2018")
    assert table["date (date)"] == (date(2018, 5, 3), date(2018, 5, 4))
    assert table["date (time)"] == (datetime(2018, 5, 3, 10, 30), None)
    table = dated("2018-05-03T23:30:00-05:00", "2018-05-04T10:00:00Z")
    assert table["date (date)"] == (date(2018, 5, 3), date(2018, 5, 4))  # as the page has it
    assert table["date (utc)"] == (datetime(2018, 5, 4, 4, 30), datetime(2018, 5, 4, 10))


def test_stars_without_text_are_ratings():
    words = ("One", "Three", "Five")
    rows = [
        f"<li><h3>{word} star</h3><p class='star-rating {word}'><i></i><i></i></p><b>in stock</b>" for word in words
    ]
    rating = next(each for each in columns(rows)[2] if each.column.kind == "rating")
    assert rating.typed == (1, 3, 5)
    assert [cell.value for cell in rating.cells] == [f"star-rating {word}" for word in words]


@pytest.mark.parametrize(
    "stars",
    [
        "<i class='star star-1'></i><i class='star star-4'></i>",
        "<i class=rating data-rating=1><i class=rating data-rating=2></i></i>",
    ],
)
def test_each_of_five_stars_is_no_rating(stars):
    found = columns([f"<li><h3>T{i}</h3><p>{stars}</p><b>words {i}</b>" for i in range(3)])[2]
    assert "rating" not in [each.column.kind for each in found]


def test_durations_have_seconds_and_ratings_numbers():
    rows = [f"<li><h3>T{i}</h3><p>{i} min</p><p class=stars>{i}.5 out of 5</p>" for i in range(1, 4)]
    tree, records, found = columns(rows)
    table = as_table(tree.page, records, found)
    assert table["duration (seconds)"] == (60, 120, 180)
    assert [each.typed for each in found if each.column.kind == "rating"] == [(1.5, 2.5, 3.5)]


def test_a_labelled_text_is_a_column_of_its_label_and_whole_as_the_page_has_it():
    labels = [("Genre", "Size"), ("Size", "Genre"), ("Genre",), ("Size", "Genre", "Odd")]
    rows = [
        f"<li><h2>T{i}</h2>" + "".join(f"<p>{label}: {label[0]}{i}</p>" for label in own)
        for i, own in enumerate(labels)
    ]
    table = values(columns(rows)[2])
    assert table["genre"] == ["G0", "G1", "G2", "G3"]
    assert table["size"] == ["S0", "S1", None, "S3"]
    assert values(columns(rows, hidden=True)[2])["genre_line"][0] == "Genre: G0"


def test_a_hostile_list_has_a_bounded_number_of_columns_and_takes_little_time():
    rows = [f"<li><x{i}>a</x{i}><y{i}>b</y{i}><b>c<br>" + "<b>d<br>" * 20 for i in range(2000)]
    start = time.process_time()
    found = columns(rows)[2]
    assert len(found) <= 500
    assert time.process_time() - start < 10


def test_no_two_columns_have_one_name():
    rows = [f"<li><h3>Title {i}</h3><p>Author: Ada {i} <a href=/{i}>more {i}</a></p>" for i in range(6)]
    names = [each.name for each in columns(rows, hidden=True)[2]]
    assert len(set(names)) == len(names)
