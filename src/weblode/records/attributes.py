"""The attributes of a page's elements that say what its records hold, read once a page."""

from weblode import kernels
from weblode.tree import Tree

_NAMES = (b"class", b"itemprop")
CLASS, ITEMPROP = range(len(_NAMES))

Values = tuple[dict[int, bytes], ...]


def attribute_values(tree: Tree) -> Values:
    """The values of each attribute (`CLASS`, `ITEMPROP`) by node, in document order, without empty ones."""
    if "attributes" not in tree.column_cache:
        tree.column_cache["attributes"] = kernels.fastest().named(tree.buffer, tree.start, tree.tag, _NAMES)
    values: Values = tree.column_cache["attributes"]
    return values
