"""What the tests of the workbench share: a desk in an empty folder, and a client that its door knows."""

import pytest
from starlette.testclient import TestClient

from weblode.workbench.app import application
from weblode.workbench.desk import Desk
from weblode.workbench.security import TOKEN


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


@pytest.fixture
def client(desk):
    return TestClient(application(desk), base_url="http://localhost", headers={TOKEN: desk.door.token})


@pytest.fixture
def opened(client):
    """Opens a page by its bytes and gives its name."""

    def opening(html, name="page.html"):
        answer = client.post("/pages", params={"name": name}, content=html)
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    return opening
