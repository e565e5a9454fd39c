"""What a miner should find on made sites, and how much of it one has found.

The truth is an `Ontology`, as if it had been mined: concepts with the labels that the sites use, sub-categories below
categories, and for every page of every section the articles that it lists. An article has its attributes (title,
author, date, place, body, and the labelled facts of its box) where its own section lists it.
"""

from collections.abc import Iterator

from weblode.demo import addresses, markup
from weblode.demo.generate import MadeWeb
from weblode.demo.site import Section, Site
from weblode.demo.stories import Story, facts, paragraphs, slug
from weblode.ontology import Attribute, Broader, Concept, Dropped, Instance, Ontology, Witness


def truth(web: MadeWeb, *, pages: int | None = None) -> Ontology:
    """What the sites say; of each section's articles those on its first pages, all if `pages` is None."""
    return Ontology(
        concepts=tuple(_concepts(web)),
        broader=tuple(_broader(web)),
        instances=tuple(one for site in web for one in instances(site, pages=pages)),
        dropped=tuple(Dropped(name, "a kind of content: neither right nor wrong") for name in addresses.FORMS),
        sites={_name(site): site.home for site in web},
    )


def instances(site: Site, *, pages: int | None = None) -> Iterator[Instance]:
    """The articles of a site, once for every section that lists them, one at a time."""
    for section in site.sections:
        last = site.pages(section) if pages is None else min(pages, site.pages(section))
        for page in range(1, last + 1):
            for article in markup.page_articles(site, section, page):
                yield _instance(site, section, page, article)


def attributes(site: Site, article: Story) -> tuple[Attribute, ...]:
    """The values that the page of an article shows; the body has a paragraph a line."""
    url = site.base + addresses.article_path(site, article)
    values = [
        ("title", article.title),
        ("author", article.author),
        ("date", markup.date_text(site, article.day)),
        ("place", article.place),
        ("body", "\n".join(paragraphs(article))),
        *facts(article),
    ]
    return tuple(Attribute(name, value, Witness(url, url=url, method="made")) for name, value in values)


def _instance(site: Site, section: Section, page: int, article: Story) -> Instance:
    listing = site.base + addresses.section_path(site, section, page)
    return Instance(
        concept=_id(section),
        title=article.title,
        href=markup.article_link(site, article).href,
        page=listing,
        url=site.base + addresses.article_path(site, article),
        attributes=attributes(site, article) if article.section == section.slot else (),
        witness=Witness(listing, url=listing, method="made"),
    )


def _concepts(web: MadeWeb) -> list[Concept]:
    """All concepts, those of most sites first. The preferred label is the one that most sites use."""
    found: dict[str, list[tuple[Site, Section]]] = {}
    for site in web:
        for section in site.sections:
            found.setdefault(_id(section), []).append((site, section))
    concepts = [
        Concept(
            id=id_,
            labels=_by_frequency([section.label for _, section in uses]),
            sites=tuple(_name(site) for site, _ in uses),
            urls=tuple(site.base + addresses.section_path(site, section) for site, section in uses),
        )
        for id_, uses in found.items()
    ]
    return sorted(concepts, key=lambda concept: (-len(concept.sites), concept.labels[0]))


def _broader(web: MadeWeb) -> list[Broader]:
    found: dict[tuple[str, str], list[str]] = {}
    for site in web:
        for section in site.sections:
            if section.parent is not None:
                pair = _id(section), _id(site.sections[section.parent])
                found.setdefault(pair, []).append(_name(site))
    return [Broader(narrower, broader, tuple(sites)) for (narrower, broader), sites in sorted(found.items())]


def _id(section: Section) -> str:
    """The id of a section's concept: its topic, or its label where that is the site's own."""
    return slug(section.label if section.topic.name in ("own", "around") else section.topic.name)


def _name(site: Site) -> str:
    """The site as addresses have it: host and port."""
    return site.base.partition("://")[2]


def _by_frequency(labels: list[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(labels), key=lambda label: (-labels.count(label), label)))
