"""Requests and answers as all views share them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams

from weblode.errors import WeblodeError
from weblode.workbench.requests import Download, JsonAnswer, ViewRequest


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not JSON"),
        (b"[]", "must be a JSON object"),
        (b"{}", "needs 'url'"),
        (b'{"html": ""}', "needs 'html'"),
        (b'{"html": 7}', "needs 'html'"),
        (b"[" * 100_000, "not JSON"),
        (b'{"html": "<p>x", "url": "http://a/\\ud800"}', "surrogates"),
    ],
)
def test_a_request_that_makes_no_sense_is_told_so(client, body, reason):
    answer = client.post("/pages", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert reason in answer.json()["error"]


def asked(body=b"", **query):
    return ViewRequest({}, QueryParams(query), body)


def test_numbers_of_a_query_have_a_default_and_a_least_value():
    request = asked(share="0.5", count="3", none="")
    assert (request.number("share", 1.0), request.number("none", 7.0), request.number("other", 7.0)) == (0.5, 7.0, 7.0)
    assert request.whole("count", 0, least=3) == 3
    with pytest.raises(WeblodeError, match=r"count='3' is not a number of 4 or more"):
        request.whole("count", 0, least=4)
    with pytest.raises(WeblodeError, match=r"share=0\.5 is not a whole number"):
        request.whole("share", 0)


@pytest.mark.parametrize("text", ["x", "nan", "inf", "-1", "1e999", "1 2"])
def test_what_is_no_number_is_told_with_its_name(text):
    with pytest.raises(WeblodeError, match=f"share='{text}' is not a number of 0 or more"):
        asked(share=text).number("share", 1.0)


@pytest.mark.parametrize("body", [b'{"name": " x "}', b'{"name": "x", "more": [1]}'])
def test_a_text_of_the_body_comes_without_space_around_it(body):
    assert asked(body).body_text("name") == "x"


@pytest.mark.parametrize("body", [b"{}", b'{"name": " "}', b'{"name": null}', b'{"name": ["x"]}'])
def test_a_text_that_is_missing_is_told_with_its_name(body):
    with pytest.raises(WeblodeError, match="the request needs 'name', a text"):
        asked(body).body_text("name")


@given(st.binary(max_size=40))
def test_any_body_is_an_object_or_one_clear_error(body):
    try:
        assert isinstance(asked(body).json_body(), dict)
    except WeblodeError as error:
        assert str(error).startswith("the request ")  # noqa: PT017


def test_an_answer_may_hold_any_text():
    content = {"text": "Größe \udcff", "list": [1, None]}
    assert json.loads(JsonAnswer(content).body) == content


def test_a_download_is_saved_under_its_name_and_a_page_has_a_policy():
    file = Download(b"a,b", "text/csv", "Bücher 1.csv").response()
    assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''B%C3%BCcher%201.csv"
    assert "content-security-policy" not in file.headers
    page = Download(b"<p>", "text/html; charset=utf-8", policy="sandbox").response()
    assert page.headers["content-security-policy"] == "sandbox"
    assert "content-disposition" not in page.headers
