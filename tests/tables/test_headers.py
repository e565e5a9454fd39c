"""Which cells are headers."""

import pytest

from tables.pages import TOWNS, first, layout_of, table


def rows_of(found):
    return sorted({r for r, _ in found.header_cells})


def test_a_header_of_two_rows_whose_cells_span():
    page = """<table>
    <tr><td rowspan=2><b>Size</b><td colspan=2><b>Speed</b><td rowspan=2><b>Note</b>
    <tr><td><b>reading</b><td><b>writing</b>
    <tr><td>small<td>1.5<td>2.5<td>usual <tr><td>large<td>3.5<td>4.5<td>rare <tr><td>huge<td>5.5<td>6.5<td>never
    </table>"""
    found = first(page)
    assert rows_of(found)[:2] == [0, 1]
    assert found.records[0]["Speed.reading"] == "1.5"


def test_a_line_above_that_names_some_columns_together_belongs_to_the_header():
    page = """<table>
    <tr><th><th colspan=2>2024
    <tr><th>Town<th>Spring<th>Autumn
    <tr><td>Bern<td>1.5<td>2.5 <tr><td>Chur<td>3.5<td>4.5 <tr><td>Biel<td>5.5<td>6.5
    </table>"""
    found = first(page)
    assert found.headers.rows == ((0, 1),)
    assert found.caption == ""
    assert found.records[1]["2024.Autumn"] == "4.5"


def test_rows_of_th_and_of_thead_belong_to_the_header():
    body = ("D: Bern | 134,000 | 1191", "D: Chur | 38,000 | 1464", "D: Basel | 173,000 | 1501")
    assert rows_of(first(table("H: Town | People | Since", "H: name | number | year", *body))) == [0, 1]
    page = table("B: Town | People | Since", "D: name | number | year", *body)
    page = page.replace("<tr>", "<thead><tr>", 1).replace("</tr>", "</tr></thead>", 2).replace("</thead>", "", 1)
    assert rows_of(first(page)) == [0, 1]


def test_a_title_above_the_header_is_a_caption_and_no_header():
    page = TOWNS.replace("<tr>", "<tr><th colspan=4>Four columns of towns</th></tr><tr>", 1)
    found = first(page)
    assert found.caption == "Four columns of towns"
    assert rows_of(found) == [1]
    assert first(TOWNS.replace("<tr>", "<caption>Towns</caption><tr>", 1)).caption == "Towns"


@pytest.mark.parametrize(
    "line",
    ["1 2 3", "<a href=1>Prev</a> | <a href=2>Next</a>", "Here is all that we know of towns in the mountains. " * 3],
)
def test_numbers_menus_and_descriptions_above_a_table_are_no_caption(line):
    page = TOWNS.replace("<tr>", f"<tr><td colspan=4>Towns</td></tr><tr><td colspan=4>{line}</td></tr><tr>", 1)
    assert first(page).caption == "Towns"
    assert first(page).orientation == "column"


def test_a_header_that_comes_again_is_one_each_time():
    body = ("D: Bern | 134,000", "D: Chur | 38,000", "D: Basel | 173,000")
    found = first(table("B: Town | People", *body, "B: Village | People", *body))
    assert found.orientation == "multi-column"
    assert rows_of(found) == [0, 4]
    assert list(found.records[5]) == ["Village", "People"]


def test_a_line_of_totals_is_no_header():
    towns = [f"D: {name} | {n},000" for n, name in enumerate(("Bern", "Chur", "Basel", "Biel", "Zug", "Thun"), 12)]
    page = table("B: Town | People", *towns[:3], "B: Three | 39,000", *towns[3:])
    assert first(page).headers.rows == ((0,),)


def test_a_label_without_a_value_is_still_a_label():
    found = first(table("D: Miles: | 34209", "D: Engine: | 6 CYL.", "D: Model #: | ", "D: Price: | $ 20,000"))
    assert found.header_cells == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert found.records == [{"Miles": "34209", "Engine": "6 CYL.", "Model #": "", "Price": "$ 20,000"}]


def test_names_of_columns_below_cells_that_group_them_belong_to_the_header():
    page = """<table>
    <tr><td colspan=2>Last year<td colspan=2>This year
    <tr><td>Town<td>Games<td>Shots<td>Goals
    <tr><td>Bern<td>12<td>3.5<td>41 <tr><td>Chur<td>14<td>4.5<td>43 <tr><td>Biel<td>17<td>6.5<td>47
    </table>"""
    found = first(page)
    assert found.headers.rows == ((0, 1),)
    assert found.headers.columns in ((), ((0,),))
    assert found.records[0]["This year.Goals"] == "41"


def test_a_long_note_beside_a_title_above_the_header_is_no_header():
    note = "Decisions with a star were revised after they had been published here, see the court's own pages"
    rows = ("D: 5 May | 12-1 | Doe | yes", "D: 6 May | 12-2 | Roe | no", "D: 7 May | 12-3 | Poe | no")
    page = table("B: Date | Number | Name | File", *rows)
    found = first(page.replace("<tr>", f"<tr><td><b>May</b><td colspan=3><b>{note}</b></tr><tr>", 1))
    assert rows_of(found) == [1]


def test_a_header_of_an_empty_th_and_one_name_is_a_header():
    page = table("H:  | Share", "D: All | 32%", "D: Women | 36%", "D: Men | 27%")
    assert first(page).header_cells[0] == (0, 1)


