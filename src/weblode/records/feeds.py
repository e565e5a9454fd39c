"""The records of XML documents: those of feeds and sitemaps are known, those of others are found.

RSS (0.9x, 1.0, 2.0) has an `item` for each record, Atom an `entry`, a sitemap a `url`, an index of sitemaps a
`sitemap`. Other documents go through the evidence of `consensus`, of which only lists of elements of one name count:
records of XML have a name. Its threshold does not apply, which was fitted on HTML pages, some of them without a list.
Where there is no evidence, as on records that have attributes only, the repeated elements that hold the most are taken.
"""

import numpy as np

from weblode.records import consensus
from weblode.records.record_list import RecordList
from weblode.tree import Tree

# The name of a record by that of the root, both without prefix, and the names of the elements that records stand in.
_RECORDS = {"rss": "item", "rdf": "item", "feed": "entry", "urlset": "url", "sitemapindex": "sitemap"}
_INSIDE = frozenset({"channel", "items", *_RECORDS})
_PROPOSALS = 100  # how many lists are considered; a page has about 50
_SHARE = 0.5  # of a document's bytes that repeated elements must hold to be records without other evidence


def find(tree: Tree, *, limit: int = 1, threshold: float | None = None) -> list[RecordList]:
    """The record lists of an XML document, best first."""
    feed = read_feed(tree)
    if feed is not None:
        return [feed]
    proposals = consensus.find(tree, limit=_PROPOSALS, threshold=threshold or 0.0)
    lists = [each for each in proposals if _are_elements(each) and each.score >= (threshold or 0.0)]
    return lists[:limit] or _repeated(tree, threshold or 0.0)


def _are_elements(record_list: RecordList) -> bool:
    """Whether every record is one element, all of the same name."""
    tree = record_list.tree
    starts, stops = np.array(record_list.records).T
    return bool((tree.end[starts] == stops).all() and (tree.tag[starts] == tree.tag[starts[0]]).all())


def read_feed(tree: Tree) -> RecordList | None:
    """The records of a feed or sitemap; None for another document, and for one that is empty."""
    name = _RECORDS.get(_local(tree, 0))
    if name is None:
        return None
    tags = [tag for tag in np.unique(tree.tag).tolist() if tree.name_of(tag).rpartition(":")[2].lower() == name]
    nodes = np.flatnonzero(np.isin(tree.tag, tags) & (tree.depth <= 3)).tolist()
    return _record_list(tree, "feed", [u for u in nodes if _local(tree, int(tree.parent[u])) in _INSIDE])


def _repeated(tree: Tree, threshold: float) -> list[RecordList]:
    """The elements of one name in one parent that hold the most bytes of text and attributes, if that is most of all.

    The share of the document's bytes that they hold is the score; of two such lists the first one is taken.
    """
    nodes = tree.elements
    groups = np.stack([tree.parent[nodes], tree.tag[nodes]])
    _, first, group, counts = np.unique(groups, axis=1, return_index=True, return_inverse=True, return_counts=True)
    sizes = np.bincount(group.ravel(), weights=tree.start[tree.end[nodes]] - tree.start[nodes]) * (counts > 1)
    best = max(range(len(sizes)), key=lambda i: (sizes[i], -first[i]))
    share = float(sizes[best]) / max(1, len(tree.buffer))
    if share < max(_SHARE, threshold):
        return []
    record_list = _record_list(tree, "repeated", nodes[group.ravel() == best].tolist(), share)
    return [record_list] if record_list else []


def _record_list(tree: Tree, method: str, nodes: list[int], certainty: float = 1.0) -> RecordList | None:
    """The list whose records are these elements; None without one."""
    if not nodes:
        return None
    region, separator = int(tree.parent[nodes[0]]), int(tree.tag[nodes[0]])
    records = tuple((u, int(tree.end[u])) for u in nodes)
    beside = any(tree.parent[u] != region for u in nodes)
    return RecordList(
        tree, method, region, separator, "around", records, beside=beside, certainty={separator: certainty}
    )


def _local(tree: Tree, u: int) -> str:
    """The name of an element without prefix, in lower case."""
    return tree.name(u).rpartition(":")[2].lower()
