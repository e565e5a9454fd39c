import pytest

from weblode.values.literals import Value, value


@pytest.mark.parametrize(
    ("text", "read", "kind"),
    [
        ("March 5, 2017", "2017-03-05", "date"),
        ("Sunday, 5 Mar 2017", "2017-03-05", "date"),
        (" 2017-03-05 ", "2017-03-05", "date"),
        ("25/12/2016", "2016-12-25", "date"),
        ("31.12.2016", "2016-12-31", "date"),
        ("2017-03-05T10:00:00Z", "2017-03-05T10:00:00+00:00", "dateTime"),
        ("2017-03-05T10:00:00+02:00", "2017-03-05T10:00:00+02:00", "dateTime"),
        ("March 5, 2017 10:30 PM", "2017-03-05T22:30:00", "dateTime"),
        ("12", "12", "integer"),
        ("-3.5", "-3.5", "decimal"),
    ],
)
def test_what_can_be_read_in_one_way_is_typed(text, read, kind):
    assert value(text) == Value(read, kind)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$19.99", "19.99", "$"),
        ("19,99 €", "19.99", "€"),
        ("EUR 1.234,50", "1234.50", "EUR"),
        ("£1,234", "1234", "£"),
        ("US$ 12", "12", "US$"),
    ],
)
def test_an_amount_with_a_currency_is_a_price(text, amount, currency):
    assert value(text) == Value(amount, "decimal", currency)


@pytest.mark.parametrize(
    "text",
    """03/04/2017|May 2017|2017-03-05 10:00 EST|17 dec 2016 10:00 GMT+3|Mar 5, 2017 at 5pm|2017-03-05T10|2016-02-30
    |1.234|1,234|007|+49 30 1234567|12:30|10 apples|12.50 kg|$5 - $10|iPhone 5 March 2017|٣|²|$|-0|||1e5|1 2 3
    |March 5, 2017 and more words than a date would ever have""".split("|"),
)
def test_what_can_be_read_in_two_ways_stays_text(text):
    assert value(text) == Value(text)
