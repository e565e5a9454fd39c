"""Folders with runs, and clients of workbenches in them."""

from click.testing import CliRunner
from starlette.testclient import TestClient

from weblode.cli import main
from weblode.workbench.app import application
from weblode.workbench.job_orders import JobOrder
from weblode.workbench.security import TOKEN
from weblode.workbench.workspace import Workspace

SCRIPT = "<script>document.title='ran'</script>"
CONCEPTS = "SELECT ?concept ?label { ?concept a skos:Concept ; skos:prefLabel ?label } ORDER BY ?label"


def mined(homes, folder):
    done = CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0", "--concurrency", "8"])
    assert done.exit_code == 0, done.output


def viewing(folder, **options):
    """A client that the door of a workbench in a folder knows."""
    workspace = Workspace(folder, **options)
    return TestClient(application(workspace), base_url="http://localhost", headers={TOKEN: workspace.door.token})


def labels(client, run="saved"):
    return {each["label"] for each in client.get(f"/ontology/{run}.json").json()["concepts"]}


def edit(client, *several, **what):
    return client.post("/ontology/saved/edit", json={"edits": [*several, *([what] if what else [])]})


def order(*homes, name="news", **options):
    return JobOrder(homes, name, options)


LIST = "<title>Three things</title><ul><li>one<li>two<li>three</ul>"
