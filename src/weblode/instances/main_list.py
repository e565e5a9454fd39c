"""The links that the main list of a page is about: one of each record, and which links outside it are items too.

`records` finds the main list by its own evidence, so it can tell what a score of single links cannot: that tiles of
categories, boxes of the most viewed and rich links in a side rail are beside the list, and that a record whose link has
a short title and an address like that of a section is an item all the same. The thresholds were chosen on result pages
of 2017 and home pages (docs/instances.md).
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

from weblode.instances.links import ListedLink
from weblode.records.record_list import RecordList
from weblode.values.addresses import shape

_SURE = 0.8  # certainty from which the main list decides alone; below, only if it has most of the links
_MOST = 0.5
_FEW = 3  # chosen links outside side rails, below which there is no other list
_LINKS = 0.9  # share of links in the text of a list without images, from which it may be a menu or a site map
_LEAD = 5.0  # score of a lead story above the list: a long title in a heading, with text or image, a specific address


def main_list_links(
    main: RecordList,
    candidates: Sequence[ListedLink],
    scores: Mapping[str, float],
    chosen: Sequence[ListedLink],
) -> list[ListedLink]:
    """The links of the main list's records, and those of the chosen ones outside it that are of the same kind."""
    inside = _by_record(main, chosen)
    is_sure = not may_be_menu(main) and (main.score >= _SURE or sum(not link.beside for link in chosen) < _FEW)
    if not is_sure and (not inside or sum(map(len, inside.values())) < _MOST * len(chosen)):
        return list(chosen)
    every = _by_record(main, candidates)
    records = _RecordLinks(main, every, scores)
    links: list[ListedLink] = []
    for i in sorted(every):
        best = records.best(i, inside.get(i) or every[i])
        links += [link for link in inside.get(i, [best]) if link is best or shape(link.live) == shape(best.live)]
    shapes = Counter(shape(link.live) for link in links)
    taken = {link.address for link in links}
    links += [
        link
        for link in chosen
        if link.address not in taken
        and not _is_inside(main, link)
        and shapes[shape(link.live)] > 1
        and not (link.bare or link.beside)
        and (not is_sure or (link.headed and scores[link.address] >= _LEAD and link.node < main.records[-1][1]))
    ]
    return sorted(links, key=lambda link: link.node)


def may_be_menu(main: RecordList) -> bool:
    """Whether a list is of links alone, as menus and site maps are."""
    return main.evidence.get("links", 0.0) >= _LINKS and not main.evidence.get("images", 0.0)


def _by_record(main: RecordList, links: Sequence[ListedLink]) -> dict[int, list[ListedLink]]:
    """The links in each record, by its number."""
    nodes = [link.node for link in links]
    parts = ((i, bisect_left(nodes, start), bisect_left(nodes, stop)) for i, (start, stop) in enumerate(main.records))
    return {i: list(links[first:last]) for i, first, last in parts if first < last}


def _is_inside(main: RecordList, link: ListedLink) -> bool:
    i = bisect_right(main.records, (link.node, len(main.tree))) - 1
    return i >= 0 and link.node < main.records[i][1]


class _RecordLinks:
    """Tells which link of a record leads to the thing that it is about."""

    def __init__(
        self, main: RecordList, links: Mapping[int, Sequence[ListedLink]], scores: Mapping[str, float]
    ) -> None:
        column = next((each for each in main.fields if each.name == "title"), None)
        self._titles = {i: cell.value.casefold() for i, cell in enumerate(column.cells) if cell} if column else {}
        self._scores = scores
        counts = Counter(kind for own in links.values() for kind in {shape(link.live) for link in own})
        self._records = {kind: n >= _MOST * len(links) for kind, n in counts.items()}

    def best(self, record: int, links: Sequence[ListedLink]) -> ListedLink:
        """The link of a kind that most records have, with the record's title, else in a heading, else of most score."""
        title = self._titles.get(record, "")
        return max(
            links,
            key=lambda link: (
                self._records[shape(link.live)],
                link.headed,
                link.title.casefold() == title,
                self._scores[link.address],
                -link.node,
            ),
        )
