"""The title of a page about one thing, by agreement of its witnesses.

They are the heading that the page shows, the headline that its JSON-LD and its microdata name, its `og:title`, and its
`title`. All but the first often have the site's name before or after, set off by a sign. What most of them say is the
title; if two agree against two, the side of the headline wins, which is the property that means just this.

Sites print heading, headline and `title` from one text. Where an article's `og:title` alone says something else, an
editor wrote it as the title, and it wins, unless it is only a piece of the heading that nothing repeats: a heading cut
short, or without its kicker. (Chosen on half of the publishers of `python -m bench.articles`: right on 5 pages of 5; on
the other half, 5 of 7.)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, count_words, nearest_ancestors, words
from weblode.articles.metadata import Declaration, meta
from weblode.tags import NUMBERS

_HEADINGS = {NUMBERS[f"h{level}"]: level for level in range(1, 7)}
_TITLE, _LINK = NUMBERS["title"], NUMBERS["a"]
_PARTS = re.compile(r"\s+[-|–—•·:»«/]+\s+|\s*[|»«：]\s*|--+|,\s+")  # noqa: RUF001 - a colon of Chinese
_SEPARATORS = re.compile(r"\s+[-|–—•·:»«]+\s+|\s*[|»«]\s*")
_SIGNS = " |»«•·"  # around a heading, that set it off from what is beside it
_NEAR = 6  # levels between a text and the link around it
_LONGEST = 200  # characters of a line that can be a title
_SURE = 3  # words that a line shares with the page's title, beyond those it does not
_SHARED = 0.8  # share of a line's words that are in the page's `title`
_SHARED_H1 = 0.6  # the same for an `h1`
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
    node, page_title = next(_page_titles(blocks, repeated), (-1, ""))
    witnesses = [Title(one.value, one.node, method=one.method) for one in _first_of_methods(declared)]
    others = [text for text in (page_title, *(one.text for one in witnesses)) if text]
    block = _heading(blocks, start, repeated, others[0] if others else "")
    if block >= 0:
        element, texts = _whole_heading(blocks, block)
        text = next((text for text in texts if any(_supports(other, text) for other in others)), texts[0])
        witnesses.insert(0, Title(text.strip(_SIGNS), element))
    best = _edited(blocks, witnesses, page_title) or _agreed(witnesses, page_title)
    if best is None:
        return Title(max(_SEPARATORS.split(page_title), key=len, default=""), node)
    if block < 0:
        return best
    return Title(best.text, best.node, block, witnesses[0].text, best.method)


def sure_heading(blocks: Blocks) -> int:
    """The block of the only `h1` that repeats the page's `title`; -1 if none does, or several do."""
    none = np.zeros(len(blocks), dtype=bool)
    title_words = set(words(next((text for _, text in _page_titles(blocks, none)), "")))
    heads = []
    for i in np.flatnonzero(blocks.tree.tag[blocks.node] == NUMBERS["h1"]).tolist():
        bag = set(words(blocks.spaced(i)))
        if len(bag) >= _SURE and len(bag & title_words) >= _SHARED * len(bag):
            heads.append(i)
    return heads[0] if len(heads) == 1 else -1


