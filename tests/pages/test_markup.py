"""HTML inside a text: what a person reads of it."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages.made import in_title, title

from weblode.pages.markup import decode_references, readable


def test_html_in_a_text_is_stored_as_a_person_reads_it():
    assert title(in_title("<![CDATA[<p>Salt &amp; <b>pep</b>per<br/>free]]>").encode()) == "Salt & pepper free"
    assert title(in_title("Salt &amp;amp; pepper").encode()) == "Salt & pepper"
    assert title(in_title("a &lt; b, c&gt;d and AT&amp;T").encode()) == "a < b, c>d and AT&T"
    assert title(in_title("&lt;style>x&lt;/style>&lt;p title='a>b'>y&lt;!-- z -->").encode()) == "y"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<p>one</p><p>two</p>", " one  two "),  # a space for each mark of a block
        ("w<b>or</b>d<i>s</i>", "words"),
        ("one<BR/>two<td>three", "one two three"),
        ("a<script>if (b < c) d('</p>')</script>e<p>", "ae "),
        ("a<style>p {}</style >b<p>", "ab "),
        ("a<p><script>never closed", "a "),
        ("a<!-- <p> -->b<p>", "ab "),
        ("a<p><!-- never closed", "a "),
        ("a<p><!DOCTYPE html>b", "a b"),
        ("<a href='x>y' title=\"<p>\">link</a>", "link"),
        ("<p>5 < 6 and 7 > 6", " 5 < 6 and 7 > 6"),
        ("<p>cut off <a href=", " cut off "),
        ("<p>x<scripted>y", " xy"),
    ],
)
def test_tags_go_and_blocks_leave_a_space(text, read):
    assert readable(text) == read


@pytest.mark.parametrize("text", ["a < b", "List<String>", "<my-card>x", "<o:p>x</o:p>", "<pea>", "&amp;", "x<p", ""])
def test_a_text_without_a_tag_of_html_stays_as_it_is(text):
    assert readable(text) == text


def test_a_text_that_is_said_to_be_html_has_its_references_decoded():
    assert readable("R&amp;D < 1 &lt;p&gt;", is_html=True) == "R&D < 1 <p>"
    assert readable("&lt;p&gt; is a tag, <p> is one") == "<p> is a tag,   is one"


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        ("&#65;&#x42;&#X43;", "ABC"),
        ("&eacute;&nbsp;&lt;", "\u00e9\u00a0<"),
        ("?a=1&copy=2&lt=3", "?a=1&copy=2&lt=3"),  # parameters of an address, without a semicolon
        ("&unheard;", "&unheard;"),
        ("&amp;amp;", "&amp;"),  # once
        ("&#12345678; &#; &;", "&#12345678; &#; &;"),
        ("&#0; &#xD800;", "\ufffd \ufffd"),  # as HTML replaces what is no character
    ],
)
def test_only_references_with_a_semicolon_are_decoded(text, decoded):
    assert decode_references(text) == decoded


@given(st.text())
def test_what_is_escaped_comes_back(text):
    assert decode_references(escape(text)) == text
    assert readable("<p>" + escape(text)) == " " + text
