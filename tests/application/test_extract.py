"""Records by application ontologies: the thesis's example, our pages in two halves, one record, none."""

import pytest
from records.pages import OBITUARIES

from application.made import THREE, books, ontology, page, shop
from bench.application import PAGES, measured, scored
from weblode.application import files
from weblode.application.assign import Assigner
from weblode.application.explain import as_dict
from weblode.application.extract import extract
from weblode.application.identify import counts, identifying_fields
from weblode.application.layout import layout
from weblode.application.pieces import NONE, ONE, SEVERAL, ExtractOptions
from weblode.evaluate.application import golds
from weblode.pages.html import parse


def rows(found):
    return as_dict(found, layout(found.application))["records"]


@pytest.fixture(scope="module")
def obituaries():
    return extract(parse(OBITUARIES), files.load("obituaries"), options=ExtractOptions(factors="paper"))


def test_the_data_record_table_of_the_obituaries_is_that_of_figure_3_3(obituaries):
    fields = {each.descriptor for each in identifying_fields(obituaries.application)}
    found = [(entry.descriptor, entry.string) for entry in obituaries.table.entries() if entry.descriptor in fields]
    assert found == [
        ("KEYWORD(Funeral)", "Funeral"),
        ("KEYWORD(Death Date)", "died"),
        ("KEYWORD(Funeral)", "Funeral"),
        ("KEYWORD(Interment)", "Burial"),
        ("KEYWORD(Death Date)", "passed away"),
        ("KEYWORD(Birth Date)", "born"),
        ("KEYWORD(Funeral)", "Funeral"),
        ("KEYWORD(Interment)", "Interment"),
        ("KEYWORD(Death Date)", "passed away"),
        ("KEYWORD(Birth Date)", "born"),
        ("KEYWORD(Funeral)", "Funeral"),
        ("KEYWORD(Interment)", "Burial"),
    ]


def test_the_obituaries_are_expected_to_be_three_and_their_separator_is_as_certain_as_in_the_thesis(obituaries):
    assert sorted(counts(obituaries.table, identifying_fields(obituaries.application))) == [2, 3, 3, 4]
    assert obituaries.expected == 3
    name = obituaries.text.tree.name_of
    assert {name(tag): f"{value:.2%}" for tag, value in obituaries.record_list.certainty.items()} == {
        "hr": "99.96%",
        "b": "64.75%",
        "br": "56.34%",
    }


def test_the_obituaries_have_the_right_names_ages_and_dates(obituaries):
    wanted = ("deceased_name", "age", "death_date", "birth_date", "funeral_date", "interment_place")
    assert [tuple(record.get(name) for name in wanted) for record in rows(obituaries)] == [
        ("Lemar K. Adamson", 84, "1998-09-30", None, "1998-10-05", "City Cemetery"),
        ("Brian Fielding Frost", 41, "1998-09-30", "1957-01-12", "1998-10-06", "Holy Hope Cemetery"),
        ("Leonard Kenneth Gunther", 82, "1998-09-30", "1916-06-06", "1998-10-06", "South Lawn Cemetery"),
    ]


@pytest.mark.parametrize("half", ["patterns", "held_out"])
def test_separators_and_fields_on_our_pages_hold_the_bars(half):
    for name, score in scored(PAGES, half).items():
        assert score.separators == score.pages >= 4, name
        assert score.fields.precision >= 0.95, name
        assert score.fields.recall >= 0.90, name


@pytest.mark.parametrize("name", measured(PAGES))
def test_there_are_eight_pages_of_each_application_and_more_in_old_and_new_markup(name):
    pages, _ = golds(PAGES / name)
    new = sum(gold.path.read_bytes()[:15].lower().startswith(b"<!doctype html>") for gold in pages)
    assert len(pages) >= 8
    assert min(new, len(pages) - new) >= 3


def test_a_list_gives_its_records_with_all_their_tables():
    found = extract(books(*THREE), shop())
    assert found.kind == SEVERAL
    assert found.text.tree.name_of(found.record_list.separator) == "li"
    assert rows(found) == [
        {"title": "One", "price": 10.5, "published": "2001-02-03", "author": [{"author": "Ada Lovelace"}]},
        {
            "title": "Two",
            "price": 2000.0,
            "published": "2002-02-03",
            "sold": "2003-01-01",
            "author": [{"author": "Jane Austen"}, {"author": "Ada Lovelace"}],
        },
        {
            "title": "Three",
            "price": 7.0,
            "published": "2004-05-06",
            "copy": [{"shelf": 3}],
            "lent": [{"lent": "2005-01-01"}],
        },
    ]


def test_what_stands_among_records_and_is_none_is_refused():
    found = extract(books(*THREE, "A word from our sponsor: nothing is as good as a price"), shop())
    assert (len(found.records), len(found.refused)) == (3, 1)


def test_a_menu_with_more_children_is_not_the_region():
    menu = "".join(f"<li><a href=/{i}>topic {i}</a>" for i in range(40))
    items = "".join(f"<li>{record}</li>" for record in THREE)
    found = extract(page(f"<ul>{menu}</ul><ol>{items}</ol>"), shop())
    assert found.text.tree.name(found.record_list.region) == "ol"
    assert len(found.records) == 3


def test_lists_side_by_side_are_read_one_after_the_other():
    def listed(tag, records):
        return "".join(f"<{tag}>{record}</{tag}>" for record in records)

    days = f"<h2>Monday</h2><ul>{listed('li', THREE)}</ul><h2>Tuesday</h2><div>{listed('p', THREE[:2])}</div>"
    found = extract(page(f"<main><h1>Books</h1>{days}<h2>Today</h2><div>Only {THREE[2]}</div></main>"), shop())
    assert [record["title"] for record in rows(found)] == ["One", "Two", "Three", "One", "Two", "Three"]
    assert found.kind == SEVERAL


