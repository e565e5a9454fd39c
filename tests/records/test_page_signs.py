import pytest

from weblode.pages.html import parse
from weblode.records.consensus import measure


def signs(page):
    return measure(parse(page.encode())).signs


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>no links", 0),
        ("<a href=2>2</a> <a href=3>3</a> <a href=4>4</a> <a href=2>next</a>", 3),
        ("<b>1</b> <a href=2>[2]</a> <a href=3><span>[3]</span></a>", 2),
        ("<a href=1>1</a> <b>2</b> <a href=3>3</a> ... <a href=9>9</a>", 2),
        ("<a href=a>1</a> <a href=b>a shop of many things</a> <a href=c>2</a>", 1),
        ("<a href=a>5</a> <a href=b>4</a> <a href=c>4</a>", 1),
        ("<a href=a>2019</a> <a href=b>2020</a>", 0),
    ],
)
def test_links_one_after_the_other_with_rising_numbers_are_a_pager(page, expected):
    assert signs(page)[0] == expected


@pytest.mark.parametrize(
    ("kind", "expected"), [("website", 1), ("Article", -1), ("product", -1), ("", 0), ("blog", 0), ("object", 0)]
)
def test_a_page_says_that_it_is_a_site_or_one_thing(kind, expected):
    assert signs(f'<meta property="og:type" content="{kind}"><p>text')[1] == expected
    assert signs(f'<meta content="{kind}" property=og:type><p>text')[1] == expected


def test_og_type_in_a_text_says_nothing():
    assert signs("<p>use og:type for this")[1] == 0
    assert signs("<title>og:type or og:type</title><meta property=og:type content=article>")[1] == -1
    assert signs("<p>text") == (0, 0)
