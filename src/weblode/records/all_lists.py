"""All lists of a page that a person would call one: the main list, related items, menus; no two share a record.

The lists are those of `consensus` with at least a twentieth of the page's text, the likeliest of each part of the page.
A list inside a record of another one is no list of the page but a nested one.
"""

from dataclasses import replace

from weblode.records import consensus
from weblode.records.copies import is_copy
from weblode.records.record_list import RecordList
from weblode.tags import NUMBERS
from weblode.tree import Tree

MAIN, MENU, RELATED, OTHER = "main", "menu", "related", "other"
_LEAST, _ALIKE = 3, 0.5  # records of a list beside the main one, and the least likeness among them
_RIVALS = 400  # how many lists are looked at, the likeliest first
_HEADINGS = frozenset(NUMBERS[name] for name in "h1 h2 h3 h4 h5 h6 caption legend".split())
_ABOVE = 3  # a heading stands in one of so many elements around the first record


def all_lists(tree: Tree, *, threshold: float | None = None) -> list[RecordList]:
    """The lists of a page, the main one first and the others in document order, each with its kind and its heading.

    Without a main list, by the threshold of `consensus`, there may still be others.
    """
    rivals = consensus.find(tree, limit=_RIVALS, threshold=0.0)
    least = consensus.judges().threshold if threshold is None else threshold
    has_main = bool(rivals) and rivals[0].score >= least
    chosen: list[RecordList] = []
    for number, each in enumerate(rivals):
        is_main = has_main and number == 0
        if (is_main or _is_list(each)) and not any(_overlap(each, other) or _repeats(each, other) for other in chosen):
            chosen.append(replace(each, kind=MAIN if is_main else _kind(each), heading=_heading(tree, each)))
    return sorted(chosen, key=lambda each: (each.kind != MAIN, each.records))


def _overlap(one: RecordList, other: RecordList) -> bool:
    """Whether two lists share a part of the page, from the first record to the last."""
    return one.records[0][0] < other.records[-1][1] and other.records[0][0] < one.records[-1][1]


def _repeats(one: RecordList, other: RecordList) -> bool:
    """Whether a list is another one once more, as for narrow screens."""
    return is_copy(one.tree, one.records, other.records)


def _is_list(record_list: RecordList) -> bool:
    """Whether records beside the main ones are enough, and alike enough, for a list."""
    return len(record_list.records) >= _LEAST and record_list.evidence["likeness"] >= _ALIKE


def _kind(record_list: RecordList) -> str:
    """What a list beside the main one is, from where it stands and what its records hold."""
    facts = record_list.evidence
    if facts["nav"] > 0.5 or (facts["links"] > 0.9 and facts["leaves"] < 2 and facts["prose"] == 0):
        return MENU
    return RELATED if max(facts["aside"], facts["minor"], facts["edge"]) > 0.5 else OTHER


def _heading(tree: Tree, record_list: RecordList) -> str:
    """The text of the heading above a list; "" without one.

    It stands before the first record, in one of the elements around it, with no other text after it.
    """
    first = record_list.records[0][0]
    top = first
    for _ in range(_ABOVE):
        top = max(0, int(tree.parent[top]))
    for u in range(first - 1, top, -1):
        if tree.leaf[u] >= 0 and not _inside_heading(tree, u):
            return ""
        if tree.tag[u] in _HEADINGS and tree.end[u] <= first:
            return tree.text(u, int(tree.end[u]), line=" ")
    return ""


def _inside_heading(tree: Tree, u: int) -> bool:
    """Whether a node is inside a heading."""
    while u >= 0 and tree.tag[u] not in _HEADINGS:
        u = int(tree.parent[u])
    return u >= 0
