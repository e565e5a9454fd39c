"""Counts, ratings and durations."""

import pytest

from weblode.values.locales import locale_of
from weblode.values.measures import Count, read_count, read_duration, read_number, read_rating


def test_a_number_is_read_as_its_language_writes_it():
    texts = ("12", "-3.5", "1,234", "1.234", "1 234", "12,5", "1,234,567", "007", "-0", "1234567890123456")
    assert [read_number(text) for text in texts] == [12, -3.5, 1234, None, None, None, 1234567, None, None, None]
    german = locale_of("de")
    assert [read_number(text, german) for text in texts[:6]] == [12, -3.5, None, 1234, 1234, 12.5]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("1.2k", 1200, ""),
        ("1,5k", 1500, ""),
        ("2.5M subscribers", 2_500_000, "sub"),
        ("3万", 30_000, ""),
        ("3,935,437 views", 3935437, "vie"),
        ("(123)", 123, ""),
        ("85%", 85, "%"),
        ("10+ replies", 10, "rep"),
        ("123条评论", 123, "条评论"),
    ],
)
def test_a_count_has_a_number_and_perhaps_a_unit(text, number, unit):
    assert read_count(text) == Count(number, unit)


@pytest.mark.parametrize(
    "text", ["5 March", "10 pm", "3 days ago", "1-2", "5/7", "19 97", "$5", "one", "", "12 used and new offers here"]
)
def test_dates_times_and_many_words_are_no_count(text):
    assert read_count(text) is None


@pytest.mark.parametrize(
    ("text", "number", "best"),
    [
        ("4.5 out of 5 stars", 4.5, 5),
        ("4,6 von 5 Sternen", 4.6, 5),
        ("Rated 4 out of 5", 4, 5),
        ("4,5/5", 4.5, 5),
        ("8.5/10", 8.5, 10),
        ("4.5 out of 5 (123)", 4.5, 5),
        ("5つ星のうち4.5", 4.5, 5),
        ("★★★★☆", 4, 5),
    ],
)
def test_a_rating_has_a_number_and_the_best_one(text, number, best):
    assert read_rating(text)[:2] == (number, best)


@pytest.mark.parametrize("text", ["7 out of 5", "10/12", "5", "words", "", "x" * 50])
def test_other_fractions_are_no_rating(text):
    assert read_rating(text) is None


def test_a_rating_of_ten_in_whole_numbers_may_be_another_fraction():
    assert [read_rating(text).plain for text in ("3/10", "3 of 10 results", "3.5/10", "3/5", "3 out of 10")] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1h 20min", 4800),
        ("PT1H20M", 4800),
        ("P1DT1S", 86401),
        ("2 Std. 15 Min.", 8100),
        ("2 hours, 5 minutes and 3 seconds", 7503),
        ("90 minutes", 5400),
        ("2h", 7200),
        ("3 days", 259200),
    ],
)
def test_a_duration_is_read_in_seconds(text, seconds):
    assert read_duration(text) == seconds


@pytest.mark.parametrize("text", ["5 m", "2 hours ago", "20 min 2 hours", "PT", "P", "h", "", "5 apples", "12:30 PM"])
def test_what_is_not_only_hours_minutes_and_seconds_is_no_duration(text):
    assert read_duration(text, clock=True) is None


def test_a_clock_is_a_duration_only_if_it_is_said_to_be():
    assert (read_duration("3:45"), read_duration("3:45", clock=True)) == (None, 225)
    assert read_duration("1:02:33", clock=True) == 3753


def test_numbers_that_no_database_holds_are_not_read():
    assert read_duration("PT9999999999999999999999S") is None
    assert read_count("999999999999999B views") is None
