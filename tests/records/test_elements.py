"""The fields of XML records: their names, values, columns and links."""

import pytest
from feeds import ATOM, BOOKS, ROWS, RSS_091, RSS_1, RSS_2, SITEMAP
from lxml import etree

import weblode
from records.pages import rows
from weblode.pages.html import parse


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


def test_fields_in_another_order_are_the_same_fields():
    data = b"<rss><channel><item><a>1</a><b>2</b></item><item><b>3</b><c>x</c><a>4</a></item></channel></rss>"
    (record_list,) = weblode.records(parse(data))
    assert [(f.name, [cell and cell.value for cell in f.cells]) for f in record_list.fields] == [
        ("a", ["1", "4"]),
        ("b", ["2", "3"]),
        ("c", [None, "x"]),
    ]


def test_a_record_with_very_many_values_is_read_within_bounds():
    data = b"<rss><channel>" + b"<item>" + b"<a>x</a>" * 3000 + b"</item><item><b>y</b></item></channel></rss>"
    (record_list,) = weblode.records(parse(data))
    assert len(record_list.fields) == 401
