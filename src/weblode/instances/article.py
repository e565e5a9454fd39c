"""The parts of an article: title, author, date, place and body, by where they stand and how they read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from weblode.instances.blocks import Blocks, above, words
from weblode.instances.body import body
from weblode.instances.template import Template
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.dates import Written, dates, instant

_HEADINGS = {NUMBERS[f"h{level}"]: level for level in range(1, 7)}
_TITLE, _TIME = NUMBERS["title"], NUMBERS["time"]
_BEFORE, _AFTER = 8, 5  # blocks before the title and after the body that may still tell author and date
_NEAR = 3  # blocks between title and date with which a name beside one of them is the author's
_LINE = 160  # characters of a line that says by whom and when; more is a paragraph
_SEPARATORS = re.compile(r"\s+[-|–—•·:»«]+\s+|\s*[|»«]\s*")
# Before "by" may stand nothing, a date, or one of these; else it is by whom something else is: a film, a picture.
_BY = re.compile(
    r"^(?:(?:.{0,30}\b(?:written|posted|published|story|reported|reporting|reviewed|words|text)\b.{0,30}?|.{0,30}\d\S*\W*)?\bby|"
    r"(?:von|par|por|di|door|av|af|autore?|author|text|автор))\b\s*:?\s+(?P<names>\S.*)$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|;|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b)\s*", re.IGNORECASE)
_NAME_END = re.compile(
    r"\s+(?:[|•·/–—-]|on\b|at\b|in\b|for\b|under\b|@)|[|•·(\[@:]|\bupdated\b|\bpublished\b", re.IGNORECASE
)
# A town in capitals, perhaps with its state, an agency in brackets, and a dash: "NASSAU, Bahamas (AP) - ".
_DATELINE = re.compile(
    r"^(?P<place>[^\W\d_a-zà-ÿ](?:[^\W\d_a-zà-ÿ]|[ .'’-]){2,40}(?:,\s?[^\W\d_]\w*[\w. ]{0,20}?)?)"
    r"(?:\s+\([^)]{2,20}\))?\s*(?:[–—―]|--?\s)\s*"
)
_MARKED = re.compile(r"(?P<place>[^\W\d_a-zà-ÿ][\w .'’,-]{1,40}?)\s*(?:[:–—―]|--?)")
_AGENCY = re.compile(r"^(?P<place>[^\W\d_][\w .'’,-]{2,40}?)\s+\([A-Z][\w ]{1,18}\)\s*(?:[–—―]|--?)\s")


@dataclass(frozen=True)
class ArticleParts:
    """The blocks that are a page's title, authors, date and body; -1 or nothing where it has none."""

    title: int
    title_text: str
    body: tuple[int, ...]
    authors: tuple[tuple[int, str], ...] = ()  # block and name
    date: tuple[int, Written] | None = None
    place: str = ""

    @property
    def used(self) -> set[int]:
        """The blocks that are told already."""
        dated = [self.date[0]] if self.date else []
        return {self.title, *self.body, *dated, *(i for i, _ in self.authors)}


def article(blocks: Blocks, known: Template) -> ArticleParts:
    """The parts of the article on a page, some or all of which it may lack."""
    repeated = _repeated(blocks, known)
    found = body(blocks, repeated)
    title, text = _title(blocks, found[0] if found else len(blocks), repeated)
    inside = set(found)
    zone = list(_zone(blocks, title, found))
    zone = [i for i in zone if i not in inside]
    dated = _date(blocks, zone)
    authors = _authors(blocks, zone)
    if dated and not authors and found and title - _NEAR <= dated[0] < found[0]:
        near = [i for i in (title + 1, dated[0] - 1, dated[0] + 1) if title < i < found[0] and not repeated[i]]
        authors = next(([(i, name) for name in people] for i in near if (people := _people(blocks, i))), [])
    return ArticleParts(title, text, tuple(found), tuple(authors), dated, _place_of(blocks, found[0]) if found else "")


