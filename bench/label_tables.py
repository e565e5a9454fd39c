"""The tables that come with the package, of labels and words that unrelated sites have (`python -m bench.taxonomy`).

`common`: how many sites link a label. `words`: how many write a word in lower case. `services`: how often a label is
beside links by which sites speak of themselves. `tools`: how far labels and words of addresses stand near such links,
and near what does. `ends`: labels that are the first or the last of their lists.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import log
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from weblode.outline.build import outline
from weblode.outline.document import Outline
from weblode.pages.html import parse
from weblode.taxonomy.keys import LONGEST, key
from weblode.taxonomy.page_labels import capital_words, lower_words
from weblode.taxonomy.shapes import named_words
from weblode.taxonomy.tools import WORD, near

UNRELATED = ("records-2017", "records-tbdw", "records-vints1", "blocks-random")
TEXTS = (*UNRELATED, "articles-2018", "articles-world", "details", "pagination", "records-forums", "tables-cells")
_DOMAINS = ("camera-", "nbaplayer-")  # the pages of `details` that two domains are measured on
_LONGEST_LIST = 25  # longer ones are rather indexes of a site than what it says of itself
_MANY = 0.02  # the share of unrelated sites that have a link by which sites speak of themselves,
_LATE = 0.65  # its mean place on the page, and
_TOGETHER = 0.45  # the share of these sites that have it beside another
_SMOOTH = 3  # sites that count as usual for each label
_FEWEST = 3  # sites with a label that say something, and
_FEWEST_WORD = 8  # with a word in addresses: a path has many, and some by chance
_LONG = 40  # links of a list in which what is near each is still looked at
_LISTED = 5  # links of a list that has ends
_ENDS = 5  # sites with such lists, and
_END = 0.6  # the share of them on which a label is the end of its lists


def tables(folder: Path) -> dict[str, Any]:
    """All tables by name."""
    pages = link_lists(folder)
    return {
        "common": common_labels(folder),
        "words": common_words(folder),
        "services": service_shares(pages),
        "tools": tool_excess(pages),
        "ends": list_ends(pages),
    }


def common_labels(folder: Path) -> dict[str, float]:
    """The share of unrelated sites that link a label, of those that at least three of them have."""
    count: Counter[str] = Counter()
    paths = _a_page_a_site(folder, UNRELATED)
    for path in paths:
        found = outline(parse(path.read_bytes()))
        linked = {key(found.name(row)) for row in range(len(found)) if found.href(row) is not None}
        count.update(one for one in linked if one and len(one) <= 40)
    return {one: round(n / len(paths), 4) for one, n in sorted(count.items()) if n >= 3}


def common_words(folder: Path) -> dict[str, float]:
    """The share of unrelated sites with a word in lower case in their text, of those that at least two of them have.

    Words that more sites write with a capital letter in the middle of a sentence are names, and left out.
    """
    lower: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    paths = _a_page_a_site(folder, TEXTS)
    for path in paths:
        tree = parse(path.read_bytes())
        lower.update(lower_words(tree))
        capital.update(capital_words(tree))
    usual = {word: n for word, n in sorted(lower.items()) if len(word) > 1 and n > max(1, capital[word])}
    return {word: round(n / len(paths), 3) for word, n in usual.items()}


class Link(NamedTuple):
    """A link of a page beside others."""

    label: str  # its key
    words: frozenset[str]  # of its address
    place: float  # on the page, from 0 to 1


Lists = Mapping[Path, Sequence[Sequence[Link]]]  # by page, the links that are beside each other


def link_lists(folder: Path) -> Lists:
    """The lists of links of unrelated sites."""
    return {path: _lists(outline(parse(path.read_bytes()))) for path in _a_page_a_site(folder, TEXTS)}


def _lists(tree: Outline) -> list[list[Link]]:
    lists: dict[int, dict[str, Link]] = {}
    for row, parent in enumerate(tree.parent.tolist()):
        one, href = key(tree.name(row)), tree.href(row)
        if one and len(one) <= LONGEST and href is not None:
            lists.setdefault(parent, {}).setdefault(one, Link(one, named_words(href), row / len(tree)))
    return [list(links.values()) for links in lists.values()]


def service_shares(pages: Lists) -> dict[str, float]:
    """By label, the share of unrelated sites with it that have it in a list with links by which sites speak of
    themselves; of labels that at least three of them have. The share of all labels is that of "".
    """
    late, lists = service_links(pages), _others(pages)
    times = {one: _times_beside(its, late) for one, its in lists.items() if len(its) >= _FEWEST}
    usual = sum(times.values()) / sum(len(lists[one]) for one in times)
    shares = {one: (n + _SMOOTH * usual) / (len(lists[one]) + _SMOOTH) for one, n in sorted(times.items())}
    return {"": round(usual, 3)} | {one: round(share, 2) for one, share in shares.items()}


def service_links(pages: Lists) -> set[str]:
    """The links by which sites speak of themselves: labels of many sites, beside others of these that are late on the
    page on most of their sites."""
    places: dict[str, dict[Path, float]] = defaultdict(dict)
    for page, lists in pages.items():
        for link in chain.from_iterable(lists):
            places[link.label][page] = min(link.place, places[link.label].get(page, 1.0))
    others = _others(pages)
    many = [one for one, its in others.items() if len(its) >= _MANY * len(pages) and len(one) > 2 and not one.isdigit()]
    late = {one for one in many if sum(places[one].values()) >= _LATE * len(places[one])}
    return {one for one in many if _times_beside(others[one], late) >= _TOGETHER * len(others[one])}


def _others(pages: Lists) -> dict[str, dict[Path, list[set[str]]]]:
    """By label and page, what is beside the label in each list that is not too long."""
    others: dict[str, dict[Path, list[set[str]]]] = {}
    for page, lists in pages.items():
        for links in lists:
            keys = {link.label for link in links}
            if 1 < len(keys) <= _LONGEST_LIST:
                for one in keys:
                    others.setdefault(one, {}).setdefault(page, []).append(keys - {one})
    return others


def _times_beside(lists: Mapping[Path, Iterable[set[str]]], others: set[str]) -> int:
    """How many sites have a label in a list with some others; `lists` has those of each site."""
    return sum(any(not others.isdisjoint(one) for one in its) for its in lists.values())


def tool_excess(pages: Lists) -> dict[str, float]:
    """By label, and by word of addresses after "/", the logarithm of how much more than usual what is near it on
    unrelated sites is near links by which sites speak of themselves.

    In two steps: how often such links are near a label or word, then the mean of that over what is near it, in which
    such links themselves count 1. So `Sign in` at the top of pages is found by `My account` and `Help` beside it, which
    are at the foot of others.
    """
    late = service_links(pages)
    first, usual = _near_means(pages, lambda link: float(link.label in late), max)
    shares = {one: share for one, (share, n) in first.items() if n >= _FEWEST}

    def share(link: Link) -> float:
        if link.label in late:
            return 1.0
        known = [shares[word] for word in _address_keys(link) if word in shares]
        return shares.get(link.label, max(known, default=usual))

    second, usual = _near_means(pages, share, fmean)
    excess = {
        one: round(log(mean / usual), 2)
        for one, (mean, n) in sorted(second.items())
        if n >= (_FEWEST_WORD if one.startswith(WORD) else _FEWEST)
    }
    return {one: value for one, value in excess.items() if value}


def _address_keys(link: Link) -> list[str]:
    return sorted(WORD + word for word in link.words)


def _near_means(
    pages: Lists, value: Callable[[Link], float], of_near: Callable[[Sequence[float]], float]
) -> tuple[dict[str, tuple[float, int]], float]:
    """By label and word of addresses, the mean of the values near it over pages, and the number of pages; and the mean
    of all labels. A few pages are taken as if they had the usual mean."""
    means: dict[str, dict[Path, list[float]]] = defaultdict(lambda: defaultdict(list))
    for page, lists in pages.items():
        for links in lists:
            values = [value(link) for link in links]
            for i, link in enumerate(links if 1 < len(links) <= _LONG else ()):
                for one in (link.label, *_address_keys(link)):
                    means[one][page].append(of_near(near(values, i)))
    of_pages = {one: [fmean(values) for values in its.values()] for one, its in means.items()}
    usual = fmean(chain.from_iterable(its for one, its in of_pages.items() if not one.startswith(WORD)))
    return {
        one: ((sum(its) + _SMOOTH * usual) / (len(its) + _SMOOTH), len(its)) for one, its in of_pages.items()
    }, usual


def list_ends(pages: Lists) -> dict[str, dict[str, float]]:
    """The labels that are the first or the last of their lists on most unrelated sites that have them, and on how many.

    Not of lists in alphabetical order.
    """
    sites: dict[str, set[Path]] = defaultdict(set)
    ends: dict[str, dict[str, set[Path]]] = {"first": defaultdict(set), "last": defaultdict(set)}
    for page, lists in pages.items():
        for keys in ([link.label for link in links] for links in lists):
            if len(keys) >= _LISTED and keys != sorted(keys):
                for one in keys:
                    sites[one].add(page)
                ends["first"][keys[0]].add(page)
                ends["last"][keys[-1]].add(page)
    found: dict[str, dict[str, float]] = {}
    for end, its in ends.items():
        usual = sum(map(len, its.values())) / sum(map(len, sites.values()))
        shares = {one: (len(its[one]) + _SMOOTH * usual) / (len(sites[one]) + _SMOOTH) for one in sorted(its)}
        found[end] = {
            one: round(share, 2) for one, share in shares.items() if share >= _END and len(sites[one]) >= _ENDS
        }
    return found


def _a_page_a_site(folder: Path, names: Iterable[str]) -> list[Path]:
    """The first page of each site in some folders."""
    first: dict[tuple[str, str], Path] = {}
    for name in names:
        for path in sorted((folder / name / "pages").rglob("*.html")):
            if not path.stem.startswith(_DOMAINS):
                first.setdefault((name, _site_in_name(name, path.stem)), path)
    return list(first.values())


def _site_in_name(folder: str, page: str) -> str:
    """The site of a page, as its name says it."""
    if folder == "records-2017":
        return "_".join(page.split("_")[2:5])
    if folder == "details":
        return page.rpartition("-")[0]
    if folder == "records-forums":
        return ".".join(page.split(".")[:2])
    return page.partition("_")[0] if folder == "articles-world" else page
