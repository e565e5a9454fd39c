"""The records that a rule gives, compared with those found on the page."""

from dataclasses import replace

import pytest
from rules.made import another, discover, page

from weblode.pages.html import parse
from weblode.rules.comparison import RuleComparison, compare
from weblode.rules.learning import learn


def test_a_rule_that_gives_its_list_back_is_told_from_one_that_does_not():
    tree = page(8)
    [found] = discover(tree)
    rule = learn([found])
    assert (compare(rule, found).kind, str(compare(rule, found))) == ("same", "")
    heading, footer = (2, 5), (len(tree) - 1, len(tree))
    fewer, more = replace(found, records=found.records[2:]), replace(found, records=(*found.records, footer))
    assert str(compare(rule, fewer)) == "the rule gives 6 of the 6 records found there, and 2 others"
    assert str(compare(rule, more)) == "the rule gives 8 of the 9 records found there"
    assert [compare(rule, each).kind for each in (fewer, more)] == ["more", "fewer"]
    other = replace(found, records=(heading, footer))
    assert str(compare(rule, other)) == "the rule gives none of the 2 records found there, but 8 others"
    both = compare(rule, replace(found, records=(heading, *found.records[1:])))
    assert (both.kind, str(both)) == ("some", "the rule gives 7 of the 8 records found there, and 1 other")
    refused = compare(rule, discover(another())[0])
    assert (refused.kind, str(refused)) == (
        "refused",
        "the rule gives none of the 9 records found there: it refuses the page",
    )


def test_a_record_is_given_back_if_its_text_is_whatever_stands_around_it():
    tree = parse(b"<ul>" + b"".join(b"<li><p><b>Title %d</b> text</p></li>" % i for i in range(6)) + b"</ul>")
    [found] = discover(tree)
    inner = replace(found, records=tuple((start + 1, stop) for start, stop in found.records))
    assert compare(learn([found]), inner).kind == "same"


@pytest.mark.parametrize(
    ("counts", "kind"),
    [
        (RuleComparison(5, 5), "same"),
        (RuleComparison(5, 3), "fewer"),
        (RuleComparison(5, 5, 1), "more"),
        (RuleComparison(5, 3, 1), "some"),
        (RuleComparison(5, 0, 2), "none"),
        (RuleComparison(5, refused=True), "refused"),
    ],
)
def test_counts_are_told_in_a_word_and_all_but_the_same_in_a_sentence(counts, kind):
    assert counts.kind == kind
    assert bool(str(counts)) == (kind != "same")


def test_records_without_text_are_not_counted():
    [found] = discover(page(8))
    empty = replace(found, records=(*found.records, (1, 1)))
    assert compare(learn([found]), empty) == RuleComparison(8, 8)
