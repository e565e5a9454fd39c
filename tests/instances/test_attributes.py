"""The attributes of a page: title, author, date, place and body of articles; labels and values of products."""

import pytest
from hypothesis import given, settings
from strategies import BYTES

from instances.pages import article, paragraphs, product, values
from weblode.instances.article import article as parts_of
from weblode.instances.attributes import attributes, merge, mine_attributes
from weblode.instances.blocks import blocks
from weblode.instances.listed import listed_items
from weblode.instances.template import Template, template
from weblode.ontology import Attribute, Witness
from weblode.pages.html import parse
from weblode.values.dates import dates, instant

STYLES = ("dl", "table", "bold", "plain", "headings")


def test_an_article_has_its_title_author_date_place_and_body():
    found = mine_attributes(parse(article(1)))
    assert values(found, "title") == ["Farmers march on the capital again"]
    assert values(found, "author") == ["Bo Chen", "Ida Falk"]
    assert (values(found, "date"), values(found, "date_text")) == (["2021-03-02"], ["2 March 2021"])
    assert values(found, "place") == ["PORT ELIS, Norland"]


@pytest.mark.parametrize("siblings", [0, 3])
def test_the_body_is_the_paragraphs_and_nothing_else(siblings):
    known = template([parse(article(number)) for number in range(1, 1 + siblings)])
    assert values(mine_attributes(parse(article(0)), known), "body") == ["\n\n".join(paragraphs(0))]


def test_siblings_tell_a_box_that_is_made_like_the_body():
    box = b"<p>Our reporters need your help. Give what you can, today or every month.</p><p>"
    pages = [parse(article(number).replace(b"<p>", box, 6)) for number in range(4)]
    alone, known = mine_attributes(pages[0]), mine_attributes(pages[0], template(pages))
    assert "Our reporters need your help" in values(alone, "body")[0]
    assert "Our reporters need your help" not in values(known, "body")[0]


def test_comments_in_a_list_are_not_the_body():
    comment = "<li><p>I was there as well. It was colder than they say, and nobody had brought a coat.</p>"
    page = article(0).replace(b"</main>", f"<ol>{comment * 9}</ol></main>".encode())
    assert values(mine_attributes(parse(page)), "body") == ["\n\n".join(paragraphs(0))]


def test_a_page_wrapped_in_a_form_still_has_a_body():
    page = article(0).replace(b"<main>", b"<form><main>").replace(b"</main>", b"</main></form>")
    assert values(mine_attributes(parse(page)), "body") == ["\n\n".join(paragraphs(0))]


def test_headings_and_lists_of_an_article_belong_to_it_but_not_lists_of_links():
    more = (
        "<h2>What it costs</h2><p>The first part costs nine million. The second is not yet known.</p>"
        "<ul><li>Nine for the bridge</ul><h2>Read on</h2><ul><li><a href=a>The bridge that nobody wanted</a></ul>"
        "<p>It will open in the year after next, the council says.</p>"
    )
    page = article(0).replace(b"<aside>", f"<div class=story>{more}</div><aside>".encode())
    body = values(mine_attributes(parse(page)), "body")[0].split("\n\n")
    assert body[3:] == [
        "What it costs",
        "The first part costs nine million. The second is not yet known.",
        "Nine for the bridge",
        "It will open in the year after next, the council says.",
    ]


def test_who_directed_a_film_did_not_write_its_review():
    page = article(0).replace(b"<p class=x>", b"<p>Directed by Zoe Zorn</p><p class=x>")
    assert values(mine_attributes(parse(page)), "author") == ["Ann Lee"]


@pytest.mark.parametrize(
    "start", ["<b>Port Elis:</b> It", "PORT ELIS -- It", "PORT ELIS (AP) - It", "<i>Port Elis</i><b>:</b> It"]
)
def test_a_place_is_told_by_capitals_or_by_its_mark(start):
    page = article(0).decode().replace("PORT ELIS, Norland — It", start).encode()
    places = [value.title() for value in values(mine_attributes(parse(page)), "place")]
    assert places == ([] if "<i>" in start else ["Port Elis"])


