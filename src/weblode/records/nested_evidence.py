"""Whether alike items inside records are a list, or the fields of a form that every record has."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from statistics import median

from weblode.records.nested_kinds import class_words
from weblode.records.objects import Range
from weblode.records.places import LABEL, MARKS
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LABELS = frozenset(NUMBERS[name] for name in "dt label th".split())
_A = NUMBERS["a"]
_MANY = 2_000  # the most items that are read
_HALF = 0.5  # the share of the records in which a label recurs, and of the items with such labels in a form
_PLAIN, _NEARLY = 3, 0.8  # the least records, and the share of them, in which a plain text recurs that is a label


def is_structured(tree: Tree, items: Sequence[Range]) -> bool:
    """Whether most items hold at least two texts in different elements, marks not counted."""
    return median(len(_holders(tree, each)) for each in items[:_MANY]) >= 2


def _holders(tree: Tree, item: Range) -> set[int]:
    """The elements that hold the texts of an item, or those around the marks in it."""
    holders = set()
    for leaf in _leaves(tree, item):
        u = tree.parent.item(leaf)
        while tree.tag.item(u) in MARKS and u > item[0]:
            u = tree.parent.item(u)
        holders.add(u)
    return holders


def _leaves(tree: Tree, item: Range) -> list[int]:
    """The texts of an item with a letter or digit."""
    first, last = tree.leaves.searchsorted(item).tolist()
    return [u for u in tree.leaves[first:last].tolist() if any(map(str.isalnum, tree.string(u)))]


def varies(counts: Counter[int], records: int) -> bool:
    """Whether the number of items differs between records."""
    return len(set(counts.values())) > 1 or len(counts) < records


def is_form(tree: Tree, items: Sequence[Range], owners: Sequence[int]) -> bool:
    """Whether items are fields: labels or classes that recur in the records, once in each, or the same words in all."""
    items, owners = items[:_MANY], owners[:_MANY]
    labels = [_label(tree, each) for each in items]
    n = len(set(owners))
    if n == 1:
        return sum(text.endswith(":") for text, _ in labels) > _HALF * len(items)
    texts = tree.texts(items, line=" ")
    marked = [text if mark > 1 else None for text, mark in labels]
    plain = [text if mark else None for text, mark in labels]
    classes = [frozenset(class_words(tree, start)) or None for start, _ in items]
    return any(_recurring(each, owners) for each in (texts, marked, classes)) or (
        n >= _PLAIN and _recurring(plain, owners, share=_NEARLY)
    )


def _label(tree: Tree, item: Range) -> tuple[str, int]:
    """The first text of an item, up to a colon if it has one, and whether it is a label: 0 no, 1 perhaps, 2 by tag."""
    leaves = _leaves(tree, item)
    if not leaves:
        return "", 0
    u = leaves[0]
    text = " ".join(tree.string(u).split())
    if match := LABEL.match(text):
        return match[0].strip(), 2
    above = {tree.tag.item(v) for v in tree.ancestors(u) if v >= item[0]}
    return text, 2 if above & _LABELS else int(len(leaves) > 1 and _A not in above)


def _recurring(features: Sequence[Hashable], owners: Sequence[int], *, share: float = _HALF) -> bool:
    """Whether most items have a feature that recurs in a share of the records, mostly once in each."""
    where: defaultdict[Hashable, set[int]] = defaultdict(set)
    counts = Counter(features)
    for feature, owner in zip(features, owners, strict=True):
        where[feature].add(owner)
    least = max(2, share * len(set(owners)))
    recurs = {each for each, records in where.items() if each is not None and len(records) >= least}
    once = sum(counts[each] for each in recurs if counts[each] <= 1.2 * len(where[each]))
    return once > _HALF * len(features)
