"""What mining lost, one line each: home pages without concepts, and pages that could not be read."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from weblode.ontology import Concept, Dropped, Ontology


def homes_without_concepts(
    homes: Mapping[str, str], labelled: Collection[str], concepts: Iterable[Concept]
) -> list[Dropped]:
    """The home pages that were read but have no concept, with the reason; `homes` has them by site.

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


def warnings(ontology: Ontology, homes: Collection[str] = ()) -> Iterator[str]:
    """One line per home page without concepts, one per site with unreadable pages, one for pages of all other sites.

    `homes` are the addresses of all home pages, including those that could not be read.
    """
    home_urls = {*homes, *ontology.sites.values()}
    pages: dict[str, list[Dropped]] = {}
    for failure in ontology.dropped:
        if failure.kind == "page":
            group = failure.site if failure.site in ontology.sites else "other sites"
            pages.setdefault(failure.name if failure.name in home_urls or not failure.site else group, []).append(
                failure
            )
    if ontology.concepts and len(ontology.sites) == 1 < len(homes):
        yield f"only one site is left of {len(home_urls):,} home pages: concepts are what its own pages share"
    for site, failures in pages.items():
        first = f"{failures[0].name}: {failures[0].reason}"
        yield (
            first if len(failures) == 1 else f"{site}: {len(failures):,} pages could not be fetched, the first {first}"
        )
