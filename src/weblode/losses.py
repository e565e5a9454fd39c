"""What mining lost, in one line each: sites that brought nothing, and pages that could not be had."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from weblode.ontology.model import Concept, Dropped, Ontology


def barren(homes: Mapping[str, str], labelled: Collection[str], concepts: Iterable[Concept]) -> list[Dropped]:
    """The home pages, by site, that were read and brought no concept, with the reason.

    `labelled` are the sites whose home pages have labels at all.
    """
    fruitful = {site for concept in concepts for site in concept.sites}
    bare = "has no links with labels to other pages of its site, so there is no taxonomy"
    alone = "has no concepts in common with the other sites"
    return [
        Dropped(home, alone if site in labelled else bare, site, "page")
        for site, home in homes.items()
        if site not in fruitful
    ]


def warnings(found: Ontology) -> Iterator[str]:
    """A line for each home page that brought nothing, and one for each site that lost other pages."""
    homes = set(found.sites.values())
    pages: dict[str, list[Dropped]] = {}
    for lost in found.dropped:
        if lost.kind == "page":
            pages.setdefault(lost.name if lost.name in homes or not lost.site else lost.site, []).append(lost)
    for site, several in pages.items():
        first = f"{several[0].name}: {several[0].reason}"
        yield first if len(several) == 1 else f"{site}: {len(several):,} pages could not be had, the first {first}"
