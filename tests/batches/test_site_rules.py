"""Rules for a whole site: one for each template, learnt from a sample, told apart on other pages."""

import pickle

import pytest
from crawls import batch, crawl, listing, rows, thing

from weblode.batches import process
from weblode.batches.guard import process_guarded
from weblode.batches.shards import RuledBatch
from weblode.batches.site_rules import SiteRule, learn_site, site_rows
from weblode.batches.tasks import TaskOptions
from weblode.details.rule import DetailRule
from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.rules.rule import Rule


def trees(pages):
    return [parse(html.encode(), page=url, url=url) for url, html in pages]


@pytest.fixture(scope="module")
def rules():
    return learn_site(trees(crawl(36, hosts=1)))


def test_a_template_with_lists_has_a_rule_for_records_and_others_one_for_details(rules):
    assert [type(each.rule) for each in rules] == [Rule, DetailRule, DetailRule]


def test_other_pages_of_the_site_are_read_by_the_rule_of_their_template(rules):
    pages = trees([("http://h.example/a", listing(70)), ("http://h.example/b", thing(71))])
    lamps, lamp = (site_rows(rules, tree, TaskOptions()) for tree in pages)
    assert (lamps.count, set(lamps.columns["template"])) == (6, {"template 0"})
    assert (lamp.count, lamp.columns["template"]) == (1, ["template 1"])
    assert dict(lamp.columns["numbers"][0])["price (number)"] == 71.5


def test_a_page_of_no_template_is_read_alone(rules):
    items = "".join(f"<tr><td><a href=/{i}>Case {i} of {2000 + i}</a><td>decided in May {i}" for i in range(9))
    [tree] = trees([("http://h.example/c", f"<h1>Cases</h1><table>{items}</table>")])
    result = site_rows(rules, tree, TaskOptions())
    assert (result.count, set(result.columns["template"])) == (9, {""})


def test_rules_survive_their_text_and_what_is_none_is_one_line(rules):
    again = [SiteRule.of_text(each.text()) for each in rules]
    [tree] = trees([("http://h.example/a", listing(70))])
    assert site_rows(again, tree, TaskOptions()) == site_rows(rules, tree, TaskOptions())
    with pytest.raises(RuleError, match="is no rule for a site"):
        SiteRule.of_text("[]")


def test_few_pages_teach_no_rule():
    assert learn_site(trees(crawl(2, hosts=1))) == []
    assert learn_site(trees([("http://h.example/a", listing(1))] * 5)) == []


def test_pages_come_with_the_rules_of_their_host(rules):
    pages = [(f"http://h.example/{i}", listing(i)) for i in range(40, 50)]
    item = RuledBatch(tuple(each.text() for each in rules), batch(pages).slice(2, 3))
    assert len(pickle.dumps(item)) < len(pickle.dumps(batch(pages))) + sum(map(len, item.rules))
    result = rows(process([item], "sites"))
    assert [row["url"] for row in result[::6]] == [url for url, _ in pages[2:5]]
    assert {row["template"] for row in result} == {"template 0"}
    assert rows(process_guarded([item], "sites")) == result
