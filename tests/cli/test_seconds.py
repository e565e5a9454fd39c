"""Seconds as an option."""

import click
import pytest

from weblode.cli.seconds import Seconds


@pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("3", 3.0), ("1e3", 1000.0)])
def test_seconds_are_a_number(text, value):
    assert Seconds(min=0, max=1e6).convert(text, None, None) == value


@pytest.mark.parametrize("text", ["nan", "-1", "inf", "soon", ""])
def test_what_is_no_number_of_seconds_is_refused(text):
    with pytest.raises(click.BadParameter):
        Seconds(min=0, max=1e6).convert(text, None, None)
