"""The modules of the outline that are compiled give what the Python ones give."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from outline.made import PAGE
from strategies import SOUP

from weblode.outline import compiled
from weblode.outline.build import outline
from weblode.outline.structure import RULES
from weblode.pages.html import parse
from weblode.style.cascade import style

CASES = sorted((Path(__file__).parents[1] / "cases" / "outline").iterdir())
COLUMNS = ("parent", "end", "depth", "label", "kind")
ATOMS = ("node", "first", "stop", "link", "path", "rank", "mark", "strong", "table", "control", "colon")


@pytest.fixture(scope="module", autouse=True)
def implementation():
    """Both are compared here."""
    pytest.importorskip("weblode.outline.compiled.structure", reason="the modules of the outline are not compiled")


def columns(page, package, **options):
    """The columns of a page's outline and of its atoms, by the modules in a package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "fastest", lambda name: import_module(f"{package}.{name}"))
        found = outline(parse(page), **options)
    return [getattr(found, name) for name in COLUMNS] + [getattr(found.atoms, name) for name in ATOMS]


def same(page, **options):
    one, other = (columns(page, package, **options) for package in ("weblode.outline", "weblode.outline.compiled"))
    for left, right in zip(one, other, strict=True):
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_both_implementations_give_the_same_outlines_of_cases(case):
    page = (case / "page.html").read_bytes()
    same(page)
    same(page, method="ontominer")
    same(page, frequent=["news"])


@given(SOUP)
@settings(max_examples=300, deadline=None)
def test_both_implementations_give_the_same_outlines(soup):
    same(soup.encode())


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_both_implementations_give_the_same_outlines_of_several_copies(soup):
    same((PAGE + 3 * f"<div><h3>x</h3><ul><li>{soup}</ul></div>").encode())


@pytest.mark.parametrize("rule", RULES)
def test_rules_can_be_left_out_of_both(rule):
    tree = parse(b"".join((case / "page.html").read_bytes() for case in CASES))
    drafts = []
    for package in ("weblode.outline", "weblode.outline.compiled"):
        atoms = import_module("weblode.outline.atoms").atoms(tree, style(tree))
        draft = import_module(f"{package}.structure").draft_by_structure(
            tree, atoms, rules=[name for name in RULES if name != rule]
        )
        drafts.append((draft.label, draft.below, draft.root))
    assert drafts[0] == drafts[1]
