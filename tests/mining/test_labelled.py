"""The taxonomy of labels that were read elsewhere is the very same as that of `mine`."""

import pyarrow as pa
import pytest
from crawls import batch
from made_homes import made_homes, mined
from pyarrow import parquet

from weblode.batches import process
from weblode.batches.label_rows import read_pages
from weblode.demo.vocabulary import KINDS
from weblode.mining.labelled import labelled_ontology, mine_labels
from weblode.mining.miner import MineOptions

BARE = ("http://bare.example/", b"<p>Nothing is here")
PICTURE = ("http://picture.example/", b"\x89PNG\r\n\x1a\n" + bytes(40))


def judged(pages, **options):
    rows = process([batch(pages[:2]), batch(pages[2:])], "labels")
    return labelled_ontology(read_pages(rows), options=MineOptions(**options))


def all_of(ontology):
    """An ontology with the order of what it has."""
    return ontology, list(ontology.sites.items())


@pytest.mark.parametrize("kind", KINDS)
def test_the_taxonomy_of_rows_is_that_of_their_pages(tmp_path, kind):
    pages = made_homes(kind)
    ontology = judged(pages)
    assert len(ontology.concepts) > 20
    assert len(ontology.broader) > 10
    assert all_of(ontology) == all_of(mined(pages, tmp_path / "homes"))


@pytest.mark.parametrize("options", [{"support": 3}, {"semantics": True}])
def test_support_and_semantics_are_those_of_mine(tmp_path, options):
    pages = made_homes("news")
    ontology = judged(pages, **options)
    assert ontology == mined(pages, tmp_path / "homes", **options)
    assert ontology != judged(pages)


def test_pages_of_one_site_are_one_site_and_what_is_lost_is_noted(tmp_path):
    pages = made_homes("news", sites=3)
    again = (f"{pages[1][0]}uk/", pages[2][1])
    several = [BARE, *pages, again]
    ontology = judged(several)
    assert all_of(ontology) == all_of(mined(several, tmp_path / "homes"))
    assert len(ontology.sites) == 4
    failed = judged([*several, PICTURE, pages[0]])
    assert failed.concepts == ontology.concepts
    assert [page.name for page in failed.dropped if page.kind == "page"] == [PICTURE[0], BARE[0]]


def test_the_labels_of_one_site_need_no_support(tmp_path):
    pages = made_homes("news", sites=1)
    assert judged(pages) == mined(pages, tmp_path / "homes")


def test_rows_in_files_are_judged_into_a_folder_and_warnings_are_few(tmp_path):
    pages = [*made_homes("shop"), *((f"http://bare{i}.example/", BARE[1]) for i in range(30))]
    parquet.write_table(pa.Table.from_batches(process([batch(pages)], "labels")), tmp_path / "a.parquet")
    result = mine_labels([tmp_path / "a.parquet"], tmp_path / "out")
    assert result.ontology == judged(pages)
    assert (tmp_path / "out" / "taxonomy.ttl").exists()
    assert result.warnings[-1] == "and 10 pages more; the results list all of them as dropped"
    assert len(result.warnings) == 21
    assert result.figures["page"] == 34
    again = mine_labels([tmp_path / "a.parquet"], tmp_path / "out")
    assert again.changes is not None
    assert not again.changes.concepts
    assert mine_labels([tmp_path / "a.parquet"]).ontology == result.ontology
