"""Pages with a list of records, and their lists."""

from weblode.pages.html import parse
from weblode.records.discover import discover as by_method

ITEMS = b"<li><a href=/1>Title</a> <i>text of it</i></li>" * 4


def discover(tree, **more):
    """The lists of a page by separators: these tests are of what rules make of them."""
    return by_method(tree, "omini", **more)


def page(n, *, start=0, row="<li><a href=/{0}>Title {0}</a> <i>text of record {0}</i></li>"):
    items = "".join(row.format(i) for i in range(start, start + n))
    return parse(f"<h1>Results</h1><div><ul>{items}</ul></div><p>footer".encode(), page="p.html")


def another():
    return parse(b"<ol>" + b"".join(b"<li><p>Quite another page %d</p></li>" % i for i in range(9)) + b"</ol>")
