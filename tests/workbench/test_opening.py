import pytest
from workbench.made import LIST


def test_a_pasted_page_is_opened_and_shown(client):
    page = client.post("/pages", json={"html": LIST}).json()
    assert page["title"] == "Three things"
    assert "three" in client.get(f"/pages/{page['id']}/shown").text


def test_an_uploaded_page_keeps_its_name_and_its_bytes(client):
    page = client.post("/pages", params={"name": "café.html"}, content="<p>naïve".encode("latin-1")).json()
    assert page["name"] == page["title"] == "café.html"
    assert "naïve" in client.get(f"/pages/{page['id']}/shown").text


@pytest.mark.parametrize("view", ["/pages", "/records", "/outline", "/tables"])
def test_the_pages_that_were_opened_are_listed(client, view):
    assert client.get(f"{view}.json").json()["pages"] == []
    page = client.post("/pages", json={"html": LIST}).json()
    assert client.get(f"{view}.json").json()["pages"] == [page]


def test_an_empty_file_is_told_so(client):
    assert client.post("/pages?name=x.html").json() == {"error": "the file is empty; choose one that holds a page"}


def test_what_is_not_there_is_a_line_of_json(client):
    assert client.get("/nothing").json() == {"error": "Not Found"}
    assert client.get(f"/records/{'0' * 16}.json").status_code == 404


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000])
def test_a_path_that_no_file_can_have_is_told(client, path):
    assert client.post("/pages", json={"path": path}).status_code == 404


def test_a_folder_that_cannot_be_written_is_told(client, workspace):
    (workspace.folder / "workbench").write_text("in the way")
    answer = client.post("/pages", json={"html": LIST})
    assert answer.status_code == 500
    assert answer.json()["error"].startswith("the request failed: ")
