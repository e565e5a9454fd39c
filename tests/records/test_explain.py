"""The evidence for a list, told to people and as data."""

import json
import re
from dataclasses import replace

from records.pages import RESULTS, two_lists
from weblode.kernels.judges import PAGE_FACTS
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.explain import _WORDS, explanation, reasons, summary, why
from weblode.records.objects import DroppedPiece
from weblode.records.record_list import RecordList


def test_a_summary_has_the_place_the_separator_and_a_line_a_record():
    (found,) = discover(parse(RESULTS, page="p.html"), "byu")
    first, second, *records = summary(found).splitlines()
    assert first == "p.html: 6 records in /html/body/ul"
    assert second == f"  byu: <li> stands around records, certain to {found.score:.1%}"
    assert records[5] == "    6  Title 5 Words about it, some more"
    assert len(records) == 6


def test_a_list_that_goes_on_beside_its_region_says_so():
    (found,) = discover(two_lists(), "omini")
    assert summary(found).splitlines()[0].endswith("10 records in /html/body/ul[1] and others like it")


def test_names_and_texts_of_pages_do_not_steer_a_terminal():
    tree = parse(b"<ul><li>\x1b[31mred<li>two</ul>", page="a\nb.html")
    records = tuple((u, int(tree.end[u])) for u in tree.children(3))
    shown = summary(RecordList(tree, "omini", 3, tree.number("li"), "around", records))
    assert shown.startswith("a\\nb.html: 2 records")
    assert "\x1b" not in shown


def test_votes_are_a_line_a_tag_and_a_missing_vote_is_a_dash():
    tree = parse(b"<ul><li>a<li>b<p>c</ul>")
    li, p = tree.number("li"), tree.number("p")
    certainty, votes = {li: 0.75, p: 0.5}, {"O": {li: 1}, "R": {li: 2, p: 1}}
    found = RecordList(tree, "byu", 3, li, "around", (), certainty=certainty, votes=votes)
    assert [line.split() for line in explanation(found).splitlines()] == [
        ["tag", "certainty", "O", "R"],
        ["li", "75.00%", "1", "2"],
        ["p", "50.00%", "-", "1"],
    ]


def test_measured_evidence_is_told_in_words_and_the_pattern_first():
    (found,) = discover(parse(RESULTS))
    lines = explanation(found).splitlines()
    assert "     100% of its tag paths a record shares with another" in lines
    assert lines[-1].startswith("  a usual record has ")
    (repeated,) = discover(parse(RESULTS), "iepad")
    assert explanation(repeated).startswith("  pattern: <li><h3><text></h3><p><text></p></li>\n")


def test_a_page_says_what_speaks_for_a_list_and_against_one():
    lines = why(parse(RESULTS))
    assert [line.partition(": ")[0].strip() for line in lines] == ["for a list", "against one"]
    assert all(1 <= len(line.split("; ")) <= 3 for line in lines)
    assert why(parse(b"")) == []


def test_all_that_the_judge_of_the_page_may_ask_of_the_text_has_words():
    about_the_cut = set("volume siblings kept sibling_spread placement cut parents left_out kind".split())
    about_the_cut |= set("dropped_inside first_head mixed heading_before dropped_common dropped_size".split())
    assert set(PAGE_FACTS) - about_the_cut == set(_WORDS)


def test_lists_of_all_methods_have_a_likelihood_on_one_scale():
    tree = parse(RESULTS)
    ours, theirs = discover(tree)[0], discover(tree, "byu")[0]
    assert ours.records == theirs.records
    assert reasons(ours)["likelihood"] == reasons(theirs)["likelihood"] == round(ours.score, 4)
    part = replace(theirs, records=theirs.records[:3])
    assert 0 < reasons(part)["likelihood"] < round(ours.score, 4)


def test_dropped_pieces_with_text_have_a_line_and_all_are_data():
    tree = parse(b"<ul><li>Buy now!<li></ul>")
    dropped = tuple(DroppedPiece((u, int(tree.end[u])), "is too small") for u in tree.children(3))
    found = RecordList(tree, "omini", 3, tree.number("li"), "around", (), dropped)
    assert explanation(found).splitlines()[1:] == ["  not a record, it is too small: Buy now!"]
    assert reasons(found)["dropped"] == [
        {"xpath": [f"/html/body/ul/li[{n}]"], "reason": "is too small"} for n in (1, 2)
    ]


def test_reasons_are_json_with_names_instead_of_numbers():
    (found,) = discover(parse(RESULTS), "omini")
    told = json.loads(json.dumps(reasons(found)))
    assert (told["separator"], told["placement"], "pattern" in told) == ("li", "around", False)
    assert told["certainty"]["li"] == round(found.score, 4)
    assert all(set(ranks) <= {"li"} for ranks in told["votes"].values())


def test_odds_are_told_as_probabilities():
    lines = " ".join(why(parse(RESULTS)))
    assert re.search(r"weighed alone, it is a list of records to \d+%|elsewhere on the page is one to \d+%", lines)
    assert "stands out" not in lines
