"""The candidate lists of a page by a kernel, and the facts on them."""

import numpy as np

from weblode.kernels.lists import FACTS
from weblode.pages.html import parse
from weblode.records.traits import traits
from weblode.style.cascade import style


def columns(kernel, tree):
    """What the search for lists takes, in its order."""
    before, leaf, kinds, hashes = kernel.visible(tree.buffer, tree.start, tree.leaf, style(tree).hidden)
    marks = kernel.marks(tree.buffer, tree.start, tree.tag)[:3]
    return [tree.parent, tree.end, tree.tag, tree.path, before, leaf, kinds, hashes, *marks, traits()]


def found(kernel, tree):
    return kernel.lists(*columns(kernel, tree))


def facts_of(kernel, page, records):
    """The facts on the list with these records."""
    tree = parse(page.encode())
    made = found(kernel, tree)
    return next(
        dict(zip(FACTS, facts, strict=True))
        for i, facts in enumerate(made.facts.tolist())
        if texts(tree, made, i) == records
    )


def same(one, other):
    """Nothing; fails unless both found the same, and measured the same."""
    for name in ("facts", "heads", "pieces", "offsets"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def texts(tree, made, i):
    rows = made.pieces[made.offsets[i] : made.offsets[i + 1]].tolist()
    return [tree.text(a, b, line=" ") for a, b, kept in rows if kept]


def all_texts(kernel, page):
    tree = parse(page.encode())
    made = found(kernel, tree)
    return [texts(tree, made, i) for i in range(len(made.facts))]