def _page_titles(blocks: Blocks, repeated: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    """The nodes and texts of the page's `title`, unless its siblings have the same: then it is the site's name."""
    tree = blocks.tree
    for i in range(min(len(blocks), 3)):
        if tree.tag[blocks.node[i]] == _TITLE and not repeated[i]:
            yield int(blocks.node[i]), blocks.text(i)


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
    title, kind, twitter = (meta(blocks.tree, name) for name in ("og:title", "og:type", "twitter:title"))
    own, whole = words(other.text), words(heading.text)
    is_piece = any(whole[i : i + len(own)] == own for i in range(len(whole)))
    return other if kind == "article" and title == other.text and (not is_piece or words(twitter) == own) else None


def _supports(text: str, candidate: str, *, strict: bool = False) -> bool:
    """Whether a text says what a candidate does: the same words, or also a site's name set off by a sign.

    >>> _supports("Roofs lost - The Daily", "Roofs lost"), _supports("Roofs lost again", "Roofs lost")
    (True, False)
    """
    title_words, has = words(candidate), words(text)
    if has == title_words:
        return bool(title_words)
    if strict or not title_words or len(title_words) >= len(has):
        return False
    for sign in _PARTS.finditer(text):
        if words(text[: sign.start()]) == title_words or words(text[sign.end() :]) == title_words:
            return True
    return False


def _whole_heading(blocks: Blocks, i: int) -> tuple[int, list[str]]:
    """The heading element around a block, which may have more lines, else the block's own; the ways to read its text.

    Only a style may set a first line apart: then the text with spaces between its leaves, or one line, is the title.
    """
    tree, u = blocks.tree, int(blocks.node[i])
    while u > 0 and int(tree.tag[u]) not in _HEADINGS:
        u = int(tree.parent[u])
    if u <= 0 or len(text := tree.text(u, line=" ")) > _LONGEST:
        return int(blocks.node[i]), [blocks.text(i)]
    low, high = tree.leaves.searchsorted([u, tree.end[u]]).tolist()
    leaves = [tree.text(v) for v in tree.leaves[low:high].tolist()]
    return u, list(dict.fromkeys([text, " ".join(leaves), blocks.text(i)]))


def _heading(blocks: Blocks, start: int, repeated: NDArray[np.bool_], page_title: str) -> int:
    """The block of the title that the page shows; -1 if there is none.

    It is a heading, or another line before the body, that the page's title repeats: the one that shares most words with
    it, of equals the one nearest to the body. Else a short line that is one part of the page's title, else the nearest
    heading of the highest level before the body.
    """
    best = _best_line(blocks, start, repeated, page_title)
    if best is not None:
        return best[1]
    if (line := _line(blocks, start, repeated, page_title)) >= 0:
        return line
    best = _best_line(blocks, start, ~repeated, page_title)
    if best is not None and best[0] >= _SURE:  # the page itself is among the siblings
        return best[1]
    heads = [
        (level, start - i if start < len(blocks) else i, i)
        for i in range(start)
        if (level := _level(blocks, i)) and not repeated[i] and not blocks.beside[i] and not _leads_home(blocks, i)
    ]
    return min(heads)[2] if heads else -1


def _best_line(blocks: Blocks, start: int, skipped: NDArray[np.bool_], page_title: str) -> tuple[float, int] | None:
    """The heading, or line before the body, that shares most words with the page's title: its score and block."""
    title_words, parts = set(words(page_title)), [words(part) for part in _SEPARATORS.split(page_title)]
    best: tuple[tuple[float, ...], int] | None = None
    for i in np.flatnonzero(~skipped).tolist():
        level = _level(blocks, i)
        if blocks.tree.tag[blocks.node[i]] == _TITLE or (not level and (i >= start or blocks.length[i] > _LONGEST)):
            continue
        text = words(blocks.spaced(i) if level else blocks.text(i))
        bag = set(text)
        shared = len(bag & title_words)
        if shared < (_SHARED_H1 if level == 1 else _SHARED) * len(bag) or shared < (2 if level else 4):
            continue
        if (i > start and 2 * shared < len(title_words)) or (not level and text in parts[1:]) or _leads_home(blocks, i):
            continue
        key = (2 * shared - len(bag), level > 0, not blocks.beside[i], -abs(start - i))
        best = max(best or (key, i), (key, i))
    return None if best is None else (best[0][0], best[1])


def _line(blocks: Blocks, start: int, repeated: NDArray[np.bool_], page_title: str) -> int:
    """The first block before the body that is one part of the page's `title`, the first part first; -1 without one."""
    parts = [part for text in _SEPARATORS.split(page_title) if (part := words(text))]
    lines: dict[tuple[str, ...], int] = {}
    for i in range(start) if parts else ():
        usual = repeated[i] or blocks.beside[i] or blocks.tree.tag[blocks.node[i]] == _TITLE
        if not usual and words(blocks.text(i)) in parts and not _leads_home(blocks, i):
            lines.setdefault(tuple(words(blocks.text(i))), i)
    return next((lines[tuple(part)] for part in parts if tuple(part) in lines), -1)


def _level(blocks: Blocks, i: int) -> int:
    """The level of the heading that a block is in, directly or by one more element; 0 if it is in none."""
    tree, u = blocks.tree, int(blocks.node[i])
    return _HEADINGS.get(int(tree.tag[u])) or _HEADINGS.get(int(tree.tag[max(0, int(tree.parent[u]))]), 0)


def _leads_home(blocks: Blocks, i: int) -> bool:
    """Whether a block is a link to the root of its site, and so the site's name."""
    tree = blocks.tree
    if blocks.linked[i] < 0.9:
        return False
    around = nearest_ancestors(tree, int(tree.leaves[blocks.first[i]]), _NEAR)
    links = [v for v in around if tree.tag[v] == _LINK]
    return (
        bool(links) and re.fullmatch(r"(?:https?://[^/]+)?/?", tree.attributes(links[0]).get("href", "x")) is not None
    )
