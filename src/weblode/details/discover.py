"""The attributes of pages about one thing: pages of one template become one table, a row a page."""

from collections.abc import Iterable
from itertools import islice

from weblode.details.groups import Grouping
from weblode.details.leaves import Leaves
from weblode.details.pages import Details
from weblode.details.readers import Readers, ReadOptions, Spread
from weblode.tree import Tree

_TOGETHER = 10  # pages that go through each step together: the same code again is faster than all steps for each page


def discover(
    trees: Iterable[Tree],
    *,
    markdown: bool = False,
    all_columns: bool = False,
    xpaths: bool = True,
    spread: Spread | None = None,
) -> Details:
    """The attributes of pages about one thing, sorted by the template that made them.

    A template is learnt from the first pages; later ones are read by it, and their trees are not kept; the bodies of
    articles as Markdown are, if `markdown` is set. With `all_columns`, labelled values that are the same on all pages
    are attributes too; else `DetailPages.equal` has their names. Without `xpaths`, `DetailPages.rows` cannot be asked
    for. `spread` does the work in several processes: then no trees are kept at all, and pages wait until there are
    enough of them to divide.
    """
    options = ReadOptions(markdown=markdown, all_columns=all_columns, keep_trees=spread is None, xpaths=xpaths)
    grouping, readers = Grouping(), Readers(options, spread)
    waiting = iter(trees)
    while some := list(islice(waiting, _TOGETHER)):
        pages = [Leaves(tree) for tree in some]
        for page, group in zip(pages, [grouping.add(page) for page in pages], strict=True):
            readers.add(page, group)
        readers.read()
    return Details(readers.finish())
