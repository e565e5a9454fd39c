"""Which cells are headers."""

from tables.pages import TOWNS, first, table


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
