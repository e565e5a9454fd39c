"""The labels of home pages: which sites have a label, where it leads, and which labels are beside it.

A label counts on a site if it is the text of a link there that leads to another page of that site (the first two rules
of the abridgement: Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 5.2), or if it names a group of such
labels (`menus`). Labels are identified by a key, their words in the singular, so that `Sport` and `Sports` are one
(`keys`); keys that are variants of another are replaced before sites are counted (`variants`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from weblode.ontology import Witness
from weblode.pages.web import Web
from weblode.taxonomy.common import common
from weblode.taxonomy.keys import JOINT, key, letters
from weblode.taxonomy.page_labels import Home, PageLabels, page_labels
from weblode.taxonomy.shapes import Shapes
from weblode.taxonomy.variants import Listing, abbreviations, longer_names, parts_of_names, representatives
from weblode.values.addresses import target_key

_AGREED = 2  # labels below a heading that two sites have there
_WIDE = 0.5  # share of the shared labels of a site below a heading that says nothing
_SHARED = 3  # labels of several sites below a heading that only one site has
_ROW = 2  # headings that several sites have in a row of headings that count
_FEW_WORDS = 3  # the most words that labels below such a heading have, in the mean
_COMMON = 0.01  # the share of unrelated sites that have a label from which its row says nothing


@dataclass
class Use:
    """How a site uses a label."""

    texts: dict[str, int] = field(default_factory=dict)  # its spellings, each with how often it occurs
    urls: dict[str, None] = field(default_factory=dict)  # the addresses it leads to, in order
    first: float = 1.0  # its first position on the page, from 0 to 1
    holds: bool = False  # it names a part of the page
    group: int = 0  # the size of its largest group
    below: bool = False  # a label of several sites is above it
    witness: Witness | None = None
    scripts: frozenset[str] = frozenset()  # the paths of the site that make many pages, each by its query

    def pages(self) -> set[str]:
        """The pages it leads to: its addresses without index file and "www.", the query only where it makes a page."""
        return {target_key(url, self.scripts) for url in self.urls}


@dataclass(frozen=True)
class Group:
    """Labels beside each other on a page of a site, and the labels above them, nearest first."""

    site: str
    keys: tuple[str, ...]
    above: tuple[str, ...] = ()
    witness: Witness | None = None
    targets: Mapping[str, str] = field(default_factory=dict)  # by key, the address that it leads to from here


@dataclass(frozen=True)
class Labels:
    """The labels of all sites: the use of each label by key and site, and the groups of labels."""

    uses: dict[str, dict[str, Use]]
    groups: tuple[Group, ...]
    sites: tuple[str, ...]
    lower: frozenset[str] = frozenset()  # the roots of the words that are in lower case in the text of the pages

    @cached_property
    def shapes(self) -> Shapes:
        """How usual addresses are on each site."""
        addresses: dict[str, list[Iterable[str]]] = {site: [] for site in self.sites}
        for uses in self.uses.values():
            for site, use in uses.items():
                addresses[site].append(use.urls)
        return Shapes(addresses)

    def lists(self) -> list[Listing]:
        """The labels beside each other, with those above them."""
        return [(group.keys, group.above) for group in self.groups]

    def counted(self) -> "Labels":
        """The same, with only those labels above a group that count on its site.

        The heading `Top` above anything is no label there, and says nothing of the `Tops` that other sites sell.
        """
        above = (tuple(one for one in group.above if group.site in self.uses.get(one, ())) for group in self.groups)
        return replace(self, groups=tuple(map(_with_above, self.groups, above)))

    def times(self, one: str) -> int:
        """How often a label occurs."""
        return sum(n for use in self.uses[one].values() for n in use.texts.values())

    def text(self, one: str) -> str:
        """The spelling of a label that most sites have; of equals not in capitals, the longest, the most frequent."""
        sites: dict[str, int] = {}
        times: dict[str, int] = {}
        for use in self.uses[one].values():
            for text, n in use.texts.items():
                sites[text] = sites.get(text, 0) + 1
                times[text] = times.get(text, 0) + n
        own = [text for text in sites if key(text) == one] or list(sites)  # not `World News` for `World`
        return min(own, key=lambda text: (-sites[text], text.isupper(), -len(text), -times[text], text))


def _with_above(group: Group, above: tuple[str, ...]) -> Group:
    return group if above == group.above else replace(group, above=above)


def labels(homes: Iterable[Home], web: Web) -> Labels:
    """The labels of pages; those of several pages of a site are merged."""
    return merge_pages(page_labels(home, web) for home in homes)


def merge_pages(pages: Iterable[PageLabels]) -> Labels:
    """The labels of pages that were read one by one; those of several pages of a site are merged."""
    uses: dict[str, dict[str, Use]] = {}
    groups: list[Group] = []
    sites: dict[str, None] = {}
    lower: set[str] = set()
    for page in pages:
        sites[page.site] = None
        groups += _add_page(page, uses)
        lower |= page.words
    full = _merge_variants(Labels(uses, tuple(groups), tuple(sites), frozenset(lower)))
    counted = _drop_headings(full) if len(sites) > 1 else full
    for group in counted.groups:
        if any(len(counted.uses.get(upper, ())) > 1 for upper in group.above):
            for one in group.keys:
                counted.uses[one][group.site].below = True
    return counted


def _drop_headings(full: Labels) -> Labels:
    """The labels without headings above little that sites share.

    A heading above most of what a site shares says nothing. Any other counts on a site if other sites have it as a
    link, or above labels that are also below it here; else most labels below it must be shared, or it is in a row of
    headings that count.
    """
    below: dict[tuple[str, str], set[str]] = {}
    for group in full.groups:
        for upper in group.above:
            below.setdefault((group.site, upper), set()).update(one for one in group.keys if one != upper)

    sizes = Counter(site for sites in full.uses.values() if len(sites) > 1 for site in sites)
    wide: set[tuple[str, str]] = set()

    def counts(one: str, site: str) -> bool:
        mine = below.get((site, one), set())
        shared = sum(len(full.uses[key]) > 1 for key in mine)
        if shared > _WIDE * sizes[site]:
            wide.add((site, one))
            return False
        if any(use.urls for use in full.uses[one].values()):
            return shared >= _AGREED
        agreed = any(len(mine & below.get((other, one), set())) >= _AGREED for other in full.uses[one] if other != site)
        return agreed or (shared >= _SHARED and 2 * shared >= len(mine))

    accepted = {
        (site, one) for one, sites in full.uses.items() for site in sites if sites[site].urls or counts(one, site)
    }
    accepted |= {place for place in _headings_in_rows(full, below, accepted) if place not in wide}
    uses = {
        one: {site: use for site, use in sites.items() if (site, one) in accepted} for one, sites in full.uses.items()
    }
    counted = {one: sites for one, sites in uses.items() if sites}
    groups = (
        replace(
            group,
            keys=tuple(one for one in group.keys if group.site in counted.get(one, ())),
            above=tuple(one for one in group.above if (group.site, one) not in wide),
        )
        for group in full.groups
    )
    return Labels(counted, tuple(group for group in groups if group.keys), full.sites, full.lower)


def _headings_in_rows(
    full: Labels, below: Mapping[tuple[str, str], Collection[str]], accepted: Collection[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The sites and headings of menus in rows of which at least half count, two of them of several sites.

    Not if a site has the heading in several rows (`Shop by Size`), or if unrelated sites have it.
    """
    rows: dict[tuple[str, str], set[str]] = {}
    places: dict[tuple[str, str], None] = {}
    for group in full.groups:
        menus = {one: below.get((group.site, one), ()) for one in group.keys}
        for one in menus:
            rows.setdefault((group.site, one), set()).update(group.above[:1])
        headings = [one for one, keys in menus.items() if len(keys) > 1 and _are_short(keys)]
        counted = [one for one in headings if (group.site, one) in accepted]
        if 2 * len(counted) >= len(headings) and sum(len(full.uses[one]) > 1 for one in counted) >= _ROW:
            places |= dict.fromkeys((group.site, one) for one in headings if common().get(one, 0.0) < _COMMON)
    return (place for place in places if len(rows[place]) < 2)


