"""How the records of a page stand, and how they are found again where they moved."""

from dataclasses import replace

import pytest
from hypothesis import given
from rules.made import ITEMS, another, discover, page
from strategies import SOUP

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.rules.conditions import marks, relative_paths
from weblode.rules.drift import drift, hints
from weblode.rules.fitting import common_way, group_alike, recut
from weblode.rules.learning import learn
from weblode.rules.ways import NEARLY, Way


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


def test_what_is_not_a_record_is_left_out_with_a_reason():
    rule = learn(discover(page(8)))
    items = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4
    tree = parse(b"<div><ul><li>Advertisement<li></li>" + items + b"</ul></div>")
    found = rule.apply(tree)
    assert len(found.records) == 4
    assert {dropped.reason for dropped in found.dropped} == {"misses tags that the rule expects", "has no text"}


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


def test_a_rule_of_joined_rows_joins_them_again():
    rows = "<tr><td><b>{0}</b></td></tr><tr><td><i>text {0}</i></td></tr>"

    def table(n):
        return parse(("<table>" + "".join(rows.format(i) for i in range(n)) + "</table>").encode())

    rule = learn(discover(table(10)))
    assert rule.ways[0].joined
    assert rule.apply(table(4)).texts() == [f"{i} text {i}" for i in range(4)]
    assert rule.apply(table(1)).texts() == ["0 text 0"]


def test_a_page_without_the_region_or_the_separator_gives_nothing():
    way = Way("/html/body/ul", "li", "around", ("li",), 10)
    assert way.best(parse(b"")) is None
    assert way.best(parse(b"<ul><p>one<p>two</ul>")) is None
    assert way.best(parse(b"<ol><li>one<li>two</ol>")) is None
    assert way.best(parse(b"<ul><li>A title 1<li>A title 2</ul>")).texts() == ["A title 1", "A title 2"]


@pytest.mark.parametrize(("place", "n"), [("/html/body/nav/ul", 1), ("nonsense[/ul", 1), ("", 0)])
def test_where_nothing_is_at_the_place_a_region_of_its_tag_is_taken(place, n):
    best = Way(place, "li", "around", ("li",), 10).best(parse(b"<p>x</p><ul><li>A title 1</ul>"))
    assert (best.texts() if best else []) == ["A title 1"] * n


def test_marks_are_the_words_of_id_and_class_without_digits():
    tree = parse(b"<ul id='results' class='wide results col3'><li>x")
    assert marks(tree, tree.tag.tolist().index(tree.number("ul"))) == ("results", "wide")
    assert marks(tree, 0) == ()


def test_paths_below_a_region_start_there():
    tree = parse(b"<table><tr><td><a>x</a></table>")
    names = relative_paths(tree, tree.tag.tolist().index(tree.number("table")))
    assert sorted(names.values()) == ["tbody", "tbody/tr", "tbody/tr/td", "tbody/tr/td/a"]


@given(SOUP)
def test_every_element_below_the_root_has_its_relative_path(soup):
    tree = parse(soup.encode())
    names = relative_paths(tree, 0)
    expected = {int(tree.path[u]): "/".join(tree.tag_path(u)[1:]) for u in range(1, len(tree)) if tree.tag[u]}
    assert names == expected


def test_the_common_way_has_what_most_records_have():
    row = "<li><a href=/{0}>Title {0}</a> <i>text {0}</i>"
    [found] = discover(
        parse(("<ul class='a b1 c'>" + "".join(row.format(i) for i in range(9)) + "<li><a>T</a></ul>").encode())
    )
    way = common_way([found])
    assert (way.region, way.separator, way.shape, way.marks) == (
        "/html/body/ul",
        "li",
        ("li", "li/a", "li/i"),
        ("a", "c"),
    )


