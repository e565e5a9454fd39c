import csv
import io
import json
import time
from types import SimpleNamespace

import pytest

from weblode.workbench.tables import header_cells

TOWNS = """<title>Towns</title>
<table><tr><td><a href=/>Home</a></td></tr></table>
<table><caption>Towns</caption><tr><th>Town<th>People<th>Lake<tr><td>Bern<td>134,000<td>no
<tr><td>Chur<td>38,000<td>no<tr><td>Thun<td>43,000<td>yes</table>
<table><tr><th rowspan=2>Year<th colspan=2>Rain<tr><th>low<th>high<tr><td>2001<td>12<td>30<tr><td>2002<td>11<td>28
<tr><td>2003<td>14<td>33</table>"""


@pytest.fixture
def towns(client, opened):
    """Asks for the tables view of a page, or for a file of it."""
    page = opened(TOWNS, "towns.html")

    def asking(query="", file=".json"):
        return client.get(f"/tables/{page}{file}?{query}")

    return asking


def test_data_tables_come_first_and_refused_ones_have_a_reason(towns):
    tables = towns().json()["tables"]
    assert [(each["index"], each["genuine"]) for each in tables] == [(1, True), (2, True), (0, False)]
    assert tables[0]["caption"] == "Towns"
    assert tables[2]["reason"] == "fewer than two rows with two cells of text"


def test_the_first_data_table_is_chosen_and_another_by_its_number(towns):
    assert towns().json()["chosen"] == 1
    assert towns("table=2").json()["chosen"] == 2
    answer = towns("table=3")
    assert answer.status_code == 400
    assert answer.json()["error"] == "there is no table 3: the page has 3, numbered from 0"


def test_the_grid_has_each_cell_once_with_its_spans_and_its_nodes(towns):
    answer = towns("table=2").json()
    cells = {(r, c): (down, across, text) for r, c, down, across, _, _, text in answer["grid"]}
    assert cells[0, 0] == (2, 1, "Year")
    assert cells[0, 1] == (1, 2, "Rain")
    assert (1, 0) not in cells
    assert (0, 2) not in cells
    assert answer["orientation"] == "column"
    assert answer["records"]["names"] == ["Year", "Rain.low", "Rain.high"]
    start, stop = next(each["range"] for each in answer["tables"] if each["index"] == 2)
    assert all(start < node < after <= stop for *_, node, after, _ in answer["grid"])


def test_a_header_taken_away_changes_layout_and_records(towns):
    before, after = towns().json(), towns("table=1&head=0.1-2").json()
    assert before["orientation"] == "column"
    assert before["records"]["rows"][1] == ["Chur", "38,000", "no"]
    assert after["header_cells"] == [[0, 1], [0, 2]]
    assert after["orientation"] == "none"
    assert after["records"]["total"] == before["records"]["total"] + 1


def test_headers_beside_are_marked_as_a_range_of_rows(towns):
    answer = towns("table=1&head=0-3.0").json()
    assert answer["header_cells"] == [[r, 0] for r in range(4)]
    assert answer["orientation"] == "row"
    assert answer["records"]["names"] == ["Town", "Bern", "Chur", "Thun"]


def test_no_headers_at_all_is_a_correction_too(towns):
    answer = towns("table=1&head=").json()
    assert answer["header_cells"] == []
    assert answer["records"]["names"] == ["1", "2", "3"]


def test_a_refused_table_is_data_once_its_headers_are_named(towns):
    assert towns("table=0").json()["genuine"] is False
    answer = towns("table=0&head=").json()
    assert answer["genuine"] is True


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("x", "'x' is not a cell or range; write ROW.COLUMN, such as 0.2 or 0.0-3"),
        ("0.0,9.0", "'9.0' is outside the table, which has 4 rows and 3 columns"),
        ("0-9999999.0-9999999", "'0-9999999.0-9999999' is outside the table, which has 4 rows and 3 columns"),
    ],
)
def test_cells_that_are_none_are_told_and_the_table_stays_as_found(towns, head, said):
    answer = towns(f"table=1&head={head}").json()
    assert answer["problem"] == said
    assert answer["orientation"] == "column"


