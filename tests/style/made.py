"""What pages look like, by the text of their leaves; and the elements that selectors match."""

from weblode.pages.html import parse
from weblode.style.cascade import style
from weblode.style.elements import Elements
from weblode.style.selectors import selector_names

COLUMNS = ("bold", "italic", "size", "upper", "hidden")


def shown(page, **options):
    """The style of a page as a table: what each leaf looks like, by its text."""
    tree = parse(page.encode())
    found = style(tree, **options)
    rows = zip(*(getattr(found, name).tolist() for name in COLUMNS), strict=True)
    return {
        tree.text(u): dict(zip(COLUMNS, row, strict=True)) for u, row in zip(tree.leaves.tolist(), rows, strict=True)
    }


def bold(page, text="x"):
    return shown(page)[text]["bold"]


def size(page, text="x", **options):
    return round(shown(page, **options)[text]["size"], 2)


def matches(tree, chosen):
    found = Elements(tree, selector_names(chosen))
    return sorted({u for selector in chosen for u in found.match(selector)})
