"""The types of segments: by what elements and roles say, by what the models make of the rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import NESTED, SOUP, written

from weblode.models import parameters
from weblode.outline.segment_types import FACTS, REGIONS, TYPES, facts, segment_types
from weblode.outline.segments import segments
from weblode.pages.html import parse

MENU = "<ul><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Contact</a></ul>"
STORY = (
    "<h2>Storm</h2>" + "<p>It blew all night, and in the morning the trees lay across the road to the harbour.</p>" * 3
)


def types(page, starts=None):
    tree = parse(page.encode(errors="replace"))
    firsts = segments(tree) if starts is None else np.array(starts, dtype=np.int32)
    return [(each.type, each.region) for each in segment_types(tree, firsts)]


@given(SOUP | NESTED.map(written))
@settings(max_examples=100, deadline=None)
def test_every_segment_of_any_page_has_a_type_and_a_region(page):
    tree = parse(page.encode(errors="replace"))
    starts = segments(tree)
    found = segment_types(tree, starts)
    assert len(found) == len(starts)
    assert all(each.type in TYPES and each.region in REGIONS for each in found)
    assert np.isfinite(facts(tree, starts)).all() if len(starts) else found == []


@pytest.mark.parametrize(
    ("around", "region"),
    [("header", "header"), ("footer", "footer"), ("aside", "sidebar"), ("main", "main"), ("div role=Banner", "header")],
)
def test_a_landmark_says_the_region(around, region):
    page = f"<div>{STORY}</div><{around}><p>a</p></{around.split()[0]}><div>{STORY}</div>"
    assert types(page, [0, 4, 5])[1][1] == region


@pytest.mark.parametrize("around", ["nav", "div role=navigation"])
def test_a_landmark_says_what_is_navigation(around):
    assert types(f"<{around}>{STORY}</{around.split()[0]}>", [0])[0][0] == "navigation"


def test_the_header_of_an_article_is_not_that_of_the_page():
    page = f"<div>{MENU}</div><main><article><header><p>By Ada</p></header>{STORY}</article></main>"
    assert types(page, [0, 3, 4])[1][1] == "main"


def test_fields_with_few_texts_in_a_form_are_a_form_and_texts_in_frames_an_advert():
    form = "<form><label>Name</label><input><label>Mail</label><input><button>Send</button></form>"
    page = f"<div>{STORY}</div>{form}<ins><iframe>buy this</iframe></ins>"
    assert [kind for kind, _ in types(page, [0, 4, 7])] == ["article", "form", "advert"]


def test_nothing_but_headings_are_a_title():
    page = f"<title>Harbour news</title><h1>Weather</h1><div>{STORY}</div>"
    assert [kind for kind, _ in types(page, [0, 1, 2])] == ["title", "title", "article"]


def test_menus_stories_and_lists_are_told_apart():
    links = "".join(f"<li><a href={i}>The long title of a story that is number {i}</a>" for i in range(9))
    page = (
        f"<div>{MENU}</div><div>{STORY}</div><div><h3>More</h3><ul>{links}</ul></div><div><p>© 2013 Imprint</p></div>"
    )
    found = types(page, [0, 3, 7, 17])
    assert [kind for kind, _ in found[:3]] == ["navigation", "article", "list"]
    assert [found[0][1], found[1][1], found[3][1]] == ["header", "main", "footer"]


def test_the_header_comes_first_and_the_footer_last():
    names = {"header": 0, "main": 1, "sidebar": 1, "footer": 2}
    page = "".join(f"<div id={name}>{MENU}</div>" for name in ("footer", "header", "content", "footer", "header") * 4)
    order = [names[region] for _, region in types(page, range(0, 60, 3))]
    assert order == sorted(order)


def test_every_fact_has_a_weight_in_every_class():
    weights = parameters("outline/segment_types.json")
    assert {name: tuple(each) for name, each in weights.items()} == {"type": TYPES, "region": REGIONS}
    assert all(set(each) == {"bias", *FACTS} for model in weights.values() for each in model.values())
