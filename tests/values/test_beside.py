"""What stands beside the text of a field: numbers, currencies, dates, times, seconds and links."""

from datetime import date, datetime

import pytest
from records.pages import columns

from weblode.values.beside import TYPES

ROW = "<li><h3><a href=/{0}>Title {0}</a></h3><p>{1}</p>"


def field_of(*texts):
    """The field of these texts, each in a record with a title."""
    rows = [ROW.format(i, text) for i, text in enumerate(texts)]
    return columns(rows)[2][-1]


@pytest.mark.parametrize(
    ("texts", "beside"),
    [
        (("$1.50", "$2.50"), {"number": [1.5, 2.5], "currency": ["$", "$"]}),
        (("3 min", "4 min"), {"seconds": [180, 240]}),
        (("3 May 2018", "4 May 2018"), {"date": [date(2018, 5, 3), date(2018, 5, 4)]}),
        (("some words", "other words"), {}),
    ],
    ids=["price", "duration", "date", "text"],
)
def test_a_kind_has_its_columns(texts, beside):
    typed = field_of(*texts).read().beside()
    assert {name: list(values) for name, values in typed.items()} == beside
    assert typed.keys() <= set(TYPES)


def test_times_of_one_clock_stand_as_written_and_a_date_without_time_has_none():
    typed = field_of("3 May 2018 10:30", "4 May 2018", "5 May 2018 08:00").read().beside()
    assert typed["time"] == [datetime(2018, 5, 3, 10, 30), None, datetime(2018, 5, 5, 8)]
    assert "utc" not in typed


def test_times_that_all_have_an_offset_are_in_utc():
    typed = field_of("2018-05-03T23:30:00-05:00", "2018-05-04T10:00:00Z").read().beside()
    assert typed["utc"] == [datetime(2018, 5, 4, 4, 30), datetime(2018, 5, 4, 10)]
    assert "time" not in typed


def test_a_time_beyond_the_last_year_has_no_utc():
    typed = field_of("9999-12-31T23:30:00-05:00", "2018-05-04T10:00:00Z").read().beside()
    assert typed["utc"] == [None, datetime(2018, 5, 4, 10)]
    assert typed["date"] == [date(9999, 12, 31), date(2018, 5, 4)]


def test_links_are_a_column_with_none_where_there_is_none():
    rows = [ROW.format(0, "a"), "<li><h3><a>No link</a></h3><p>b</p>", ROW.format(2, "c")]
    (title, *_) = columns(rows)[2]
    assert title.read().beside()["url"] == ["/0", None, "/2"]


def test_what_is_read_from_one_value():
    price = field_of("$1.50", "on request", "$2.50", "$3.50")
    assert [price.read().reading(i) for i in (0, 1)] == [{"number": 1.5, "currency": "$"}, {}]
    assert field_of("3 min", "4 min").read().reading(1) == {"seconds": 240}
    assert field_of("3 May 2018", "4 May 2018").read().reading(0) == {"date": "2018-05-03"}
    assert field_of("some words", "other words").read().reading(0) == {}
