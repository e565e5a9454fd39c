"""Opened pages: kept by their bytes, read again, and nothing outside of the folder."""

import pytest
from loopback import serving
from workbench.made import LIST

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.pages.page import Page
from weblode.tree import Tree
from weblode.workbench.pages import Pages, fetch_page, read_page, title


def test_the_same_page_has_the_same_name(client):
    first, second = (client.post("/pages", json={"html": LIST}).json() for _ in range(2))
    assert first == second


def test_pages_are_there_when_the_workbench_is_started_again(client, workspace):
    page = client.post("/pages", json={"html": LIST}).json()
    again = Pages(workspace.own / "pages", workspace.limits)
    assert isinstance(again.tree(page["id"]), Tree)
    assert [each.id for each in again.recent()] == [page["id"]]


def test_trees_are_kept_only_as_long_as_there_is_room(tmp_path, monkeypatch):
    monkeypatch.setattr("weblode.workbench.pages._TREES", 100)
    pages = Pages(tmp_path, Limits())
    first, second = (pages.add(Page("x", f"<p>{word * 60}".encode())).id for word in "ab")
    assert pages.tree(second) is pages.tree(second)
    assert pages.tree(first).text(0) == "a" * 60


@pytest.mark.parametrize("damage", ["{}", "[]", "rubbish", None])
def test_a_page_whose_files_are_damaged_can_be_opened_again(client, workspace, damage):
    page = client.post("/pages", json={"html": LIST}).json()
    about = workspace.own / "pages" / f"{page['id']}.json"
    about.unlink() if damage is None else about.write_text(damage)
    assert client.get("/pages.json").json()["pages"] == []
    assert client.get(f"/pages/{page['id']}/shown").status_code == 404
    assert client.post("/pages", json={"html": LIST}).json()["id"] == page["id"]
    assert len(client.get("/pages.json").json()["pages"]) == 1


def test_a_page_is_kept_by_its_bytes_its_address_and_its_charset(tmp_path):
    pages = Pages(tmp_path, Limits())
    first = pages.add(Page("a.html", b"<p>a", "http://a.test/", "utf-8"))
    assert pages.add(Page("copy.html", b"<p>a", "http://a.test/", "utf-8")) == first
    others = [
        Page("a.html", b"<p>b", "http://a.test/", "utf-8"),
        Page("a.html", b"<p>a"),
        Page("a.html", b"<p>a", None, "x"),
    ]
    assert len({first.id, *(pages.add(page).id for page in others)}) == 4
    assert (tmp_path / f"{first.id}.html").read_bytes() == b"<p>a"
    assert (first.title, first.size) == ("a.html", 4)


def test_style_sheets_are_kept_with_a_page_and_asked_for_once(tmp_path):
    pages, asked = Pages(tmp_path, Limits()), []

    def sheets(tree):
        asked.append(tree)
        return {2: "p { color: teal }"}

    for _ in range(2):
        page = pages.add(Page("a.html", b"<link rel=stylesheet href=x.css><p>a"), sheets)
    assert len(asked) == 1
    assert "p { color: teal }" in Pages(tmp_path, Limits()).render(page.id)


def test_a_page_beyond_a_limit_is_not_kept(tmp_path):
    with pytest.raises(LimitError):
        Pages(tmp_path / "pages", Limits(nodes=5)).add(Page("a.html", LIST.encode()))
    assert not (tmp_path / "pages").exists()


@pytest.mark.parametrize("id_", ["", "..", "0" * 15, "0" * 16, "A" * 16, "0" * 16 + "\n"])
def test_an_id_that_is_none_is_told(tmp_path, id_):
    with pytest.raises(SourceError, match="was opened here; open it again"):
        Pages(tmp_path, Limits()).get(id_)


def test_only_the_pages_opened_last_are_listed(tmp_path):
    pages = Pages(tmp_path, Limits())
    for number in range(60):
        pages.add(Page(f"{number}.html", f"<p>{number}".encode()))
    assert len(pages.recent()) == 50


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (b"<title> Three \n things </title>", "Three things"),
        (b"<p>none", ""),
        (b"<title></title>", ""),
        (b"<title>" + b"x" * 900, "x" * 200),
    ],
)
def test_the_title_of_a_page_is_one_line_and_short(page, words):
    assert title(parse(page)) == words


def test_a_file_of_the_folder_is_read_under_the_name_that_was_given(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_bytes(b"<p>a")
    for path in ("in/a.html", "in/../in/a.html", str(tmp_path / "in" / "a.html")):
        assert read_page(tmp_path, path, Limits()) == Page(path, b"<p>a")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("..", "is not in"),
        (".", "is not in"),
        ("", "is not in"),
        ("gone.html", "no such file"),
        ("in", "several pages; name a single page"),
    ],
)
def test_what_is_no_single_page_of_the_folder_is_not_read(tmp_path, path, reason):
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.html").write_bytes(b"<p>")
    with pytest.raises(SourceError, match=reason):
        read_page(tmp_path, path, Limits())


def test_a_page_is_fetched_by_its_address_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    (tmp_path / "a.html").write_bytes(b"<p>a")
    with pytest.raises(SourceError, match="is not an address; it begins with http"):
        fetch_page(str(tmp_path / "a.html"), Limits())
    with serving() as server:
        assert fetch_page(server.url("/x"), Limits()).data == b"<p>page /x</p>"
        with pytest.raises(SourceError, match="not a public address"):
            fetch_page(server.url("/y"), Limits(private=False))
        assert server.counts() == {"/x": 1}
