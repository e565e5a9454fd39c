"""A small page, and outlines and drafts as nested lists."""

from weblode.outline.document import KINDS
from weblode.outline.draft import OutlineDraft

PAGE = """<title>Shop</title><nav class="a" id="n"><a href="/x" class="l">Home</a> |
<a class="l" href="/y">Help</a></nav><div id="m" class="c"><h2 class="t" id="q">Offers</h2><ul class="u" id="w">
<li class="i" id="1"><a id="2" href="/1">Tea</a></li>
<li class="i" id="3"><a href="/2" id="4">Rice</a></li></ul></div>"""


def contents(found, row=0):
    """A row and those below it as nested lists: a label, or [label, parts...]; decoration is left out."""
    below = [part for part in range(row + 1, int(found.end[row])) if found.parent[part] == row]
    parts = [contents(found, part) for part in below if KINDS[found.kind[part]] != "decoration"]
    return [found.name(row), *parts] if parts else found.name(row)


def kinds(found):
    return [KINDS[kind] for kind in found.kind]


def nested(draft, row=None):
    """A draft as nested lists: an atom is its number, a group a tuple, a label stands before a list of two."""
    row = draft.root if row is None else row
    parts = [nested(draft, part) for part in draft.below[row]]
    below = tuple(parts) if draft.group[row] else parts
    if draft.label[row] < 0:
        return below
    return {draft.label[row]: below} if parts else draft.label[row]


def draft(parts):
    """A draft from nested lists."""
    found = OutlineDraft()

    def add(part):
        if isinstance(part, int):
            return found.add(part)
        return found.add(-1, [add(inner) for inner in part], group=isinstance(part, tuple))

    found.root = add(parts)
    return found
