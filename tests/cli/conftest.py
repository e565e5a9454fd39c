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


AUTHORS = ("Ann Lee", "Bob Ray", "Cid Fox", "Dan Orr", "Eve Poe")


@pytest.fixture
def posts(tmp_path):
    """Six posts with one to four comments each."""
    articles = ""
    for i, n in enumerate([2, 1, 4, 3, 1, 2]):
        comments = "".join(
            f"<div class=comment><b>{AUTHORS[(i * 2 + j * 3) % 5]}</b><p>Thought {i} {j} of many words on it</p></div>"
            for j in range(n)
        )
        articles += (
            f"<article class=post><h3><a href=/{i}>Title of post {i}</a></h3><p>A text of some length that says what "
            f"happened on day {i}.</p><div class=comments>{comments}</div></article>"
        )
    path = tmp_path / "posts.html"
    path.write_text(f"<h1>Posts of the week</h1><main>{articles}</main><p>footer")
    return str(path)
