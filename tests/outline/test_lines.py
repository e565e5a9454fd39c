"""Which texts of a page are read as one."""

import pytest
from outline.test_atoms import texts


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h1>Contact <span>Us</span></h1>", ["Contact Us"]),
        ("<li><b>Big</b></li><li>sale</li>", ["Big", "sale"]),
        ("<li><span>Save 10%</span> <span>on two items</span></li>", ["Save 10% on two items"]),
        ("<p>The <b>board count</b> is the sum <i>of all</i> ends.</p>", ["The board count is the sum of all ends."]),
        ("<p>one <i>two</i>.</p>", ["one two."]),
        ("<p>\u6771\u4eac<b>\u30bf\u30ef\u30fc</b></p>", ["\u6771\u4eac\u30bf\u30ef\u30fc"]),
        ("<p dir=rtl>\u05e6\u05d5\u05e8 <b>\u05e7\u05e9\u05e8</b></p>", ["\u05e6\u05d5\u05e8 \u05e7\u05e9\u05e8"]),
    ],
)
def test_a_text_that_markup_divides_is_one(page, expected):
    assert texts(page) == expected


@pytest.mark.parametrize(
    "page",
    [
        "<p><b>Colour</b> red</p>",  # a label at the beginning of a line
        "<p><span>News</span><span>Sport</span></p>",  # tabs
        "<p><i>Size:</i> <u>wide</u></p>",
        "<p>News<br>Sport</p>",
        "<p>News</p>Sport",
        "<td>News<td>Sport",
        "<p>News <input> Sport</p>",
        "<p>News <img src=x> Sport</p>",
    ],
)
def test_texts_that_are_read_apart_stay_so(page):
    assert len(texts(f"<table><tr>{page}</table>" if page.startswith("<td") else page)) == 2


def test_the_only_link_of_a_line_and_the_text_around_it_are_one_if_text_is_before_it():
    assert texts("<li>Live chat: <a href=x>start</a> now</li>") == ["Live chat: start now"]
    assert texts("<li><a href=x>Guide</a> (2 MB)</li>") == ["Guide", "(2 MB)"]
    assert texts("<li><span>12 May</span> <a href=x>Open day</a></li>") == ["12 May", "Open day"]
    assert texts("<li>1. <a href=x>Open day</a></li>") == ["1.", "Open day"]
    assert texts("<p>Tags: <a href=x>tea</a>, <a href=y>rice</a></p>") == ["Tags:", "tea", ",", "rice"]


def test_a_topic_with_a_colon_is_apart_from_the_title_after_it():
    assert texts("<li>FASHION: <a href=x>The stripes are back</a></li>") == ["FASHION:", "The stripes are back"]


def test_a_sentence_goes_on_in_the_next_line_in_lower_case_or_with_a_bracket():
    assert texts("<p>All countries<br>(for tourists)<br>are on our pages:<br>more</p>") == [
        "All countries (for tourists) are on our pages:",
        "more",
    ]


def test_bars_and_bullets_divide_texts():
    assert texts("<p>News <i>|</i> Sport</p>") == ["News", "|", "Sport"]
