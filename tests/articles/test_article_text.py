"""The body of an article as plain text and as Markdown."""

import pytest
from hypothesis import given, settings
from strategies import BYTES

from weblode.articles.article_text import body_markdown, body_text
from weblode.articles.blocks import blocks
from weblode.pages.html import parse

TABLE = "<table><tr><th>Day<th>Rain<tr><td>Monday<td>3 | 4<tr><td>Tuesday<td><a href=/x>none</a></table>"


def markdown(page, url="http://news.example/a/b.html"):
    lines = blocks(parse(page.encode(), url=url))
    return body_markdown(lines, range(len(lines)))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>One</p><p>two</p>", "One\n\ntwo"),
        ("<h2>One</h2><h4>two <i>three</i></h4>", "## One\n\n#### two three"),
        ("<ul><li>One<li>two</ul><p>three", "- One\n- two\n\nthree"),
        ("<ol start=3><li>One<li>two</ol>", "3. One\n4. two"),
        ("<ul><li>One<ol><li>two<li>three</ol><li>four</ul>", "- One\n  1. two\n  2. three\n- four"),
        ("<ul><li><p>One</p><p>two</p><li>three</ul>", "- One\n\n  two\n- three"),
        ("<blockquote><p>One</p><p>two</p></blockquote><p>three", "> One\n>\n> two\n\nthree"),
        ("<blockquote><ul><li>One<li>two</ul></blockquote>", "> - One\n> - two"),
        ("<pre>a = 1\n  b = `2`</pre>", "```\na = 1\n  b = `2`\n```"),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<p>See <a href=../c.html>the <b>page</b></a>.</p>", "See [the page](<http://news.example/c.html>)."),
        ("<p><a href='#top'>Up</a> <a href='javascript:x()'>run</a> <a>none</a></p>", "Up run none"),
        ("<p><a href='mailto:a@b.example'>Write</a></p>", "[Write](<mailto:a@b.example>)"),
        (
            "<p># one</p><p>- two</p><p>3. three</p><p>a*b_c_ &lt;i></p>",
            "\\# one\n\n\\- two\n\n3\\. three\n\na\\*b_c\\_ \\<i>",
        ),
        ("", ""),
    ],
)
def test_markdown_shows_headings_lists_quotations_code_and_links(page, expected):
    assert markdown(page) == expected


def test_a_table_has_a_line_a_row_in_both_forms():
    lines = blocks(parse(f"<p>One</p>{TABLE}<p>two</p>".encode()))
    assert body_text(lines, range(len(lines))) == "One\n\nDay | Rain\nMonday | 3 | 4\nTuesday | none\n\ntwo"
    assert body_markdown(lines, range(len(lines))) == (
        "One\n\n| Day | Rain |\n| --- | --- |\n| Monday | 3 \\| 4 |\n| Tuesday | none |\n\ntwo"
    )


def test_a_table_that_only_partly_belongs_to_the_body_is_not_drawn():
    lines = blocks(parse(b"<table><tr><td>Menu<td><p>One</p><p>two</p><tr><td>a<td>b</table>"))
    assert body_text(lines, [1, 2]) == body_markdown(lines, [1, 2]) == "One\n\ntwo"


def test_the_base_of_a_page_counts_for_its_links():
    assert markdown("<base href=/n/><p><a href=c>x</a>") == "[x](<http://news.example/n/c>)"
    assert markdown("<p><a href=/c>x</a>", url=None) == "[x](</c>)"


def test_a_script_that_is_read_from_right_to_left_stays_in_its_order():
    assert markdown("<p dir=rtl>شعر <a href=/x>وردي</a> يشعل</p>", None) == "شعر [وردي](</x>) يشعل"


@settings(max_examples=100, deadline=None)
@given(BYTES)
def test_any_page_can_be_written(page):
    lines = blocks(parse(TABLE.encode() + page))
    assert body_text(lines, range(len(lines))).strip() or not "".join(lines.texts)
    assert isinstance(body_markdown(lines, range(len(lines))), str)
