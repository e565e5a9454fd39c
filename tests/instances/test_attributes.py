"""The attributes of a page: title, author, date, place and body of articles; labels and values of products."""

from hypothesis import given, settings
from strategies import BYTES

from instances.pages import article, product, values
from weblode.instances.attributes import attributes, merge, mine_attributes
from weblode.instances.listed import listed_items
from weblode.instances.template import template
from weblode.ontology import Attribute, Witness
from weblode.pages.html import parse


def test_an_article_has_its_title_author_date_place_and_body():
    found = mine_attributes(parse(article(1)))
    assert values(found, "title") == ["Farmers march on the capital again"]
    assert values(found, "author") == ["Bo Chen", "Ida Falk"]
    assert (values(found, "date"), values(found, "date_text")) == (["2021-03-02"], ["2 March 2021"])
    assert values(found, "place") == ["PORT ELIS, Norland"]


def test_unlabelled_values_are_kept_by_their_path():
    pages = [parse(product(n, "dl").replace(b"</h1>", f"</h1><i>model {n}{n}</i>".encode())) for n in range(3)]
    assert values(mine_attributes(pages[2], template(pages)), "html/body/div"[5:]) == ["model 22"]


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


@settings(max_examples=150, deadline=None)
@given(BYTES, BYTES)
def test_any_page_gives_attributes_and_items_the_same_each_time(one, two):
    trees = [parse(one), parse(two)]
    known = template(trees)
    for tree in trees:
        assert attributes(tree, known) == attributes(tree, known)
        assert listed_items(tree) == listed_items(tree)


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
    body = values(attributes(parse(page)), "body")[0].split("\n\n")
    assert body[0] == "The harbour of Elis is open again after nine days."
    assert "Day | Rain\nMonday | 9" in body
