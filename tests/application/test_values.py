"""What constants mean."""

from datetime import date, time

import pytest

from weblode.application.model import ObjectSet
from weblode.application.values import value_of

CASES = [
    ("text", "  New \n York, ", "New York"),
    ("integer", "41,000 miles", 41000),
    ("integer", "78K", 78000),
    ("integer", "78 kids", 78),
    ("number", "$8,900.50", 8900.5),
    ("number", "none", None),
    ("number", "9" * 50, None),
    ("year", "'98", 1998),
    ("year", "’05", 2005),
    ("year", "2016", 2016),
    ("phone", "(801) 555-0143", "801-555-0143"),
    ("phone", "1-801-555-0143", "801-555-0143"),
    ("phone", "555-2811", "555-2811"),
    ("time", "10:30 a.m.", time(10, 30)),
    ("time", "12 noon", time(12)),
    ("time", "noon", time(12)),
    ("time", "12:15 am", time(0, 15)),
    ("time", "5-7pm", time(17)),
    ("time", "11 to 1 p.m.", time(11)),
    ("time", "25:00", None),
    ("date", "Sept. 30, 1998", date(1998, 9, 30)),
    ("date", "10/5/98", date(1998, 10, 5)),
    ("date", "2023-09-12", date(2023, 9, 12)),
    ("date", "March 6", date(2001, 3, 6)),
    ("date", "6 March", date(2001, 3, 6)),
    ("date", "February 31", None),
    ("date", "13/32/98", None),
    ("text", "a\0b", "ab"),
]


@pytest.mark.parametrize(("kind", "text", "value"), CASES)
def test_a_constant_becomes_a_value_of_its_type(kind, text, value):
    frame = ObjectSet("X", kind, units={"k": 1000.0})
    assert value_of(text, frame, year=2001, american=True) == value


def test_a_constant_is_kept_as_the_ontology_writes_it():
    assert value_of("CHEVY", ObjectSet("Make", canonical={"chevy": "Chevrolet"})) == "Chevrolet"


def test_a_date_without_a_year_needs_one():
    assert value_of("March 6", ObjectSet("D", "date")) is None


def test_days_come_first_unless_the_ontology_is_american():
    assert value_of("10/5/98", ObjectSet("D", "date")) == date(1998, 5, 10)
