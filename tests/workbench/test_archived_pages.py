"""The pages that runs were mined from, from their archives or files of the folder."""

import os
import shutil

import pytest
from newspapers import save, site
from newspapers import site as newspaper
from workbench.made import mined, viewing

from weblode.errors import LimitError, SourceError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.paths import find
from weblode.workbench.archived_pages import Archived, place
from weblode.workbench.run_folders import Runs
from weblode.workbench.workspace import Workspace


def test_reading_a_page_changes_nothing_in_the_folder(view, mine):
    before = {path.name: path.stat().st_mtime_ns for path in (mine / "crawled").iterdir()}
    page = view.get("/ontology/crawled/concept/world.json").json()["witnesses"][0]["page"]
    assert view.get("/ontology/crawled/shown", params={"address": page}).status_code == 200
    assert {path.name: path.stat().st_mtime_ns for path in (mine / "crawled").iterdir()} == before


def test_files_outside_of_the_folder_are_not_read_though_the_run_names_them(tidy):
    client, _ = tidy
    page = client.get("/ontology/saved/concept/world.json").json()["witnesses"][0]["page"]
    assert os.path.isfile(page)
    answer = client.get("/ontology/saved/shown", params={"address": page})
    assert answer.status_code == 404
    assert "start `weblode serve` in a folder that holds these pages" in answer.json()["error"]


def test_paths_of_saved_pages_are_taken_from_the_folder(mine, tmp_path):
    save(tmp_path / "papers", {"a": site()})
    shutil.copytree(mine / "saved", tmp_path / "out")
    for path in (tmp_path / "out" / "taxonomy.json", tmp_path / "out" / "instances.jsonl"):
        path.write_text(path.read_text().replace(f"{mine}/", ""))
    found = viewing(tmp_path).get("/ontology/out/page.json", params={"address": "papers/a/index.html"}).json()
    assert found["name"] == "Paper"


def test_an_xpath_of_a_witness_is_found_in_the_tree_that_is_shown(mine):
    workspace = Workspace(mine)
    run = workspace.runs.get("crawled")
    known = workspace.runs.ontology(run)
    for page, read in known.statements.items():
        _, tree = workspace.archived.page(run, page)
        assert all(find(tree, each.witness.xpath) >= 0 for each in read if each.witness.xpath)


def test_a_place_is_the_nodes_of_an_xpath_and_none_where_there_is_no_such_node():
    tree = parse(b"<ul><li>one<li>two</ul>")
    start, stop = place(tree, "/html/body/ul/li[2]")
    assert tree.text(start, stop) == "two"
    assert [place(tree, xpath) for xpath in ("", "/html/body/ul/li[3]", "no path", "//li")] == [None] * 4


def test_a_tree_is_kept_until_the_run_changes(mine):
    runs = Runs(mine)
    run = runs.get("crawled")
    archived = Archived(runs, Limits())
    home = next(iter(runs.ontology(run).ontology.sites.values()))
    page, tree = archived.page(run, home)
    assert (page.url, tree.url) == (home, home)
    assert archived.page(run, home)[1] is tree


def test_limits_hold_for_archived_pages_too(mine):
    runs = Runs(mine)
    run = runs.get("crawled")
    home = next(iter(runs.ontology(run).ontology.sites.values()))
    with pytest.raises(LimitError, match="--max-nodes"):
        Archived(runs, Limits(nodes=5)).page(run, home)


def test_an_address_that_no_archive_of_the_run_has_is_told(mine):
    runs = Runs(mine)
    with pytest.raises(SourceError, match=r"http://a\.test/ is not in the archive of this run any more"):
        Archived(runs, Limits()).page(runs.get("crawled"), "http://a.test/")


def test_pages_of_a_run_on_an_archive_are_read_from_it(mine, tmp_path):
    (tmp_path / "pages.warc.gz").write_bytes((mine / "crawled" / "pages.warc.gz").read_bytes())
    mined([str(tmp_path / "pages.warc.gz")], tmp_path / "again")
    runs = Runs(tmp_path)
    run = runs.get("again")
    archived = Archived(runs, Limits())
    for home in runs.ontology(run).ontology.sites.values():
        assert "World" in archived.page(run, home)[1].text(0)
    (tmp_path / "pages.warc.gz").unlink()
    with pytest.raises(SourceError, match="is not in the folder of this workbench"):
        Archived(runs, Limits()).page(run, home)


def test_a_file_that_was_given_an_address_is_read_by_it(tmp_path):
    homes = []
    for name in "ab":
        (tmp_path / f"{name}.html").write_text(newspaper()["index.html"])
        homes.append(f"{tmp_path / name}.html=http://{name}.test/")
    mined([*homes, "--depth", "0"], tmp_path / "run")
    runs = Runs(tmp_path)
    page, tree = Archived(runs, Limits()).page(runs.get("run"), "http://a.test/")
    assert (page.name, page.url, tree.text(0)[:5]) == ("http://a.test/", "http://a.test/", "Paper")
