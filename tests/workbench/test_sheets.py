"""The style sheets of opened pages."""

import os

import pytest
from loopback import serving
from workbench.made import LIST

from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.workbench.sheets import fetch_sheets, local_sheets, no_sheets


def test_a_file_of_the_folder_is_opened_with_the_style_sheet_beside_it(client, workspace):
    (workspace.folder / "site").mkdir()
    (workspace.folder / "site" / "style.css").write_text("li { color: teal }")
    (workspace.folder / "site" / "page.html").write_text(f"<link rel=stylesheet href='style.css?v=1'>{LIST}")
    page = client.post("/pages", json={"path": "site/page.html"}).json()
    assert page["name"] == "site/page.html"
    assert "li { color: teal }" in client.get(f"/pages/{page['id']}/shown").text


def site(handler):
    """A page with a style sheet, one that is not there, and one that is none."""
    if handler.path == "/style.css":
        handler.reply(b"li { color: teal }", headers={"Content-Type": "text/css"})
    elif handler.path == "/":
        links = "".join(f"<link rel=stylesheet href={each}>" for each in ("missing.css", "/", "style.css"))
        handler.reply((links + LIST).encode())
    else:
        handler.reply(status=404)


def test_a_page_of_the_web_is_opened_with_its_style_sheet(client):
    with serving(site) as server:
        page = client.post("/pages", json={"url": server.url()}).json()
    assert page["url"] == server.url()
    assert client.get(f"/pages/{page['id']}/shown").text.count("<style") == 1
    assert "li { color: teal }" in client.get(f"/pages/{page['id']}/shown").text


def linking(*links, url=None):
    """A page with these links to style sheets."""
    return parse("".join(f"<link {link}>" for link in links).encode(), url=url)


@pytest.fixture
def styled(tmp_path):
    """A folder with a style sheet in it, one beside it, and links between them."""
    (tmp_path / "served" / "css").mkdir(parents=True)
    (tmp_path / "served" / "css" / "a b.css").write_bytes(b"p { content: '\xff' }")
    (tmp_path / "served" / "note.txt").write_text("secret")
    (tmp_path / "outside.css").write_text("secret")
    os.symlink(tmp_path / "outside.css", tmp_path / "served" / "link.css")
    return tmp_path / "served"


def test_a_sheet_is_read_from_the_folder_of_the_page(styled):
    tree = linking("rel=stylesheet href='css/a%20b.css?v=1#x'")
    assert local_sheets(tree, styled, "page.html") == {2: "p { content: '\ufffd' }"}
    assert local_sheets(tree, styled, "css/page.html") == {}


@pytest.mark.parametrize(
    "href",
    ["../outside.css", "link.css", "/etc/passwd", "note.txt", "gone.css", "css", "", "a%00.css", "http://x/a.css"],
)
def test_no_other_file_is_read_as_a_sheet(styled, href):
    assert local_sheets(linking(f"rel=stylesheet href='{href}'"), styled, "page.html") == {}


@pytest.mark.parametrize("rel", ["rel=alternate", "rel='alternate stylesheet'", "rel=icon", ""])
def test_only_links_to_sheets_that_apply_are_followed(styled, rel):
    assert local_sheets(linking(f"{rel} href='css/a b.css'"), styled, "page.html") == {}


def test_a_sheet_that_is_too_large_is_left_out_and_so_are_those_after_twenty(styled):
    (styled / "large.css").write_bytes(bytes(2**20 + 1))
    (styled / "small.css").write_bytes(bytes(2**20))
    links = ["rel=stylesheet href=large.css", *["rel='StyleSheet' href=small.css"] * 30]
    assert list(local_sheets(linking(*links), styled, "page.html")) == list(range(3, 22))


def test_sheets_of_the_web_are_fetched_from_where_the_page_says(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")

    def answer(handler):
        kind = "text/css; charset=latin-1" if handler.path.endswith(".css") else "text/html"
        handler.reply("é".encode("latin-1"), headers={"Content-Type": kind})

    with serving(answer) as server:
        links = (
            "<link rel=stylesheet href=a.css><link rel=stylesheet href=page.html><link rel=stylesheet href=http://[>"
        )
        tree = parse(f"<base href=/base/>{links}".encode(), url=server.url("/x/page.html"))
        assert fetch_sheets(tree, Limits()) == {3: "é"}
        assert server.counts() == {"/base/a.css": 1, "/base/page.html": 1}
        assert fetch_sheets(tree, Limits(private=False)) == {}
        assert sum(server.counts().values()) == 2


def test_pasted_pages_have_no_sheets():
    assert no_sheets(linking("rel=stylesheet href=a.css")) == {}
