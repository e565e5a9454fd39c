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
