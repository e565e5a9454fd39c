"""The estimate of the parser's work."""

import random

import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser
from strategies import BYTES

from weblode import kernels
from weblode.kernels import effort
from weblode.kernels.effort import REOPENED, REOPENED_ATTRIBUTE, REOPENED_BYTE
from weblode.tags import NAMES

N = 300

# The elements that lexbor takes a quadratic time for, when there is nothing but their start tags.
QUADRATIC = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup "
    "listing main menu nav ol optgroup pre rb rp rt rtc search section summary ul"
).split()


def steps(kernel, page):
    return kernel.effort(page)[0]


def parts(kernel, page):
    return kernel.effort(page)[1]


def grows(kernel, unit, *, before=b""):
    """How the estimate grows when the unit comes twice as often: by 2 if it is linear, by 4 if it is quadratic."""
    return steps(kernel, before + unit * 2 * N) / max(steps(kernel, before + unit * N), 1)


def different(unit, n):
    return b"".join(unit % i for i in range(n))


def test_nested_elements_cost_their_depth_each(kernel):
    assert steps(kernel, b"<div>" * 100) == sum(range(100))


def test_end_tags_cost_their_depth_too(kernel):
    assert steps(kernel, b"<div><div></x></div></div>") == 0 + 1 + 2 + 2 + 1


def test_closed_and_void_elements_do_not_pile_up(kernel):
    assert steps(kernel, b"<div></div><br>" * 100) == 100


def test_an_end_tag_without_its_start_closes_nothing(kernel):
    assert steps(kernel, b"<div></span><div>") == 1 + 1
    assert steps(kernel, b"<div></template></table><div>") == 1 + 1 + 1


@pytest.mark.parametrize("name", QUADRATIC)
def test_what_is_quadratic_for_the_parser_is_quadratic_here(kernel, name):
    assert steps(kernel, f"<{name}>".encode() * N) == N * (N - 1) / 2


@pytest.mark.parametrize(
    "unit",
    [
        b"<a><div>",
        b"<b><div></b>",
        b"<span><div></span>",
        b"<form><div></form>",
        b"<div><object></div>",
        b"<div><select></div></select>",
        b"<li><ul></li>",
        b"<dt><ul></dd>",
        b"<table><tr><td>",
        b"<svg><desc><div>",
        b"<div><title></titlex></div></title>",
        b"<div><script><!--<script></script></div>--></script>",
        b"<div><svg><![CDATA[></div>]]></svg>",
        b"<div><svg><font color=1><title></div></title>",
        b"<div><!-- --!><!--><!---><p></p>",
    ],
)
def test_tags_that_leave_blocks_open_are_quadratic(kernel, unit):
    assert grows(kernel, unit) > 3.5


def test_form_tags_pile_up_only_in_templates(kernel):
    assert grows(kernel, b"<form>") < 2.5
    assert grows(kernel, b"<form>", before=b"<template>") > 3.5


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        (b"<ruby>", b"<rt><rt></rt><span></rt>"),
        (b"<select>", b"<optgroup><optgroup></optgroup><span></optgroup>"),
        (b"<select>", b"<li><hr><span></li>"),
        (b"<!doctype html>", b"<p><table></table><span></p>"),
        (b"", b"<b><span><div></b></div><x-y></span>"),
        (b"", b"<form><sub></form>"),
    ],
)
def test_the_end_of_what_the_parser_ended_before_closes_nothing_else(kernel, before, unit):
    assert grows(kernel, unit, before=before) > 3.2


@pytest.mark.parametrize("before", [b"<svg><title>", b"<svg><style>", b"<math><mi><mglyph><title>"])
def test_nothing_is_raw_text_in_foreign_content(kernel, before):
    assert grows(kernel, b"<div>", before=before) > 3.5


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        (b"<ul>", b"<li><span>item</li>"),
        (b"<ul>", b"<li><div>item"),
        (b"<ul>", b"<li><section>item</li>"),
        (b"<dl>", b"<dt><span>a<dd><div>b"),
        (b"<table>", b"<tr><td><font>a</td>"),
        (b"<table>", b"<tr><th><div>a<td><b>b"),
        (b"<table>", b"<tbody><tr><td><div>a"),
        (b"", b"<p><span>a</p>"),
        (b"", b"<p><span>a"),
        (b"", b"<table><tr>"),
        (b"", b"<h1>a<h2>b"),
        (b"", b"<button><span>a"),
        (b"<select>", b"<option>a"),
        (b"<select>", b"<select>"),
        (b"", b"<td><tr><tbody><caption>"),
        (b"", b"<svg><div></div>"),
        (b"", b"<svg><path/><g></g></svg>"),
        (b"", b"<p><b>a</p>"),
    ],
)
def test_what_others_close_does_not_pile_up(kernel, before, unit):
    assert grows(kernel, unit, before=before) < 2.5


def test_formatting_elements_that_are_never_ended_are_opened_again(kernel):
    once = steps(kernel, b"<p><b 1></p>")
    weight = REOPENED + REOPENED_ATTRIBUTE + REOPENED_BYTE * len(b"b 1")
    assert steps(kernel, b"<p><b 1></p>x<br>") == once + weight + 1 + 1  # one open, one lost
    assert steps(kernel, b"<p><b 1></p></b>x<br>") == once


