"""The attributes of an instance's own page, as details reads it: by the template of its siblings, or alone."""

import json

import pytest
from hypothesis import given, settings
from strategies import BYTES

from instances.pages import HEADLINES, article, paragraphs, product, values
from weblode.details.learning import learn_template
from weblode.details.leaves import Leaves
from weblode.instances.attributes import attributes
from weblode.instances.listed import listed_items
from weblode.pages.html import parse
from weblode.paths import find

STYLES = ("dl", "table", "bold", "plain", "headings")


def template(pages):
    return learn_template([Leaves(page) for page in pages])[0]


@pytest.mark.parametrize("alone", [True, False])
def test_an_article_has_its_parts_with_siblings_or_without(alone):
    pages = [parse(article(number)) for number in range(4)]
    found = attributes(pages[1], None if alone else template(pages))
    assert values(found, "title") == ["Farmers march on the capital again"]
    assert values(found, "author") == ["Bo Chen", "Ida Falk"]
    assert (values(found, "date"), values(found, "date_text")) == (["2021-03-02"], ["2 March 2021"])
    assert values(found, "place") == ["PORT ELIS, Norland"]
    assert values(found, "body") == ["\n\n".join(paragraphs(1))]


@pytest.mark.parametrize("style", STYLES)
def test_labels_that_siblings_share_name_the_values_after_them(style):
    pages = [parse(product(number, style)) for number in range(3)]
    found = attributes(pages[1], template(pages))
    assert (values(found, "title"), values(found, "price")) == (["Ridge Boot"], ["$89.50"])
    assert (values(found, "brand"), values(found, "weight")[0]) == (["Karrimor"], "890 g")
    assert "Stiff leather on a thick sole. They last for years." in [one.value for one in found]
    assert not any(word in one.value for one in found for word in ("Rope", "Free delivery", "Add to cart"))


@pytest.mark.parametrize("style", ["dl", "table", "bold"])
def test_marked_labels_need_no_siblings(style):
    found = attributes(parse(product(0, style)))
    assert (values(found, "brand"), values(found, "weight")) == (["Northridge"], ["2.1 kg"])
    assert values(found, "price") == ["$249.00"]


@pytest.mark.parametrize("alone", [True, False])
def test_what_the_page_also_tells_machines_is_one_attribute_with_both_methods(alone):
    def page(number):
        authors = [{"name": HEADLINES[number][2]}, {"name": "Else Moe"}]
        told = json.dumps({"@type": "NewsArticle", "author": authors, "wordCount": 100 + number})
        return parse(article(number, f"<script type='application/ld+json'>{told}</script>"))

    pages = [page(number) for number in range(3)]
    found = attributes(pages[0], None if alone else template(pages))
    methods = sorted((one.value, one.witness.method) for one in found if one.name in ("author", "word_count"))
    assert methods == [("100", "json-ld"), ("Ann Lee", "template+json-ld"), ("Else Moe", "json-ld")]


def test_each_value_leads_to_its_node():
    pages = [parse(product(number), page=f"{number}.html", url=f"http://a.example/{number}") for number in range(3)]
    [weight] = [one for one in attributes(pages[1], template(pages)) if one.name == "weight"]
    assert weight.witness.page == "1.html"
    assert weight.witness.url == "http://a.example/1"
    assert pages[1].text(find(pages[1], weight.witness.xpath)) == weight.value == "890 g"


@settings(max_examples=100, deadline=None)
@given(BYTES, BYTES)
def test_any_page_gives_attributes_and_items_the_same_each_time(one, two):
    trees = [parse(one), parse(two)]
    known = template(trees)
    for tree in trees:
        assert attributes(tree, known) == attributes(tree, known)
        assert attributes(tree) == attributes(tree)
        assert listed_items(tree) == listed_items(tree)


HOTELS = ("Hotel Alpenrose", "Pension Edelweiss", "Gasthof Krone")
FACTS = "<table><tr><th>Stars<td>4<tr><th>Rooms<td>{rooms}</table><p>{rooms} rooms.</p>"


@pytest.mark.parametrize(
    "form",
    [
        "<title>{name} | Best Hotels of the Alps</title><h1><a href=/>Best Hotels of the Alps</a></h1><h2>{name}</h2>"
        "{facts}<h3>Contact</h3>",
        "<title>{name} - Best Hotels of all</title><div>Best Hotels of all</div><div>{name}</div>{facts}<h3>Legal</h3>",
        "<title>Best Hotels: {name}</title><h2>Best Hotels</h2><h1>{name}</h1>{facts}<div><h1>Newsletter</h1></div>",
        "<h1>{name}</h1>{facts}<h1>Imprint</h1>",
        "<title>Best Hotels - {name}</title><h3>Search</h3><h3>{name}</h3>{facts}<h2>Follow us</h2>",
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_the_title_of_a_thing_is_its_name_not_the_site_or_the_footer(form, alone):
    pages = [parse(form.format(name=name, facts=FACTS.format(rooms=n)).encode()) for n, name in enumerate(HOTELS, 7)]
    known = None if alone else template(pages)
    assert [values(attributes(tree, known), "title")[0] for tree in pages] == list(HOTELS)


def test_a_title_that_all_siblings_have_is_the_name_of_the_site():
    form = "<title>Best Hotels</title><h1>Best Hotels</h1><h2>{name}</h2>{facts}<h2>Contact us</h2>"
    pages = [parse(form.format(name=name, facts=FACTS.format(rooms=n)).encode()) for n, name in enumerate(HOTELS, 7)]
    assert [values(attributes(tree, template(pages)), "title")[0] for tree in pages] == list(HOTELS)
