"""What the tests of sources share."""

import pytest


@pytest.fixture
def no_proxy(monkeypatch):
    """Addresses are asked directly, whatever the environment says."""
    monkeypatch.setenv("NO_PROXY", "*")
