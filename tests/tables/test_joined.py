"""Data tables that go on over several pages."""

import csv
import json

import pytest
from commands import run

from weblode.pages.html import parse
from weblode.tables.discover import discover
from weblode.tables.joined import ReadTable, join

TOWNS = ["Bern", "Chur", "Basel", "Genf", "Zug", "Thun", "Biel", "Uster", "Sion", "Visp"]


def table(numbers, *, head=("Town", "People"), total=False):
    rows = "".join(f"<tr><td><a href=/{i}>{TOWNS[i]}</a><td>{i + 1},500" for i in numbers)
    last = "<tr><td>Total<td>99,000" if total else ""
    return f"<table><tr>{''.join(f'<th>{name}' for name in head)}{rows}{last}</table>"


def read(*pages, url=None):
    trees = [parse(page.encode(), page=f"{i}.html", url=url and url[i]) for i, page in enumerate(pages)]
    return [ReadTable.of(each) for tree in trees for each in discover(tree)]


def test_a_table_goes_on_where_the_headers_are_the_same():
    [joined] = join(read(table(range(4)), table(range(4, 7)), table(range(7, 10))))
    assert joined.pages == ("0.html", "1.html", "2.html")
    assert list(joined.records["Town"]) == TOWNS
    assert list(joined.records["record"]) == list(range(1, 11))
    assert [record["Town"] for record in joined.about["records"]] == TOWNS
    assert [links["Town"] for links in joined.about["links"]] == [f"/{i}" for i in range(10)]
    assert [reading["People"]["number"] for reading in joined.about["readings"]] == [
        (i + 1) * 1000 + 500 for i in range(10)
    ]


def test_tables_with_other_headers_stay_apart():
    assert [each.headers for each in join(read(table(range(4)), table(range(4, 8), head=("Town", "Area"))))] == [
        ("Town", "People"),
        ("Town", "Area"),
    ]


def test_the_second_table_of_a_page_goes_on_with_the_second():
    pages = [
        table(range(3)) + "<p>and</p>" + table(range(3, 6)),
        table(range(6, 8)) + "<p>and</p>" + table(range(8, 10)),
    ]
    joined = join(read(*pages))
    assert [list(each.records["Town"]) for each in joined] == [TOWNS[:3] + TOWNS[6:8], TOWNS[3:6] + TOWNS[8:10]]


def test_tables_of_different_hosts_stay_apart():
    pages = [table(range(4)), table(range(4, 8))]
    assert len(join(read(*pages, url=["https://a.example/1", "https://b.example/2"]))) == 2
    assert len(join(read(*pages, url=["https://a.example/1", "https://a.example/2"]))) == 1


def test_totals_are_numbered_in_the_whole_table():
    [joined] = join(read(table(range(4), total=True), table(range(4, 8), total=True)))
    assert joined.about["totals"] == [4, 9]


def test_a_table_alone_is_as_it_was():
    [own] = read(table(range(4)))
    assert join([own]) == [own]


@pytest.fixture
def pages(tmp_path):
    for i, numbers in enumerate([range(4), range(4, 7), range(7, 10)]):
        (tmp_path / f"page{i}.html").write_text(f"<h1>Towns</h1>{table(numbers)}")
    return str(tmp_path)


def test_the_command_joins_tables_in_every_format(pages, tmp_path):
    rows = list(csv.DictReader(run("tables", pages, "--join", "--format", "csv").stdout.decode().splitlines()))
    assert [row["Town"] for row in rows] == TOWNS
    [line] = [json.loads(each) for each in run("tables", pages, "--join", "--format", "json").stdout.splitlines()]
    assert (len(line["pages"]), len(line["tables"][0]["records"])) == (3, 10)
    text = run("tables", pages, "--join", "--format", "text").stdout.decode()
    assert "page0.html and 2 more: table 0, 10 records" in text
    assert run("tables", pages, "--join", "--format", "md").stdout.decode().count("[Bern]") == 1
    out = tmp_path / "out"
    assert run("tables", pages, "--join", "-o", f"{out}/").returncode == 0
    assert [path.name for path in out.iterdir()] == ["page0-0.csv"]
