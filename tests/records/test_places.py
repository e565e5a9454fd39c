"""Places: where a record is divided into values, and what identifies each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.pages import columns, values
from weblode.pages.html import parse
from weblode.records.place_rows import rows
from weblode.records.places import FieldCell, FieldPlace


@pytest.mark.parametrize(
    "row",
    [
        "<li><p>A text with <b>highlights</b> and <em>more</em>.</p>",
        "<li><p>A text with <span>highlights</span> and <kw>more</kw>.</p>",
        "<li><p><b>A</b> <b>text</b> with <b>highlights</b> and more.</p>",
    ],
)
def test_a_text_split_by_inline_markup_is_one_field(row):
    (field,) = columns([row, row], hidden=True)[2]
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
    texts = [cells[0] for cells in values(columns([row, row], hidden=True)[2]).values()]
    assert texts[-2:] == ["left", "right"]


@pytest.mark.parametrize(
    "row",
    [
        "<li><h2>T{0}</h2><p>left{0} <a href=/x>right{0}</a></p>",
        "<li><h2>T{0}</h2><p><a href=/x><em>left{0}</em> <i>right{0}</i></a></p>",
        "<li><h2>T{0}</h2><p>left{0}<br>right{0}</p>",
    ],
)
def test_a_line_that_is_cut_is_a_hidden_field_too(row):
    fields = columns([row.format(i) for i in range(4)], hidden=True)[2]
    lines = [each for each in fields if each.column.place.whole]
    assert [cell.value for cell in lines[0].cells] == [f"left{i} right{i}" for i in range(4)]
    assert not any(each.column.place.whole for each in columns(["<li><p>left</p><p>right</p>"] * 4, hidden=True)[2])


def test_a_line_that_only_some_records_cut_is_whole_in_all():
    rows = ["<li><h3><a href=/x>Word <i>one</i> <u>two</u></a></h3><p>a", "<li><h3><a href=/y>Word</a></h3><p>b"] * 3
    (line,) = [each for each in columns(rows, hidden=True)[2] if each.column.place.whole]
    assert [cell.value for cell in line.cells] == ["Word one two", "Word"] * 3
    assert [cell.href for cell in line.cells] == ["/x", "/y"] * 3


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


PICTURES = "".join(f"<li><img src=grey.png data-src=/p/{i}.png><a href=t/{i}>Title {i}</a>" for i in range(3))


def test_links_and_images_are_absolute_where_the_page_is_known_and_hrefs_stay_as_they_are():
    tree = parse(f"<ul>{PICTURES}</ul>".encode(), page="p.html", url="https://a.example/b/")
    region = next(u for u in range(len(tree)) if tree.name(u) == "ul")
    (_, picture), (_, title) = rows(tree, region, [(u, int(tree.end[u])) for u in tree.children(region)])[1]
    assert picture.value == "https://a.example/p/1.png"
    assert (title.href, title.url) == ("t/1", "https://a.example/b/t/1")


def test_an_address_that_several_images_have_is_a_placeholder_if_each_has_another():
    rows = [f"<li><img src=logo.png data-src={i}.png><img src=icon.png><b>Title {i}</b>" for i in range(3)]
    real, icon, _ = columns(rows, hidden=True)[2]
    assert [cell.value for cell in real.cells] == ["0.png", "1.png", "2.png"]
    assert {cell.value for cell in icon.cells} == {"icon.png"}


def placed(*records):
    """The places and values of the items of a list."""
    tree = parse(f"<ul>{''.join(f'<li>{record}</li>' for record in records)}</ul>".encode())
    region = next(u for u in range(len(tree)) if tree.name(u) == "ul")
    return rows(tree, region, [(u, int(tree.end[u])) for u in tree.children(region)])


def test_a_place_has_the_tags_the_author_and_the_label():
    (row,) = placed("<div class=' big  price '><p>Price: <b>$5</b></p></div><p itemprop=name class=x>Salt</p>")
    assert [(place, cell.value) for place, cell in row] == [
        (FieldPlace("li/div/p", "big price", "Price"), "Price: $5"),
        (FieldPlace("li/p", "name"), "Salt"),
    ]


def test_an_image_is_a_place_where_it_stands_and_one_without_address_is_none():
    (row,) = placed("<b>before</b><a href=/x><img src=' a.png '></a><img><b>after</b>")
    assert [cell.value for _, cell in row] == ["before after", "before", "a.png", "after"]
    assert [place.image for place, _ in row] == [False, False, True, False]
    assert row[2][1].href == "/x"


@pytest.mark.parametrize("record", ["", " - | ·", "<button>Buy</button>", "<select><option>One</select>"])
def test_what_is_no_value_has_no_place(record):
    assert placed(record) == [[]]


def test_punctuation_between_values_is_not_theirs():
    (row,) = placed("<p>one,</p><p>| two</p><p>- three ·</p>")
    assert [cell.value for _, cell in row] == ["one", "two", "three"]


def test_only_so_many_places_of_a_record_are_read():
    (row,) = placed("<p>x</p>" * 1000)
    assert len(row) == 400


def test_no_records_have_no_places():
    tree = parse(b"<p>a")
    assert rows(tree, 0, []) == []


def test_the_nodes_of_a_value_have_its_text():
    tree = parse(b"<ul><li><p>one <b>two</b> three</p><p>four</p></ul>")
    region = next(u for u in range(len(tree)) if tree.name(u) == "ul")
    ((_, first), (_, second)), *_ = rows(tree, region, [(region + 1, int(tree.end[region]))])
    assert tree.text(*first.nodes, line=" ") == first.value == "one two three"
    assert second == FieldCell(second.nodes, "four")


@pytest.mark.parametrize(
    ("record", "machine"),
    [
        ("<time datetime=' 2018-05-03 '>yesterday</time>", "2018-05-03"),
        ("<p>posted <time datetime=2018-05-03>yesterday</time> here</p>", "2018-05-03"),
        ("<p itemprop=price content=19.97>$<b>19</b></p>", "19.97"),
        ("<p content=19.97>$19</p>", ""),
        ("<p>$19</p>", ""),
    ],
)
def test_a_value_has_what_the_page_says_about_it_for_machines(record, machine):
    ((_, cell),) = placed(record)[0]
    assert cell.machine == machine


FEATURES = st.builds(
    FieldPlace,
    st.sampled_from(["p", "a"]),
    st.sampled_from(["", "x", "y"]),
    st.sampled_from(["", "L", "M"]),
    st.booleans(),
    st.booleans(),
)


@given(FEATURES, FEATURES)
def test_no_place_is_more_like_another_than_like_itself(one, other):
    assert one.likeness(other) == other.likeness(one) <= one.likeness(one)
    same = (one.path, one.image, one.whole) == (other.path, other.image, other.whole)
    assert (one.likeness(other) > 0) == same