def test_labels_of_th_beside_values_make_no_header_row():
    rows = ("HD: Country | Greece", "HA: Region | Peloponnese", "HA: Capital | Tripoli", "HD: Area | 4,419 km2")
    assert first(table(*rows)).orientation == "row"


def test_labels_that_come_again_in_another_section_are_labels():
    pole, lap = ("<tr><th colspan=2>" + title for title in ("Pole position", "Fastest lap"))
    rows = "<tr><td><b>Driver</b><td>{}<tr><td><b>Time</b><td>{}"
    page = f"<table>{pole}{rows.format('Anna Keller', '2:31.4')}{lap}{rows.format('Otto Brun', '1:15.6')}</table>"
    assert first(page).orientation == "row"


def test_two_columns_of_th_are_both_headers():
    rows = ("HHDDD: 1 | May 1795 | 24.5 | 1,416 | 80", "HHDDD: 2 | June 1875 | 24.3 | 1,274 | 79")
    rows = (*rows, "HHDDD: 3 | March 1947 | 24.1 | 1,107 | 78", "HHDDD: 4 | July 1952 | 24.0 | 1,082 | 77")
    assert first(table("H: Rank | Date | Level | Flow | Feet", *rows)).headers.columns == ((0, 1),)


def test_a_first_column_over_half_the_table_is_not_made_of_headers_by_a_title_that_spans():
    body = [f"D: 1{i}/30 | {name} | W 9{i}-96 | 1{i} | 1-{i}" for i, name in enumerate(("Lal", "Atl", "Hou", "Den"))]
    page = table("D: DATE | OPP | RESULT | MIN | FG", *body)
    page = page.replace("<tr>", "<tr><td colspan=4>Last games<td>Shots</tr><tr>", 1)
    assert layout_of(page).width == 1


def test_a_line_of_th_with_an_empty_cell_among_plain_labels_is_a_section_and_no_label():
    facts = [("Founded:", "1906"), ("Control:", "Private"), ("Setting:", "Urban")]
    more = [("Deadline:", "15 March"), ("Fee:", "$50"), ("Places:", "1,200")]
    section = "<tr><th>{}<th></th>"
    lines = ["".join(f"<tr><td>{a}<td>{b}" for a, b in each) for each in (facts, more)]
    found = first(f"<table>{section.format('General')}{lines[0]}{section.format('Admissions')}{lines[1]}</table>")
    assert found.orientation == "row"
    assert found.header_cells == [(r, 0) for r in (1, 2, 3, 5, 6, 7)]


def weeks(head):
    days = "<tr>" + "".join(f"<th>{day}" for day in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
    return f"<table>{head}{days}" + "".join(
        "<tr>" + "".join(f"<td>{7 * week + day}" for day in range(1, 8)) for week in range(4)
    )


def test_a_month_between_arrows_above_the_days_is_no_header():
    arrows = "<tr><{0}><a href=a>«</a><{0} colspan=5>June 2021<{0}><a href=b>»</a>"
    for tag in ("td", "th"):
        found = first(weeks(arrows.format(tag)))
        assert (found.orientation, found.header_cells) == ("column", [(1, c) for c in range(7)])
        assert found.records[1]["Tu"] == "9"


def test_a_group_of_columns_between_two_names_is_a_header():
    for names in ("<th>", "<th rowspan=2>"):
        below = "" if "rowspan" in names else "<th>"
        page = f"<table><tr>{names}Town<th colspan=6>Rain{names}Note<tr>{below}"
        page += "".join(f"<th>{month}" for month in ("Jan", "Mar", "May", "Jul", "Sep", "Nov")) + below
        rows = "".join(f"<tr><td>{t}" + f"<td>{n}.5" * 6 + f"<td>in {t}" for n, t in enumerate(("Bern", "Chur", "Zug")))
        assert rows_of(first(page + rows))[:2] == [0, 1]


def test_beside_a_column_of_th_one_of_cells_over_several_rows_is_no_header():
    drivers = ("Keller", "Brun", "Frey", "Roth", "Graf", "Egli")
    page = "<table><tr><th>Team<th>Car<th>Driver<th>Home<th>Wins"
    for n in range(0, 6, 2):
        cells = [f"<td>{name}<td>{name}berg<td>{n}" for name in drivers[n : n + 2]]
        page += f"<tr><th rowspan=2>Team {'ABC'[n // 2]}<td rowspan=2>Car {n}{cells[0]}<tr>{cells[1]}"
    found = first(page + "</table>")
    assert (found.orientation, found.headers.columns) == ("row-column", ((0,),))


def test_a_name_without_values_below_a_header_row_is_still_a_name():
    rows = ("HDD: Bern | 3.5 | 4.5", "HDD: Chur |  | ", "HDD: Biel | 5.5 | 6.5", "HDD: Zug | 7.5 | 8.5")
    found = first(table("H: Town | Spring | Autumn", *rows))
    assert [cell for cell in found.header_cells if cell[0]] == [(1, 0), (2, 0), (3, 0), (4, 0)]
    assert [record["Town"] for record in found.records] == ["Bern", "Chur", "Biel", "Zug"]
    titled = table("H: Towns |  | ", "H: Town | Spring | Autumn", *rows)
    assert (0, 0) not in first(titled).header_cells
