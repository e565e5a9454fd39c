"""Threads whose first post, or question, stands outside of the container of the others."""

import pytest

from records.pages import words
from weblode.pages.html import parse
from weblode.records.discover import discover

SAID = "He went there in the morning and saw what had become of it, and then he wrote to all of us about that day. "


def post(i, *, length=3, name="message"):
    return (
        f"<div><b>author{i}</b><i>{i + 1} May 2020</i></div><div class={name}><p>{words(i)}. {SAID * length}</p></div>"
    )


def thread(first, n=7):
    answers = "".join(f"<li class=answer>{post(i, length=2 + i % 3)}</li>" for i in range(1, n))
    return parse(
        f"<title>t</title><div id=top><div class=question>{first}</div></div>"
        f"<h2>Answers</h2><ol>{answers}</ol>".encode()
    )


def test_a_question_above_its_answers_is_the_first_record():
    (found,) = discover(thread(post(0)), limit=1)
    assert [text.split()[0] for text in found.texts()] == [f"author{i}" for i in range(7)]
    assert found.tree.name(found.region) == "ol"


@pytest.mark.parametrize(
    "first",
    [
        post(0, name="other"),  # nothing says that it is of one kind with the answers
        "<div class=message><p>Seven answers</p></div>",  # a heading
        "<div>A text about something else</div>",
    ],
)
def test_what_else_stands_above_is_no_record(first):
    (found,) = discover(thread(first), limit=1)
    assert [text.split()[0] for text in found.texts()] == [f"author{i}" for i in range(1, 7)]
