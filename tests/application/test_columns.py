"""Columns of pages about one thing: labels with their values, slots, and names."""

from application.made import BOATS, boats, ontology, page
from weblode.application.columns import PageLeaves, clean_label, columns
from weblode.application.pieces import recognise_page
from weblode.application.recognise import SetPatterns


def columns_of(*htmls):
    application = ontology(BOATS)
    pages = [PageLeaves(recognise_page(page(html), application)) for html in htmls]
    return pages, columns(pages, SetPatterns(application))


def values(html, label):
    """The texts of a page after a label."""
    pages, every = columns_of(html)
    string = pages[0].text.string
    return [string[slice(*span)] for each in every if each.label == label for span in each.cells[0]]


def test_a_value_is_the_rest_of_a_text_the_next_cell_or_the_next_line():
    assert values("<p>Harbour: Husum", "harbour") == ["Husum"]
    assert values("<table><tr><td>Harbour<td>Husum<tr><td>Draught<td>1 m</table>", "harbour") == ["Husum"]
    assert values("<dl><dt>Harbour<dd>Husum<dt>Owner<dd>Ida</dl>", "harbour") == ["Husum"]
    assert values("<p><b>Home harbour</b>: Husum</p>", "home harbour") == ["Husum"]
    assert values("<h3>Harbour</h3><p>Husum</p><p>She sails.</p>", "harbour") == ["Husum"]


def test_a_label_without_a_value_takes_no_other_label_for_one():
    assert values("<p>Harbour:<p>Owner: Ida", "harbour") == []
    assert values("<table><tr><td>Harbour:<td>Draught:</table>", "harbour") == []


def test_labels_in_a_row_have_their_values_in_the_next():
    html = "<table><tr><th>Harbour<th>Draught<th>Cargo<tr><td>Husum<td>1.1 m<td>tea</table>"
    assert (values(html, "harbour"), values(html, "cargo")) == (["Husum"], ["tea"])


def test_a_label_is_cleaned_of_its_colon_and_bullets():
    assert clean_label(" \u2022 Home\n harbour :\xa0") == "Home harbour"


def test_the_name_of_siblings_is_without_the_words_that_all_have():
    pages, every = columns_of(*(html.replace("</h1>", " for sale</h1>") for _, html in boats()))
    best = max(every, key=lambda each: each.title)
    assert [pages[i].text.string[slice(*best.cells[i][0])] for i in range(5)] == [
        "Alma",
        "Berta",
        "Clara",
        "Dora",
        "Erna",
    ]


def test_a_page_alone_is_named_by_its_heading_or_a_line_that_its_title_repeats():
    for html in ("<h1>Alma</h1><p>A boat", "<title>Alma - boats</title><p>Alma</p><p>A boat"):
        pages, every = columns_of(html)
        best = max(every, key=lambda each: each.title)
        assert pages[0].text.string[slice(*best.cells[0][0])] == "Alma"


def test_a_page_without_words_has_no_columns():
    assert columns_of("<p>...</p>")[1] == []
