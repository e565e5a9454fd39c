"""Lines that are cut: halves are joined; either the line or its parts are columns."""

import pytest

from records.pages import columns, values
from weblode.pages.html import parse
from weblode.records.discover import discover


def test_halves_that_alternate_are_one_column():
    rows = [
        f"<li><td><a href=/{i}>{f'<span class=hit>Cake {i}</span>' if i % 2 else f'Soup {i}'}</a></td><p>w{i}"
        for i in range(8)
    ]
    table = values(columns(rows)[2])
    assert table["title"] == [f"{'Cake' if i % 2 else 'Soup'} {i}" for i in range(8)]
    assert len(table) == 2


def test_a_class_is_one_column_at_every_depth():
    rows = [
        f"<li>{'<div>' * (i % 2)}<h3 class=name><a href=/{i}>Thing {i}</a></h3><p class=place>P{i}</p>"
        for i in range(6)
    ]
    table = values(columns(rows)[2])
    assert table["title"] == [f"Thing {i}" for i in range(6)]
    assert table["place"] == [f"P{i}" for i in range(6)]


def test_the_parts_of_a_template_are_columns_and_its_line_is_hidden():
    rows = [f"<li><h2>Thing {i}</h2><p>by <a href=/a{i}>Ada{i}</a> in <a href=/b{i}>Books{i}</a></p>" for i in range(5)]
    names = values(columns(rows)[2])
    lines = values(columns(rows, hidden=True)[2])
    assert names["by"] == [f"Ada{i}" for i in range(5)]
    assert names["in"] == [f"Books{i}" for i in range(5)]
    assert [f"by Ada{i} in Books{i}" for i in range(5)] not in names.values()
    assert [f"by Ada{i} in Books{i}" for i in range(5)] in lines.values()


def test_a_sentence_with_links_is_one_column():
    rows = [
        f"<li><h2>Thing {i}</h2><p>Rain fell on day {i} in <a href=/x>place {i}</a> and <a href=/y>stopped {i}</a></p>"
        for i in range(5)
    ]
    table = values(columns(rows)[2])
    assert list(table) == ["title", "description"]
    assert table["description"][2] == "Rain fell on day 2 in place 2 and stopped 2"


def test_tags_are_one_column():
    tags = ["<a href=/t>red</a> <a href=/t>blue</a> <a href=/t>old</a> <a href=/t>new</a>", "<a href=/t>red</a>", ""]
    rows = [f"<li><h2>Thing {i}</h2><div class=tags>{tags[i % 3]}</div>" for i in range(9)]
    assert values(columns(rows)[2])["tags"] == ["red blue old new", "red", None] * 3


def test_a_number_is_named_by_the_word_after_it():
    rows = [f"<li><h2>Thing {i}</h2><p><a href=/{i}>{i}0</a> <span>vote{'s' * (i > 1)}</span></p>" for i in range(1, 6)]
    assert values(columns(rows)[2])["votes"] == ["10", "20", "30", "40", "50"]


def test_words_that_all_values_end_or_begin_with_name_them():
    rows = [f"<li><h2>Thing {i}</h2><p>{i},583 просмотров</p><div>опубликовано {i} мая</div>" for i in range(1, 6)]
    assert list(values(columns(rows)[2])) == ["title", "просмотров", "опубликовано"]


def test_columns_with_the_same_values_are_one():
    rows = [f"<li><p>7 May 200{i}</p><h2>Thing {i}</h2><div>7 May 200{i}</div>" for i in range(5)]
    assert list(values(columns(rows)[2])) == ["date", "title"]


def test_constants_are_hidden_unless_they_are_labelled_or_typed():
    rows = [
        f"<li><h2>Thing {i}</h2><p>Compare</p><a href=/{i}>Add to cart</a><img src=x.png><p>$5.00</p>" for i in range(5)
    ]
    assert list(values(columns(rows)[2])) == ["title", "price"]


SHIPS = "Uncas Spitfire Patuxent Pons Merchant Panther Robert Cyrus Chancellor".split()


@pytest.mark.parametrize("linked", [{0, 2, 3, 4, 5, 6, 7, 8}, {4}])
def test_values_of_a_cell_with_and_without_a_link_are_one_column(linked):
    cells = [f"<a href=/{name}>{name}</a>" if i in linked else name for i, name in enumerate(SHIPS)]
    rows = "".join(f"<tr><td>{cell}<td>Captain {i}<td>18{44 + i}</tr>" for i, cell in enumerate(cells))
    page = f"<h1>Ships</h1><table><tr><th>Vessel<th>Captor<th>Year</tr>{rows}</table>"
    [ships] = discover(parse(page.encode()))
    first = ships.columns()[0].name
    assert [field.name for field in ships.columns()] == [first, "captor", "year"]
    assert [row[first] for row in ships.as_table().to_dicts()] == SHIPS
