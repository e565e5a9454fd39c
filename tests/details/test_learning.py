"""Which attributes a template has: they differ from page to page, and say what no better one says."""

from details.sites import products, read

PAGE = """<html><head><title>{title} | Shop</title><meta property="og:title" content="The best of {maker} in {city}">
<meta property="og:description" content="The best of {maker} in {city}{more}"></head><body><h1>{title}</h1>
<table><tr><th>Weight</th><td>{weight}</td></tr><tr><th>Price</th><td>{price}</td></tr></table></body></html>"""


def names(more=""):
    return [each.name for each in read([PAGE.format(**row, more=more) for row in products(6)]).columns]


def test_what_pages_tell_machines_twice_is_one_attribute():
    assert len(names(" and more")) == 5
    assert len(names()) == 4


SHARED = """<ul><li>Home<li>Shop<li>About us<li>Contact</ul><table><tr><th>Weight</th><td>{weight}</td></tr>
<tr><th>Price</th><td>{price}</td></tr></table><p>Sold by us"""
OTHER_PLACES = (
    "<title>Shop</title><div><h1>{title}</h1></div>",
    "<title>Shop</title><section><h2>{title}</h2></section>",
)


def test_without_a_place_that_has_the_names_each_page_is_asked_for_its_own():
    rows = products(2)
    group = read([(start + SHARED).format(**row) for start, row in zip(OTHER_PLACES, rows, strict=True)])
    assert [each.name for each in group.columns] == ["title", "weight", "price"]
    assert [page.values[0][0].text for page in group.pages] == [row["title"] for row in rows]
