"""The parts of an article as attributes, and what is told to machines beside them."""

from instances.pages import article, values

from articles.made import mined
from weblode.articles.attributes import merge
from weblode.ontology import Attribute, Witness


def test_an_article_has_its_title_author_date_place_and_body():
    found = mined(article(1))
    assert values(found, "title") == ["Farmers march on the capital again"]
    assert values(found, "author") == ["Bo Chen", "Ida Falk"]
    assert (values(found, "date"), values(found, "date_text")) == (["2021-03-02"], ["2 March 2021"])
    assert values(found, "place") == ["PORT ELIS, Norland"]


def attribute(name, value, method):
    return Attribute(name, value, Witness("p", "/html", None, method))


def test_witnesses_that_agree_are_noted_on_one_attribute_and_others_kept_after_it():
    ours = [attribute("title", "Rain at last", "template"), attribute("author", "ANN LEE", "template")]
    said = [
        attribute("title", "Rain at Last | The Daily", "opengraph"),
        attribute("author", "Ann Lee", "json-ld"),
        attribute("author", "Ann Lee", "opengraph"),
        attribute("title", "Drought ends", "json-ld"),
    ]
    found = [(one.name, one.value, one.witness.method) for one in merge(ours, said)]
    assert found == [
        ("title", "Rain at last", "template+opengraph"),
        ("author", "ANN LEE", "template+json-ld+opengraph"),
        ("title", "Drought ends", "json-ld"),
    ]


def test_an_author_is_named_once_and_by_the_shorter_of_two_forms():
    ours = [attribute("author", "Ann Lee Reporter", "template")]
    said = [attribute("author", "Ann Lee", "json-ld"), attribute("author", "Ann Lee / The Daily", "opengraph")]
    found = [(one.value, one.witness.method) for one in merge(ours, said)]
    assert found == [("Ann Lee", "template+json-ld+opengraph")]
    assert len(merge([attribute("author", "Ann", "template")], [attribute("author", "Ann Lee", "json-ld")])) == 2


def test_an_author_that_only_a_meta_element_names_counts_where_nobody_else_is_named():
    site = attribute("author", "The Daily", "opengraph")
    assert [one.value for one in merge([attribute("author", "Ann Lee", "template")], [site])] == ["Ann Lee"]
    assert [one.value for one in merge([], [attribute("author", "Ann Lee", "json-ld"), site])] == ["Ann Lee"]
    assert [one.value for one in merge([], [site])] == ["The Daily"]


def test_the_body_has_its_lead_and_its_table():
    rain = "<table><tr><th>Day<th>Rain<tr><td>Monday<td>9</table>"
    page = article(0).replace(b"</h1>", b"</h1><p>The harbour of Elis is open again after nine days.</p>")
    page = page.replace(b"<div class=box>", f"{rain}<div class=box>".encode())
    body = values(mined(page), "body")[0].split("\n\n")
    assert body[0] == "The harbour of Elis is open again after nine days."
    assert "Day | Rain\nMonday | 9" in body