def test_they_are_opened_again_in_every_later_block(kernel):
    lost = b"<p>" + different(b"<b %d>", 60) + b"</p>"
    blocks = steps(kernel, lost + b"<p>x</p>" * 50) - steps(kernel, lost)
    weight = REOPENED + REOPENED_ATTRIBUTE
    assert 60 * 50 * weight < blocks < 60 * 50 * (weight + 20)


@pytest.mark.parametrize("block", [b"<p>x</p>", b"<p> </p>", b"<p><br>", b"<rt><i></rt>", b"<table>x<tr></table>"])
def test_each_kind_of_block_opens_them_again(kernel, block):
    lost = b"<p>" + different(b"<b %d>", 100) + b"</p>\0"
    assert steps(kernel, lost + block * 50) > 100 * 45 * (REOPENED + REOPENED_ATTRIBUTE)


def test_they_are_opened_once_where_no_block_ends(kernel):
    lost = b"<p>" + different(b"<b %d>", 100) + b"</p>"
    assert steps(kernel, lost + b"x<br>" * 50) < steps(kernel, lost) + 2 * 100 * (REOPENED + REOPENED_ATTRIBUTE + 20)


def test_three_equal_ones_are_opened_again_at_most(kernel):
    assert steps(kernel, b"<p>" + b"<b>" * 100 + b"</p><p>x</p>") < 100 * 100 / 2 + 4 * REOPENED


def test_equal_ones_pile_up_all_the_same(kernel):
    assert steps(kernel, b"<a><i>" * 3000) > 3000 * 3000


def test_a_cell_forgets_its_formatting_elements(kernel):
    cell = b"<td>" + different(b"<b %d>", 20) + b"</td>"
    assert steps(kernel, b"<table><tr>" + cell * 10 + b"<td>x</td>" * 10) < 10 * 20 * 30


def test_attributes_cost_the_square_of_their_number(kernel):
    assert steps(kernel, b"<br " + b" ".join(b"a%d='>'" % i for i in range(100)) + b">") == 100 * 100 // 2


def test_attributes_of_many_bodies_come_to_one_element(kernel):
    assert steps(kernel, different(b"<body a%d>", N)) == N * (N + 1) / 2


def test_what_comments_scripts_and_values_hold_is_not_markup(kernel):
    hidden = b"<div>" * 50
    assert steps(kernel, b"<!--" + hidden + b"-->") == 0
    assert steps(kernel, b"<script>" + hidden + b"</SCRIPT >") == 0
    assert steps(kernel, b'<br title="' + hidden + b'">') == 0
    assert steps(kernel, b'<br ">' + b"<div><div>") == 1
    assert steps(kernel, b"<svg><![CDATA[" + hidden + b"]]>") == 0


@pytest.mark.parametrize("comment", [b"<!-->", b"<!--->", b"<!---->", b"<!-- - -- -->", b"<!-- --!>", b"<!>", b"</ >"])
def test_comments_end_where_the_standard_says(kernel, comment):
    assert steps(kernel, comment + b"<div><div>") == 1


@pytest.mark.parametrize(
    "end", [b"<", b"</", b"<a", b"<a b", b"<a b=", b"<a b='", b"<!--", b"<!", b"<script", b"<script></"]
)
def test_a_page_may_end_anywhere(kernel, end):
    assert steps(kernel, b"<div><div>" + end) in (1, 3)


def test_elements_attributes_texts_and_comments_are_parts(kernel):
    assert parts(kernel, b"<div class=a id=b>text</div><!-- c --><br><script>d</script>") == 1 + 2 + 1 + 1 + 1 + 2