def test_a_corrected_table_is_saved_as_csv(towns):
    found = towns("table=1&head=0-3.0", "/table.csv")
    assert "table.csv" in found.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(found.text)))
    assert [row["Town"] for row in rows] == ["People", "Lake"]
    assert [row["Chur"] for row in rows] == ["38,000", "no"]


def test_a_table_saved_as_csv_is_safe_for_spreadsheets(client, opened):
    rows = "".join(f"<tr><td>=Town {i}</td><td>{i}000</td></tr>" for i in range(5))
    page = opened(f"<table><tr><th>@Name</th><th>People</th></tr>{rows}</table>")
    header, first, *_ = csv.reader(io.StringIO(client.get(f"/tables/{page}/table.csv").text))
    assert ("'@Name" in header, "'=Town 0" in first) == (True, True)


def test_a_corrected_table_is_saved_as_the_command_writes_it(towns):
    found = json.loads(towns("table=1&head=0-3.0", "/table.json").text)
    assert found["page"] == "towns.html"
    [table] = found["tables"]
    assert (table["index"], table["orientation"], table["caption"]) == (1, "row", "Towns")
    assert json.loads(towns("", "/table.json").text)["tables"][0]["orientation"] == "column"


def test_a_refused_table_is_not_saved_and_unknown_formats_neither(towns):
    answer = towns("table=0", "/table.csv")
    assert answer.status_code == 400
    assert "table 0 holds no data: fewer than two rows" in answer.json()["error"]
    assert (
        towns("", "/table.pdf").json()["error"] == "there is no format 'pdf'; choose one of json, csv, jsonl, parquet"
    )
    assert towns("", "/table.parquet").content.startswith(b"PAR1")


def test_a_page_without_tables_says_so(client, opened):
    page = opened("<p>nothing")
    assert client.get(f"/tables/{page}.json").json()["tables"] == []
    assert client.get(f"/tables/{page}/table.csv").json()["error"] == "the page has no tables: there is nothing to save"


def test_a_table_beyond_the_limit_has_no_grid_and_cannot_be_corrected(client, opened):
    cells = "<tr><td colspan=1000>a<td colspan=1000>b"
    page = opened(f"<table>{cells * 600}</table>")
    assert client.get(f"/tables/{page}.json").json()["grid"] is None
    answer = client.get(f"/tables/{page}.json?head=").json()
    assert "table 0" in answer["problem"]


@pytest.mark.parametrize("html", ["<table></table>", "<table><tr><td></table>", "<table><tr></table>"])
def test_a_table_of_nothing_has_no_records_whatever_is_said_of_it(client, opened, html):
    page = opened(html)
    assert client.get(f"/tables/{page}.json").json()["genuine"] is False
    assert client.get(f"/tables/{page}.json?head=").json()["records"]["total"] == 0


def test_a_long_table_is_shown_in_part_and_saved_whole(client, opened):
    rows = "".join(f"<tr><td>town {i}<td>{i}" for i in range(1000))
    page = opened(f"<table><tr><th>Town<th>People{rows}</table>")
    answer = client.get(f"/tables/{page}.json").json()
    assert max(cell[0] for cell in answer["grid"]) == 299
    assert (answer["records"]["total"], len(answer["records"]["rows"])) == (1000, 300)
    assert len(client.get(f"/tables/{page}/table.csv").text.splitlines()) == 1001


def test_cells_that_are_named_over_and_over_cost_no_more_than_the_table():
    table = SimpleNamespace(shape=(1000, 100))
    start = time.process_time()
    assert len(header_cells(",".join(["0-999.0-99"] * 1500), table)) == 100_000
    assert time.process_time() - start < 2  # as sets of cells it took half a minute


def test_a_list_of_too_many_cells_is_refused(towns):
    assert towns("table=1&head=" + ",".join(["0.0"] * 2000)).json()["header_cells"] == [[0, 0]]
    assert "head= has 2,001 parts" in towns("table=1&head=" + ",".join(["0.0"] * 2001)).json()["problem"]
