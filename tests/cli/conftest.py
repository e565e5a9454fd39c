"""Pages for the tests of commands."""

import pytest


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"<title>T</title><ul>" + b"<li><a href=/x>item</a> text" * 5 + b"</ul>")
    return path