def _are_short(keys: Collection[str]) -> bool:
    """Whether labels have few words: of products and headlines most have more."""
    return sum(one.replace(JOINT, " ").count(" ") + 1 for one in keys) <= _FEW_WORDS * len(keys)


def _merge_variants(full: Labels) -> Labels:
    """The labels, each variant merged into the label it is a variant of."""
    pages = {one: {site: use.pages() for site, use in uses.items()} for one, uses in full.uses.items()}
    same = _rename(full, representatives(pages, {one: letters(full.text(one)) for one in full.uses}))
    same = _rename(same, abbreviations(same.uses, same.lists()))
    below: dict[str, set[str]] = {}
    for group in same.groups:
        for upper in group.above[:1]:
            below.setdefault(upper, set()).update(one for one in group.keys if one != upper)
    same = _rename(same, longer_names(same.uses, below))
    return _rename(same, parts_of_names(same.uses, same.lists()))


def _rename(full: Labels, names: dict[str, str]) -> Labels:
    """The labels, each key in `names` merged into another."""
    if not names:
        return full
    uses = {one: dict(full.uses[one]) for one in full.uses if one not in names}
    for one, best in names.items():
        for site, use in full.uses[one].items():
            merged = uses.setdefault(best, {})
            merged[site] = _merge_uses(merged[site], use) if site in merged else use
    return Labels(uses, tuple(_rename_keys(group, names) for group in full.groups), full.sites, full.lower)


