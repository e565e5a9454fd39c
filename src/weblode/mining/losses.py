"""What mining lost, in one line each: sites that brought nothing, and pages that could not be had."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from weblode.ontology import Concept, Dropped, Ontology


def barren(homes: Mapping[str, str], labelled: Collection[str], concepts: Iterable[Concept]) -> list[Dropped]:
    """The home pages, by site, that were read and brought no concept, with the reason.

    `labelled` are the sites whose home pages have labels at all.
    """
    fruitful = {site for concept in concepts for site in concept.sites}
    bare = "has no links with labels to other pages of its site, so there is no taxonomy"
    apart = "has no concepts in common with the other sites"
    single = "has no labels that several of its pages link to and that lead to pages with instances"
    return [
        Dropped(home, bare if site not in labelled else apart if len(homes) > 1 else single, site, "page")
        for site, home in homes.items()
        if site not in fruitful
    ]


def warnings(found: Ontology, homes: Collection[str] = ()) -> Iterator[str]:
    """A line for each home page that brought nothing, one for each site that lost other pages, one for other sites.

    `homes` are the addresses of the home pages, also of those that could not be had.
    """
    named = {*homes, *found.sites.values()}
    pages: dict[str, list[Dropped]] = {}
    for lost in found.dropped:
        if lost.kind == "page":
            whose = lost.site if lost.site in found.sites else "other sites"
            pages.setdefault(lost.name if lost.name in named or not lost.site else whose, []).append(lost)
    if found.concepts and len(found.sites) == 1 < len(homes):
        yield f"of {len(named):,} home pages only one was left: its own pages take the place of sites"
    for site, several in pages.items():
        first = f"{several[0].name}: {several[0].reason}"
        yield first if len(several) == 1 else f"{site}: {len(several):,} pages could not be had, the first {first}"
