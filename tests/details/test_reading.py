"""Reading a page by the template of its kind, or alone."""

from details.sites import page, prefixed, product, products, read, terms, trees, values
from weblode.details.leaves import Leaves
from weblode.details.reading import read_alone, read_page
from weblode.paths import find


def read_by(pages, text, **options):
    """The values of one more page by the template of others."""
    template = read(pages).template
    [tree] = trees([text], **options)
    result = read_page(template, Leaves(tree))
    return {each.name: [one.value for one in own] for each, own in zip(template.attributes, result.values, strict=True)}


def test_a_page_is_read_by_the_template_of_others():
    own = read_by([page(row) for row in products(4)], page(product(30)))
    assert own == {name: [value] for name, value in product(30).items()}


def test_what_a_page_lacks_is_empty():
    own = read_by([page(each) for each in products(4)], page({"title": "Stool B9x", "city": "Rome"}))
    assert own == {"title": ["Stool B9x"], "maker": [], "city": ["Rome"], "weight": [], "price": []}


def test_a_value_that_the_sample_never_had_is_read():
    row = {**product(30), "price": "on request", "weight": "x" * 10_000}
    own = read_by([page(each) for each in products(4)], page(row))
    assert (own["price"], own["weight"]) == (["on request"], ["x" * 10_000])


def test_a_value_twice_at_its_place_is_told_once():
    twice = page(product(30)).replace("<dt>City:</dt>", "<dt>City:</dt><dd>Rome</dd><dd>Rome</dd>")
    own = read_by([page(each) for each in products(4)], twice)
    assert own["city"] == ["Rome", product(30)["city"]]


def test_signs_alone_are_no_value():
    own = read_by([page(each) for each in products(4)], page({**product(30), "city": "--"}))
    assert own["city"] == []


def test_a_label_in_the_value_is_taken_away():
    own = read_by([page(each, prefixed) for each in products(4)], page(product(30), prefixed))
    assert own["maker"] == [product(30)["maker"]]


def test_the_words_that_all_titles_have_are_taken_away():
    pages = [page(row).replace("<h1>", "<h1>The ").replace("</h1>", " at the Corner Shop</h1>") for row in products(4)]
    group = read(pages)
    assert [own["title"] for own in values(group)] == [row["title"] for row in products(4)]
    assert [row["attributes"]["title"] for row in group.rows()] == [
        f"The {row['title']} at the Corner Shop" for row in products(4)
    ]


def test_links_are_absolute_if_the_address_is_known():
    def linked(pairs):
        return terms(pairs).replace("<dd>", '<dd><a href="by/1">', 1).replace("</dd>", "</a></dd>", 1)

    for url, address in (
        (lambda i: f"https://shop.example/a/{i}", "https://shop.example/a/by/1"),
        (lambda _: None, "by/1"),
    ):
        group = read([page(row, linked) for row in products(3)], url=url)
        assert {own.values[1][0].url for own in group.pages} == {address}


# ---------------------------------------------------------------- alone
def alone(text):
    [tree] = trees([text])
    columns, result = read_alone(Leaves(tree))
    for xpath, node in zip(result.xpaths, [one.node for own in result.values for one in own], strict=True):
        assert find(tree, xpath) == node
    return {each.name: [one.value for one in own] for each, own in zip(columns, result.values, strict=True)}


def test_the_title_comes_first_then_what_has_labels_then_the_rest():
    head = '<meta name="author" content="Ann Lee">'
    own = alone(page(product(1), head=head))
    assert list(own) == ["title", "maker", "city", "weight", "price", "author"]
    assert own["author"] == ["Ann Lee"]


def test_labels_of_one_name_are_one_attribute():
    own = alone("<h1>Thing</h1><dl><dt>Size:<dd>big<dt>size<dd>wide</dl>")
    assert own["size"] == ["big", "wide"]


def test_a_page_without_anything_has_nothing():
    assert alone("") == {}
    assert alone("<p></p>") == {}


def test_a_list_under_a_name_is_an_attribute_of_a_page_alone():
    own = alone(
        "<h1>Soup</h1><p>Serves: <i>6</i> <b>people</b><h2>Ingredients:</h2><ul><li>2 <b>onions</b><li>water</ul>"
    )
    assert own == {"title": ["Soup"], "serves": ["6 people"], "ingredients": ["2 onions", "water"]}


def test_a_line_before_a_list_is_no_label_of_its_first_item_alone():
    assert alone("<h1>Soup</h1><p>Needs:</p><ul><li>onions<li>water</ul>")["needs"] == ["onions", "water"]


def test_a_list_of_labelled_values_gives_these_and_no_list():
    own = alone("<h1>Lamp</h1><h2>Facts</h2><ul><li>Mass: 2 kg<li>Price: 5 $<li>City: Rome</ul>")
    assert own == {"title": ["Lamp"], "mass": ["2 kg"], "price": ["5 $"], "city": ["Rome"]}


def test_what_a_page_tells_machines_of_a_list_stays_whole_beside_what_it_shows():
    told = (
        '<script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": ["2 onions", "1 l water"]}</script>'
    )
    own = alone(f"{told}<h1>Soup</h1><h2>Needs</h2><ul><li>2 onions<li>some water</ul>")
    assert own["needs"] == ["2 onions", "some water"]
    assert own["recipe_ingredient"] == ["2 onions", "1 l water"]