def _merge_uses(one: Use, other: Use) -> Use:
    """Two uses of a label on a site, merged."""
    return Use(
        {text: one.texts.get(text, 0) + other.texts.get(text, 0) for text in {**one.texts, **other.texts}},
        {**one.urls, **other.urls},
        min(one.first, other.first),
        one.holds or other.holds,
        max(one.group, other.group),
        one.below or other.below,
        one.witness or other.witness,
        one.scripts | other.scripts,
    )


def _rename_keys(group: Group, names: dict[str, str]) -> Group:
    """A group with its keys replaced; `World News` in a menu below `World` is left out."""
    above = tuple(names.get(one, one) for one in group.above)
    keys = dict.fromkeys(names.get(one, one) for one in group.keys if names.get(one) not in above)
    targets = {names.get(one, one): url for one, url in group.targets.items()}
    return Group(group.site, tuple(keys), above, group.witness, targets)


def _add_page(page: PageLabels, uses: dict[str, dict[str, Use]]) -> list[Group]:
    """Add the labels of a page to `uses`; returns the groups of the page."""
    for label in page.labels:
        use = uses.setdefault(label.key, {}).setdefault(page.site, Use())
        use.scripts |= page.scripts
        use.texts[label.text] = use.texts.get(label.text, 0) + 1
        if label.link is not None:
            use.urls[label.link] = None
        use.first = min(use.first, label.position)
        use.holds = use.holds or label.holds
        if use.witness is None:
            use.witness = Witness(page.page, label.xpath, page.url)
    groups = []
    for members in page.lists():
        for label in members:
            use = uses[label.key][page.site]
            use.group = max(use.group, len(members))
        keys = tuple(dict.fromkeys(label.key for label in members))
        place = Witness(page.page, members[0].list_xpath, page.url)
        urls = {label.key: label.link for label in reversed(members) if label.link is not None}
        groups.append(Group(page.site, keys, members[0].above, place, urls))
    return groups
