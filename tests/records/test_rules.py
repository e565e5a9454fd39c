"""Rules: learnt once, applied again, refused where the page has changed."""

import json

import pytest

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.rules import Rule, learn


def page(n, *, start=0, row="<li><a href=/{0}>Title {0}</a> <i>text of record {0}</i></li>"):
    items = "".join(row.format(i) for i in range(start, start + n))
    return parse(f"<h1>Results</h1><div><ul>{items}</ul></div><p>footer".encode(), page="p.html")


def test_a_rule_finds_the_records_of_the_next_page_without_discovery():
    rule = learn(discover(page(8)))
    found = rule.apply(page(5, start=100))
    assert [text.split()[1] for text in found.texts()] == ["100", "101", "102", "103", "104"]
    assert found.score == 1.0


def test_a_rule_finds_what_discovery_found_on_its_own_page():
    tree = page(8)
    assert learn(discover(tree)).apply(tree).records == discover(tree)[0].records


def test_a_rule_is_a_small_readable_file(tmp_path):
    rule = learn(discover(page(8)))
    rule.save(tmp_path / "rule.json")
    kept = json.loads((tmp_path / "rule.json").read_text())
    assert (kept["version"], kept["region"], kept["separator"]) == (1, "/html/body/div/ul", "li")
    assert kept["shape"] == ["li", "li/a", "li/i"]
    assert Rule.load(tmp_path / "rule.json") == rule


def test_a_list_that_moved_below_another_node_of_its_kind_is_still_found():
    rule = learn(discover(page(8)))
    items = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4
    moved = parse(b"<div><ul><li>nav<li>nav</ul></div><div><ul>" + items + b"</ul></div>")
    with pytest.raises(RuleError, match="no longer looks like"):
        rule.apply(moved)  # the rule's place holds another list now: that is for the user to decide
    gone = parse(b"<p>x</p><div>a</div><div><ul>" + items + b"</ul></div>")
    assert len(rule.apply(gone).records) == 4


@pytest.mark.parametrize(
    "changed",
    [
        b"<p>nothing here",
        b"",
        b"<div><ul></ul></div>",
        b"<div><ul><li>Home<li>Help<li>About</ul></div>",
        b"<div><ul><p>a<p>b</ul></div>",
    ],
)
def test_a_page_that_changed_is_an_error_that_says_so(changed):
    with pytest.raises(RuleError, match=r"no longer looks like the rule: .*; learn the rule again"):
        learn(discover(page(8))).apply(parse(changed))


def test_what_is_not_a_record_is_left_out_with_a_reason():
    rule = learn(discover(page(8)))
    items = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4
    tree = parse(b"<div><ul><li>Advertisement<li></li>" + items + b"</ul></div>")
    found = rule.apply(tree)
    assert len(found.records) == 4
    assert {dropped.reason for dropped in found.dropped} == {"misses tags that the rule expects", "has no text"}


def test_several_pages_teach_what_most_of_them_agree_on():
    other = parse(b"<ol>" + b"<li><p>Quite another page</p></li>" * 9 + b"</ol>")
    rule = learn([found for tree in (page(6), other, page(9)) for found in discover(tree)])
    assert (rule.region, rule.pages) == ("/html/body/div/ul", 2)


def test_pages_that_do_not_agree_teach_nothing():
    other = parse(b"<ol>" + b"<li><p>Quite another page</p></li>" * 9 + b"</ol>")
    with pytest.raises(RuleError, match="2 pages do not agree"):
        learn([*discover(page(6)), *discover(other, threshold=0.0)])


def test_a_rule_without_a_shape_knows_a_page_by_the_size_of_its_pieces():
    def lines(text, n):
        return parse(("<div>" + "<br>".join(f"{text} {i}" for i in range(n)) + "</div>").encode())

    rule = learn(discover(lines("A line of some length that says what it is about", 9), threshold=0.0))
    assert rule.shape == ()
    assert len(rule.apply(lines("Another line of about the same length, just so", 4)).records) == 4
    with pytest.raises(RuleError, match="no longer looks like"):
        rule.apply(lines("Terms", 4))


def test_a_page_with_a_single_record_gives_it_whole():
    def terms(n):
        items = "".join(f"<dt>term {i}</dt><dd>what it means {i}</dd>" for i in range(n))
        return parse(f"<dl>{items}</dl>".encode())

    assert learn(discover(terms(6), threshold=0.0)).apply(terms(1)).texts() == ["term 0 what it means 0"]


def test_records_and_what_was_dropped_are_all_that_the_region_holds():
    rule = learn(discover(page(8)))
    items = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4
    tree = parse(b"<div><ul><h3>head</h3>" + items + b"<li>Advertisement</li><p>foot</p></ul></div>")
    found = rule.apply(tree)
    pieces = sorted([*found.records, *(dropped.piece for dropped in found.dropped)])
    assert [a for a, _ in pieces] == [found.region + 1, *(b for _, b in pieces[:-1])]
    assert pieces[-1][1] == tree.end[found.region]


def test_without_records_there_is_nothing_to_learn():
    with pytest.raises(RuleError, match="no records to learn from"):
        learn(discover(parse(b"<p>a")))


GOOD = {"version": 1, "region": "/html", "separator": "p", "placement": "around", "shape": [], "size": 3}
BAD = [
    {"version": 99},
    {"version": True},
    {"version": 1},
    {**GOOD, "region": 5},
    {**GOOD, "separator": ["li"]},
    {**GOOD, "shape": "abc"},
    {**GOOD, "shape": [["a"]]},
    {**GOOD, "placement": "sideways"},
    {**GOOD, "size": "3"},
]


def test_fields_that_a_rule_does_not_know_are_passed_over(tmp_path):
    (tmp_path / "rule.json").write_text(json.dumps({**GOOD, "note": "mine"}))
    assert Rule.load(tmp_path / "rule.json").region == "/html"


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 200_000, *map(json.dumps, BAD)], ids=range(4 + len(BAD)))
def test_a_file_that_is_no_rule_is_one_clear_line(tmp_path, content):
    path = tmp_path / "rule.json"
    path.write_text(content)
    with pytest.raises(RuleError, match=r"rule\.json: "):
        Rule.load(path)


def test_a_rule_of_joined_rows_joins_them_again():
    rows = "<tr><td><b>{0}</b></td></tr><tr><td><i>text {0}</i></td></tr>"

    def table(n):
        return parse(("<table>" + "".join(rows.format(i) for i in range(n)) + "</table>").encode())

    rule = learn(discover(table(10)))
    assert rule.joined
    assert rule.apply(table(4)).texts() == [f"{i} text {i}" for i in range(4)]
    assert rule.apply(table(1)).texts() == ["0 text 0"]
