"""Which columns fill which fields: labels, patterns, names, and what all siblings say."""

from application.made import BOATS, boat_page, boats, ontology, page
from weblode.application.explain import as_dict
from weblode.application.extract import extract, extract_pages
from weblode.application.layout import layout
from weblode.application.pieces import NONE, ONE, SEVERAL, ExtractOptions


def records(htmls, application=None, **options):
    """The record of each page."""
    application = application or ontology(BOATS)
    trees = [page(html, f"{i}.html") for i, html in enumerate(htmls)]
    extractions = list(extract_pages(trees, application, options=ExtractOptions(**options)))
    return [as_dict(each, layout(application))["records"] for each in extractions]


def test_siblings_give_a_record_each_with_names_labels_and_patterns():
    first, second, *_ = records([html for _, html in boats()])
    assert first == [{"name": "Alma", "harbour": "Husum", "draught": 1.1, "built": 1951}]
    assert second == [{"name": "Berta", "harbour": "Emden", "draught": 1.4, "built": 1938}]


def test_what_all_siblings_have_is_the_sites_and_not_the_things():
    htmls = [
        html.replace("<p class=year>", f"<p>Phone: 555-020{i}</p><p class=year>") for i, (_, html) in enumerate(boats())
    ]
    assert [each[0]["phone"] for each in records(htmls)] == [f"555-020{i}" for i in range(5)]


def test_a_field_that_a_page_lacks_is_not_filled_by_its_neighbour():
    htmls = [html for _, html in boats()]
    htmls[2] = htmls[2].replace("<td>Leer", "<td>")
    assert [each[0].get("harbour") for each in records(htmls)] == ["Husum", "Emden", None, "Wyk", "Tating"]


def test_a_field_for_several_values_takes_all_words_after_its_label():
    more = "<p>Cargo: coal, tea</p>"
    htmls = [boat_page(name, name + "ford", "1.2 m", 1950 + i, more) for i, name in enumerate(("Ada", "Ina", "Ute"))]
    assert records(htmls)[0][0]["cargo"] == [{"cargo": "coal"}, {"cargo": "tea"}]


def test_a_name_may_have_other_fields_in_it():
    htmls = [
        html.replace("</h1>", f" of {1960 + i}</h1>").replace("Built in", "") for i, (_, html) in enumerate(boats())
    ]
    first = records([html.replace("<p class=year> 1951</p>", "") for html in htmls])[0][0]
    assert (first["name"], first["built"]) == ("Alma of 1960", 1960)


def test_a_pattern_that_a_text_does_not_match_leaves_a_field_empty_but_a_free_one():
    htmls = [html.replace(" m<", " fathoms<") for _, html in boats()]
    assert [each[0].get("draught") for each in records(htmls)] == [None] * 5
    free = BOATS.replace('type = "number"\nlabels = ["draught"]', 'free = true\nlabels = ["draught"]')
    assert records(htmls, ontology(free))[0][0]["draught"] == "1.1 fathoms"


def test_a_typed_set_without_patterns_reads_what_is_after_its_label():
    made = BOATS.replace("values = ['\\b(\\d\\.\\d) m\\b']\n", "")
    assert records([html for _, html in boats()], ontology(made))[0][0]["draught"] == 1.1


def test_a_page_alone_is_one_record_by_its_labels():
    found = extract(page(boats()[0][1]), ontology(BOATS))
    assert found.kind == ONE
    assert found.records[0].rows[0].cells[0].value == "Alma"


def test_the_method_of_the_thesis_reads_no_labels():
    made = BOATS.replace("[sets.Harbour]\n", '[sets.Harbour]\nkeywords = ["harbour"]\n')
    assert records([boats()[0][1]], ontology(made), method="byu") == [[]]


def test_pages_of_another_kind_have_no_record():
    html = "<h1>Weather</h1><p>Rain and wind.</p><p>Harbour: closed</p>"
    assert extract(page(html), ontology(BOATS)).kind == NONE


NAMES, HARBOURS = (
    ("Alma", "Berta", "Clara", "Dora", "Erna", "Frieda"),
    ("Husum", "Emden", "Leer", "Wyk", "Rust", "Norden"),
)


def several(html, method="ours"):
    found = extract(page(html), ontology(BOATS), options=ExtractOptions(method=method))
    return found.kind, as_dict(found, layout(found.application))["records"]


def test_a_list_that_the_consensus_finds_is_read_by_its_columns_where_the_separators_of_the_thesis_fail():
    items = zip(NAMES, HARBOURS, range(1950, 1956), strict=True)
    lines = (f"<li><h3><a href=/{a}>{a}</a></h3><p>Harbour: {b}</p><p>Built {year}</p></li>" for a, b, year in items)
    html = f"<h1>Boats</h1><ul>{''.join(lines)}</ul>"
    kind, boats_of_list = several(html)
    assert (kind, len(boats_of_list)) == (SEVERAL, 6)
    assert boats_of_list[1] == {"name": "Berta", "harbour": "Emden", "built": 1951}
    assert several(html, "byu") == (NONE, [])


def test_a_list_inside_groups_is_read_too():
    groups = ""
    for j, harbour in enumerate(HARBOURS):
        own = NAMES[: 3 + j % 3]
        items = (f"<li><b>{a}</b><p>Built {1950 + i}</p><p>Phone: 555-{j}{i:03}</p></li>" for i, a in enumerate(own))
        about = f"<h2>{harbour}</h2><p>Boats of {harbour}, open all year, with a slip and a crane.</p>"
        groups += f"<div class=harbour>{about}<ul>{''.join(items)}</ul></div>"
    kind, boats_of_list = several(f"<h1>Boats</h1><div id=all>{groups}</div>")
    assert (kind, len(boats_of_list)) == (SEVERAL, 24)
    assert boats_of_list[1] == {"name": "Berta", "built": 1951, "phone": "555-0001"}


def test_the_same_pages_give_the_same_records_and_empty_pages_none():
    htmls = ["", *(html for _, html in boats()), "<p>...</p>"]
    once = records(htmls)
    assert once == records(htmls)
    assert (once[0], once[-1]) == ([], [])


def test_a_constant_in_a_short_text_that_begins_with_a_label_fills_its_field():
    htmls = [
        html.replace("<p class=year>", f"<p>Phone us at 555-020{i}</p><p class=year>")
        for i, (_, html) in enumerate(boats())
    ]
    assert [each[0]["phone"] for each in records(htmls)] == [f"555-020{i}" for i in range(5)]
    single = [html.replace("555-0100", "the harbour") for html in htmls]  # the phone of the site
    assert [records([html])[0][0]["phone"] for html in single] == [f"555-020{i}" for i in range(5)]
    others = [html.replace("Phone us at", "Phonebook of") for html in single]
    assert not any("phone" in records([html])[0][0] for html in others)


def test_siblings_with_a_name_and_one_label_are_records_if_they_speak_of_what_records_have():
    prose = "She was built in {}, or in {} as others say, and needs {}.5 m of water: less than 3.1 m, in summer."
    rows = list(zip(NAMES, HARBOURS, range(1940, 1946), strict=True))

    def htmls(text):
        page_of = "<title>{0} | Old boats</title><p>All boats are afloat<h1>{0}</h1><p>Harbour: {1}</p><p>{2}</p>"
        return [page_of.format(name, place, text.format(year, year + 9, year % 10)) for name, place, year in rows]

    assert [each[0] for each in records(htmls(prose))] == [{"name": a, "harbour": b} for a, b, _ in rows]
    assert records(htmls(prose)[:1]) == [[]]
    assert records(htmls("She has been here for {} weeks.")) == [[]] * 6
