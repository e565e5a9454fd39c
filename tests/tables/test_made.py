"""Tables made of other elements."""

import pytest

from tables.pages import TOWNS, first, read
from weblode.limits import Limits
from weblode.tables.discover import MOST_NESTED, discover

ROLES = """<div role=table><div role=rowgroup><div role=row><b role=columnheader>Town</b>
<b role=columnheader>People</b></div></div><div role=row><i role=cell>Bern</i><i role=cell>134,000</i></div>
<div role=row><i role=cell>Chur</i><i role=cell>38,000</i></div></div>"""
CELL = '<div style="display: table-cell">{}</div>'
STYLED = '<div style="color: red; display:table">{}</div>'.format(
    "".join(
        f'<div style="display: table-row">{CELL.format(day)}{CELL.format(hours)}</div>'
        for day, hours in (("Monday:", "10 to 18"), ("Tuesday:", "9 to 18"), ("Friday:", "9 to 16"))
    )
)
TERMS = "<dl><dt>Weight<dd>500 g<dt>Height<dd>20 cm<dt>Width<dd>10 cm</dl>"


def made(page, **options):
    return discover(read(page), other_elements=True, **options)


def test_roles_make_a_table():
    [found] = made(ROLES)
    assert (found.orientation, found.records[1]) == ("column", {"Town": "Chur", "People": "38,000"})


def test_display_makes_a_table():
    [found] = made(STYLED)
    assert (found.orientation, found.records) == (
        "row",
        [{"Monday": "10 to 18", "Tuesday": "9 to 18", "Friday": "9 to 16"}],
    )


def test_terms_that_are_described_in_prose_are_no_table():
    words = "how a thing is kept, used and mended over the years " * 3
    glossary = f"<dl><dt>Adze<dd>Says {words}<dt>Awl<dd>Tells {words}<dt>Axe<dd>short</dl>"
    assert made(glossary) == []
    [refused] = made(glossary, refused=True)
    assert refused.reason == "its terms are described in prose"


@pytest.mark.parametrize("page", [TERMS, TERMS.replace("<dt>", "</div><div><dt>").replace("<dl></div>", "<dl>")])
def test_a_definition_list_is_a_table_of_labels_and_values(page):
    [found] = made(page)
    assert (found.orientation, found.records) == ("row", [{"Weight": "500 g", "Height": "20 cm", "Width": "10 cm"}])


@pytest.mark.parametrize(
    "page",
    [
        "<dl><dt>-a<dd>Show all files<dt>-q<dd>Print nothing at all<dt>-v<dd>Be verbose</dl>",
        "<dl><dt>Returns<dd>the name of the file<dt>Since<dd>1.7</dl>",
        "<dl><dt>Hobel<dd>Damit wird Holz geglättet.<dt>Säge<dd>Trennt Bretter längs oder quer.</dl>",
        f"<dl><dt>-c<dd>{'컴파일을 지시한다 ' * 5}<dt>-o<dd>{'동적공유객체 파일명을 ' * 4}</dl>",
    ],
)
def test_short_sentences_and_phrases_are_prose_too(page):
    [refused] = made(page, refused=True)
    assert refused.reason == "its terms are described in prose"


def test_values_of_several_words_are_no_prose():
    plug = "RS-232C, 9600 bps, 8 bits, no parity, 1 stop bit"
    [table] = made(f"<dl><dt>Plug<dd>{plug}<dt>Maker<dd>Anna von der Au<dt>Wind<dd>N 22</dl>")
    assert list(table.records[0]) == ["Plug", "Maker", "Wind"]


def test_several_terms_share_a_description_and_several_descriptions_are_a_list():
    [found] = made("<dl><dt>Weight<dt>Mass<dd>500 g<dt>Height<dd>20 cm</dl>")
    assert found.records == [{"Weight": "500 g", "Mass": "500 g", "Height": "20 cm"}]
    assert made("<dl><dt>West<dd>Biel<dd>Sion<dd>Bern<dt>East<dd>Chur<dd>Zug<dd>Glarus</dl>", refused=True) == []


def test_they_are_numbered_after_the_tables_and_only_there_if_asked_for():
    page = TERMS + TOWNS + ROLES
    assert [(each.index, each.orientation) for each in made(page)] == [(0, "column"), (1, "row"), (2, "column")]
    assert len(discover(read(page))) == 1


def test_roles_and_styles_may_be_in_capital_letters():
    for page, spelt in (
        (ROLES, ROLES.replace("role=row>", "ROLE=' ROW '>").replace("=cell", "=Cell")),
        (STYLED, STYLED.replace("display:", "DISPLAY:").replace("table-cell", "Table-Cell")),
    ):
        assert [each.records for each in made(spelt)] == [each.records for each in made(page)] != []


def test_roles_within_a_table_element_make_no_second_table():
    page = TOWNS.replace("<table", "<table role=table").replace("<tr", "<tr role=row").replace("<td", "<td role=cell")
    assert len(made(page, refused=True)) == 1
    assert first(page).records == first(TOWNS).records


def test_cells_without_a_row_and_rows_without_a_table_are_no_table():
    assert made("<div role=row><i role=cell>a</i><i role=cell>b</i></div>", refused=True) == []
    assert made("<div role=table><i role=cell>a</i><i role=cell>b</i></div>", refused=True) == []


def test_a_limit_holds_for_them_too_and_deep_ones_are_left_out():
    reasons = []
    assert made(TERMS, limits=Limits(cells=3), lost=reasons.append) == []
    assert len(reasons) == 1
    deep = "<dl><dt>a<dd>1<dt>b<dd>" * (MOST_NESTED + 3)
    assert len(made(deep, refused=True)) == MOST_NESTED + 1
