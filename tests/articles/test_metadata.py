"""What pages tell machines: JSON-LD with its mistakes, microdata, meta elements."""

import json

import pytest
from instances.pages import values

from weblode.articles.metadata import declarations, metadata
from weblode.pages.html import parse

NEWS = {
    "@type": "NewsArticle",
    "headline": "Rain at last",
    "datePublished": "2021-03-01T08:00:00+01:00",
    "author": [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Chen"}],
    "publisher": {"@type": "Organization", "name": "The Daily"},
}
SITE = {"@type": "WebSite", "name": "The Daily"}


def of(text):
    return metadata(parse(f'<script type="application/ld+json">{text}</script>'.encode()))


@pytest.mark.parametrize(
    "data",
    [
        NEWS,
        [SITE, NEWS],
        {"@context": "https://schema.org", "@graph": [SITE, {"@type": "BreadcrumbList"}, NEWS]},
        SITE | {"mainEntity": NEWS},
        NEWS | {"@type": ["Article", "http://schema.org/NewsArticle"]},
    ],
)
def test_json_ld_tells_the_thing_that_the_page_is_about(data):
    found = of(json.dumps(data))
    assert (values(found, "title"), values(found, "date")) == (["Rain at last"], ["2021-03-01"])
    assert values(found, "author") == ["Ann Lee", "Bo Chen"]
    assert {one.witness.method for one in found} == {"json-ld"}
    assert "The Daily" not in [one.value for one in found]


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "Article", "headline": "Rain at last",}',
        '<!-- {"@type": "Article", "headline": "Rain at last"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "Rain at last"}\n//]]>',
        '{"@type": "Article", "headline": "Rain \n at last"};',
        '{"@type": "Article", "headline": "Rain at last"} {"@type": "x"',
    ],
)
def test_mistakes_that_sites_make_are_mended(text):
    assert values(of(text), "title") == ["Rain at last"]


@pytest.mark.parametrize("text", ["", "{", "null", "[[[[", '"x"', "{'a': 1}", "[" * 100_000, '{"@type": 5}', "[1e999]"])
def test_what_cannot_be_mended_tells_nothing(text):
    assert of(text) == []


def test_a_broken_script_does_not_hide_the_next():
    text = '{"@type": "Article", </script><script type="application/ld+json">' + json.dumps(NEWS)
    assert values(of(text), "title") == ["Rain at last"]


def test_values_of_inner_things_are_told():
    offer = {"@type": "Product", "name": "Tent", "offers": {"@type": "Offer", "price": 249, "priceCurrency": "USD"}}
    found = of(json.dumps(offer))
    assert (values(found, "title"), values(found, "price"), values(found, "currency")) == (["Tent"], ["249"], ["USD"])


def test_microdata_tells_the_outermost_thing():
    found = metadata(
        parse(
            b"""<body itemscope itemtype="http://schema.org/WebPage"><span itemprop=name>Page</span>
            <div itemscope itemtype="http://schema.org/Product"><h1 itemprop=name>Tent</h1>
            <span itemprop=brand itemscope itemtype="http://schema.org/Brand"><b itemprop=name>Northridge</b></span>
            <div itemprop=offers itemscope><meta itemprop=price content=249.00></div></div>"""
        )
    )
    assert [(one.name, one.value) for one in found] == [("title", "Tent"), ("brand", "Northridge"), ("price", "249.00")]
    assert found[0].witness.xpath == "/html/body/div/h1"


def test_meta_elements_are_told_by_their_known_names():
    found = metadata(
        parse(
            b"""<meta property="og:title" content="Rain at last"><meta name=author content="By Ann Lee and Bo Chen">
            <meta property="article:author" content="https://x.example/ann"><meta name=viewport content=x>
            <meta property="article:published_time" content="2021-03-01T08:00:00Z"><meta name=date content=soon>"""
        )
    )
    assert [(one.name, one.value) for one in found] == [
        ("title", "Rain at last"),
        ("author", "Ann Lee"),
        ("author", "Bo Chen"),
        ("date", "2021-03-01"),
    ]


