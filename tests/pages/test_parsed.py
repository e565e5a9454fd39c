"""Trees that are made once."""

import pytest

from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages import parsed
from weblode.pages.page import Page
from weblode.pages.parsed import TreeCache

ONE, TWO = Page("a.html", b"<p>one" * 10), Page("b.html", b"<p>two" * 10)


def test_a_page_is_parsed_once():
    trees = TreeCache()
    assert trees.tree(ONE, "http://a/") is trees.tree(ONE, "http://a/")
    assert trees.tree(ONE, "http://b/") is not trees.tree(ONE, "http://a/")


def test_the_first_trees_stay_and_those_beyond_the_bound_are_made_again():
    trees = TreeCache(most=TreeCache().tree(ONE, None).nbytes)
    assert trees.tree(ONE, None) is trees.tree(ONE, None)
    assert trees.tree(TWO, None) is not trees.tree(TWO, None)
    trees.clear()
    assert trees.tree(TWO, None) is trees.tree(TWO, None)


def test_a_page_over_a_limit_is_refused_each_time_and_parsed_once(monkeypatch):
    calls = []
    original = parsed.parse
    monkeypatch.setattr(parsed, "parse", lambda *given, **options: calls.append(1) or original(*given, **options))
    trees = TreeCache(Limits(nodes=5))
    for _ in range(2):
        with pytest.raises(LimitError, match="--max-nodes"):
            trees.tree(ONE, None)
    assert len(calls) == 1
