"""Why a label that only one site has is no concept, if it is not.

Authors, columns, brands, tools and promotions stand in menus beside the sections of a site. What tells them from
sections, on a site that is alone with them: items stand above links that stand beside items only (`Comments`); names
stand among names, in words that are hardly ever in lower case in running text (`words.json`, from unrelated pages; if
it has no words for what the sites share, it tells no names: German writes all nouns with a capital letter); what
belongs to the publisher has the name of the site, or a name of its own on top of the menus; what stands below
`Video`, each site with other things, are its programmes; tools and promotions are called by phrases (`View all`, `Shop
by brand`), with words that nearly every page has; articles have long names, or addresses with a date.

The table of words is made by `python -m bench.taxonomy FOLDER --common`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from weblode.caches import regex
from weblode.taxonomy.common import EVERYWHERE, common, word_shares
from weblode.taxonomy.keys import JOINT, key, root, words
from weblode.taxonomy.labels import Group, Labels
from weblode.taxonomy.umbrellas import beside_items

_EVERYWHERE = 0.25  # the share of unrelated sites that have a word which makes a phrase
_JOINING = frozenset("a an for from in new news of or the to us with".split())  # in names of things; `us` may be `U.S.`
_NAMES = 0.2  # the share of names among the other labels of a list of names
_MOSTLY = 0.5  # the same in a list of nothing else
_SHARED_NAMES = 0.3  # the share of names among its shared labels from which names are what the sites are about
_UNKNOWN = 0.5  # of what sites share, has no word of the table: 0.06 to 0.33 in English, 0.67 Spanish, 0.73 German
_FEW = 12  # labels of a short list; names in longer ones are rather instances: brands, authors
_PART = 4  # letters of the shortest part of a compound word
_SHORT = 3  # letters of the shortest word that is looked for in the name of a site
_HEADLINE = (":", "?", "!", ";")
_LONGEST_NAME = 4  # words of a thing
_DATED = regex(r"/(?:19|20)\d\d/")
_NUMBER = regex(r"(?!(?:19|20)\d\d$)\d{3,}$")  # of a service or a model, not a year


class Judge:
    """The labels of all sites, with those that several share, for reasons against single ones."""

    def __init__(self, labels: Labels, shared: Collection[str]) -> None:
        self.labels, self.shared = labels, shared
        self._strange: dict[str, bool] = {}
        self._words = word_shares()

    def reason(self, one: str) -> str:
        """Why a label of one site is no concept; "" if nothing speaks against it."""
        [site] = list(self.labels.uses[one])[:1]
        texts = self.labels.uses[one][site].texts
        if (site, one) in self._items:
            return "it is an item of a list"
        if self._has_site_name(texts, site):
            return "it has the name of the site"
        long = any(len(thing.split()) > _LONGEST_NAME for thing in one.split(JOINT))
        if long or any(mark in text[:-1] for text in texts for mark in _HEADLINE):
            return "it reads like a headline"
        if any(_NUMBER.match(word) for word in one.split()):
            return "it has a number"
        urls = self.labels.uses[one][site].urls
        if urls and all(_DATED.search(url) for url in urls):
            return "its address has a date, as that of an article"
        usual = set(one.split()) - _JOINING - _initialisms(texts)
        if any(self._words.get(root(word), 0.0) >= _EVERYWHERE for word in usual) and " " in one:
            return "it is a phrase"
        if self._is_name(one):
            return "it is a name among names"
        if len(self.labels.sites) > 1 and self._is_own_name(one):
            return "it is a name on top of the menus"
        if self._is_of_own_list(one):
            return "each site has other things below the label above it"
        return ""

    @cached_property
    def _groups(self) -> Mapping[str, list[Group]]:
        groups: dict[str, list[Group]] = defaultdict(list)
        for group in self.labels.groups:
            for one in group.keys:
                groups[one].append(group)
        return groups

    @cached_property
    def _items(self) -> set[tuple[str, str]]:
        """The sites and labels above labels that stand beside items only."""
        attached = set(beside_items(self.labels))
        return {
            (group.site, group.above[0]) for group in self.labels.groups if group.above and attached & set(group.keys)
        }

    @cached_property
    def _sites(self) -> Mapping[str, set[str]]:
        """By word, the sites with labels that have it."""
        sites: dict[str, set[str]] = defaultdict(set)
        for one, uses in self.labels.uses.items():
            for word in one.split():
                sites[word].update(uses)
        return sites

    def _is_strange(self, one: str) -> bool:
        """Whether no word of a label is in lower case in running text, or in labels of two sites."""
        return self._is_unusual(one) and not any(len(self._sites[word]) > 1 for word in one.replace(JOINT, " ").split())

    @cached_property
    def _knows_words(self) -> bool:
        """Whether most of what sites share is words that running text has in lower case."""
        unknown = sum(self._has_no_usual_word(one) for one in self.shared)
        return unknown < _UNKNOWN * len(self.shared) or not self.shared

    def _is_unusual(self, one: str) -> bool:
        """Whether no word of a label is in lower case in running text, if that tells names here."""
        return self._has_no_usual_word(one) and self._knows_words

    def _has_no_usual_word(self, one: str) -> bool:
        if one not in self._strange:
            content = [word for word in one.replace(JOINT, " ").split() if not word.isdigit()]
            self._strange[one] = bool(content) and not any(map(self._is_usual, content))
        return self._strange[one]

    def _is_name(self, one: str) -> bool:
        """Whether a label is a name in lists of names, and the sites do not share names there."""
        groups = self._groups[one]
        return bool(groups) and all(self._lists_names(one, group) for group in groups)

    def _is_own_name(self, one: str) -> bool:
        """Whether a label is a name and nowhere below another label, and the sites do not share names there: what a
        site calls a part of its own."""
        groups = self._groups[one]
        uppers = {upper for group in groups for upper in group.above if upper != one}
        below = any(upper in self.labels.uses or upper in self.shared for upper in uppers)
        return self._is_strange(one) and not below and not any(self._shares_names(group, one) for group in groups)

    def _shares_names(self, group: Group, one: str) -> bool:
        """Whether names are among what the sites share of the other labels of a group."""
        return self._share([label for label in group.keys if label != one and label in self.shared]) > _SHARED_NAMES

    def _is_of_own_list(self, one: str) -> bool:
        """Whether a label is only below labels that unrelated sites have too, each site with other things below them.

        What a site has below `Video` are its programmes.
        """
        groups = self._groups[one]
        return bool(groups) and all(group.above and group.above[0] in self._own_lists for group in groups)

    @cached_property
    def _own_lists(self) -> set[str]:
        """The labels of many unrelated sites below which no two sites have the same labels."""
        below: dict[str, list[str]] = defaultdict(list)
        pairs = {(group.site, group.above[0], one) for group in self.labels.groups if group.above for one in group.keys}
        for _, upper, one in pairs:
            if one != upper and common().get(upper, 0.0) >= EVERYWHERE:
                below[upper].append(one)
        return {upper for upper, names in below.items() if len(names) == len(set(names))}

    def _lists_names(self, one: str, group: Group) -> bool:
        """Whether a group is a list of names, or a label is a name in it.

        Not a few names below a shared label, as leagues below `Sports`; and not if what sites share there are names.
        """
        others = [label for label in group.keys if label != one]
        shared = [label for label in others if label in self.shared]
        if not shared and self._share(others) >= _MOSTLY and not self._is_few(group):
            return True
        if not self._is_unusual(one) or self._shares_names(group, one):
            return False
        if len(group.keys) > _FEW:
            return self._share(others) > 0
        return self._is_strange(one) and self._share(others) >= _NAMES and not self._is_few(group)

    def _is_few(self, group: Group) -> bool:
        """Whether a group is below a shared label that has only a few labels below it on the site."""
        upper = next((one for one in group.above if one in self.shared), None)
        return upper is not None and self._below[group.site, upper] <= _FEW

    @cached_property
    def _below(self) -> Counter[tuple[str, str]]:
        """By site and label, the number of different labels below it."""
        below = {
            (group.site, upper, one) for group in self.labels.groups for upper in group.above for one in group.keys
        }
        return Counter((site, upper) for site, upper, _ in below)

    def _share(self, keys: Collection[str]) -> float:
        """The share of names among labels."""
        return sum(map(self._is_strange, keys)) / len(keys) if keys else 0.0

    def _has_site_name(self, texts: Iterable[str], site: str) -> bool:
        """Whether a word of a label is the name of its site; of a short one or a part of it, if no usual word."""
        name = site.partition(".")[0].casefold()
        spelt = {word for text in texts for word in words(text) if len(word) >= _SHORT or word == name}
        return any(
            (word == name and len(word) >= _SHORT) or (word in name and not self._is_usual(key(word))) for word in spelt
        )

    def _is_usual(self, word: str) -> bool:
        return root(word) in self._words or root(word) in self.labels.lower or self._is_compound(word)

    def _is_compound(self, word: str) -> bool:
        """Whether a word is made of a label and a usual word: a `Bookshop` where others have `Books`.

        Not if unrelated sites have that label too: `NewsPulse` is a name.
        """
        return any(
            first in self.labels.uses and root(rest) in self._words and common().get(first, 0.0) < EVERYWHERE
            for first, rest in ((word[:end], word[end:]) for end in range(_PART, len(word) - _PART + 1))
        )


def _initialisms(texts: Iterable[str]) -> set[str]:
    """The words in capitals of labels that are not all in capitals: `IT` in `IT Support` is not the word `it`."""
    return {key(word) for text in texts if not text.isupper() for word in text.split() if word.isupper()}
