"""The estimate of the parser's work."""

import pytest
from hypothesis import given, settings
from strategies import BYTES

from weblode import kernels


def test_nested_elements_cost_their_depth_each(kernel):
    assert kernel.effort(b"<div>" * 100) == sum(range(100))


def test_closed_and_void_elements_do_not_pile_up(kernel):
    assert kernel.effort(b"<div></div><br><p><p><li><img>" * 100) == 0


def test_an_end_tag_closes_what_is_open_inside_its_element(kernel):
    assert kernel.effort(b"<div><span><font></div>" * 10) == 10 * (0 + 1 + 2)


def test_an_end_tag_without_its_start_closes_nothing(kernel):
    assert kernel.effort(b"<div></span><div>") == 1


def test_attributes_cost_the_square_of_their_number(kernel):
    assert kernel.effort(b"<br " + b" ".join(b"a%d='>'" % i for i in range(100)) + b">") == 100 * 100 // 2


def test_what_comments_scripts_and_values_hold_is_not_markup(kernel):
    hidden = b"<div>" * 50
    assert kernel.effort(b"<!--" + hidden + b"-->") == 0
    assert kernel.effort(b"<script>" + hidden + b"</SCRIPT >") == 0
    assert kernel.effort(b'<br title="' + hidden + b'">') == 0
    assert kernel.effort(b'<br ">' + b"<div><div>") == 1


@pytest.mark.parametrize(
    "end", [b"<", b"</", b"<a", b"<a b", b"<a b=", b"<a b='", b"<!--", b"<!", b"<script", b"<script></"]
)
def test_a_page_may_end_anywhere(kernel, end):
    assert kernel.effort(b"<div><div>" + end) in (1, 3)


@given(BYTES)
@settings(max_examples=500, deadline=None)
def test_both_implementations_estimate_the_same(data):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    assert native.effort(data) == kernels.python().effort(data)
