"""Fields: rows stay together, one field a meaning, names and kinds; alignment by its definition."""

import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.fields import align, as_table, fields, merged
from weblode.records.kinds import kind_of
from weblode.records.names import name_from_label
from weblode.records.places import FieldPlace


def columns(rows, *, wrap="<ul>{}</ul>", tag="li"):
    """The fields of a list of these rows, by name."""
    tree = parse(wrap.format("".join(rows)).encode(), page="p.html")
    region = max(u for u in range(len(tree)) if tag in {tree.name(v) for v in tree.children(u)})
    records = [(u, int(tree.end[u])) for u in tree.children(region) if tree.name(u) == tag]
    return tree, records, fields(tree, region, records)


def values(found):
    return {each.name: [cell.value if cell else None for cell in each.cells] for each in found}


def test_rows_stay_together_when_fields_are_missing():
    rows = [
        "<li><h3>One</h3><p class=price>$1.50</p><p class=place>Rome</p>",
        "<li><h3>Two</h3><p class=place>Oslo</p>",
        "<li><h3>Three</h3><p class=price>$3.00</p>",
    ]
    found = values(columns(rows)[2])
    assert found == {
        "title": ["One", "Two", "Three"],
        "price": ["$1.50", None, "$3.00"],
        "place": ["Rome", "Oslo", None],
    }


def test_duplicates_are_kept():
    rows = ["<li><b>Same</b><p>Words</p>"] * 3
    found = values(columns(rows)[2])
    assert list(found.values()) == [["Same"] * 3, ["Words"] * 3]


@pytest.mark.parametrize(
    "row",
    [
        "<li><p>A text with <b>highlights</b> and <em>more</em>.</p>",
        "<li><p>A text with <span>highlights</span> and <kw>more</kw>.</p>",
        "<li><p><b>A</b> <b>text</b> with <b>highlights</b> and more.</p>",
    ],
)
def test_a_text_split_by_inline_markup_is_one_field(row):
    (field,) = columns([row, row])[2]
    assert field.cells[0].value == "A text with highlights and more."


@pytest.mark.parametrize(
    "row",
    [
        "<li><span>left</span> <span>right</span>",
        "<li><span>left</span> - <span>right</span>",
        "<li><b>left</b> <i>right</i>",
        "<li>left<br>right",
        "<li>left <a href=/x>right</a>",
        "<li><p>left</p>right",
    ],
)
def test_what_stands_apart_is_two_fields(row):
    assert [cells[0] for cells in values(columns([row, row])[2]).values()] == ["left", "right"]


def test_links_and_images_have_their_address():
    rows = [f"<li><a href=/{i}><img src={i}.png></a><a href=/{i}>Title {i}</a>" for i in range(3)]
    image, title = columns(rows)[2]
    assert (image.name, image.column.kind, image.cells[1].value, image.cells[1].href) == (
        "image",
        "image",
        "1.png",
        "/1",
    )
    assert (title.name, title.cells[2].value, title.cells[2].href) == ("title", "Title 2", "/2")


@pytest.mark.parametrize(
    "row", ["<li>Price: ${0}.00", "<li><b>Price:</b> ${0}.00", "<li><label>Price</label><p>${0}.00</p>"]
)
def test_a_label_names_its_value_and_is_no_field_itself(row):
    found = columns([row.format(i) for i in range(1, 4)])[2]
    assert values(found) == {"price": ["$1.00", "$2.00", "$3.00"]}


def test_labels_align_values_of_one_tag_path():
    rows = [
        "<li><p>Genre: Racing</p><p>Rating: T</p><p>Year: 2009</p>",
        "<li><p>Rating: E</p><p>Year: 2010</p>",
        "<li><p>Genre: Sports</p><p>Year: 2011</p>",
    ]
    assert values(columns(rows)[2]) == {
        "genre": ["Racing", None, "Sports"],
        "rating": ["T", "E", None],
        "year": ["2009", "2010", "2011"],
    }


def test_headers_of_a_table_name_its_columns():
    head = "<thead><tr><th>Country<th>Population</thead>"
    rows = [f"<tr><td>Land {i}<td>{i},000,000" for i in range(1, 4)]
    _, _, found = columns(rows, wrap=f"<table>{head}<tbody>{{}}</tbody></table>", tag="tr")
    assert [each.name for each in found] == ["country", "population"]
    assert found[1].typed == (1e6, 2e6, 3e6)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("<li><p itemprop=author>A{0}</p>", "author"),
        ("<li><p class='result-snippet col-3'>a{0} b</p>", "snippet"),
        ("<li><p>{0} May 2017</p>", "date"),
        ("<li><p>${0}.99</p>", "price"),
        ("<li><p>{0}</p>", "number"),
        ("<li><p>https://a.example/{0}</p>", "url"),
        ("<li><p>plain words {0}</p>", "field_1"),
        ("<li><h2>plain words {0}</h2>", "title"),
    ],
)
def test_names_come_from_the_author_or_the_kind(row, name):
    (field,) = columns([row.format(i) for i in range(1, 5)])[2]
    assert field.name == name


