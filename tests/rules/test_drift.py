"""How a page differs from those that a rule was learnt on."""

from dataclasses import replace

from rules.made import discover, page

from weblode.rules.drift import drift, hints
from weblode.rules.learning import learn
from weblode.rules.rule import Expected


def test_columns_keep_their_names_on_the_next_page():
    row = "<li><a href=/{0}>Title {0}</a> <b class=price>${0}.50</b> <i>Colour: c{0}</i></li>"
    without = "<li><a href=/{0}>Title {0}</a> <i>Colour: c{0}</i><u>new {0}</u></li>"
    rule = learn(discover(page(8, row=row)))
    found = rule.apply(page(4, row=without))
    assert [each.name for each in found.fields] == ["title", "price", "colour"]
    assert not any(found.fields[1].cells)
    assert drift(rule, found) == ["fits the rule by 75%, the pages learnt on by 100%"]
    assert hints(rule, found) == ["no record has price", "most records have fields that the rule does not know: new"]


def test_there_is_no_drift_on_a_page_like_those_learnt_on():
    rule = learn(discover(page(8)))
    assert drift(rule, rule.apply(page(5))) == hints(rule, rule.apply(page(5))) == []


def test_many_or_few_records_are_a_hint_but_no_drift():
    rule = learn(discover(page(9)))
    assert hints(rule, rule.apply(page(3))) == []
    for n in (2, 40):
        found = rule.apply(page(n))
        assert drift(rule, found) == []
        assert hints(rule, found) == [f"{n} records, the pages learnt on had 9 to 9"]


def test_a_list_without_its_titles_or_most_of_its_columns_has_changed():
    row = "<li><a href=/{0}>Title {0}</a> <b class=price>${0}.50</b> <i class=colour>c{0}</i></li>"
    rule = learn(discover(page(8, row=row)))
    bare = rule.apply(page(8, row="<li><a></a> <b class=price>${0}.50</b> <i class=colour>c{0}</i></li>"))
    assert "no record has title" in drift(rule, bare)
    short = rule.apply(page(1, row="<li><a href=/{0}>Title {0}</a> <b></b> <i class=colour>c{0}</i></li>"))
    assert not any("price" in line for line in drift(rule, short) + hints(rule, short))  # one record may lack it


def test_a_rule_that_expects_nothing_has_no_drift():
    rule = replace(learn(discover(page(8))), expected=Expected(), columns=())
    assert drift(rule, rule.apply(page(40))) == []


def test_a_field_that_some_records_lack_is_no_drift():
    row = "<li><a href=/{0}>Title {0}</a> <i>text of record {0}</i><b class=price>${0}.50</b></li>"
    rule = learn(discover(page(8, row=row)))
    rule = replace(rule, columns=tuple(replace(each, share=0.5) for each in rule.columns))
    assert drift(rule, rule.apply(page(8))) == ["fits the rule by 75%, the pages learnt on by 100%"]


def test_a_poor_fit_is_no_drift_where_the_records_learnt_on_differ_as_much():
    row = "<li><a href=/{0}>Title {0}</a> <b class=price>${0}.50</b> <i>Colour: c{0}</i></li>"
    rule = learn(discover(page(8, row=row)))
    found = rule.apply(page(4, row="<li><a href=/{0}>Title {0}</a> <i>Colour: c{0}</i></li>"))
    assert drift(rule, found)
    varied = replace(rule, ways=tuple(replace(way, alike=0.4) for way in rule.ways))
    assert drift(varied, found) == []
