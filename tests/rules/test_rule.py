"""Rules: learnt once, applied again, refused where the page has changed."""

import json
from dataclasses import replace

import pytest

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records.discover import discover as by_method
from weblode.rules.comparison import compare
from weblode.rules.drift import drift
from weblode.rules.learning import curve, learn
from weblode.rules.rule import Rule


def discover(tree, **more):
    """The lists of a page by separators: these tests are of what rules make of them."""
    return by_method(tree, "omini", **more)


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
    way = kept["ways"][0]
    assert (kept["version"], way["region"], way["separator"]) == (2, "/html/body/div/ul", "li")
    assert way["shape"] == ["li", "li/a", "li/i"]
    assert [column["name"] for column in kept["columns"]] == ["title", "field_2"]
    assert Rule.load(tmp_path / "rule.json") == rule


ITEMS = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4


@pytest.mark.parametrize(
    "moved",
    [
        b"<p>x</p><div>a</div><div><ul>%s</ul></div>",
        b"<div><ul><li>nav<li>nav</ul></div><div><ul>%s</ul></div>",  # the rule's place holds another list now
        b"<main><section><ul>%s</ul></section></main>",
    ],
)
def test_a_list_that_moved_is_found_by_its_shape(moved):
    rule = learn(discover(page(8)))
    assert len(rule.apply(parse(moved % ITEMS)).records) == 4


def test_a_region_that_moved_is_known_by_its_marks_first():
    longer = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 9
    listed = b"<ul class='results wide'>%s</ul>"
    rule = learn(discover(parse(listed % longer)))
    assert rule.ways[0].marks == ("results", "wide")
    found = rule.apply(parse(b"<ul>" + longer + b"</ul><p>x</p><div>" + listed % ITEMS + b"</div>"))
    assert len(found.records) == 4


def test_lists_of_one_tag_path_go_on_with_each_other_unless_a_page_speaks_against_it():
    two = b"<div><ul>%s</ul></div>" * 2 % (ITEMS, ITEMS)
    assert len(learn(discover(page(8))).apply(parse(b"<h1>Results</h1>" + two)).records) == 8
    other = b"<div><ul>" + b"<li><a href=/1>Short</a> <i>link</i></li>" * 3 + b"</ul></div>"
    taught = discover(parse(b"<div><ul>" + ITEMS * 5 + b"</ul></div>" + other))
    alone = [replace(each, records=each.records[:20]) for each in taught]
    assert not learn(alone).ways[0].beside


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


def another():
    return parse(b"<ol>" + b"".join(b"<li><p>Quite another page %d</p></li>" % i for i in range(9)) + b"</ol>")


def test_a_page_that_the_known_ways_do_not_extract_teaches_a_new_one():
    rule = learn([found for tree in (another(), page(6), page(9, start=50)) for found in discover(tree)])
    assert [way.region for way in rule.ways] == ["/html/body/div/ul", "/html/body/ol"]  # the more pages, the earlier
    assert len(rule.apply(page(4)).records) == 4
    assert len(rule.apply(another()).records) == 9


def test_a_page_that_the_known_ways_extract_teaches_none():
    rule = learn([found for tree in (page(6), page(9, start=50)) for found in discover(tree)])
    assert (len(rule.ways), rule.pages) == (1, 2)
    assert (rule.expected.fewest, rule.expected.most) == (6, 9)


def test_a_list_with_the_same_words_on_every_page_is_the_sites_and_teaches_nothing():
    menu = b"<ol>" + b"".join(b"<li><b>Part %d of the site</b></li>" % i for i in range(12)) + b"</ol>"
    trees = [
        parse(menu + b"<ul>" + b"".join(b"<li><a>%s %d</a></li>" % (word, i) for i in range(9)) + b"</ul>")
        for word in (b"one", b"two")
    ]
    lists = [next(each for each in discover(tree, limit=9) if tree.name(each.region) == "ul") for tree in trees[:1]]
    lists += [next(each for each in discover(tree, limit=9) if tree.name(each.region) == "ol") for tree in trees[1:]]
    assert [way.region for way in learn(lists).ways] == ["/html/body/ul"]


def test_the_learning_curve_grows_with_the_pages():
    lists = [found for tree in (page(6), another(), page(9, start=50)) for found in discover(tree)]
    points = [(point.learnt, point.pages, round(point.records, 2)) for point in curve(lists)]
    assert points == [(1, 2, 0.62), (2, 3, 1.0), (3, 3, 1.0)]


def test_columns_keep_their_names_on_the_next_page():
    row = "<li><a href=/{0}>Title {0}</a> <b class=price>${0}.50</b> <i>Colour: c{0}</i></li>"
    without = "<li><a href=/{0}>Title {0}</a> <i>Colour: c{0}</i><u>new {0}</u></li>"
    rule = learn(discover(page(8, row=row)))
    found = rule.apply(page(4, row=without))
    assert [each.name for each in found.fields][:3] == ["title", "price", "colour"]
    assert not any(found.fields[1].cells)
    assert drift(rule, found) == [
        "fits the rule by 75%, the pages learnt on by 100%",
        "no record has price",
        "most records have fields that the rule does not know: field_4",
    ]


