"""Dates as pages write them."""

import pytest

from weblode.values.dates import dates, instant, month_number


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("3 May 2018", "2018-05-03"),
        ("May 3rd, 2018", "2018-05-03"),
        ("3. März 2018", "2018-03-03"),
        ("le 14 juillet 2018", "2018-07-14"),
        ("14 juin 2018", "2018-06-14"),
        ("3 мая 2018", "2018-05-03"),
        ("2018年5月3日", "2018-05-03"),
        ("2018-05-03", "2018-05-03"),
        ("3.5.2018", "2018-05-03"),
        ("25/12/2018", "2018-12-25"),
        ("12/25/2018", "2018-12-25"),
    ],
)
def test_a_date_is_read_in_many_languages_and_orders(text, iso):
    assert [written.iso for written in dates(text)] == [iso]


def test_two_numbers_that_may_both_be_a_month_are_day_and_month_but_in_american_pages():
    assert dates("3/4/2018")[0].iso == "2018-04-03"
    assert dates("3/4/2018", american=True)[0].iso == "2018-03-04"


@pytest.mark.parametrize("text", ["31 February 2018", "2018", "May 2018", "3 Maybe 18", "13/13/2018", ""])
def test_what_is_no_day_is_no_date(text):
    assert dates(text) == []


def test_dates_come_in_order_with_their_text_and_place():
    found = dates("From 2 Jan 2018 to 2018-02-03.")
    assert [(each.text, each.start) for each in found] == [("2 Jan 2018", 5), ("2018-02-03", 19)]


def test_what_a_machine_wrote_is_a_day():
    assert instant(" 2017-12-03T17:14:36-05:00 ") == instant("Sun, 03 Dec 2017 22:14:36 GMT") == "2017-12-03"
    assert instant("soon") is None


def test_a_month_has_a_number_or_none():
    assert (month_number("Okt"), month_number("juil"), month_number("7"), month_number("foo")) == (10, 7, 7, 0)
