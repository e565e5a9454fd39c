"""The record lists of a page by one method: region, separator, records, and the evidence for them.

`consensus` scores all proposals by the same evidence (see `consensus`), but reads the feeds and sitemaps that it knows
by their own elements (see `feeds`). The others are pipelines from papers: `byu` and
`omini` (see `regions`, `separators` and `objects`) and `iepad` (see `tokens`, `repeats` and `patterns`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from weblode.errors import WeblodeError
from weblode.records import FACTORS, METHODS, consensus, feeds, objects
from weblode.records.objects import DroppedPiece
from weblode.records.record_list import RecordList
from weblode.style.hidden import hidden
from weblode.tree import Tree

if TYPE_CHECKING:  # the methods of the papers are imported when they are asked for
    from weblode.records import separators
    from weblode.records.repeats import Bounds

SEPARATING = ("omini", "byu")  # methods that cut a region at a separator tag


def discover(
    tree: Tree,
    method: str = "consensus",
    *,
    factors: str = "ours",
    counts: separators.Counts | None = None,
    bounds: Bounds | None = None,
    limit: int | None = None,
    threshold: float | None = None,
) -> list[RecordList]:
    """The record lists of a page, best first; empty if the page has no list.

    With a `limit`, so many rival lists are asked for, and the likeliest are returned even if the page probably has
    none; without one, a single list. `threshold` is the lowest score of the best list: the default of `consensus` was
    fitted with its weights, the papers have none. `factors` are the certainty factors: estimated on our development
    pages ("ours"), or as printed in the paper. `counts` gives how often the fields that identify a record occur, for
    the OM heuristic of `byu`. `consensus` and `iepad` need neither. `bounds` define what counts as a repeat, for
    `iepad` only.
    """
    if method not in METHODS or factors not in FACTORS:
        raise WeblodeError(f"no method {method!r} with factors {factors!r}; choose {METHODS} with {FACTORS}")
    if bounds and method != "iepad":
        raise WeblodeError(f"bounds on repeats work with the method 'iepad' only, not with {method!r}; leave them out")
    if threshold is None and limit is not None:
        threshold = 0.0
    limit = 1 if limit is None else limit
    if method == "iepad":
        from weblode.records import patterns

        return patterns.best(tree, bounds, limit=limit)
    if method == "consensus" and tree.is_xml:
        return feeds.find(tree, limit=limit, threshold=threshold)
    if method == "consensus":
        return consensus.find(tree, limit=limit, threshold=threshold)
    from weblode.records import regions

    ranked = regions.rank(tree, "HF" if method == "byu" else "volume", limit=max(10, 2 * limit))
    candidates = (read(tree, u, method, factors=factors, counts=counts) for u in ranked)
    lists: list[RecordList] = []
    for each in candidates:
        if each is None or len(each.records) < 2 or each.score < (threshold or 0.0):
            continue
        if not any(set(each.records) <= set(other.records) for other in lists):
            lists.append(each)
        if len(lists) == limit:
            break
    return lists


def see_text(tree: Tree) -> Tree:
    """A page, once it is known which of its texts are hidden: the first step of `consensus`, for several pages."""
    if not tree.is_xml:
        hidden(tree)
    return tree


def discover_all(tree: Tree, *, threshold: float | None = None) -> list[RecordList]:
    """All lists of a page with their kind and heading, no two of which share a record; the main one first."""
    from weblode.records.all_lists import MAIN, all_lists

    if tree.is_xml:
        return [replace(each, kind=MAIN) for each in feeds.find(tree, threshold=threshold)]
    return all_lists(tree, threshold=threshold)


def read(
    tree: Tree,
    region: int,
    method: str = "omini",
    *,
    factors: str = "ours",
    counts: separators.Counts | None = None,
    heuristics: str = "",
) -> RecordList | None:
    """The record list of one region; None if no child tag can separate records.

    `heuristics` are the letters of the heuristics that vote, such as ORSIH; by default all of the method's.
    """
    from weblode.records import separators

    table = _table(method, factors)
    children = separators.Children(tree, region, 0.1 if method == "byu" else 0.0)
    votes = separators.rankings(children, method, counts=counts)
    if heuristics:
        votes = {letter: ranking for letter, ranking in votes.items() if letter in heuristics}
    certainty = separators.combine(votes, table)
    if not certainty:
        return None
    record_list = extract(tree, region, next(iter(certainty)), refine=method == "omini")
    return replace(record_list, method=method, certainty=certainty, votes=votes)


def _table(method: str, factors: str) -> Mapping[str, Sequence[float]]:
    """The certainty factors of a method's heuristics."""
    if method not in SEPARATING or factors not in FACTORS:
        raise WeblodeError(f"no method {method!r} with factors {factors!r}; choose {SEPARATING} with {FACTORS}")
    from weblode.records import separators

    return separators.certainty_factors()[method if factors == "paper" else f"{method}-ours"]


def extract(tree: Tree, region: int, separator: int, *, refine: bool) -> RecordList:
    """The records of a region by its separator; without `refine`, every piece between two separators is a record."""
    cut = objects.cut(tree, region, separator)
    outside = [DroppedPiece(piece, objects.OUTSIDE) for piece in cut.others]
    if not refine:
        return RecordList(tree, "", region, separator, cut.placement, cut.records, tuple(outside))
    pieces, shapes = cut.records, objects.shapes(tree, cut.records)
    joined = objects.join_pieces(pieces, shapes) if cut.placement == "around" else pieces
    if joined != pieces:
        shapes = objects.shapes(tree, joined)
    records, dropped, common = objects.drop_misfits(tree, joined, shapes)
    more, others = objects.records_beside(tree, region, cut, separator, common, joined=joined != pieces)
    return RecordList(
        tree,
        "",
        region,
        separator,
        cut.placement,
        tuple(sorted([*records, *more])),
        (*outside, *dropped, *others),
        joined != pieces,
        bool(more),
    )
