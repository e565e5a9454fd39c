"""Results of pages by their bytes and rules."""

import pytest

import weblode
from weblode.limits import DEFAULT, Limits
from weblode.pages.page import Page
from weblode.plans.page_cache import PageCache, digest_of, result_key

PAGE = Page("a", b"<p>", "http://a.example/", "utf-8")


def test_what_was_stored_is_there_again(tmp_path):
    path = str(tmp_path / "c.db")
    with PageCache(path) as cache:
        assert cache.get("k") is None
        cache.put("k", {"a": [1, "ä", None]})
    with PageCache(path) as cache:
        assert cache.get("k") == {"a": [1, "ä", None]}


def test_what_nobody_asks_for_goes(tmp_path):
    path = str(tmp_path / "c.db")
    with PageCache(path) as cache:
        cache.put("k", 1)
        cache.put("l", 2)
    with PageCache(path) as cache:
        cache.get("l")
        cache.remove_unused()
    with PageCache(path) as cache:
        assert (cache.get("k"), cache.get("l")) == (None, 2)


def test_without_a_file_nothing_is_stored():
    with PageCache() as cache:
        cache.put("k", 1)
        cache.remove_unused()
        assert cache.get("k") is None


def test_a_damaged_file_is_begun_anew(tmp_path):
    (tmp_path / "c.db").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with PageCache(str(tmp_path / "c.db")) as cache:
        assert cache.get("k") is None


@pytest.mark.parametrize(
    ("kind", "rule", "page"),
    [
        ("details", "r", PAGE),
        ("list", "s", PAGE),
        ("list", "r", Page("b", b"<p>", "http://a.example/", "utf-8")),
        ("list", "r", Page("a", b"<p>x", "http://a.example/", "utf-8")),
        ("list", "r", Page("a", b"<p>", None, "utf-8")),
        ("list", "r", Page("a", b"<p>", "http://a.example/", None)),
    ],
)
def test_whatever_decides_a_result_is_in_its_key(kind, rule, page):
    assert result_key(kind, rule, page, DEFAULT, learns=True) != result_key("list", "r", PAGE, DEFAULT, learns=True)


def test_limits_learning_and_the_version_are_in_the_key_of_a_result(monkeypatch):
    keys = [result_key("list", "r", PAGE, DEFAULT, learns=True)]
    keys.append(result_key("list", "r", PAGE, Limits(depth=9), learns=True))
    keys.append(result_key("list", "r", PAGE, DEFAULT, learns=False))
    monkeypatch.setattr(weblode, "__version__", "another")
    keys.append(result_key("list", "r", PAGE, DEFAULT, learns=True))
    assert len(set(keys)) == 4


def test_a_digest_does_not_depend_on_the_order_of_keys():
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1}) != digest_of({"a": 2, "b": 1})
