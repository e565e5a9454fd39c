"""The measure of next pages and numbered pages, by hand-made cases."""

import json

from weblode.evaluate.pagination import PaginationGold, PaginationScore, golds, halves, sets

URL = "http://www.shop.example/lamps"


def gold(next_pages=(), pages=(), site="shop"):
    plain = "shop.example/lamps{}".format
    return PaginationGold(None, site, URL, frozenset(map(plain, next_pages)), frozenset(map(plain, pages)))


def test_a_next_page_is_right_however_it_is_written():
    score = PaginationScore()
    assert score.add(gold(["?page=2"]), "?page=2", [])
    assert score.add(gold(["?page=2"]), "https://shop.example/lamps?page=2#top", [])
    assert not score.add(gold(["?page=2"]), "?page=3", [])
    assert not score.add(gold(["?page=2"]), None, [])
    assert score.next_rate == 0.5


def test_no_next_page_is_right_where_there_is_none():
    score = PaginationScore()
    assert score.add(gold(), None, [])
    assert not score.add(gold(), "?page=2", [])
    assert (score.claims, score.without) == (1, 2)


def test_numbered_pages_are_sets():
    score = PaginationScore()
    score.add(gold(pages=["?page=1", "?page=2"]), None, ["?page=2", "/lamps?page=2", "?page=9"])
    assert (score.pages.precision, score.pages.recall) == (0.5, 0.5)
    assert str(score).startswith("next page 1.000 (1/1), claimed on 0 of 1 without one; pages: P 0.500")


def test_every_second_site_is_one_that_was_read():
    parts = halves([gold(site=name) for name in "dcbaa"])
    assert {half: sorted(each.site for each in pages) for half, pages in parts.items()} == {
        "read": ["a", "a", "c"],
        "other": ["b", "d"],
    }


def test_the_gold_of_a_folder_is_read(tmp_path):
    rows = [{"page": "1.html", "site": "shop", "url": URL, "next": ["?page=2"], "pages": ["#", "?page=2"]}]
    (tmp_path / "pagination").mkdir()
    (tmp_path / "pagination" / "gold.json").write_text(json.dumps(rows))
    [folder] = sets(tmp_path)
    [own] = golds(folder)
    assert own.path == folder / "pages" / "1.html"
    assert own.pages == {"shop.example/lamps", "shop.example/lamps?page=2"}
