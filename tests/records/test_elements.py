"""The fields of XML records: their names, values, columns and links."""

import pytest
from feeds import ATOM, BOOKS, ROWS, RSS_091, RSS_1, RSS_2, SITEMAP
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import weblode
from records.pages import rows
from weblode.pages.html import parse
from weblode.records import elements
from weblode.records.places import FieldCell, FieldPlace


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


def read(record, url=None):
    """The names and values of one record, with repeats."""
    tree = parse(f"<rss>{record}</rss>".encode(), url=url)
    u = next(u for u in range(len(tree)) if tree.name(u) == "item")
    ((*row,),) = elements.rows(tree, [(u, int(tree.end[u]))])
    return [(place.path, cell.value) for place, cell in row]


def test_an_element_with_text_of_its_own_is_one_field_and_others_are_entered():
    mixed = "<item><p>one <b>two</b> three</p><q><b>four</b><b>five</b></q><empty/></item>"
    assert read(mixed) == [("p", "one two three"), ("q/b", "four"), ("q/b", "five")]


def test_a_record_that_is_only_a_text_is_a_field_of_its_name():
    assert read("<item id='7'>some  text</item>") == [("@id", "7"), ("item", "some text")]


def test_attributes_about_how_the_document_is_written_are_no_fields():
    item = (
        "<item xml:lang='en' xmlns='http://www.w3.org/2005/Atom' blank=' '><a type='html'>x</a><b type='audio'>y</b>"
        "<link rel='self' href='/z'/><note rel='self'>w</note></item>"
    )
    assert read(item) == [
        ("a", "x"),
        ("b/@type", "audio"),
        ("b", "y"),
        ("link[@rel='self']/@href", "/z"),
        ("note/@rel", "self"),
        ("note", "w"),
    ]


def test_addresses_are_joined_to_the_base_nearest_to_them():
    links = "<link>a</link><title>a</title><link>no address</link><url xml:base='/top/'>b</url>"
    assert read(f"<item xml:base='sub/'>{links}</item>", "http://x.example/dir/feed.xml") == [
        ("link", "http://x.example/dir/sub/a"),
        ("title", "a"),
        ("link", "no address"),
        ("url", "http://x.example/top/b"),
    ]
    assert read("<item><link>http://[broken</link></item>", "http://x.example/") == [("link", "http://[broken")]


def test_a_record_of_several_siblings_has_the_names_of_all():
    tree = parse(b"<rss><a>1</a><b c='2'>3</b><a>4</a></rss>")
    first, *_, last = tree.children(0)
    (row,) = elements.rows(tree, [(first, last)])
    assert [(place.path, cell.value, cell.attribute) for place, cell in row] == [
        ("a", "1", ""),
        ("b/@c", "2", "c"),
        ("b", "3", ""),
    ]


A, B, C = (FieldPlace(name) for name in "abc")


def test_the_second_value_of_a_name_is_a_column_beside_the_first():
    columns, numbers = elements.group([[A, B], [A, A, C], [C, B]])
    assert [place for _, place in columns] == [A, A, B, C]
    assert numbers == [[0, 2], [0, 1, 3], [3, 2]]


def test_known_places_have_the_first_numbers():
    columns, numbers = elements.group([[A, B]], [B, C])
    assert columns == [(0, B), (1, C), (2, A)]
    assert numbers == [[2, 0]]


def test_places_beyond_the_most_columns_are_left_out():
    places = [FieldPlace(f"p{i}") for i in range(510)]
    columns, (first, second) = elements.group([places, places[505:] + places[:1]])
    assert len(columns) == 500
    assert first == [*range(500), *[-1] * 10]
    assert second == [*[-1] * 5, 0]


@given(st.lists(st.lists(st.sampled_from([A, B, C]), max_size=5), max_size=5))
def test_no_two_values_of_a_record_share_a_column_and_every_column_has_one_place(sequences):
    columns, numbers = elements.group(sequences)
    for sequence, row in zip(sequences, numbers, strict=True):
        assert len(set(row)) == len(row)
        assert [columns[i][1] for i in row] == sequence
    assert {i for row in numbers for i in row} == set(range(len(columns)))


def test_the_address_of_a_record_comes_before_others_and_each_once():
    def column(path, *values):
        return FieldPlace(path), [value and FieldCell((0, 1), value) for value in values]

    columns = [
        column("title", "/no", "/no"),
        column("enclosure/@url", "/a.mp3", None),
        column("@rdf:about", "/a", "/b"),
        column("link", "/a", None),
        column("link[@rel='self']/@href", "/self", None),
    ]
    assert elements.links(columns, 2) == [["/a", "/a.mp3", "/self"], ["/b"]]
    assert elements.links([], 2) == [[], []]


def test_an_attribute_with_a_prefix_is_found_by_other_tools():
    document = etree.fromstring(b"<r xmlns:x='urn:x' x:a='1' a='2'/>")
    assert document.xpath("/r" + elements.attribute_step("x:a")) == ["1"]
    assert document.xpath("/r" + elements.attribute_step("a")) == ["2"]
    assert elements.attribute_step("") == ""
