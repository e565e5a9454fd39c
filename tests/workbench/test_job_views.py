import pytest
from newspapers import save, site

ORDER = {"homes": ["north", "south"], "name": "news", "options": {"depth": 0}}


@pytest.fixture
def served(workspace, client):
    """The client of a workspace with two saved sites; jobs end with it."""
    save(workspace.folder, dict.fromkeys(("north", "south"), site()))
    with client:
        yield client


def test_a_job_is_started_watched_and_listed(served, workspace):
    assert served.get("/jobs.json").json()["jobs"] == []
    id_ = served.post("/jobs", json=ORDER).json()["id"]
    workspace.jobs.wait(id_)
    job = served.get(f"/jobs/{id_}.json").json()
    assert (job["state"], job["name"], job["options"]) == ("finished", "news", {"depth": 0})
    assert job["figures"]["concept"] > 0
    assert [each["id"] for each in served.get("/jobs.json").json()["jobs"]] == [id_]
    assert served.post(f"/jobs/{id_}/go-on").json()["state"] == "running"


def test_a_job_is_told_to_stop(served, workspace):
    id_ = served.post("/jobs", json=ORDER).json()["id"]
    served.post(f"/jobs/{id_}/stop")
    assert workspace.jobs.wait(id_).state in ("stopped", "finished")


def test_jobs_end_with_the_server(workspace, client):
    save(workspace.folder, dict.fromkeys(("north", "south"), site()))
    with client:
        id_ = client.post("/jobs", json=ORDER).json()["id"]
    assert workspace.jobs.get(id_).state != "running"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ({}, "needs 'homes'"),
        (ORDER | {"name": "../x"}, "not allowed as a folder name"),
        (ORDER | {"homes": ["/etc"]}, "leads out of the served folder"),
        (ORDER | {"homes": ["--help"]}, "not a home page"),
        (ORDER | {"options": {"output": "x"}}, "not an option of a job"),
    ],
)
def test_what_a_job_must_not_do_is_refused(served, order, reason):
    answer = served.post("/jobs", json=order)
    assert answer.status_code == 400
    assert reason in answer.json()["error"]
    assert served.get("/jobs.json").json()["jobs"] == []


def test_options_are_shown_with_their_defaults(served):
    options = served.get("/jobs.json").json()["options"]
    assert (options["depth"], options["max_pages"], options["max_per_concept"]) == (1, 1000, None)


def test_an_unknown_job_is_not_found(served):
    assert served.get("/jobs/none.json").status_code == 404