@pytest.mark.parametrize(
    "page",
    [
        b"<p>" * N,
        b"</p>" * N,
        b"</br>" * N,
        b"<p> " * N,
        b"<p a b c d>x" * N,
        b"<!>" * N,
        b"<?x>" * N,
        b"</ >" * N,
        b"<table><td>" * N,
        b"<table><tr>" + b"<td>" * N,
        b"<table>" + b"<td></tbody>" * N,
        b"<table>" + b"<col></colgroup>" * N,
        b"<table>" + b"<td>x</table>y<table>" * N,
        b"<select>" + b"<option>x" * N,
        b"<title>x</title>" * N,
        b"<svg><g/></svg>" * N,
        b"<b><i><u><s><div></b></i></u></s></div>" * N,
        b"<a><div>" * N,
        b"<a><b><i><u><p>x</a>" * N,
        b"<template>x</template>" * N,
    ],
)
def test_no_parse_makes_many_more_parts_than_estimated(kernel, page):
    made = 0
    for node in LexborHTMLParser(page, options=1, scripting=True).root.traverse(include_text=True):
        made += 1 + len(node.attributes)
    assert made - 4 <= 1.25 * (parts(kernel, page) + steps(kernel, page) // REOPENED)


@pytest.mark.parametrize(
    "unit",
    [
        b"<div><p>",
        b"<span><div></span>",
        b"<table><td>",
        b"<table><td><table>x",
        b"<p><table></table><span></p>",
        b"<form><p></form><span></p>",
        b"<form><table></form></table></form>",
        b"<li><form><li></li><i></li>",
        b"<dt><div><dd>",
        b"<h1><h2></h1><span></h2>",
        b"<ruby><rtc><rt><div>",
        b"<select><optgroup><option><div>",
        b"<svg><desc><p></svg>",
        b"<svg><font size=1></svg><font></svg>",
        b"<math><mi><mglyph><b></mi>",
        b"<template><tr><td><div></tr>",
        b"<tr><div><td></td><span></div>",
        b"<b><p></b><i></p>",
        b"<b>" + b"<div>" * 9 + b"</b>",
        b"<a><table><a></a></table><span></a>",
    ],
    ids=lambda unit: unit[:30],
)
def test_the_estimated_depth_is_not_below_that_of_the_tree(kernel, unit):
    page = unit * 40
    depth = 0
    for node in LexborHTMLParser(page, options=1, scripting=True).root.traverse(include_text=True):
        above, outer = 0, node.parent
        while outer is not None:
            above, outer = above + 1, outer.parent
        depth = max(depth, above)
    tag = b"<wbr>"  # one more tag costs as many steps as elements are open
    assert depth - 5 <= steps(kernel, page + tag) - steps(kernel, page)


def test_the_estimate_ends_where_no_limit_is_left():
    enough = effort.ENOUGH
    lost = b"<p>" + different(b"<b %d>", 2000) + b"</p>" + b"<p>x" * 3000
    assert enough < steps(kernels.fastest(), lost) < 1.01 * enough
    assert steps(kernels.fastest(), lost + b"<p>x" * 3000) == steps(kernels.fastest(), lost)


def test_scripts_end_where_the_standard_says(kernel):
    assert steps(kernel, b"<script><!--<script></script>-->" + b"<div>" * 50 + b"</script><div><div>") == 1
    assert steps(kernel, b"<script><!--></script><div><div>") == 1
    assert steps(kernel, b"<ScRiPt><!--<scripts></script><div><div>") == 1
    assert steps(kernel, b"<script><!--<script></script></script><div><div>") == 1
    assert steps(kernel, b"<style><!--<style></style><div><div>") == 1


BOLD = different(b"<b %d>", 80)


@pytest.mark.parametrize(
    "page",
    [
        b"<p>" + BOLD + b"</p>" + b"<p></br>" * 80,
        different(b"<b %d>" + b"<div>" * 9 + b"</b>" + b"</div>" * 9, 80) + b"<p>x" * 80,
        different(b"<p><b %d><b></p></b>", 80) + b"<p>x" * 80,
        b"<div>" + different(b"<div><b %d><p><b></p></div></b>", 80) + b"<p>x" * 80,
        b"<table><tr><td>" + BOLD + b"<object></table>" + b"<p>x" * 80,
        b"<table><object>" + BOLD + b"</table>" + b"<p>x" * 80,
        b"<table><caption>" + BOLD + b"<object></table>" + b"<p>x" * 80,
        b"<template>" + BOLD + b"<object></template>" + b"<p>x" * 80,
        different(b"<div>x</div><i><li></i><i %d>", 80),
        b"<table><tr>" + different(b"<font %d><basefont><col>x", 80),
        b"<table>" + different(b"<code %d><td></tr>", 80) + b"x",
        different(b"x<b %d><form>x<p>", 80),
        different(b"x<frameset><font %d><p>", 80) + b"<p>x" * 80,
        different(b"<a><code>x<code></code><p><code %d>", 80),
    ],
    ids=lambda page: page[:20],
)
def test_no_parse_opens_many_more_elements_again_than_estimated(kernel, page):
    opened = len(LexborHTMLParser(page, options=1, scripting=True).css("b, i, font, code, a"))
    assert opened > 500
    assert opened <= parts(kernel, page) + steps(kernel, page) // REOPENED


def native_and_python():
    if kernels.native() is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    return kernels.native().effort, kernels.python().effort


@given(BYTES)
@settings(max_examples=500, deadline=None)
def test_both_implementations_estimate_the_same(data):
    native, python = native_and_python()
    assert native(data) == python(data)


def test_both_implementations_estimate_the_same_on_long_soup():
    native, python = native_and_python()
    draw = random.Random(0)
    names = [*NAMES[1:], *"foreignObject desc mi mglyph annotation-xml x-y FONT b i p td table tr a svg math".split()]
    rest = "x|\0| |<!--|-->|--!>|<!--->|<![CDATA[|]]>|<|<!--<script>|</script |</titlex>".split("|")
    for k in range(600):
        some = names if k % 2 else draw.sample(names, 8)  # few names meet each other more often
        tags = [draw.choice(["<{}>", "<{} a>", "<{} color=1/>", "</{}>", "</{}>"]) for _ in range(200)]
        page = "".join(
            tag.format(draw.choice(some)) + (draw.choice(rest) if draw.random() < 0.3 else "") for tag in tags
        )
        assert native(page.encode()) == python(page.encode())