def test_what_says_the_same_on_several_pages_is_constant_and_what_does_not_is_data():
    def site(place):
        row = "<li><a href=/{0}>Title {0}</a> <i>" + place + "</i> <p>Buy now</p></li>"
        return discover(page(6, row=row))

    one, two = learn(site("Rome")), learn([*site("Rome"), *site("Paris")])
    assert [each.constant for each in one.columns] == [False, True, True]
    assert [each.constant for each in two.columns] == [False, False, True]


def test_drift_is_nothing_on_a_page_like_those_learnt_on():
    rule = learn(discover(page(8)))
    assert drift(rule, rule.apply(page(5))) == []
    assert drift(rule, rule.apply(page(40))) == ["40 records, the pages learnt on had 8 to 8"]


def test_a_page_that_does_not_fit_can_teach_the_rule():
    rule = learn(discover(page(8)))
    taught = rule.extended(discover(another())[0])
    assert len(taught.apply(another()).records) == 9
    assert (len(taught.ways), taught.pages) == (2, 2)
    assert set(rule.columns) <= set(taught.columns)


def test_a_rule_without_a_shape_knows_a_page_by_the_size_of_its_pieces():
    def lines(text, n):
        return parse(("<div>" + "<br>".join(f"{text} {i}" for i in range(n)) + "</div>").encode())

    rule = learn(discover(lines("A line of some length that says what it is about", 9)))
    assert rule.ways[0].shape == ()
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


WAY = {"region": "/html", "separator": "p", "placement": "around", "shape": [], "size": 3}
COLUMN = {"name": "a", "kind": "text", "place": {"path": "p"}}
GOOD = {"version": 2, "ways": [WAY], "columns": [COLUMN]}
BAD = [
    {"version": 99},
    {"version": True},
    {"version": 2},
    {"version": 2, "ways": [5]},
    {**GOOD, "columns": {}},
    {**GOOD, "expected": []},
    *(
        {**GOOD, "ways": [{**WAY, **wrong}]}
        for wrong in (
            {"region": 5},
            {"separator": ["li"]},
            {"shape": "abc"},
            {"shape": [["a"]]},
            {"shape": [""]},
            {"shape": ["/li"]},
            {"shape": ["li//a"]},
            {"placement": "sideways"},
            {"size": "3"},
        )
    ),
    *({**GOOD, "columns": [{**COLUMN, **wrong}]} for wrong in ({"place": 5}, {"name": None}, {"share": "much"})),
]


def test_fields_that_a_rule_does_not_know_are_passed_over(tmp_path):
    (tmp_path / "rule.json").write_text(json.dumps({**GOOD, "note": "mine"}))
    assert Rule.load(tmp_path / "rule.json").ways[0].region == "/html"


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
    assert rule.ways[0].joined
    assert rule.apply(table(4)).texts() == [f"{i} text {i}" for i in range(4)]
    assert rule.apply(table(1)).texts() == ["0 text 0"]


def test_a_list_of_the_consensus_that_no_separator_cuts_there_is_learnt_where_one_does():
    tree = page(8)
    [found] = discover(tree)
    body = int(tree.parent[tree.parent[found.region]])
    odd = replace(found, method="consensus", region=body, certainty={})
    assert learn([odd]).apply(page(5)).texts() == discover(page(5))[0].texts()
    with pytest.raises(RuleError):
        learn([replace(odd, method="other")]).apply(page(5))


UNCLOSED = {
    "font": "<div>"
    + "".join(f"<font><a href=/{i}>Title {i}</a> words of record {i}<br>" for i in range(3))
    + "</div>"
    + "".join(f"<div>Title {i}<font> words of record {i} that go on</div>" for i in range(3, 7)),
    "p and font": "<div>"
    + "".join(f"<p><font><b>Title {i}</b> words of record {i} that go on" for i in range(3))
    + "</div>"
    + "".join(f"<div><p>lead {i}</p><div>Title {i} and words</div></div>" for i in range(3, 7)),
    "a": "<div><p><a href=/0>Title 0<div>words 0 of it</div></div>"
    + "".join(f"<div><b>Title {i}</b> words of record {i} that go on</div>" for i in range(1, 9)),
}


@pytest.mark.parametrize("html", UNCLOSED.values(), ids=UNCLOSED)
def test_records_at_the_level_of_their_region_teach_a_rule_as_well(html, tmp_path):
    tree = parse(html.encode())
    for found in by_method(tree, limit=10, threshold=0.0):
        rule = learn([found])
        assert all(all(name.split("/")) for way in rule.ways for name in way.shape)
        rule.save(tmp_path / "rule.json")
        assert Rule.load(tmp_path / "rule.json") == rule
        assert compare(rule, found) == compare(Rule.load(tmp_path / "rule.json"), found)


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
