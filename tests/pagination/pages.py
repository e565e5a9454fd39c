"""Pages with links to other pages, for the tests of pagination."""

from weblode.pages.html import parse
from weblode.pagination.discover import pagination

HERE = "http://shop.example/lamps"


def paginate(markup, url=HERE):
    """The pagination of a page."""
    return pagination(parse(f"<title>Lamps</title><h1>Lamps</h1>{markup}".encode(), page="page.html", url=url))


def next_page(markup, url=HERE):
    """The next page, with what is the same in all addresses cut off."""
    address = paginate(markup, url).next
    return address and address.removeprefix("http://shop.example/")


def pages(markup, url=HERE):
    """The numbered pages, in the same way."""
    return [address.removeprefix("http://shop.example/") for address in paginate(markup, url).pages]
