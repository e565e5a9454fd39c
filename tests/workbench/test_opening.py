import pytest
from loopback import serving

from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.tree import Tree
from weblode.workbench.pages import Pages

LIST = "<title>Three things</title><ul><li>one<li>two<li>three</ul>"


def test_a_pasted_page_is_opened_and_shown(client):
    page = client.post("/pages", json={"html": LIST}).json()
    assert page["title"] == "Three things"
    assert "three" in client.get(f"/pages/{page['id']}/shown").text


def test_a_file_of_the_folder_is_opened_with_the_style_sheet_beside_it(client, workspace):
    (workspace.folder / "site").mkdir()
    (workspace.folder / "site" / "style.css").write_text("li { color: teal }")
    (workspace.folder / "site" / "page.html").write_text(f"<link rel=stylesheet href='style.css?v=1'>{LIST}")
    page = client.post("/pages", json={"path": "site/page.html"}).json()
    assert page["name"] == "site/page.html"
    assert "li { color: teal }" in client.get(f"/pages/{page['id']}/shown").text


def test_an_uploaded_page_keeps_its_name_and_its_bytes(client):
    page = client.post("/pages", params={"name": "café.html"}, content="<p>naïve".encode("latin-1")).json()
    assert page["name"] == page["title"] == "café.html"
    assert "naïve" in client.get(f"/pages/{page['id']}/shown").text


def test_the_same_page_has_the_same_name(client):
    first, second = (client.post("/pages", json={"html": LIST}).json() for _ in range(2))
    assert first == second


def test_pages_are_there_when_the_workbench_is_started_again(client, workspace):
    page = client.post("/pages", json={"html": LIST}).json()
    again = Pages(workspace.own / "pages", workspace.limits)
    assert isinstance(again.tree(page["id"]), Tree)
    assert [each.id for each in again.recent()] == [page["id"]]


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


@pytest.mark.parametrize("view", ["/pages", "/records", "/outline", "/tables"])
def test_the_pages_that_were_opened_are_listed(client, view):
    assert client.get(f"{view}.json").json()["pages"] == []
    page = client.post("/pages", json={"html": LIST}).json()
    assert client.get(f"{view}.json").json()["pages"] == [page]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not JSON"),
        (b"[]", "must be a JSON object"),
        (b"{}", "needs 'url'"),
        (b'{"html": ""}', "needs 'html'"),
        (b'{"html": 7}', "needs 'html'"),
        (b"[" * 100_000, "not JSON"),
        (b'{"html": "<p>x", "url": "http://a/\\ud800"}', "surrogates"),
    ],
)
def test_a_request_that_makes_no_sense_is_told_so(client, body, reason):
    answer = client.post("/pages", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert reason in answer.json()["error"]


def test_an_empty_file_is_told_so(client):
    assert client.post("/pages?name=x.html").json() == {"error": "the file is empty; choose one that holds a page"}


def test_what_is_not_there_is_a_line_of_json(client):
    assert client.get("/nothing").json() == {"error": "Not Found"}
    assert client.get(f"/records/{'0' * 16}.json").status_code == 404


def test_trees_are_kept_only_as_long_as_there_is_room(tmp_path, monkeypatch):
    monkeypatch.setattr("weblode.workbench.pages._TREES", 100)
    pages = Pages(tmp_path, Limits())
    first, second = (pages.add(Page("x", f"<p>{word * 60}".encode())).id for word in "ab")
    assert pages.tree(second) is pages.tree(second)
    assert pages.tree(first).text(0) == "a" * 60


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000])
def test_a_path_that_no_file_can_have_is_told(client, path):
    assert client.post("/pages", json={"path": path}).status_code == 404


def test_a_folder_that_cannot_be_written_is_told(client, workspace):
    (workspace.folder / "workbench").write_text("in the way")
    answer = client.post("/pages", json={"html": LIST})
    assert answer.status_code == 500
    assert answer.json()["error"].startswith("the request failed: ")


@pytest.mark.parametrize("damage", ["{}", "[]", "rubbish", None])
def test_a_page_whose_files_are_damaged_can_be_opened_again(client, workspace, damage):
    page = client.post("/pages", json={"html": LIST}).json()
    about = workspace.own / "pages" / f"{page['id']}.json"
    about.unlink() if damage is None else about.write_text(damage)
    assert client.get("/pages.json").json()["pages"] == []
    assert client.get(f"/pages/{page['id']}/shown").status_code == 404
    assert client.post("/pages", json={"html": LIST}).json()["id"] == page["id"]
    assert len(client.get("/pages.json").json()["pages"]) == 1