def test_a_short_last_sentence_belongs_to_the_body_but_not_a_line_without_a_stop():
    page = article(0).replace(
        b"</p></div>\n<aside>", b"</p><p>It rained.</p><p>So it was.</p><p>Share this</p></div><aside>"
    )
    assert values(mine_attributes(parse(page)), "body")[0].endswith("as they are.")
    page = page.replace(b"It rained.", b"It rained all day.")
    assert values(mine_attributes(parse(page)), "body")[0].endswith("It rained all day.\n\nSo it was.")


def test_a_name_beside_the_date_is_the_author():
    page = article(0).replace(b"By Ann Lee<time>", b"Ann Lee</p><p><time>")
    assert values(mine_attributes(parse(page)), "author") == ["Ann Lee"]


@pytest.mark.parametrize("style", STYLES)
def test_labels_that_siblings_share_name_the_values_after_them(style):
    pages = [parse(product(number, style)) for number in range(3)]
    found = mine_attributes(pages[1], template(pages))
    assert (values(found, "title"), values(found, "price")) == (["Ridge Boot"], ["$89.50"])
    assert (values(found, "Brand"), values(found, "Weight")) == (["Karrimor"], ["890 g"])
    assert values(found, "description") == ["Stiff leather on a thick sole. They last for years."]
    assert not any(word in one.value for one in found for word in ("Rope", "Free delivery", "Add to cart"))


@pytest.mark.parametrize("style", ["dl", "table", "bold"])
def test_marked_labels_need_no_siblings(style):
    found = mine_attributes(parse(product(0, style)))
    assert (values(found, "Brand"), values(found, "Weight")) == (["Northridge"], ["2.1 kg"])


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


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("DEC. 3, 2017", "2017-12-03"),
        ("3. Dezember 2017", "2017-12-03"),
        ("24 de Mayo de 2018", "2018-05-24"),
        ("14 juillet 1989", "1989-07-14"),
        ("2018年05月24日", "2018-05-24"),
        ("25/05/2018", "2018-05-25"),
        ("04/05/2018", "2018-05-04"),
        ("5 мая 2018", "2018-05-05"),
    ],
)
def test_dates_of_many_languages_are_read(text, iso):
    assert [found.iso for found in dates(f"Updated: {text}, early")] == [iso]


def test_an_american_page_writes_the_month_first():
    assert [found.iso for found in dates("04/05/2018", american=True)] == ["2018-04-05"]


@pytest.mark.parametrize(
    "text", ["31 February 2018", "99/99/2018", "version 2.0.2018.1", "Room 2017", "Smith 12, 2017"]
)
def test_what_is_no_date_is_none(text):
    assert dates(text) == []


@pytest.mark.parametrize("text", ["", "soon", "9" * 400, "0000-00-00", "Mon, 99 Xyz 2018 99:99"])
def test_what_no_machine_wrote_is_none(text):
    assert instant(text) is None


@settings(max_examples=150, deadline=None)
@given(BYTES, BYTES)
def test_any_page_gives_attributes_and_items_the_same_each_time(one, two):
    trees = [parse(one), parse(two)]
    known = template(trees)
    for tree in trees:
        assert attributes(tree, known) == attributes(tree, known)
        assert listed_items(tree) == listed_items(tree)


@settings(max_examples=100, deadline=None)
@given(BYTES)
def test_the_body_is_a_subsequence_of_the_leaves(page):
    lines = blocks(parse(page + article(0)))
    found = parts_of(lines, Template()).body
    assert list(found) == sorted(set(found))
    assert all(0 <= i < len(lines) for i in found)
    assert lines.first.tolist() == [0, *lines.stop.tolist()][: len(lines)]
