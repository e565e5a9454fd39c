"""Kinds of columns, and values converted to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode import kernels
from weblode.values import kinds
from weblode.values.dates import PLAIN_MONTHS, read_moment
from weblode.values.kinds import KINDS, Column, as_kind, currencies, kind_of
from weblode.values.locales import locale_of
from weblode.values.measures import UNUSUAL_UNITS, read_count


@pytest.mark.parametrize(
    ("given_values", "kind", "typed"),
    [
        (["1,234", "5"], "number", (1234.0, 5.0)),
        (["$5", None, "$7.50"], "price", (5.0, None, 7.5)),
        (["2017-05-03", "4 May 2017"], "date", ("2017-05-03", "2017-05-04")),
        (["03/04/2017", "05/06/2017"], "text", ()),  # day or month? nobody knows
        (["5", "six", "7"], "text", ()),
        (["03/04/2017", "25/06/2017"], "date", ("2017-04-03", "2017-06-25")),  # the second one says which comes first
        (["$5 - $9", "$7", "$8.50"], "price", (None, 7.0, 8.5)),  # a range is a price without one number
        (["$5", "sold out", "$7", "$8"], "price", (5, None, 7, 8)),
        (["5", "sold out", "7", "8"], "text", ()),
        (["4.5 out of 5 stars", "5.0 out of 5 stars"], "rating", (4.5, 5.0)),
        (["4/5", "3/5"], "rating", (4, 3)),
        (["1/10", "2/10"], "text", ()),  # pages, days or ratings
        (["8/10", "7.5/10"], "rating", (8.0, 7.5)),
        (["★★★☆☆", "★★★★★"], "rating", (3, 5)),
        (["4 stars", "3.5 stars"], "rating", (4.0, 3.5)),
        (["1.2k views", "310 views", "2M views"], "number", (1200, 310, 2_000_000)),
        (["3,935,437 views", "1 view"], "number", (3935437, 1)),
        (["(12)", "(3)"], "number", (12, 3)),
        (["5 apples", "6 pears"], "text", ()),
        (["2024 Spring", "2025 Spring"], "text", ()),
        (["50%", "51.5%"], "number", (50.0, 51.5)),
        (["50%", "30,000+"], "text", ()),
        (["1", "0", "3m"], "text", ()),  # metres, minutes or millions
        (["3 giorni fa", "8시간 전"], "text", ()),
        (["5 March", "7 March"], "text", ()),
        (["1h 20min", "45 min", "PT2H"], "duration", (4800, 2700, 7200)),
        (["3:45", "1:02:03"], "duration", (225, 3723)),
        (["3:45", "10:30"], "text", ()),  # minutes, or times of day
        (["19 97", "20 97"], "text", ()),
        ([None, None], "text", ()),
    ],
)
def test_kinds_are_recognised_where_there_is_one_way_to_read_them(given_values, kind, typed):
    assert kind_of(given_values) == (kind, typed)


@pytest.mark.parametrize(("last", "months"), [("25/10/11", (12, 11, 10, 9, 10)), ("10/25/11", (1, 2, 3, 4, 10))])
def test_a_late_date_tells_day_from_month_for_all(last, months):
    kind, dates = kind_of(["01/12/11", "02/11/11", "03/10/11", "04/09/11", last])
    assert (kind, tuple(int(each[5:7]) for each in dates)) == ("date", months)


def test_nine_of_ten_values_make_a_kind_and_fewer_do_not():
    numbers = [str(n) for n in range(9)]
    assert kind_of([*numbers, "ten"]) == ("number", (*range(9), None))
    assert kind_of([*numbers, "ten", "eleven"]) == ("text", ())


def test_days_ago_among_dates_stay_text_beside_them():
    kind, typed = kind_of(["3 May 2018", "4 May 2018", "3 days ago", "yesterday", "5 May 2018"])
    assert (kind, typed) == ("date", ("2018-05-03", "2018-05-04", None, None, "2018-05-05"))
    assert kind_of(["3 days ago", "4 days ago", "3 May 2018"]) == ("text", ())


def test_a_long_number_is_an_identifier():
    assert kind_of(["1,234,567,890", "2"])[0] == "number"
    assert kind_of(["1,234,567,890,123,456", "2,234,567,890,123,456"])[0] == "text"


@pytest.mark.parametrize("address", ["https://a.example/1", "HTTP://A.example", "www.a.example/x?y=z"])
def test_addresses_are_a_kind_without_other_values(address):
    assert kind_of([address, None, address]) == ("url", ())
    assert kind_of([address, "see " + address])[0] == "text"


def test_values_of_another_kind_are_none_in_a_column_of_known_kind():
    values = ["$5", "6", None, "2017-05-03", "words"]
    assert as_kind(values, "price") == (5.0, None, None, None, None)
    assert as_kind(values, "number") == (None, 6.0, None, None, None)
    assert as_kind(values, "date") == (None, None, None, "2017-05-03", None)
    assert as_kind(values, "text") == as_kind(values, "url") == as_kind([], "number") == ()


def test_the_language_of_the_page_decides_what_is_ambiguous():
    german, american = Column(locale_of("de")), Column(locale_of("en-US"))
    assert kind_of(["15.509", "505", "2.477"], german) == ("number", (15509, 505, 2477))
    assert kind_of(["15.509", "505", "2.477"]) == ("text", ())
    assert kind_of(["12,5", "1.300,25"], german) == ("number", (12.5, 1300.25))
    assert kind_of(["03/04/2017", "05/06/2017"], german)[1] == ("2017-04-03", "2017-06-05")
    assert kind_of(["03/04/2017", "05/06/2017"], american)[1] == ("2017-03-04", "2017-05-06")
    assert kind_of(["03/14/2017", "05/06/2017"], german)[1] == ("2017-03-14", "2017-05-06")


def test_what_is_said_for_machines_is_read_for_dates_and_for_prices_without_one_number():
    about = Column(machine=["2017-05-03T10:00:00Z", "2017-05-04"])
    assert kind_of(["3 days ago", "yesterday"], about) == ("date", ("2017-05-03T10:00:00+00:00", "2017-05-04"))
    prices = Column(machine=["1299", "2", ""])
    assert kind_of(["$1.299", "$3.00", "$4.00"], prices) == ("price", (1299, 3, 4))


def test_the_name_of_a_column_tells_a_duration_from_a_time_of_day():
    assert kind_of(["3:45", "10:30"], Column(name="video-duration")) == ("duration", (225, 630))


def test_prices_have_a_currency_each():
    values = ["$5", "12 EUR", None, "words", "£3 to £4"]
    assert currencies(values) == ("$", "EUR", None, None, "GBP")
    assert currencies(values, locale_of("en-CA"))[0] == "CAD"


VALUES = (
    st.none()
    | st.sampled_from(["", "$5", "7", "1,000", "4 May 2017", "words", "4/5", "3:45", "https://a.example"])
    | st.text()
)


@given(st.lists(VALUES, max_size=12))
def test_a_column_is_converted_as_its_kind_says(values):
    kind, typed = kind_of(values)
    assert kind in KINDS
    assert typed == as_kind(values, kind)
    assert len(typed) in (0, len(values))
    assert all(converted is None for converted, value in zip(typed, values, strict=False) if not value)


@pytest.mark.parametrize(
    ("reads", "texts"),
    [
        ("price", "5 USD|US $5|3 kr|5 zł|12 Ft.|Rs 500|$ 5|€5|19€99|1.299 Euro"),
        ("date", "3/4/2017|2017-05-04|3. May 2017|May 3, '17|3-May-17|2017年5月4日|3rd of May 2017"),
        ("date", "3 days ago|vor 2 Stunden|il y a 3 jours|yesterday|Posted: today|just now, at 10:30|5日前"),
        ("date", "há 2 dias|今天"),
        ("rating", "4.5 out of 5|4/5|8 von 10|4,5 sur 5|4 ud af 5|★★★|5つ星のうち 4.5|3 stars|4 Sterne|2 gwiazdek"),
        ("duration", "1h 20min|3:45|PT1H20M|P3D|2 hours and 5 minutes|5 мин|2 Wochen"),
        ("number", "12|(12)|[3]|-5|1.2k views|12 %|3 万|1 234 vues"),
    ],
)
def test_every_text_that_can_be_read_is_hinted_at(reads, texts):
    for text in texts.split("|"):
        assert kernels.fastest().hints(["7", *[text] * 29], kinds._hinting_words()) & kinds._HINTS[reads], text


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("date", "4.5|2015 models|10-20|3/4|in May"),
        ("rating", "first of many|4/7|de la|lost in 2017"),
        ("duration", "at 10:30|about 5 min"),
    ],
)
def test_texts_that_only_look_a_little_like_it_are_not_hinted_at(kind, texts):
    for text in texts.split("|"):
        assert not kernels.fastest().hints(["7", *[text] * 29], kinds._hinting_words()) & kinds._HINTS[kind], text


YEARS, MONTHS, DAYS = st.integers(1490, 2110), st.integers(0, 13), st.integers(0, 32)
NAMES = st.sampled_from("May Sept. December juillet Juin ago Mar mai".split())
NUMBERS = (
    st.integers(0, 10**16).map(str) | st.floats(0, 100).map("{:.2f}".format) | st.integers(0, 10**9).map("{:,}".format)
)
UNITS = st.sampled_from("views k km Mio Tsd tsdx mio pm am ago May maybe % juillet h hr uhr fa fans".split())


@given(
    st.builds("{} {}, {}".format, NAMES, DAYS, YEARS)
    | st.builds("{} {} {}".format, DAYS, NAMES, YEARS)
    | st.builds("{0}{1}{2}{1}{3}".format, DAYS, st.sampled_from("/.-"), MONTHS, YEARS)
    | st.dates().map(str)
    | st.text("0123456789,./- MayFeb", max_size=14),
    st.none() | st.booleans(),
)
def test_dates_that_are_read_at_once_are_those_of_a_closer_look(text, day_first):
    [date] = kernels.fastest().plain_dates([text], PLAIN_MONTHS, day_first=day_first)
    assert date in (None, read_moment(text, day_first=day_first))


@given(
    st.builds("{}{}{}".format, NUMBERS, st.sampled_from(["", " "]), UNITS | st.text("abkM%", max_size=4)),
    st.sampled_from(["", "de", "en", "fr"]).map(locale_of),
)
def test_numbers_that_are_read_at_once_are_those_of_a_closer_look(text, locale):
    [count] = kernels.fastest().plain_counts([text], UNUSUAL_UNITS, by_comma=locale.decimal != ",")
    assert count in (None, read_count(text, locale))


def test_times_of_day_with_seconds_are_no_durations():
    assert kind_of(["17:47:17", "18:02:23", "09:05:40"]) == ("text", ())
    assert kind_of(["00:47:17", "01:02:23", "02:05:40"]) == ("duration", (2837, 3743, 7540))
    assert kind_of(["17:47:17", "44:30"]) == ("duration", (64037, 2670))
    assert kind_of(["17:47:17"], Column(name="duration")) == ("duration", (64037,))
