"""Who may come in, and what leaves: each danger of the table in `weblode.workbench.security` is a test."""

import os
import re

import pytest
from starlette.routing import Mount
from starlette.testclient import TestClient
from workbench.made import viewing

from weblode.limits import Limits
from weblode.workbench.app import _shell, application
from weblode.workbench.security import TOKEN, Door
from weblode.workbench.workspace import Workspace

PAGE = {"html": "<ul><li>one<li>two<li>three</ul>"}


@pytest.fixture
def stranger(workspace):
    """A client without the token."""
    return TestClient(application(workspace), base_url="http://localhost")


# ---------------------------------------------------------------- cross-site requests
def test_a_change_without_the_token_is_refused(stranger, workspace):
    assert stranger.post("/pages", json=PAGE).status_code == 403
    assert stranger.post("/pages", json=PAGE, headers={TOKEN: "guess"}).status_code == 403
    assert workspace.pages.recent() == []


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://localhost:1", "http://localhost.evil.test"])
def test_a_change_from_another_origin_is_refused_even_with_the_token(client, workspace, origin):
    answer = client.post("/pages", json=PAGE, headers={"origin": origin})
    assert answer.status_code == 403
    assert "own pages" in answer.json()["error"]
    assert workspace.pages.recent() == []


@pytest.mark.parametrize("origin", ["http://[", "", "localhost", "http://"])
def test_an_origin_that_is_none_is_not_ours(client, origin):
    assert client.post("/pages", json=PAGE, headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(("mode", "kind"), [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")])
def test_another_sites_page_cannot_even_make_us_work(client, site, mode, kind):
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": kind}
    assert client.get("/pages.json", headers=headers).status_code == 403


LED = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
FOREIGN = [LED, LED | {"sec-fetch-site": "same-site"}, {"referer": "https://evil.test/x"}, {"origin": "null"}]
OWN = [
    {},
    {"sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"},
    {"referer": "http://localhost/records"},
]


def addresses(workspace):
    """Every address that the application has, and whether a view for people is drawn there."""
    found = {}
    for route in application(workspace).routes:
        path = re.sub(r"{\w+(:\w+)?}", "x", route.path) + ("/app.js" if isinstance(route, Mount) else "")
        shell = path == "/" or getattr(getattr(route, "endpoint", None), "func", None) is _shell
        found[path] = found.get(path, False) or shell  # what is changed by POST may be looked at by GET
    return found


def test_all_addresses_are_looked_at(workspace):
    known = addresses(workspace)
    assert {"/", "/static/app.js", "/records", "/pages.json", "/ontology/x/query.json", "/ontology/x/answer.x"} <= {
        *known
    }
    assert [path for path, shell in known.items() if shell and re.search(r"\.|/shown$|^/static", path)] == []


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_site_may_lead_to_views_only_and_they_do_nothing_without_a_click(client, workspace, headers):
    for path, shell in addresses(workspace).items():
        for method in ("GET", "HEAD"):
            answer = client.request(method, path, headers=headers, follow_redirects=False)
            assert answer.status_code == (200 if shell else 403), (method, path)
            assert "<script" not in answer.text
            assert workspace.door.token not in answer.text
        assert client.post(path, headers=headers).status_code == 403, path


@pytest.mark.parametrize(
    "path", ["/ontology/x.json", "/records/x.json", "/outline/x/row.json", "/nothing", "/x/../pages.json"]
)
def test_data_is_not_taken_for_a_view_whose_name_ends_like_it(client, path):
    assert client.get(path, headers=LED).status_code == 403


@pytest.mark.parametrize("headers", OWN)
def test_who_types_an_address_or_is_no_browser_or_is_our_page_gets_data_and_views(client, workspace, headers):
    for path, shell in addresses(workspace).items():
        answer = client.get(path, headers=headers)
        assert answer.status_code != 403, path
        assert not shell or workspace.door.token in answer.text
    assert client.get("/pages.json", headers=headers).json()["pages"] == []


def test_another_site_cannot_have_a_question_asked(view):
    """Not by the address of data, and not by that of the view, which would ask for it."""
    q = {"q": "SELECT * { ?a ?b ?c }"}
    for path in ("query.json", "answer.csv", "answer.json"):
        assert view.get(f"/ontology/saved/{path}", params=q, headers=LED).status_code == 403
        assert view.get(f"/ontology/saved/{path}", params=q).status_code == 200
    assert "<script" not in view.get("/ontology/saved/query", params=q, headers=LED).text


def test_a_change_from_our_own_origin_is_taken(client):
    assert client.post("/pages", json=PAGE, headers={"origin": "http://localhost"}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_no_other_method_does_anything_without_the_token(stranger, method):
    assert stranger.request(method, "/pages").status_code == 403


def test_answers_allow_no_other_origin_to_read_them(client):
    headers = client.get("/pages.json", headers={"origin": "http://localhost"}).headers
    assert "access-control-allow-origin" not in headers
    assert headers["cross-origin-resource-policy"] == "same-origin"


# ---------------------------------------------------------------- names that lead here
@pytest.mark.parametrize("host", ["evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "", "evil.test:8765"])
def test_a_foreign_name_for_this_machine_is_not_answered(client, host):
    assert client.get("/pages.json", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:8765", "127.0.0.1:8765", "[::1]:8765", "192.168.0.7"])
def test_this_machine_is_answered_by_its_own_names(client, host):
    assert client.get("/pages.json", headers={"host": host}).status_code == 200


def test_the_name_that_it_was_started_with_is_answered(tmp_path):
    client = TestClient(
        application(Workspace(tmp_path, Door("workspace.example"))), base_url="http://workspace.example:8765"
    )
    assert client.get("/pages.json").status_code == 200


# ---------------------------------------------------------------- what a browser may do with answers
def test_every_answer_says_what_a_browser_may_do_with_it(client):
    for path in ("/records", "/pages.json", "/static/app.js", "/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_shown_page_may_run_and_load_nothing(client, opened):
    policy = client.get(f"/pages/{opened('<p>x')}/shown").headers["content-security-policy"]
    parts = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["sandbox"] == "allow-same-origin"
    assert parts["form-action"] == "'none'"
    assert parts["img-src"] == "data:"
    assert "script-src" not in parts


# ---------------------------------------------------------------- addresses that are not public
@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0/",
        "http://10.0.0.1/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
    ],
)
def test_addresses_that_are_not_public_are_not_asked(tmp_path, address):
    client = viewing(tmp_path, limits=Limits(private=False))
    answer = client.post("/pages", json={"url": address})
    assert answer.status_code == 404
    assert "not a public address" in answer.json()["error"]


def test_other_schemes_are_not_asked(client):
    for address in ("file:///etc/passwd", "ftp://x.test/", "gopher://x.test/", "data:text/html,x", "/etc/passwd"):
        assert client.post("/pages", json={"url": address}).status_code == 404


# ---------------------------------------------------------------- paths
@pytest.mark.parametrize(
    "path", ["../outside.html", "/etc/passwd", "in/../../outside.html", "link.html", "up/outside.html"]
)
def test_a_path_cannot_leave_the_folder(tmp_path, path):
    (tmp_path / "outside.html").write_text("<p>secret")
    folder = tmp_path / "workspace"
    (folder / "in").mkdir(parents=True)
    os.symlink(tmp_path / "outside.html", folder / "link.html")
    os.symlink(tmp_path, folder / "up")
    client = viewing(folder)
    answer = client.post("/pages", json={"path": path})
    assert answer.status_code == 404
    assert "only files of its folder" in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"]
)
def test_static_files_are_those_of_their_folder(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["..", "../x", "a/b", "", "x" * 200, "0" * 16, "%2e%2e%2fx"])
def test_a_page_has_a_name_that_is_no_path(client, name):
    assert client.get(f"/pages/{name}/shown").status_code == 404


# ---------------------------------------------------------------- sizes
def test_an_upload_is_bounded(tmp_path):
    client = viewing(tmp_path, limits=Limits(size=1000))
    large = client.post("/pages?name=x.html", content=b"x" * 1001)
    chunked = client.post("/pages?name=x.html", content=(b"x" * 100 for _ in range(11)))
    assert [large.status_code, chunked.status_code] == [413, 413]
    assert "limit of 1,000 bytes" in chunked.json()["error"]
    assert client.post("/pages?name=x.html", content=b"x" * 1000).status_code == 200
