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


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("DEC. 3, 2017", "2017-12-03"),
        ("3. Dezember 2017", "2017-12-03"),
        ("24 de Mayo de 2018", "2018-05-24"),
        ("14 juillet 1989", "1989-07-14"),
        ("2018年05月24日", "2018-05-24"),
        ("25/05/2018", "2018-05-25"),
        ("04/05/2018", "2018-05-04"),
        ("5 мая 2018", "2018-05-05"),
    ],
)
def test_dates_of_many_languages_are_read(text, iso):
    assert [found.iso for found in dates(f"Updated: {text}, early")] == [iso]


def test_an_american_page_writes_the_month_first():
    assert [found.iso for found in dates("04/05/2018", american=True)] == ["2018-04-05"]


@pytest.mark.parametrize(
    "text", ["31 February 2018", "99/99/2018", "version 2.0.2018.1", "Room 2017", "Smith 12, 2017"]
)
def test_what_is_no_date_is_none(text):
    assert dates(text) == []


@pytest.mark.parametrize("text", ["", "soon", "9" * 400, "0000-00-00", "Mon, 99 Xyz 2018 99:99"])
def test_what_no_machine_wrote_is_none(text):
    assert instant(text) is None