def test_no_two_columns_share_a_name_and_none_is_called_as_the_tables_own():
    rows = [f"<li><p class=price>${i}</p><div class=price>${i}</div><p>Page: {i}</p>" for i in range(1, 4)]
    names = [each.name for each in columns(rows)[2]]
    assert names == ["price", "price_2", "page_2"]


@pytest.mark.parametrize(
    ("given_values", "kind", "typed"),
    [
        (["1,234", "5"], "number", (1234.0, 5.0)),
        (["$5", None, "$7.50"], "price", (5.0, None, 7.5)),
        (["2017-05-03", "4 May 2017"], "date", ("2017-05-03", "2017-05-04")),
        (["03/04/2017", "05/06/2017"], "text", ()),  # day or month? nobody knows
        (["5", "six", "7"], "text", ()),
        ([None, None], "text", ()),
    ],
)
def test_kinds_are_recognised_where_there_is_one_way_to_read_them(given_values, kind, typed):
    assert kind_of(given_values) == (kind, typed)


def test_a_table_has_text_and_typed_columns_and_addresses():
    rows = [f"<li><a href=/{i}>T{i}</a> <p class=price>${i}.50</p>" for i in range(1, 3)]
    tree, records, found = columns(rows)
    table = as_table(tree.page, records, found)
    assert table.names == ("page", "node", "record", "title", "title (url)", "price", "price (number)")
    assert table["price (number)"] == (1.5, 2.5)
    both = merged([table, as_table(tree.page, records, found[:1])])
    assert both["price"] == ("$1.50", "$2.50", None, None)
    assert merged([]).names == ("page", "node", "record")


def test_fields_are_in_what_records_writes():
    tree = parse(("<ul>" + "".join(f"<li><a href=/{i}>Title {i}</a>" for i in range(6)) + "</ul>").encode())
    first = discover(tree)[0].as_dict()["records"][0]
    assert first["fields"] == [
        {"name": "title", "value": "Title 0", "xpath": "/html/body/ul/li[1]/a/text()[1]", "href": "/0"}
    ]


PLACES = st.builds(FieldPlace, st.sampled_from("ab"), st.sampled_from(["", "x"]))
SEQUENCES = st.lists(PLACES, max_size=5)


def best(one, two):
    """The highest sum of likenesses of any alignment, by trying all."""
    found = 0.0
    for n in range(min(len(one), len(two)) + 1):
        for left in combinations(one, n):
            for right in combinations(two, n):
                alike = [a.likeness(b) for a, b in zip(left, right, strict=True)]
                found = max(found, sum(alike) if all(alike) else 0.0)
    return found


@given(SEQUENCES, SEQUENCES)
def test_two_sequences_are_aligned_as_well_as_can_be(one, two):
    columns, (found,) = align([two], one)
    pairs = [(columns[i], place) for i, place in zip(found, two, strict=True)]
    assert sum(known.likeness(place) for (number, known), place in pairs if number < len(one)) == best(one, two)
    assert [known for number, known in columns if number < len(one)] == one


@given(st.lists(SEQUENCES, max_size=5))
def test_every_place_has_a_column_of_its_path_and_columns_ascend(sequences):
    places, numbers = align(sequences)
    for sequence, row in zip(sequences, numbers, strict=True):
        assert row == sorted(set(row))
        assert all(places[i][1].path == place.path for i, place in zip(row, sequence, strict=True))


def test_very_long_records_are_aligned_too():
    sequence = [FieldPlace(f"p{i}") for i in range(300)]
    places, numbers = align([sequence, sequence[::2]])
    assert len(places) == 300
    assert numbers[1] == list(range(0, 300, 2))


def test_a_label_becomes_a_name():
    assert name_from_label("Last message :") == "last_message"


def test_a_hostile_list_has_a_bounded_number_of_columns_and_takes_little_time():
    rows = [f"<li><x{i}>a</x{i}><y{i}>b</y{i}><b>c<br>" + "<b>d<br>" * 20 for i in range(2000)]
    start = time.process_time()
    found = columns(rows)[2]
    assert len(found) <= 500
    assert time.process_time() - start < 10
