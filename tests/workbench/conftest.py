"""What the tests of the workbench share: a workspace in an empty folder, and a client that its door knows."""

import shutil

import pytest
from children import PATIENCE
from loopback import serving
from newspapers import answering, save, site
from starlette.testclient import TestClient
from workbench.made import SCRIPT, mined, viewing

from weblode.workbench import jobs, query
from weblode.workbench.app import application
from weblode.workbench.security import TOKEN
from weblode.workbench.workspace import Workspace


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Limits by the clock are wide, for busy machines; tests of such a limit set their own."""
    monkeypatch.setattr(query, "SECONDS", PATIENCE)
    monkeypatch.setattr(jobs, "PATIENCE", PATIENCE)


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path)


@pytest.fixture
def client(workspace):
    return TestClient(application(workspace), base_url="http://localhost", headers={TOKEN: workspace.door.token})


@pytest.fixture
def opened(client):
    """Opens a page by its bytes and gives its name."""

    def opening(html, name="page.html"):
        answer = client.post("/pages", params={"name": name}, content=html)
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    return opening


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """A folder with a run on saved pages, `saved`, and one on the web, `crawled`."""
    folder = tmp_path_factory.mktemp("mine")
    mined(save(folder / "papers", dict.fromkeys("abc", site())), folder / "saved")
    pages = {name: text + SCRIPT for name, text in site().items()}
    with serving(answering(pages)) as one, serving(answering(pages)) as other:
        mined([one.url(), other.url()], folder / "crawled")
    return folder


@pytest.fixture(scope="module")
def view(mine):
    """A client of a workbench in that folder, for tests that change nothing."""
    return viewing(mine)


@pytest.fixture
def tidy(mine, tmp_path):
    """A client of a workbench with a run of its own, `saved`, and that run's folder."""
    shutil.copytree(mine / "saved", tmp_path / "saved")
    return viewing(tmp_path), tmp_path / "saved"


@pytest.fixture
def folder(tmp_path):
    """A folder with two newspapers in it, `north` and `south`."""
    save(tmp_path / "served", dict.fromkeys(("north", "south"), site()))
    return tmp_path / "served"