def _repeated(blocks: Blocks, known: Template) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether most of the text of each block is known decoration."""
    tree = blocks.tree
    size = tree.start[tree.leaves + 1] - tree.start[tree.leaves]
    total = np.concatenate(([0], np.cumsum(size)))
    known_size = np.concatenate(([0], np.cumsum(size * known.is_decoration(tree))))
    share = (known_size[blocks.stop] - known_size[blocks.first]) * 2
    return np.asarray(share > total[blocks.stop] - total[blocks.first])


def _zone(blocks: Blocks, title: int, found: list[int]) -> Iterable[int]:
    """The blocks where author and date are looked for, the likeliest first."""
    n = len(blocks)
    start = found[0] if found else min(n, title + 1 + 3 * _BEFORE)
    if 0 <= title < start:
        yield from range(title + 1, start)
        yield from range(title - 1, max(0, title - _BEFORE), -1)
    else:
        yield from range(start - 1, max(0, start - 2 * _BEFORE), -1)
    if found:
        yield from range(found[-1] + 1, min(n, found[-1] + 1 + _AFTER))


def _title(blocks: Blocks, start: int, repeated: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[int, str]:
    """The block of the title, and its text; of a page that shows none, what its `title` says, without the site.

    It is a heading, or another line before the body, that the page's `title` repeats; the one nearest to the body of
    those that share most with it. If none does, the nearest heading of the highest level before the body.
    """
    tree = blocks.tree
    said = next((blocks.text(i) for i in range(min(len(blocks), 3)) if tree.tag[blocks.node[i]] == _TITLE), "")
    wanted = set(words(said))
    best: tuple[tuple[float, ...], int] | None = None
    for i in range(len(blocks)):
        level = _HEADINGS.get(int(tree.tag[blocks.node[i]]), 0)
        if tree.tag[blocks.node[i]] == _TITLE or (not level and (i >= start or blocks.length[i] > 200)):
            continue
        bag = set(words(blocks.text(i)))
        shared = len(bag & wanted)
        if shared < 0.8 * len(bag) or shared < (2 if level else 4) or (i > start and 2 * shared < len(wanted)):
            continue
        key = (2 * shared - len(bag), level > 0, not blocks.beside[i], -abs(start - i))
        best = max(best or (key, i), (key, i))
    if best is not None and (best[0][0] >= min(3, len(wanted)) or not repeated[best[1]]):
        return best[1], blocks.text(best[1])
    heads = [
        (_HEADINGS[tag], start - i, i)
        for i in range(start)
        if (tag := int(tree.tag[blocks.node[i]])) in _HEADINGS and not repeated[i] and not blocks.beside[i]
    ]
    if heads:
        chosen = min(heads)[2]
        return chosen, blocks.text(chosen)
    return -1, max(_SEPARATORS.split(said), key=len, default="")


def _authors(blocks: Blocks, zone: list[int]) -> list[tuple[int, str]]:
    """The authors by the first line that names some, each with its block."""
    for i in zone:
        if blocks.length[i] <= _LINE and (found := names(blocks.spaced(i))):
            return [(i, name) for name in found]
    return [(i, blocks.text(i)) for i in zone if _is_author(blocks, i)][:1]


def names(line: str) -> list[str]:
    """The names in a line that says by whom a text is, none if it does not.

    >>> names("By MICHAEL J. de la MERCED and REED ABELSON"), names("Posted on May 3 by Ann Lee"), names("By the sea")
    (['MICHAEL J. de la MERCED', 'REED ABELSON'], ['Ann Lee'], [])
    >>> names("Directed by Ann Lee"), names("May 3, 2018 by Ann Lee")
    ([], ['Ann Lee'])
    """
    match = _BY.match(line)
    if match is None:
        return []
    said = match["names"]
    for written in dates(said):
        said = said[: written.start] if written.start else ""
        break
    said = said[: end.start()] if (end := _NAME_END.search(said)) else said
    found = []
    for name in (part.strip(" .,;") for part in _AND.split(said)):
        if not _is_name(name):
            break
        found.append(name)
    return found


def _is_name(text: str) -> bool:
    parts = text.split()
    return 1 <= len(parts) <= 6 and parts[0][:1].isupper() and parts[-1][:1].isupper() and not re.search(r"\d", text)


def _people(blocks: Blocks, i: int) -> list[str]:
    """The names that a block consists of: each two to four words with a capital, as those of persons are."""
    found = [part.strip() for part in _AND.split(blocks.text(i))] if blocks.length[i] <= _LINE else []
    persons = not (blocks.beside[i] or blocks.text(i).isupper()) and all(map(_is_person, found))
    return found if persons else []


def _is_person(text: str) -> bool:
    parts = text.split()
    plain = all(part[0].isupper() and re.sub(r"[.'’-]", "", part).isalpha() for part in parts)
    return 2 <= len(parts) <= 4 and plain


def _is_author(blocks: Blocks, i: int) -> bool:
    """Whether a block holds little more than a link that says it leads to the author (HTML, link type "author")."""
    tree = blocks.tree
    if blocks.length[i] > 60 or not _is_name(blocks.text(i)):
        return False
    around = above(tree, int(tree.leaves[blocks.first[i]]), 3)
    return any("author" in tree.attributes(u).get("rel", "").lower().split() for u in around)


def _date(blocks: Blocks, zone: list[int]) -> tuple[int, Written] | None:
    """The first date in the zone, in a line that says little else."""
    american = is_american(blocks.tree)
    for i in zone:
        if blocks.length[i] > _LINE:
            continue
        text = blocks.spaced(i)
        found = dates(text, american=american)
        if found:
            return i, found[0]
        if iso := _machine_date(blocks, i):
            return i, Written(iso, text, 0)
    return None


def _machine_date(blocks: Blocks, i: int) -> str | None:
    """What a `time` element around the first leaf of a block says to machines."""
    tree = blocks.tree
    around = above(tree, int(tree.leaves[blocks.first[i]]), 3)
    said = [tree.attributes(u).get("datetime", "") for u in around if tree.tag[u] == _TIME]
    return instant(said[0]) if said and said[0][:1].isdecimal() and len(said[0]) >= 8 else None


def is_american(tree: Tree) -> bool:
    """Whether a page writes the month before the day: it says that it is in American English."""
    return len(tree) > 0 and tree.attributes(0).get("lang", "").lower().replace("_", "-") == "en-us"


def _place_of(blocks: Blocks, i: int) -> str:
    """The place that a paragraph begins with: by its words, or as a text that is marked and ends in a colon or dash."""
    tree = blocks.tree
    first = tree.text(int(tree.leaves[blocks.first[i]]))
    marked = blocks.stop[i] - blocks.first[i] > 1 and tree.parent[tree.leaves[blocks.first[i]]] != blocks.node[i]
    if marked and (match := _MARKED.fullmatch(first)):
        return match["place"].strip()
    return _place(blocks.text(i))


def _place(paragraph: str) -> str:
    """The place that a report begins with, "" if none.

    >>> _place("NASSAU, Bahamas — Tiger Woods"), _place("SEOUL (Reuters) - North Korea"), _place("A man — tall")
    ('NASSAU, Bahamas', 'SEOUL', '')
    """
    match = _DATELINE.match(paragraph) or _AGENCY.match(paragraph)
    return match["place"].strip(" -") if match else ""