def test_marks_of_a_way_are_on_all_its_pages():
    lists = [
        found
        for name in ("a b", "b c")
        for found in discover(parse(b"<ul class='%s'>%s</ul>" % (name.encode(), ITEMS)))
    ]
    assert common_way(lists).marks == ("b",)


def test_lists_of_one_layout_are_a_group():
    lists = [found for tree in (page(6), another(), page(9)) for found in discover(tree)]
    assert [[len(each.records) for each in group] for group in group_alike(lists)] == [[6, 9], [9]]
    assert group_alike([]) == []


def test_a_list_is_cut_again_by_the_separator_that_gives_its_records():
    [found] = discover(page(8))
    odd = replace(found, separator=found.tree.number("p"), certainty={})
    assert (recut(odd).separator, recut(found)) == (found.separator, found)
    nowhere = replace(odd, records=((1, 2),))
    assert recut(nowhere) == nowhere


def test_a_region_that_fits_at_its_place_is_taken_though_another_has_more_records():
    way = Way("/html/body/ul", "li", "around", ("li",), 10)
    longer = b"<div><ul>" + b"<li>Another 1" * 9 + b"</ul></div>"
    assert way.best(parse(b"<ul><li>A title 1<li>A title 2</ul>" + longer)).texts() == ["A title 1", "A title 2"]


def thing(title, about="", more="<i>in stock</i>"):
    return f"<li><h3><a href=/{title}>{title}</a></h3><div><img src=/{title}.png><p>{about}</p>{more}</div></li>"


LONG = "what it is good for, who made it, and why anybody should want to have one of these at home"


def test_a_piece_with_the_whole_shape_is_a_record_however_little_text_it_has():
    things = [thing(f"Thing {i}", LONG) for i in range(6)]
    rule = learn(discover(parse(f"<ul>{''.join(things)}</ul>".encode())))
    short = thing("X", more="<i>-</i>")
    found = rule.apply(parse(f"<ul>{''.join(things[:4])}{short}<li>Ad</ul>".encode()))
    assert [text.split()[0] for text in found.texts()] == ["Thing"] * 4 + ["X"]


def test_without_much_of_a_shape_little_text_is_no_record():
    rule = learn(discover(parse(("<ul>" + f"<li><a href=/1>{LONG}</a></li>" * 6 + "</ul>").encode())))
    page = parse(("<ul>" + f"<li><a href=/2>{LONG}</a></li>" * 4 + "<li><a href=/3>More</a></li></ul>").encode())
    assert len(rule.apply(page).records) == 4


def test_lists_of_one_record_go_on_with_each_other_if_they_are_like_records():
    shape = ("article", *(f"article/{name}" for name in ("h3", "h3/a", "p", "b", "i", "time", "img", "em", "q")))
    way = Way("/html/body/ol/li[1]", "article", "around", shape, 60, beside=True)
    whole = "<h3><a>A title</a></h3><p>what it is about</p><b>b</b><i>i</i><time>now</time><img src=/a>"
    items = f"<li><article>{whole}<em>e</em><q>q</q></article><li><article>{whole}</article>"
    found = way.best(parse(f"<ol>{items}<li><article>short</article></ol>".encode()))
    assert len(found.records) == 2  # the second has eight of ten tags


def test_pieces_that_are_nearly_records_are_told_apart():
    things = "".join(thing(f"Thing {i}", LONG) for i in range(6))
    rule = learn(discover(parse(f"<ul>{things}</ul>".encode())))
    half = f"<li><h3><a href=/1>{LONG}</a></h3><div></div></li>"
    found = rule.apply(parse(f"<ul>{things}{half * 2}<li>{LONG}</li></ul>".encode()))
    assert [each.reason for each in found.dropped] == [NEARLY, NEARLY, "misses tags that the rule expects"]
    assert hints(rule, found) == ["2 pieces beside the 6 records are nearly like them, and left out"]
    assert not drift(rule, found)
    assert not hints(rule, rule.apply(parse(f"<ul>{things}{half}</ul>".encode())))