def test_a_page_with_one_record_is_told_from_one_with_several():
    found = extract(page(f"<h1>A book</h1><p>It is {THREE[0]}</p><p>Buy it.</p>"), shop())
    assert (found.kind, found.record_list, len(found.records)) == (ONE, None, 1)
    assert rows(found)[0]["title"] == "One"


ONES = {
    "obituaries": "<h1>Harriet Louise Benton</h1><p>Harriet Louise Benton, 88, of Akron, died on May 2, 2022.</p>"
    "<p>She was born on June 30, 1933.</p><p>Funeral services are at 10 a.m. Friday, May 6, 2022, at Grace Church.",
    "cars": "<h1>2017 Honda Accord</h1><p>$17,900<table><tr><td>Mileage<td>61,020 miles<tr><td>Color<td>Gray</table>",
    "courses": "<h1>ART 220: History of Printmaking</h1><p>3 credits<p>Prerequisite: ART 110<p>Woodcut and etching.",
    "jobs": "<h1>Senior Data Engineer</h1><p>Location: Madison, WI<p>Salary: $130,000<p>5+ years of experience.",
    "books": "<h1>The Sea Road</h1><p>by Ada Thornbury<p>ISBN-13: 9780306406157<p>Publisher: Harbour Lane<p>Pages: 240",
    "films": "<h1>The Long Pier</h1><p>Director: Ida Holm<p>MPAA Rating: PG-13<p>Running time: 102 minutes",
    "restaurants": "<h1>Bean Street</h1><p>Address: 12 Main St<p>Phone: (503) 555-0142<p>Cuisine: Thai",
    "universities": "<h1>Holt College</h1><p>Type: public, 4-year<p>Phone: (503) 555-0142<p>Website: www.holt.edu",
}
NONES = {
    "obituaries": "<h1>Library opens</h1><p>It opened on May 4, 2020, with a speech by Anna Bell.<ul><li>Books<li>Maps",
    "cars": "<h1>Recipes</h1><ul><li>Soup with beans<li>Apple pie<li>Roast chicken</ul>",
    "courses": "<p>Menu of the day: soup 3, salad 4.</p>",
    "jobs": "<h1>About us</h1><p>We repair bicycles. Call 555-0100 or come to Albany, NY. 20 years of experience.",
    "books": "<h1>A new bridge</h1><p>by Tom Ardley<p>Published: May 4, 2020<p>It was opened by the mayor on Monday.",
    "films": "<h1>Rain until Friday</h1><p>by Tom Ardley<p>May 4, 2020<p>The war on weeds goes on.",
    "restaurants": "<h1>Bolts</h1><p>Thai, Greek and French bolts.<p>Our shop is at 12 Main St.",
    "universities": "<h1>Lost dog</h1><p>Seen near Holt College on Monday. Call (503) 555-0142.",
}


@pytest.mark.parametrize("name", files.bundled())
def test_pages_with_one_record_and_with_none_are_said_so(name):
    assert extract(page(ONES[name]), files.load(name)).kind == ONE
    assert extract(page(NONES[name]), files.load(name)).kind == NONE
    assert extract(page(""), files.load(name)).kind == NONE


@pytest.fixture
def read(monkeypatch):
    """What is read of a page: the part of the data-record table of each piece whose rows are looked for."""
    pieces = []
    original = Assigner.rows

    def rows(self, entries, *given, **options):
        pieces.append(entries)
        return original(self, entries, *given, **options)

    monkeypatch.setattr(Assigner, "rows", rows)
    return pieces


def test_no_piece_of_a_page_is_read_twice(read):
    extract(page("".join(f"<p>{year} Ford, red, $4,500" for year in range(1980, 2008))), files.load("cars"))
    assert len(read) == len(set(read)) == 28 + 1  # the paragraphs, and once what holds them


def test_pieces_with_too_few_constants_for_a_record_are_not_read(read):
    extract(page("".join(f"<p>{day} May 2003" for day in range(1, 29))), files.load("courses"))
    assert len(read) == 1  # the page, which could be one record


def test_a_long_story_that_names_a_few_things_is_no_record():
    story = " ".join(["Nothing happened for a long while and nobody minded."] * 60)
    found = extract(
        page(f'<p>titled "One" {story} price $3 {story} published 2001-01-01 {story} sold 2001-02-02'), shop()
    )
    assert (found.kind, found.records) == (NONE, ())


def test_every_combination_of_heuristics_gives_an_answer():
    tree = books(*THREE)
    for letters in ("O", "OR", "RSIH", "ORSIH"):
        assert set(extract(tree, shop(), options=ExtractOptions(letters)).record_list.votes) == set(letters)


def test_an_ontology_without_identifying_fields_still_finds_records():
    found = ontology(
        "entity = 'A'\nrelationships = ['A [1] has B [1..*]', 'A [1] has C [1..*]']\n[sets.A]\n"
        "[sets.B]\nvalues = ['b\\d']\n[sets.C]\nvalues = ['c\\d']\n"
    )
    html = "<ul>" + "".join(f"<li>some words b{i} and c{i}" for i in range(5)) + "</ul>"
    assert identifying_fields(found) == ()
    assert len(extract(page(html), found).records) == 5


def test_the_same_page_gives_the_same_answer():
    assert rows(extract(books(*THREE), shop())) == rows(extract(books(*THREE), shop()))
