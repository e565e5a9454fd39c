"""Skips where something is missing, and failures where it must not be."""

import pytest
from machine import lacks


def test_what_is_missing_is_a_reason_to_skip_and_where_it_is_required_to_fail(monkeypatch):
    monkeypatch.setenv("WEBLODE_REQUIRE", "chromium")
    with pytest.raises(pytest.skip.Exception, match="no server"):
        lacks("postgresql", "no server")
    with pytest.raises(pytest.fail.Exception, match="chromium is required here"):
        lacks("chromium", "no browser")
