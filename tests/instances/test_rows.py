"""Instances as JSON objects and as a table."""

from dataclasses import replace

from instances.pages import HEADLINES, news
from weblode.instances.discover import instances
from weblode.instances.rows import COLUMNS, as_table, row
from weblode.ontology import Attribute, Instance, Witness
from weblode.pages.html import parse


def test_a_row_names_the_method_of_a_value_that_differs():
    tree, site = news()
    first = instances(tree, site)[0]
    said = [Attribute("title", "Another", Witness("p", "", None, "opengraph")), *first.attributes[:1]]
    written = row(replace(first, attributes=(*first.attributes[:1], *said[:1])))
    assert written["attributes"] == {"title": HEADLINES[0][0], "title (opengraph)": "Another"}
    assert list(written) == ["page", "href", "title", "url", "attributes"]


def test_several_authors_are_a_list_and_a_table_has_a_row_a_value():
    tree, site = news()
    found = instances(tree, site)
    assert row(found[1])["attributes"]["author"] == ["Bo Chen", "Ida Falk"]
    table = as_table(tree, found)
    assert table.names == COLUMNS
    assert len(table) == sum(len(one.attributes) for one in found)
    assert tree.attributes(table["node"][0])["href"] == found[0].href


def witness(method):
    return Witness("p", "/html/body", None, method)


def test_a_row_has_a_concept_and_an_address_only_where_they_say_something():
    plain = Instance("", "Rain", "rain.html", "p")
    assert row(plain) == {"page": "p", "href": "rain.html", "title": "Rain", "attributes": {}}
    assert "url" not in row(replace(plain, url="rain.html"))
    told = row(replace(plain, concept="weather", url="http://a.org/rain.html"))
    assert (told["concept"], told["url"]) == ("weather", "http://a.org/rain.html")


def test_a_value_of_several_methods_has_the_name_of_its_first():
    both, later = witness("template+json-ld"), witness("json-ld")
    found = Instance("", "", "", "p", attributes=(Attribute("a", "1", both), Attribute("a", "2", later)))
    assert row(found)["attributes"] == {"a": "1", "a (json-ld)": "2"}


def test_an_instance_without_attributes_is_a_row_without_a_value():
    tree = parse(b"<p><a href=x>Rain</a>")
    place = Witness("p", "/html/body/p/a")
    table = as_table(tree, [Instance("c", "Rain", "x", "p", witness=place), Instance("c", "Snow", "y", "p")])
    assert list(zip(table["item"], table["title"], table["value"], table["xpath"], strict=True)) == [
        (1, "Rain", None, None),
        (2, "Snow", None, None),
    ]
    assert [tree.name(node) for node in table["node"]] == ["a", "html"]


def test_no_instances_are_an_empty_table_with_all_columns():
    table = as_table(parse(b""), [])
    assert (table.names, len(table)) == (COLUMNS, 0)


def test_values_of_a_name_are_read_alike():
    places = [
        Instance("", f"Tent {i}", f"{i}.html", "p", attributes=(Attribute("price", price, witness("template")), date))
        for i, price, date in (
            (1, "£14.50", Attribute("date", "2021-03-04", witness("template"))),
            (2, "£1,200", Attribute("date", "2021-03-05", witness("template"))),
        )
    ]
    table = as_table(parse(b"<html lang=en-GB>"), places)
    assert table["number"] == (14.5, None, 1200.0, None)
    assert table["currency"] == ("GBP", None, "GBP", None)
    assert [str(each) for each in table["date"]] == ["None", "2021-03-04", "None", "2021-03-05"]
