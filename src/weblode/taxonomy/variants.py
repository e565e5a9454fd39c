"""Which keys are one label before sites are counted: the same words joined or in another order, or a word more that says
nothing.

`Shoes & Bags` is `Bags & Shoes`, `Key Chains` is `Keychains`. `World News` is `World`, and the `2010 Draft` the `Draft`,
if no site tells them apart: a site with both, leading to different pages, does.
"""

from collections.abc import Mapping

from weblode.caches import regex
from weblode.taxonomy.common import EVERYWHERE, common

_YEAR = regex(r"\b(?:19|20)\d\d\b ?")

Pages = Mapping[str, Mapping[str, set[str]]]  # by key and site, the pages that a label leads to


def representatives(pages: Pages, spelt: Mapping[str, str]) -> dict[str, str]:
    """For each key that is a variant of another, that other key: the one that most sites have.

    `spelt` has the letters of each key's label.
    """
    chosen: dict[str, str] = {}
    forms: dict[str, list[str]] = {}
    for one in pages:
        forms.setdefault(spelt[one], []).append(one)
    for same in forms.values():
        best = min(same, key=lambda one: (-len(pages[one]), one.count(" "), one))
        chosen |= {one: best for one in same if one != best}
    for one in pages:
        rest = _without_idle_word(one)
        if rest in pages and one not in chosen and not _apart(pages[one], pages[rest]):
            chosen[one] = chosen.get(rest, rest)
    return {one: chosen.get(best, best) for one, best in chosen.items()}


def _without_idle_word(one: str) -> str:
    """A key without its year, or without a last word that nearly every site has; "" if it has neither."""
    rest = _YEAR.sub("", one).strip()
    if rest != one:
        return rest
    rest, _, last = one.rpartition(" ")
    return rest if common().get(last, 0.0) >= EVERYWHERE > common().get(rest, 0.0) else ""


def _apart(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool:
    """Whether a site has both labels, and they lead to different pages."""
    return any(one[site] and other[site] and not one[site] & other[site] for site in one.keys() & other.keys())
