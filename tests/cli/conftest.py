"""Pages for the tests of commands."""

import pytest
from newspapers import save, site


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"<title>T</title><ul>" + b"<li><a href=/x>item</a> text" * 5 + b"</ul>")
    return path


@pytest.fixture
def papers(tmp_path):
    """The home pages of two newspapers in folders."""
    return save(tmp_path / "papers", dict.fromkeys(("north", "south"), site()))
