"""The served folder: results of its pages, kept while they are there."""

import pytest
from workbench.made import LIST

from weblode.errors import SourceError
from weblode.limits import Limits
from weblode.pages.page import Page
from weblode.workbench.workspace import Workspace


@pytest.fixture
def page(workspace):
    return workspace.pages.add(Page("list.html", LIST.encode())).id


def test_a_result_is_made_once_for_a_page_and_a_key(workspace, page):
    made = []

    def make(tree):
        made.append(tree)
        return tree.text(0)

    first = workspace.cached(page, "text", make)
    assert "three" in first
    assert workspace.cached(page, "text", make) is first
    assert len(made) == 1
    workspace.cached(page, "other", make)
    other = workspace.pages.add(Page("other.html", b"<p>other")).id
    assert workspace.cached(other, "text", make) == "other"
    assert len(made) == 3


def test_a_page_that_is_gone_has_no_results_any_more(workspace, page):
    workspace.cached(page, "text", lambda tree: tree.text(0))
    (workspace.own / "pages" / f"{page}.json").unlink()
    with pytest.raises(SourceError, match="open it again"):
        workspace.cached(page, "text", lambda tree: tree.text(0))


def test_a_failure_is_not_kept(workspace, page):
    def fail(_):
        raise ValueError("once")

    with pytest.raises(ValueError, match="once"):
        workspace.cached(page, "text", fail)
    assert workspace.cached(page, "text", len) > 3


def test_a_new_workspace_writes_nothing(tmp_path):
    workspace = Workspace(tmp_path / "served")
    assert (workspace.pages.recent(), workspace.runs.all(), workspace.jobs.recent()) == ([], {}, [])
    assert list(tmp_path.iterdir()) == []


def test_the_limits_hold_for_its_pages(tmp_path):
    small = Workspace(tmp_path, limits=Limits(nodes=5))
    assert small.limits is small.pages.limits
    with pytest.raises(Exception, match="--max-nodes"):
        small.pages.add(Page("list.html", LIST.encode()))
