"""The title of a page about one thing, by agreement of its witnesses.

They are the heading that the page shows (`headings`), the headline that its JSON-LD and its microdata name, its
`og:title`, and its `title`. All but the first often have the site's name before or after, set off by a sign. What most
of them say is the title; if two agree against two, the side of the headline wins, which is the property that means just
this.

Sites print heading, headline and `title` from one text. Where an article's `og:title` alone says something else, an
editor wrote it as the title, and it wins, unless it is only a piece of the heading that nothing repeats: a heading cut
short, or without its kicker, be it with a word changed; or unless it has the site's name as the `title` has, and so was
made as that is. (Of the pages of `python -m bench.articles` on which it wins, it is right on 10 of 11.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, count_words, words
from weblode.articles.headings import HEADINGS, LONGEST, READ, HeadingCandidate, best_headings, heading_candidates
from weblode.articles.metadata import Declaration, meta
from weblode.caches import regex
from weblode.tags import NUMBERS

_TITLE = NUMBERS["title"]
_PARTS = regex(r"\s+[-|–—•·:»«/]+\s+|\s*[|»«：]\s*|--+|,\s+")  # noqa: RUF001 - a colon of Chinese
_SIGNS = " |»«•·"  # around a heading, that set it off from what is beside it
_SURE = 3  # words that a line shares with the page's title, beyond those it does not
_SHARED = 0.8  # share of a line's words that are in the page's `title`
_SAME = 0.9  # share of a text's words that are those of another, to be a piece of it
_EDITED = 4  # words of an `og:title` that an editor wrote; fewer may be the site's name


@dataclass(frozen=True)
class Title:
    """A title as it is written, where it stands, and the block of the heading that the page shows."""

    text: str
    node: int  # of the heading, or of what tells machines; -1 without a title
    block: int = -1  # of the heading that the page shows; -1 for a page that shows none
    shown: str = ""  # the text of that heading, which may differ
    method: str = "template"


def title(blocks: Blocks, start: int, repeated: NDArray[np.bool_], declared: Sequence[Declaration] = ()) -> Title:
    """The title of a page, of which the body begins at block `start`; `repeated` are the blocks of its template."""
    node, name_of_page = page_title(blocks, repeated)
    witnesses = [Title(one.value, one.node, method=one.method) for one in _first_of_methods(declared)]
    others = [text for text in (name_of_page, *(one.text for one in witnesses)) if text]
    candidates = heading_candidates(blocks, start, repeated, name_of_page, [one.text for one in witnesses])
    best, heading = best_headings(candidates)
    if best is None or heading is None or (best is not heading and not witnesses):
        agreed = _agreed(witnesses, name_of_page)
        return agreed or Title(best.text if best else "", node)
    element, texts = _whole_heading(blocks, heading)
    text = next((text for text in texts if any(_supports(other, text) for other in others)), texts[0])
    witnesses.insert(0, Title(text.strip(_SIGNS), element))
    agreed = _edited(blocks, witnesses, name_of_page) or _agreed(witnesses, name_of_page) or witnesses[0]
    return Title(agreed.text, agreed.node, heading.block, witnesses[0].text, agreed.method)


def sure_heading(blocks: Blocks) -> int:
    """The block of the only `h1` that repeats the page's `title`; -1 if none does, or several do."""
    none = np.zeros(len(blocks), dtype=bool)
    title_words = set(words(page_title(blocks, none)[1]))
    heads = []
    for i in np.flatnonzero(blocks.tree.tag[blocks.node] == NUMBERS["h1"]).tolist():
        bag = set(words(blocks.spaced(i)))
        if len(bag) >= _SURE and len(bag & title_words) >= _SHARED * len(bag):
            heads.append(i)
    return heads[0] if len(heads) == 1 else -1


def page_title(blocks: Blocks, repeated: NDArray[np.bool_]) -> tuple[int, str]:
    """The node and text of the page's `title`; -1 and "" if it has none, or its siblings have the same."""
    tree = blocks.tree
    for i in range(min(len(blocks), 3)):
        if tree.tag[blocks.node[i]] == _TITLE and not repeated[i]:
            return int(blocks.node[i]), blocks.text(i)
    return -1, ""


def _first_of_methods(declared: Sequence[Declaration]) -> list[Declaration]:
    """The first title of each way of telling machines."""
    firsts: dict[str, Declaration] = {}
    for one in declared:
        if one.name == "title":
            firsts.setdefault(one.method, one)
    return list(firsts.values())


