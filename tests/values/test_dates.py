"""Dates as pages write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.values.dates import find_dates, is_relative, month_number, on_the_clock, order_of, read_day, read_moment


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
    assert [written.iso for written in find_dates(text)] == [iso]


def test_two_numbers_that_may_both_be_a_month_are_read_only_if_their_order_is_known():
    assert find_dates("3/4/2018") == []
    assert find_dates("3/4/2018", day_first=True)[0].iso == "2018-04-03"
    assert find_dates("3/4/2018", day_first=False)[0].iso == "2018-03-04"


@pytest.mark.parametrize("text", ["31 February 2018", "2018", "May 2018", "3 Maybe 18", "13/13/2018", ""])
def test_what_is_no_day_is_no_date(text):
    assert find_dates(text) == []


def test_dates_come_in_order_with_their_text_and_place():
    found = find_dates("From 2 Jan 2018 to 2018-02-03.")
    assert [(each.text, each.start) for each in found] == [("2 Jan 2018", 5), ("2018-02-03", 19)]


def test_what_a_machine_wrote_is_a_day():
    assert read_day(" 2017-12-03T17:14:36-05:00 ") == read_day("Sun, 03 Dec 2017 22:14:36 GMT") == "2017-12-03"
    assert read_day("soon") is None


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
    assert [found.iso for found in find_dates(f"Updated: {text}, early", day_first=True)] == [iso]


def test_years_of_two_digits_are_read_only_if_their_century_is_known():
    assert find_dates("5/28/97, v1.2.34 and 10.5.'98") == []
    found = find_dates("5/28/97 and 10.5.'35", century=40)
    assert [(each.iso, each.text) for each in found] == [("1997-05-28", "5/28/97"), ("2035-05-10", "10.5.'35")]


@pytest.mark.parametrize(
    "text", ["31 February 2018", "99/99/2018", "version 2.0.2018.1", "Room 2017", "Smith 12, 2017"]
)
def test_what_is_no_date_is_none(text):
    assert find_dates(text) == []


@pytest.mark.parametrize("text", ["", "soon", "9" * 400, "0000-00-00", "Mon, 99 Xyz 2018 99:99"])
def test_what_no_machine_wrote_is_none(text):
    assert read_day(text) is None


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2017-12-03", "2017-12-03"),
        ("2017-12-03T17:14:36-05:00", "2017-12-03T17:14:36-05:00"),
        ("Sun, 03 Dec 2017 22:14:36 GMT", "2017-12-03T22:14:36+00:00"),
        ("Dec 3, 2017 5:14 PM CST", "2017-12-03T17:14:00"),  # Chicago, Havana or Shanghai
        ("2017-03-05 10:00 +0200", "2017-03-05T10:00:00+02:00"),
        ("Monday, December 28, 2020 12:00 AM", "2020-12-28T00:00:00"),
        ("Mar 5, 2017 at 5pm", "2017-03-05T17:00:00"),
        ("Posted: 3 May 2018", "2018-05-03"),
        ("3. Dezember 2017, 14:30 Uhr", "2017-12-03T14:30:00"),
        ("5 mai 2018 à 14h30", "2018-05-05T14:30:00"),
        ("12 de enero de 2019", "2019-01-12"),
        ("3 мая 2018 год", "2018-05-03"),
        ("2018年5月3日 12:30", "2018-05-03T12:30:00"),
        ("2018. 5. 3.", "2018-05-03"),
        ("03.05.21", "2021-05-03"),
        ("5/28/97", "1997-05-28"),
        ("03-Dec-17", "2017-12-03"),
        ("asked Feb 8 '12 at 22:13", "2012-02-08T22:13:00"),
        ("25/12/2017", "2017-12-25"),
    ],
)
def test_a_date_with_a_few_words_and_a_time_is_read(text, iso):
    assert read_moment(text) == iso


@pytest.mark.parametrize(
    "text",
    """3/4/2017|May 2017|2017|10:30|3 days ago|31 February 2018|2016-02-30|3 May 2018 and 4 May 2018|v2.0.2018.1
    |1.2.2018 - 3.2.2018|Posted on 3 May 2018 by Tom Smith of Rome|Room 2017||13/13/2017|5 of 7""".split("|"),
)
def test_what_is_no_day_or_more_than_one_is_not_read(text):
    assert read_moment(text) is None


def test_day_and_month_have_the_order_that_is_given():
    assert read_moment("3/4/2017", day_first=True) == "2017-04-03"
    assert read_moment("3/4/2017", day_first=False) == "2017-03-04"
    assert read_moment("3/14/2017", day_first=True) == "2017-03-14"
    assert read_moment("3.4.2017", day_first=False) == "2017-04-03"  # with points the day is always first


def test_the_order_of_a_column_is_that_of_its_clear_dates_if_they_agree():
    assert order_of(["3/4/2017", "25/4/2017"]) is True
    assert order_of(["3/4/2017", "4/25/2017"]) is False
    assert order_of(["3/4/2017"]) is order_of(["25/4/2017", "4/25/2017"]) is order_of([]) is None


@given(st.datetimes(), st.sampled_from(["%Y-%m-%d %H:%M", "%d %b %Y %H:%M", "%B %d, %Y %I:%M %p"]))
def test_what_a_clock_wrote_reads_back(moment, form):
    moment = moment.replace(year=1970 + moment.year % 100, second=0, microsecond=0)
    assert read_moment(moment.strftime(form)) == moment.isoformat()


@given(st.text(alphabet="0123456789/.-: TZampMy年月日+", max_size=40), st.sampled_from([None, True, False]))
def test_any_text_is_a_date_or_none(text, day_first):
    moment = read_moment(text, day_first=day_first)
    assert moment is None or len(moment) >= len("2017-12-03")


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("12 May 2017 8pm-10pm", None),
        ("12 May 2017 10:30-11:30", None),
        ("12 May 2017 10:30–11:30", None),
        ("12 May 2017 10:30m12", None),
        ("12 May 2017 10:30 +0200", "2017-05-12T10:30:00+02:00"),
        ("12 May 2017 10:30 UTC+2", None),
        ("12 May 2017 10:30 GMT-05:00", "2017-05-12T10:30:00-05:00"),
        ("2017-05-12 10:30:05 -05:00", "2017-05-12T10:30:05-05:00"),
    ],
)
def test_a_span_of_time_is_no_offset(text, moment):
    assert read_moment(text) == moment


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        *(
            (text, True)
            for text in ("3 days ago", "an hour ago", "Posted 2 weeks ago", "vor 2 Stunden", "il y a 3 jours")
        ),
        *(
            (text, True)
            for text in ("hace 2 días", "2 часа назад", "yesterday", "Gestern, 14:30 Uhr", "3 天前", "3時間前")
        ),
        *((text, False) for text in ("3 days", "long ago", "vor Ort", "3 May 2018", "today's news", "", "chicago")),
    ],
)
def test_spans_up_to_now_are_told_from_other_texts(text, relative):
    assert is_relative(text) == relative


@pytest.mark.parametrize(
    ("machine", "text", "moment"),
    [
        ("2016-12-03T23:25:55+00:00", "2016-12-04T00:25:00", "2016-12-04T00:25:55+01:00"),
        ("2016-12-04T03:10:00+00:00", "2016-12-03T22:10:00", "2016-12-03T22:10:00-05:00"),
        ("2016-12-03T23:25:55+00:00", "2016-12-04T00:26:00", "2016-12-03T23:25:55+00:00"),  # another minute
        ("2016-12-03T23:25:55+00:00", "2016-12-09T23:25:00", "2016-12-03T23:25:55+00:00"),  # another day
        ("2016-12-03T23:25:55+00:00", "2016-12-04", "2016-12-03T23:25:55+00:00"),
        ("0001-01-01T00:10:00+00:00", "0001-01-01T00:10:00", "0001-01-01T00:10:00+00:00"),
    ],
)
def test_what_a_machine_wrote_is_shown_by_the_clock_of_the_page(machine, text, moment):
    assert on_the_clock(machine, text) == moment
