"""The page view of a run: what was read on a page, and where."""

import shutil

import pytest
from newspapers import save, site
from workbench.made import viewing


@pytest.mark.parametrize("run", ["saved", "crawled"])
def test_a_witness_leads_to_its_node_in_the_page_as_it_was_read(view, run):
    witness = view.get(f"/ontology/{run}/concept/world.json").json()["instances"][0]["witness"]
    asked = {"address": witness["page"], "xpath": witness["xpath"]}
    found = view.get(f"/ontology/{run}/page.json", params=asked).json()
    start, stop = found["range"]
    assert stop > start > 0
    assert "Harbour bridge opens after ten years" in found["said"]
    assert [each["xpath"] for each in found["statements"] if each["kind"] == "instance"].count(witness["xpath"]) == 1
    shown = view.get(f"/ontology/{run}/shown", params=asked)
    assert f"data-w={start}" in shown.text
    assert "<script" not in shown.text
    assert "sandbox" in shown.headers["content-security-policy"]


def test_a_node_that_is_not_there_any_more_is_told_and_the_page_shown(view):
    page = view.get("/ontology/saved/concept/world.json").json()["witnesses"][0]["page"]
    found = view.get("/ontology/saved/page.json", params={"address": page, "xpath": "/html/body/table[9]"}).json()
    assert (found["range"], "/html/body/table[9]" in found["problem"]) == (None, True)


@pytest.mark.parametrize(
    "address", ["", "/etc/passwd", "../saved/run.json", "http://127.0.0.1:1/", "papers/a/index.html"]
)
def test_only_pages_that_the_run_has_read_are_shown(view, address):
    for path in ("page.json", "shown"):
        answer = view.get(f"/ontology/saved/{path}", params={"address": address})
        assert (answer.status_code, "not a page that this run has read" in answer.json()["error"]) == (404, True)


def test_statements_stand_in_the_order_of_the_page_and_those_without_a_place_last(view):
    page = view.get("/ontology/saved/concept/world.json").json()["witnesses"][0]["page"]
    found = view.get("/ontology/saved/page.json", params={"address": page}).json()
    places = [each["range"] for each in found["statements"]]
    assert found["total"] == len(places) == 5
    assert [place for place in places if place] == sorted(place for place in places if place)
    assert {each["kind"] for each in found["statements"]} == {"concept"}
    assert (found["name"], found["range"], found["said"], found["problem"]) == ("Paper", None, "", "")


def test_a_node_is_told_by_its_text_or_else_by_its_attributes(mine, tmp_path):
    save(tmp_path / "papers", {"a": site()})
    shutil.copytree(mine / "saved", tmp_path / "out")
    for path in (tmp_path / "out" / "taxonomy.json", tmp_path / "out" / "instances.jsonl"):
        path.write_text(path.read_text().replace(f"{mine}/", ""))
    home = tmp_path / "papers" / "a" / "index.html"
    home.write_text(f"{home.read_text()}<img src=map.png alt=Map><p>{'word ' * 200}")
    client = viewing(tmp_path)

    def content(xpath):
        asked = {"address": "papers/a/index.html", "xpath": xpath}
        return client.get("/ontology/out/page.json", params=asked).json()["said"]

    assert content("/html/body/ul/li[1]/a") == "World"
    assert content("/html/body/img") == 'src="map.png" alt="Map"'
    assert content("/html/body/p[41]") == ("word " * 200)[:400]
