"""Headings that divide the records of a list into groups."""

from records.pages import words
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.rules.learning import learn


def result(i):
    return f"<li><a href=/{i}>Result number {i}</a><p>{words(i)}</p></li>"


def sections(names, each=4, tag="h2"):
    lists = ("".join(result(10 * k + i) for i in range(each)) for k in range(len(names)))
    return "".join(f"<{tag}>{name}</{tag}><ul>{rows}</ul>" for name, rows in zip(names, lists, strict=True))


def column(record_list, name="group"):
    return next(
        ([cell and cell.value for cell in each.cells] for each in record_list.fields if each.name == name), None
    )


CITIES = ["Bern", "Geneva", "Zurich"]


def test_the_heading_of_a_group_is_a_field_of_its_records():
    (found,) = discover(parse(f"<h1>Events</h1><div>{sections(CITIES)}</div>".encode()))
    assert column(found) == [city for city in CITIES for _ in range(4)]
    assert found.fields[0].name == "group"
    assert found.as_table().columns["group"][5] == "Geneva"


def test_headings_with_dates_are_read_as_dates():
    days = ["3 May 2021", "4 May 2021", "5 May 2021"]
    (found,) = discover(parse(f"<html lang=en><div>{sections(days)}</div>".encode()))
    assert found.fields[0].column.kind == "date"
    assert found.fields[0].typed[4] == "2021-05-04"


def test_a_row_of_one_cell_is_the_heading_of_the_rows_below_it():
    months = "".join(
        f"<tr><td colspan=3>{month}</td></tr>"
        + "".join(f"<tr><td><a href=/{k}{i}>Case {k}{i}</a></td><td>{words(i)}</td><td>{i}</td></tr>" for i in range(6))
        for k, month in enumerate(("January", "February", "March"))
    )
    found = discover(parse(f"<table>{months}</table>".encode()), limit=3)
    rows = next(each for each in found if len(each.records) == 18)
    assert column(rows) == [month for month in ("January", "February", "March") for _ in range(6)]


def test_records_before_the_first_heading_have_no_group():
    page = f"<div><ul>{''.join(map(result, range(60, 64)))}</ul>{sections(CITIES)}</div>"
    (found,) = discover(parse(page.encode()))
    assert column(found)[:5] == [None] * 4 + ["Bern"]


def test_one_heading_is_no_group():
    (found,) = discover(parse(f"<div>{sections(['All'], 12)}</div>".encode()))
    assert column(found) is None


def test_a_heading_above_each_record_is_no_group():
    rows = "".join(f"<h3>Title {i}</h3><div class=r><a href=/{i}>more</a> {words(i)}</div>" for i in range(12))
    for found in discover(parse(f"<div>{rows}</div>".encode()), limit=5):
        assert column(found) is None


def test_the_group_does_not_take_the_name_of_another_field():
    def row(i):
        return f"<li><a href=/{i}>Name {i}</a><p>Group: {'abc'[i % 3]}{i}</p><p>{words(i)}</p></li>"

    lists = (f"<h2>{city}</h2><ul>{''.join(row(10 * k + i) for i in range(4))}</ul>" for k, city in enumerate(CITIES))
    (found,) = discover(parse(f"<div>{''.join(lists)}</div>".encode()))
    assert {"group", "group_2"} <= {each.name for each in found.fields}


def test_a_rule_has_the_group_on_other_pages():
    tree = parse(f"<h1>Events</h1><div>{sections(CITIES)}</div>".encode())
    rule = learn(discover(tree))
    other = rule.apply(parse(f"<h1>Events</h1><div>{sections(['Basel', 'Chur'], 5)}</div>".encode()))
    assert column(other) == ["Basel"] * 5 + ["Chur"] * 5
    plain = rule.apply(
        parse(f"<h1>Events</h1><div><h2>All</h2><ul>{''.join(map(result, range(9)))}</ul></div>".encode())
    )
    assert [each.name for each in plain.fields] == [each.name for each in other.fields]
