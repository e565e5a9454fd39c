from weblode.errors import SourceError
from weblode.mining.journal import Journal
from weblode.ontology import Dropped
from weblode.pages.page import Page, unread_page
from weblode.sources.offline import Offline


def test_stages_come_in_the_order_in_which_they_began_with_those_within_them():
    journal = Journal()
    for outer in ("level 1", "level 2", "level 1"):
        with journal.stage(outer), journal.stage("instances"):
            pass
    with journal.stage("level 1"), journal.stage("pages"):
        pass
    found = [(stage.name, stage.depth) for stage in journal.stages]
    assert found == [("level 1", 0), ("instances", 1), ("pages", 1), ("level 2", 0), ("instances", 1)]


def test_the_time_of_a_stage_has_that_of_the_stages_within_it():
    journal = Journal()
    with journal.stage("outer"), journal.stage("inner"):
        sum(range(1000))
    outer, inner = journal.stages
    assert outer.seconds >= inner.seconds > 0


def test_a_stage_that_fails_ends_and_keeps_its_time():
    journal = Journal()
    try:
        with journal.stage("one"):
            raise OSError
    except OSError:
        pass
    with journal.stage("two"):
        journal.count(pages=1)
    assert [(stage.depth, stage.counts["pages"]) for stage in journal.stages] == [(0, 0), (0, 1)]


def test_pages_are_counted_once_and_failures_noted_with_their_reason_alone():
    given = [Page("a", b"", "http://a.test/"), unread_page("http://b.test/", SourceError("answered 404"))]
    failed: list[Dropped] = []
    journal = Journal()
    web = journal.watch(Offline(given), failed)
    with journal.stage("pages"):
        for _ in range(2):
            assert len(list(web.pages(["http://a.test/", "http://b.test/"]))) == 2
    assert journal.stages[0].counts == {"pages": 1, "failed": 1}
    assert failed == [Dropped("http://b.test/", "answered 404", "b.test", "page")]
    assert web.address("http://a.test/x", "y") == "http://a.test/y"
