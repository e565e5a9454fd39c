"""Feeds, sitemaps and other XML documents as records with the names they have."""

from datetime import date, datetime

import pytest
from feeds import ATOM, BOOKS, DECLARATION, FEEDS, ROWS, RSS_091, RSS_1, RSS_2, SITEMAP, feed
from lxml import etree

import weblode
from weblode.pages.html import parse
from weblode.records import METHODS
from weblode.records.fields import as_table
from weblode.rules.learning import learn


def rows(data, **about):
    """The fields of each record, by name, without those that it lacks."""
    (record_list,) = weblode.records(parse(data, **about))
    table = [{} for _ in record_list.records]
    for each in record_list.fields:
        for row, cell in zip(table, each.cells, strict=True):
            if cell:
                row[each.name] = cell.value
    return table


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


def test_rss_has_its_own_names_and_text_for_people():
    assert rows(RSS_2, url="http://news.example/feeds/all.xml") == [
        {
            "title": "New pier opens",
            "link": "http://news.example/pier",
            "dc:creator": "Ann Lee",
            "description": "The pier is open & free. Come!",
            "enclosure/@url": "http://news.example/feeds/pier.mp3",
            "enclosure/@length": "120",
            "enclosure/@type": "audio/mpeg",
            "category": "Sea",
            "category_2": "Town",
            "pubDate": "Mon, 06 Sep 2021 16:45:00 +0000",
        },
        {
            "title": "Ferry late & full",
            "link": "http://news.example/ferry",
            "description": "Ten minutes late again",
            "pubDate": "Tue, 07 Sep 2021 08:00:00 +0000",
        },
    ]
    assert rows(RSS_2)[0]["enclosure/@url"] == "pier.mp3"


def test_old_rss_has_its_own_names_too():
    assert rows(RSS_091)[0] == {"title": "Café opens", "link": "http://old.example/1"}
    assert rows(RSS_1)[1] == {
        "@rdf:about": "http://rdf.example/2",
        "title": "Two",
        "link": "http://rdf.example/2",
        "dc:date": "2004-05-07",
    }


def test_links_of_atom_are_told_apart_by_their_relation_and_are_absolute():
    assert rows(ATOM) == [
        {
            "title": "Salt & pepper",
            "link/@href": "http://blog.example/posts/salt",
            "link[@rel='enclosure']/@href": "http://blog.example/salt.mp3",
            "link[@rel='enclosure']/@type": "audio/mpeg",
            "id": "urn:1",
            "updated": "2020-01-01T00:00:00Z",
            "author/name": "Ann",
            "category/@term": "food",
            "content": "Both are here. Enjoy",
        },
        {
            "title": "if a<b then <b> is bold",
            "link/@href": "http://blog.example/posts/bold",
            "id": "urn:2",
            "updated": "2020-01-02T00:00:00Z",
            "summary": "Plain.",
        },
    ]
    prefixed = ATOM.replace(b"<", b"<atom:").replace(b"<atom:/", b"</atom:").replace(b"<atom:?", b"<?")
    prefixed = prefixed.replace(b'xmlns="http://www.w3.org/2005', b'xmlns:atom="http://www.w3.org/2005')
    assert [row["atom:id"] for row in rows(prefixed)] == ["urn:1", "urn:2"]


def test_a_sitemap_has_its_own_names():
    assert rows(SITEMAP) == [
        {
            "loc": "http://map.example/?a=1&b=2",
            "lastmod": "2024-01-01",
            "priority": "0.5",
            "image:image/image:loc": "http://map.example/a.png",
        },
        {"loc": "http://map.example/b", "lastmod": "2024-02-01"},
    ]


def test_dates_and_numbers_are_typed_beside_their_text():
    (record_list,) = weblode.records(parse(RSS_2))
    table = as_table("x", record_list.records, record_list.fields)
    assert table["pubDate (date)"] == (date(2021, 9, 6), date(2021, 9, 7))
    assert table["pubDate (utc)"] == (datetime(2021, 9, 6, 16, 45), datetime(2021, 9, 7, 8))
    assert table["enclosure/@length (number)"] == (120.0, None)


@pytest.mark.parametrize("data", [RSS_2, ATOM, SITEMAP, BOOKS, ROWS])
def test_every_value_leads_back_to_its_element_or_attribute(data):
    document = etree.fromstring(data)
    (record_list,) = weblode.records(parse(data))
    for record in record_list.as_dict()["records"]:
        for each in record["fields"]:
            (found,) = document.xpath(each["xpath"])
            last = each["name"].rpartition("/")[2].rpartition("_")[0] or each["name"].rpartition("/")[2]
            if not each["xpath"].rpartition("/")[2].startswith("@"):
                assert etree.QName(found).localname in (last.rpartition(":")[2], each["name"].rpartition(":")[2])
            elif found != each["value"]:
                assert each["value"].endswith(found)  # an address that was joined to its base


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


def test_fields_in_another_order_are_the_same_fields():
    data = b"<rss><channel><item><a>1</a><b>2</b></item><item><b>3</b><c>x</c><a>4</a></item></channel></rss>"
    (record_list,) = weblode.records(parse(data))
    assert [(f.name, [cell and cell.value for cell in f.cells]) for f in record_list.fields] == [
        ("a", ["1", "4"]),
        ("b", ["2", "3"]),
        ("c", [None, "x"]),
    ]


@pytest.mark.parametrize("data", [feed(6), ATOM, SITEMAP, BOOKS])
def test_a_rule_learnt_on_a_document_reads_it_again(data):
    (record_list,) = weblode.records(parse(data))
    again = learn([record_list]).apply(parse(data))
    assert again.records == record_list.records
    assert [field.name for field in again.fields] == [field.name for field in record_list.fields]
    assert [field.cells for field in again.fields] == [field.cells for field in record_list.fields]


def test_a_record_with_very_many_values_is_read_within_bounds():
    data = b"<rss><channel>" + b"<item>" + b"<a>x</a>" * 3000 + b"</item><item><b>y</b></item></channel></rss>"
    (record_list,) = weblode.records(parse(data))
    assert len(record_list.fields) == 401


def test_twenty_megabytes_of_items_are_within_the_limits():
    data = feed(20 * 2**20 // 320)
    assert len(data) > 19_000_000
    (record_list,) = weblode.records(parse(data))
    assert len(record_list.records) == 20 * 2**20 // 320
