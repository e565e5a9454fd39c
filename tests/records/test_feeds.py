"""Feeds, sitemaps and other XML documents as records with the names they have."""

from datetime import date, datetime

import pytest
from feeds import ATOM, BOOKS, DECLARATION, FEEDS, ROWS, RSS_2, SITEMAP, feed

import weblode
from records.pages import rows
from weblode.pages.html import parse
from weblode.records import METHODS
from weblode.records.fields import as_table
from weblode.rules.learning import learn


@pytest.mark.parametrize("name", FEEDS)
def test_the_records_of_a_known_kind_are_known(name):
    (record_list,) = weblode.records(parse(FEEDS[name]))
    names = {record_list.tree.name(a) for a, _ in record_list.records}
    assert (record_list.method, record_list.score, len(record_list.records)) == ("feed", 1.0, 2)
    assert names <= {"item", "entry", "url", "sitemap"}
    assert all(map(any, record_list.links()))


def test_a_feed_with_one_item_has_one_record_and_one_without_has_none():
    one = b"<rss><channel><title>T</title><item><title>Only</title></item></channel></rss>"
    assert rows(one) == [{"title": "Only"}]
    assert weblode.records(parse(b"<rss><channel><title>T</title></channel></rss>")) == []
    assert weblode.records(parse(b"<rss/>")) == []


def test_dates_and_numbers_are_typed_beside_their_text():
    (record_list,) = weblode.records(parse(RSS_2))
    table = as_table("x", record_list.records, record_list.fields)
    assert table["pubDate (date)"] == (date(2021, 9, 6), date(2021, 9, 7))
    assert table["pubDate (utc)"] == (datetime(2021, 9, 6, 16, 45), datetime(2021, 9, 7, 8))
    assert table["enclosure/@length (number)"] == (120.0, None)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_records_of_other_xml(method):
    tree = parse(BOOKS)
    (record_list,) = weblode.records(tree, method)
    assert weblode.xpath(tree, record_list.region) == "/catalog"
    assert [tree.name(a) for a, _ in record_list.records] == ["book"] * 8
    assert [field.name for field in record_list.fields] == ["@id", "author", "title", "price", "track"]


@pytest.mark.parametrize("method", ["omini", "byu"])
def test_the_papers_methods_find_the_items_of_a_feed_too(method):
    tree = parse(feed(8))
    (record_list,) = weblode.records(tree, method)
    assert len(record_list.records) == 8
    assert record_list.method == method


def test_records_that_have_attributes_only_are_found_and_their_text_is_their_values():
    (record_list,) = weblode.records(parse(ROWS))
    assert (record_list.method, len(record_list.records)) == ("repeated", 6)
    assert record_list.texts()[2] == "2 Post 2"
    assert [field.name for field in record_list.fields] == ["@Id", "@Title"]


def test_a_document_without_repeated_elements_has_no_records():
    assert weblode.records(parse(f"{DECLARATION}<person><name>A B</name><born>1970</born></person>".encode())) == []
    assert weblode.records(parse(f"{DECLARATION}<empty/>".encode())) == []


@pytest.mark.parametrize("data", [feed(6), ATOM, SITEMAP, BOOKS])
def test_a_rule_learnt_on_a_document_reads_it_again(data):
    (record_list,) = weblode.records(parse(data))
    again = learn([record_list]).apply(parse(data))
    assert again.records == record_list.records
    assert [field.name for field in again.fields] == [field.name for field in record_list.fields]
    assert [field.cells for field in again.fields] == [field.cells for field in record_list.fields]


def test_twenty_megabytes_of_items_are_within_the_limits():
    data = feed(20 * 2**20 // 320)
    assert len(data) > 19_000_000
    (record_list,) = weblode.records(parse(data))
    assert len(record_list.records) == 20 * 2**20 // 320
