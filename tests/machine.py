"""What this machine lacks: a test that needs it is skipped, or fails where it must be there."""

import os

import pytest


def lacks(name, reason):
    """Skip the test; fail it if WEBLODE_REQUIRE names what is missing, as CI does for what it could install."""
    if name in os.environ.get("WEBLODE_REQUIRE", "").split():
        pytest.fail(f"{name} is required here: {reason}")
    pytest.skip(reason)
