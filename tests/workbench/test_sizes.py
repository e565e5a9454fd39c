import gc
import tracemalloc

import numpy as np
import pytest
from graph.made import large
from workbench.made import viewing

from weblode.graph import files
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.paths import xpath
from weblode.records.repeats import Bounds
from weblode.report.facts import MineResult
from weblode.tree import Tree
from weblode.workbench import pages as pages_module
from weblode.workbench import workspace as workspace_module
from weblode.workbench.outline import columns
from weblode.workbench.records import candidates
from weblode.workbench.run_folders import KnownOntology, ontology_memory
from weblode.workbench.sizes import memory_of, total, tree_bytes

PAGE = "<title>Things</title><ul>" + "".join(
    f"<li><a href=/{i}>Thing {i} of ours</a> <b>{i}.50</b> what it is for <i>new</i>" for i in range(1500)
)


@pytest.mark.parametrize(
    "make",
    [
        lambda tree: [[each.beginning.fields, each][1] for each in candidates(tree, Bounds())],
        lambda tree: columns(outline(tree)),
        lambda _: [bytes(10_000) for _ in range(100)] + [np.zeros(10_000)],
        lambda _: {f"key {i}": ("x" * 1000, i) for i in range(1000)},
    ],
)
def test_what_a_thing_holds_is_told_within_a_factor_of_two(make):
    tree = parse(PAGE.encode())
    make(tree)  # what is made once for all is made now
    gc.collect()
    tracemalloc.start()
    made = make(tree)
    gc.collect()
    real, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert real / 2 < memory_of(made).own < real * 2


def test_what_a_run_found_is_told_within_a_factor_of_two(tmp_path):
    files.write(large(200, 2000), tmp_path)
    tracemalloc.start()
    known = KnownOntology(ontology := files.read(tmp_path), "1", MineResult(ontology))
    assert all((known.statements, known.instance_iris, known.page_iris, known.pairs, known.below, known.addresses))
    assert known.labels
    gc.collect()
    real, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert real / 2 < ontology_memory(known).own < real * 2


def test_a_tree_is_told_apart_with_all_that_it_will_hold():
    tree = parse(PAGE.encode())
    told = memory_of([tree, {"again": tree}])
    assert (told.own < 1000, told.trees) == (True, {id(tree): tree_bytes(tree)})
    assert total([told, memory_of((tree,))]) - told.own - memory_of((tree,)).own == tree_bytes(tree)
    before = tree_bytes(tree)
    kept = [getattr(tree, name) for name in ("parent", "start", "leaves", "text_before")] + list(tree.namesakes)
    assert tree_bytes(tree) == before
    assert 9 * kept[0].nbytes + sum(each.nbytes for each in kept[2:]) < before


def test_paths_that_a_tree_has_written_are_counted():
    tree = parse(PAGE.encode())
    before = tree_bytes(tree)
    paths = sum(len(xpath(tree, u)) for u in tree.elements.tolist())
    assert tree_bytes(tree) - before > paths


def test_caches_hold_trees_and_not_only_the_bytes_of_their_pages(tmp_path, monkeypatch):
    """A page of tags alone has a tree of many times its bytes."""
    room = 2 * 2**20
    monkeypatch.setattr(pages_module, "_TREES", room)
    monkeypatch.setattr(workspace_module, "_CACHE", room)
    client = viewing(tmp_path)
    before = {id(each) for each in gc.get_objects() if isinstance(each, Tree)}
    for number in range(24):
        page = client.post("/pages", content=b"<p>" * 6000 + str(number).encode()).json()["id"]
        for view in ("tables", "outline"):
            assert client.get(f"/{view}/{page}.json").status_code == 200
    gc.collect()
    alive = [each for each in gc.get_objects() if isinstance(each, Tree) and id(each) not in before]
    assert sum(map(tree_bytes, alive)) <= 2 * room + tree_bytes(alive[-1])
