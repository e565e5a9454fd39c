"""Pipes and devices where the workbench expects files: it waits for none."""

import ast
import os
import shutil
from pathlib import Path

import pytest
from workbench.made import CONCEPTS, viewing

SOURCE = Path(__file__).parents[2] / "src" / "weblode" / "workbench"
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")


@pytest.mark.parametrize("sort", ["pipe", "device"])
def test_no_file_of_the_workbench_is_a_pipe(tmp_path, sort):
    def put(path):
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path) if sort == "pipe" else os.symlink("/dev/zero", path)

    for name in ("page.html", "a.css"):
        put(tmp_path / name)
    (tmp_path / "styled.html").write_text("<link rel=stylesheet href=a.css><ul><li>one<li>two<li>three</ul>")
    for path in ("pages/0123456789abcdef.json", "jobs/0123456789abcdef.json", "rules/mine.json"):
        put(tmp_path / "workbench" / path)
    client = viewing(tmp_path)
    assert client.post("/pages", json={"path": "page.html"}).status_code == 404
    page = client.post("/pages", json={"path": "styled.html"}).json()["id"]
    assert client.get("/pages.json").json()["pages"][0]["id"] == page
    assert client.get("/pages/0123456789abcdef/shown").status_code == 404
    assert client.get("/jobs.json").json()["jobs"] == []
    assert client.post("/jobs", json={"homes": ["page.html"], "name": "x"}).status_code == 400
    assert "not a file" in client.get(f"/records/{page}.json?rule=mine").json()["problem"]
    assert client.post(f"/records/{page}/rule", json={"name": "mine", "replace": True}).status_code == 400
    for suffix in ("html", "sheets"):
        put(tmp_path / "workbench" / "pages" / f"{page}.{suffix}")
    assert viewing(tmp_path).get(f"/pages/{page}/shown").status_code in (404, 500)


RUN = """taxonomy.json instances.jsonl run.json changes.json edits.jsonl mine.lock pages.index.jsonl pages.warc.gz
taxonomy.ttl"""


@pytest.mark.parametrize(
    "name", [*RUN.split(), "graph/CURRENT", "graph/LOCK", "graph/MANIFEST-000005", "mined/taxonomy.json"]
)
def test_no_file_of_a_run_is_a_pipe(mine, tmp_path, name):
    run_folder = tmp_path / "crawled"
    shutil.copytree(mine / "crawled", run_folder)
    (run_folder / name).unlink(missing_ok=True)
    (run_folder / name).parent.mkdir(exist_ok=True)
    os.mkfifo(run_folder / name)
    client = viewing(tmp_path)
    for address in ("", "/crawled", "/crawled/edits", "/crawled/concept/world"):
        assert client.get(f"/ontology{address}.json").status_code in (200, 400, 404, 500)
    for address in (f"query.json?q={CONCEPTS}", "files/taxonomy.ttl", "files/instances.jsonl"):
        answer = client.get(f"/ontology/crawled/{address}")
        assert "no answer within" not in answer.text
    for page in (client.get("/ontology/crawled/concept/world.json").json().get("urls") or [])[:1]:
        client.get("/ontology/crawled/page.json", params={"address": page})
    edit = {"edits": [{"kind": "rename", "concepts": ["world"], "label": "Globe"}]}
    assert client.post("/ontology/crawled/edit", json=edit).status_code in (200, 400, 404, 500)


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*.py")), ids=lambda path: path.name)
def test_the_workbench_opens_files_in_one_way(path):
    """But for what is its own: the files it is made of, and those it has just written."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    ways = [ast.unparse(each) for each in calls]
    opened = [way for way in ways if way == "open" or way.endswith((".open", ".read_bytes", ".read_text"))]
    assert len(opened) == {"app.py": 1, "files.py": 1}.get(path.name, 0), opened
