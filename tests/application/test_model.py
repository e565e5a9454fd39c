"""Sets, and how often their objects take part in relationships."""

from dataclasses import replace

import pytest

from application.made import shop
from weblode.application.model import MANY, Participation


def test_a_special_set_has_the_type_of_the_general_one_and_is_lexical_by_it():
    found = shop()
    assert found.sets["Published"].type == "date"
    assert found.is_lexical("Published")
    assert not found.is_lexical("Copy")


@pytest.mark.parametrize(
    ("least", "most", "within", "text"),
    [
        (1, 1, 1, "1"),
        (0, 1, 1, "0..1"),
        (1, MANY, MANY, "1..*"),
        (1, MANY, 1, "1..* -> 1"),
        (0, MANY, 3, "0..* -> 3"),
        (MANY, MANY, MANY, "*"),
    ],
)
def test_a_constraint_is_written_as_in_a_file(least, most, within, text):
    assert str(Participation("A", least, most, within)) == text


def test_the_frames_of_a_set_are_its_own_and_those_above_it():
    found = shop()
    assert [each.name for each in found.frames("Sold")] == ["Sold", "Date"]
    assert [each.name for each in found.frames("Date")] == ["Date"]
    with pytest.raises(KeyError):
        list(found.frames("Nothing"))


def test_frames_in_a_circle_end():
    found = shop()
    round_ = replace(found, sets={**found.sets, "Date": replace(found.sets["Date"], special_of="Sold")})
    assert [each.name for each in round_.frames("Sold")] == ["Sold", "Date"]


def test_keywords_alone_are_no_values():
    found = shop()
    assert not found.sets["Copy"].has_values
    assert found.sets["Author"].has_values
    assert found.sets["Price"].has_values
