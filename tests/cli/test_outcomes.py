"""What becomes of pages that are worked on together, stage by stage."""

import pytest

from weblode import terminal
from weblode.cli.outcomes import OutcomeDraft, PagesWithout
from weblode.errors import LimitError, RuleError, SourceError
from weblode.pages.html import parse
from weblode.pages.page import unread_page
from weblode.sources.further_records import ListEndedError


def draft(name="a.html"):
    return OutcomeDraft(parse(b"<p>Some text", page=name), 12)


def done(*stages, page=None):
    """What becomes of a page after some stages."""
    page = page or draft()
    for stage in stages:
        page.work(stage, PagesWithout())
    return page.outcome()


def tell(line):
    def stage(value):
        terminal.tell(line)
        return value

    return stage


def fail(error):
    def stage(_):
        raise error

    return stage


def test_a_stage_is_given_what_the_one_before_returns():
    outcome = done(len, lambda n: n + 1)
    assert (outcome.result, outcome.is_done, outcome.failed, outcome.size) == (6, True, False, 12)


def test_messages_of_all_stages_come_before_the_failure_and_no_stage_follows_it():
    outcome = done(tell("one"), tell("two"), fail(LimitError("too deep")), tell("never"))
    assert outcome.messages == ["one", "two", "a.html: too deep"]
    assert (outcome.result, outcome.is_done, outcome.failed) == (None, False, True)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RuleError("a.html: another design"), "a.html: another design"),
        (MemoryError(), "a.html: not enough memory for its 5 nodes; give the process more"),
    ],
)
def test_a_page_fails_by_a_rule_or_for_lack_of_memory(error, message):
    assert done(fail(error)).messages == [message]


def test_a_page_that_ends_a_list_is_neither_done_nor_failed():
    outcome = done(tell("the end"), fail(ListEndedError()), tell("never"))
    assert (outcome.is_done, outcome.failed, outcome.messages) == (False, False, ["the end"])


def test_a_page_that_cannot_be_read_has_failed_before_any_stage():
    outcome = done(tell("never"), page=OutcomeDraft(unread_page("b.html", SourceError("no such file")), 0))
    assert (outcome.failed, outcome.messages) == (True, ["b.html: no such file"])


def test_any_other_exception_is_raised_when_the_page_has_its_turn():
    first, second = draft(), draft()
    second.work(fail(ZeroDivisionError("a fault")), PagesWithout())
    first.work(len, PagesWithout())
    assert first.outcome().result == 5
    with pytest.raises(ZeroDivisionError, match="a fault"):
        second.outcome()