def test_the_article_of_several_things_comes_first_and_its_headline_before_its_name():
    found = metadata(
        parse(
            b"""<script type="application/ld+json">{"@type": "Event", "name": "Fair"}</script><script
            type="application/ld+json">{"@type": "NewsArticle", "name": "Rain | Site", "headline": "Rain"}</script>"""
        )
    )
    assert values(found, "title") == ["Rain", "Fair"]


def test_a_number_is_no_author():
    assert values(metadata(parse(b"<meta name=author content=105092>")), "author") == []


def test_a_declaration_has_its_node():
    tree = parse(b"<meta property='og:title' content=Rain>")
    [found] = declarations(tree)
    assert (found.name, found.value, found.method, tree.name(found.node)) == ("title", "Rain", "opengraph", "meta")


RECIPE = {
    "@type": "Recipe",
    "name": "Soup",
    "recipeIngredient": ["2 onions", "1 l water"],
    "recipeInstructions": [
        {"@type": "HowToStep", "name": "Cut", "text": "Cut the onions."},
        {"@type": "HowToSection", "name": "Later", "itemListElement": [{"@type": "HowToStep", "text": "Boil them."}]},
    ],
    "review": [{"@type": "Review", "author": {"name": "Bob Ray"}, "reviewBody": "Nice"}],
    "comment": [{"@type": "Comment", "text": "First!"}],
}


def test_a_graph_tells_an_article_and_its_recipe_without_what_others_say_about_it():
    found = of(json.dumps({"@graph": [SITE, NEWS, RECIPE | {"name": "Rain soup, at last"}]}))
    assert values(found, "title") == ["Rain at last", "Rain soup, at last"]
    assert values(found, "recipe ingredient") == ["2 onions", "1 l water"]
    assert values(found, "author") == ["Ann Lee", "Bo Chen"]
    assert not {"Nice", "First!", "Bob Ray"} & {one.value for one in found}


def test_steps_are_their_texts_and_lists_what_they_list():
    assert values(of(json.dumps(RECIPE)), "recipe instructions") == ["Cut the onions.", "Boil them."]


def test_several_things_of_one_type_are_a_list_of_which_the_first_counts():
    many = [{"@type": "Product", "name": name} for name in ("Tent", "Rope", "Map")]
    assert values(of(json.dumps({"@graph": many})), "title") == ["Tent"]


def test_a_property_value_is_named_by_its_name():
    weight = {"@type": "PropertyValue", "name": "Weight", "value": "2 kg"}
    found = of(json.dumps({"@type": "Product", "name": "Tent", "additionalProperty": [weight]}))
    assert values(found, "weight") == ["2 kg"]


def test_markup_in_values_is_left_out():
    found = of(json.dumps({"@type": "Recipe", "recipeInstructions": "&lt;p>Cut.&lt;/p>&lt;p>Boil at &lt; 100.&lt;/p>"}))
    assert values(found, "recipe instructions") == ["Cut. Boil at < 100."]


def test_long_lists_are_told_whole():
    found = of(json.dumps({"@type": "Recipe", "recipeIngredient": [f"{n} g salt" for n in range(1, 100)]}))
    assert len(values(found, "recipe ingredient")) == 99


def test_other_things_in_json_ld_count_if_they_have_the_name_of_the_first():
    recipe = {"@type": "Recipe", "name": "Rain soup at last", "recipeYield": "4"}
    hotel = {"@type": "LocalBusiness", "name": "Mill Hotel", "telephone": "555 1234"}
    questions = {"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Why?"}]}
    found = of(json.dumps({"@graph": [NEWS, hotel, questions, recipe]}))
    assert values(found, "recipe yield") == ["4"]
    assert not {"telephone", "main entity"} & {one.name for one in found}
    assert values(of(json.dumps(hotel)), "telephone") == ["555 1234"]