def _agreed(witnesses: Sequence[Title], page_title: str) -> Title | None:
    """The witness that most agree with; of equals a headline, then the heading, then the first. None without any."""

    def rank(one: Title) -> tuple[int, bool, bool]:
        votes = sum(_supports(other.text, one.text, strict=other.method == "template") for other in witnesses)
        votes += _supports(page_title, one.text)
        return votes, one.method in ("json-ld", "microdata"), one.method == "template"

    best = max(witnesses, key=rank, default=None)
    if best is None:
        return None
    same = [one for one in witnesses if words(one.text) == words(best.text)]
    return next((one for one in same if one.method == "template"), best)  # what people read, if it says the same


def _edited(blocks: Blocks, witnesses: Sequence[Title], page_title: str) -> Title | None:
    """The `og:title` of an article that was written by hand; None if it says what the others do, or they differ too."""
    heading, other = witnesses[0] if witnesses else None, witnesses[-1] if witnesses else None
    if heading is None or other is None or heading.method != "template" or other.method != "opengraph":
        return None
    same = (page_title, *(one.text for one in witnesses[1:-1]))
    if not all(_supports(text, heading.text) for text in same) or _supports(page_title, other.text):
        return None
    if _supports(other.text, heading.text) or count_words(other.text) < _EDITED:
        return None
    if any(_supports(other.text, name) for name in _names_beside(page_title, heading.text)):
        return None
    title, kind, twitter = (meta(blocks.tree, name) for name in ("og:title", "og:type", "twitter:title"))
    own = words(other.text)
    repeated = words(twitter) == own
    is_own = kind == "article" and title == other.text and (repeated or not _is_piece(own, words(heading.text)))
    return other if is_own else None


def _is_piece(own: list[str], whole: list[str]) -> bool:
    """Whether words are a piece of others, which have more before or after it; one in ten may be another.

    >>> heading = "Look out: a man of fifty bites a big dog in the park".split()
    >>> _is_piece(heading[2:], heading), _is_piece("a man of sixty bites a big dog in the park".split(), heading)
    (True, True)
    >>> _is_piece(heading[:8] + heading[9:], heading), _is_piece("a man of sixty bites a cat".split(), heading)
    (False, False)
    """
    if len(own) > len(whole):
        return False
    pieces = [one for one in SequenceMatcher(None, whole, own, autojunk=False).get_matching_blocks() if one.size]
    if sum(one.size for one in pieces) < _SAME * len(own):
        return False
    stretch = pieces[-1].a + pieces[-1].size - pieces[0].a
    return stretch < len(whole) and _SAME * stretch <= len(own)


def _names_beside(text: str, title: str) -> list[str]:
    """What stands before or after a title in a text, set off by a sign: mostly the site's name."""
    text, own = text[:READ], words(title[:READ])
    sides = [(text[: sign.start()], text[sign.end() :]) for sign in _PARTS.finditer(text)]
    return [other for one, two in sides for part, other in ((one, two), (two, one)) if words(part) == own]


def _supports(text: str, candidate: str, *, strict: bool = False) -> bool:
    """Whether a text says what a candidate does: the same words, or also a site's name set off by a sign.

    Only the beginnings of both are read: each sign costs as much as the text is long.

    >>> _supports("Roofs lost - The Daily", "Roofs lost"), _supports("Roofs lost again", "Roofs lost")
    (True, False)
    """
    text, candidate = text[:READ], candidate[:READ]
    title_words, has = words(candidate), words(text)
    if has == title_words:
        return bool(title_words)
    if strict or not title_words or len(title_words) >= len(has):
        return False
    for sign in _PARTS.finditer(text):
        if words(text[: sign.start()]) == title_words or words(text[sign.end() :]) == title_words:
            return True
    return False


def _whole_heading(blocks: Blocks, best: HeadingCandidate) -> tuple[int, list[str]]:
    """The heading element around a line, which may have more lines, else the line's own; the ways to read its text.

    Only a style may set a first line apart: then the text with spaces between its leaves, or one line, is the title.
    """
    tree, u = blocks.tree, int(blocks.node[best.block])
    if best.facts.get("beginning"):
        return best.node, [best.text]
    while u > 0 and int(tree.tag[u]) not in HEADINGS:
        u = int(tree.parent[u])
    if u <= 0 or len(text := tree.text(u, line=" ")) > LONGEST:
        return best.node, [blocks.text(best.block)]
    low, high = tree.leaves.searchsorted([u, tree.end[u]]).tolist()
    leaves = [tree.text(v) for v in tree.leaves[low:high].tolist()]
    return u, list(dict.fromkeys([text, " ".join(leaves), blocks.text(best.block)]))
