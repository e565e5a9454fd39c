"""What pages teach: the ways that fit most of them, and the columns of their fields."""

import json
from dataclasses import replace

import pytest
from rules.made import another, discover, page

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records.discover import discover as by_method
from weblode.rules.comparison import compare
from weblode.rules.learning import curve, learn
from weblode.rules.rule import Rule


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


def test_what_says_the_same_on_several_pages_is_constant_and_what_does_not_is_data():
    def site(place):
        row = "<li><a href=/{0}>Title {0}</a> <i>" + place + "</i> <p>Buy now</p></li>"
        return discover(page(6, row=row))

    one, two = learn(site("Rome")), learn([*site("Rome"), *site("Paris")])
    places = [[each for each in rule.columns if not each.piece and not each.place.whole] for rule in (one, two)]
    assert [(each.constant, each.hidden) for each in places[0]] == [(False, False), (True, True), (True, True)]
    assert [(each.constant, each.hidden) for each in places[1]] == [(False, False), (False, False), (True, True)]


def test_without_records_there_is_nothing_to_learn():
    with pytest.raises(RuleError, match="no records to learn from"):
        learn(discover(parse(b"<p>a")))


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


def test_lists_of_one_record_teach_nothing():
    [found] = discover(page(8))
    single = replace(found, records=found.records[:1])
    with pytest.raises(RuleError, match="name a page that lists several things of a kind"):
        learn([single])
    assert learn([single, found]).pages == 1


def test_the_same_lists_teach_the_same_rule():
    lists = [found for tree in (another(), page(6), page(9, start=50)) for found in discover(tree)]
    assert learn(lists) == learn(lists)


def test_the_learning_curve_takes_the_rule_of_all_pages_if_there_is_one():
    lists = [found for tree in (page(6), page(9, start=50)) for found in discover(tree)]
    empty = replace(learn(lists), ways=())
    assert [(point.learnt, point.pages) for point in curve(lists, empty)] == [(1, 2), (2, 0)]
    assert [point.learnt for point in curve(lists[:1])] == [1]


def test_a_column_of_a_second_page_is_learnt_where_it_stands():
    def listing(word, more=""):
        items = "".join(f"<li><a href=/{i}>{word} {i}</a>{more}<p>made in {1900 + i}</p></li>" for i in range(6))
        return parse(f"<div><ul>{items}</ul></div>".encode())

    plain, rich = listing("Lamp"), listing("Chair", "<p class=note>a note on it</p><p class=note>another</p>")
    rule = learn([found for tree in (plain, rich) for found in by_method(tree, threshold=0.0)[:1]])
    third = rule.apply(listing("Table", "<p class=note>of oak</p><p class=note>of ash</p>"))
    years = next(each for each in third.fields if each.cells[0] and each.cells[0].value == "made in 1900")
    assert years.column in rule.columns


def _tagged(counts, forms=("<a href=/tag/{0}-{1}>Tag {0} {1}</a>",)):
    """A page of articles with as many tags each as the counts say, one after another of some forms."""
    rows = []
    for i, n in enumerate(counts):
        tags = "".join(f"<li>{forms[k % len(forms)].format(i, k)}</li>" for k in range(n))
        rows.append(f"<article><h2><a href=/{i}>Title {i}</a></h2><p>Some words about {i}</p><ul>{tags}</ul></article>")
    return parse(("<main>" + "".join(rows) + "</main>").encode())


def test_siblings_that_are_fields_since_they_differ_are_so_on_every_page():
    unlike = ("<b>New {0}</b>", "<p><i>by Author {0}</i><u>of Rome {0}</u></p>", "<div><em>{0} votes</em></div>")
    rule = learn(discover(_tagged((3, 3, 3, 3, 3, 3), unlike)))
    assert rule.no_lists == ("article/ul/li",)
    assert Rule.of_text(rule.data().decode()) == rule
    assert rule.apply(_tagged((3, 3, 3), unlike)).no_lists == rule.no_lists
    alone = discover(_tagged((1, 3, 2, 4, 2, 1)))[0]
    assert alone.nested
    assert not replace(alone, no_lists=rule.no_lists).nested


def test_siblings_that_are_as_many_in_each_record_may_be_a_list_on_another_page():
    rule = learn(discover(_tagged((2, 2, 2, 2, 2, 2))))
    assert rule.no_lists == ()
    assert rule.apply(_tagged((4, 1, 2, 3, 1, 1))).nested


def test_siblings_at_a_place_that_the_rule_has_not_seen_may_be_a_nested_list():
    rule = learn(discover(_tagged((0, 0, 0, 0, 0, 0))))
    assert rule.no_lists == ()
    assert rule.apply(_tagged((4, 1, 2, 3, 1, 1))).nested


def test_a_rule_whose_places_of_fields_are_no_texts_is_refused():
    document = json.loads(learn(discover(page(6))).data()) | {"no_lists": [3]}
    with pytest.raises(RuleError, match="no_lists must be tag paths"):
        Rule.of_text(json.dumps(document))
