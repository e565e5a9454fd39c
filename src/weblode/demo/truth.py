"""The ontology that a miner should find on generated sites.

The truth is an `Ontology`, as if it had been mined: concepts with the labels that the sites use, sub-categories below
categories, and for every page of every section the articles that it lists. An article has its attributes (title,
author, date, place, body, and the facts of its box) only as an instance of its own section.
"""

from collections.abc import Iterator

from weblode.demo import addresses, markup
from weblode.demo.generate import MadeWeb
from weblode.demo.site import Section, Site
from weblode.demo.stories import Story, facts, paragraphs, slug
from weblode.demo.vocabulary import NEWS
from weblode.ontology import Attribute, Broader, Concept, Dropped, Instance, Ontology, Witness


def truth(web: MadeWeb, *, pages: int | None = None) -> Ontology:
    """The true ontology of the sites, with the articles on the first `pages` pages of each section, all if None."""
    return Ontology(
        concepts=tuple(_concepts(web)),
        broader=tuple(_broader(web)),
        instances=tuple(one for site in web for one in instances(site, pages=pages)),
        dropped=tuple(Dropped(name, "a kind of content: neither right nor wrong") for name in addresses.FORMS),
        sites={_name(site): site.home for site in web},
    )


def instances(site: Site, *, pages: int | None = None) -> Iterator[Instance]:
    """The articles of a site, once for every section that lists them."""
    for section in site.sections:
        last = site.pages(section) if pages is None else min(pages, site.pages(section))
        for page in range(1, last + 1):
            for article in markup.page_articles(site, section, page):
                yield _instance(site, section, page, article)


def attributes(site: Site, article: Story) -> tuple[Attribute, ...]:
    """The values on the page of an article; the body has one paragraph per line."""
    url = site.base + addresses.article_path(site, article)
    if article.kind != NEWS:
        things = [("title", article.title), ("body", "\n".join(paragraphs(article))), *facts(article)]
        return tuple(Attribute(name, value, Witness(url, url=url, method="made")) for name, value in things)
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
    """All concepts, those of most sites first. The preferred label is the most frequent one."""
    uses_by_id: dict[str, list[tuple[Site, Section]]] = {}
    for site in web:
        for section in site.sections:
            uses_by_id.setdefault(_id(section), []).append((site, section))
    concepts = [
        Concept(
            id=id_,
            labels=_by_frequency([section.label for _, section in uses]),
            sites=tuple(_name(site) for site, _ in uses),
            urls=tuple(site.base + addresses.section_path(site, section) for site, section in uses),
        )
        for id_, uses in uses_by_id.items()
    ]
    return sorted(concepts, key=lambda concept: (-len(concept.sites), concept.labels[0]))


def _broader(web: MadeWeb) -> list[Broader]:
    sites_by_pair: dict[tuple[str, str], list[str]] = {}
    for site in web:
        for section in site.sections:
            if section.parent is not None:
                pair = _id(section), _id(site.sections[section.parent])
                sites_by_pair.setdefault(pair, []).append(_name(site))
    return [Broader(narrower, broader, tuple(sites)) for (narrower, broader), sites in sorted(sites_by_pair.items())]


def _id(section: Section) -> str:
    """The id of a section's concept: its topic, or its label if the topic is the site's own."""
    return slug(section.label if section.topic.name in ("own", "around") else section.topic.name)


def _name(site: Site) -> str:
    """The name of a site as a crawl gives it: host and port."""
    return site.base.partition("://")[2]


def _by_frequency(labels: list[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(labels), key=lambda label: (-labels.count(label), label)))
