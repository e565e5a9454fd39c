"""The parts of an article: title, author, date, place and body, by their position and wording."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from weblode.instances.blocks import Blocks, nearest_ancestors, words
from weblode.instances.body import body
from weblode.instances.template import Template
from weblode.tags import NUMBERS
from weblode.values.dates import WrittenDate, find_dates, read_day
from weblode.values.locales import page_locale

_HEADINGS = {NUMBERS[f"h{level}"]: level for level in range(1, 7)}
_TITLE, _TIME = NUMBERS["title"], NUMBERS["time"]
_BEFORE, _AFTER = 8, 5  # blocks before the title and after the body that may have author and date
_NEAR = 3  # blocks from title to date, up to which a name beside one of them is the author's
_LINE = 160  # characters of a line with author and date; more is a paragraph
_SEPARATORS = re.compile(r"\s+[-|–—•·:»«]+\s+|\s*[|»«]\s*")
# Before "by" there may be nothing, a date, or one of these; otherwise it names the maker of a film, a picture.
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
    """The blocks of a page's title, authors, date and body; -1 or empty where it has none."""

    title: int
    title_text: str
    body: tuple[int, ...]
    authors: tuple[tuple[int, str], ...] = ()  # block and name
    date: tuple[int, WrittenDate] | None = None
    place: str = ""

    @property
    def used(self) -> set[int]:
        """The blocks of all parts."""
        dated = [self.date[0]] if self.date else []
        return {self.title, *self.body, *dated, *(i for i, _ in self.authors)}


def article(blocks: Blocks, template: Template) -> ArticleParts:
    """The parts of the article on a page; some or all may be missing. `template` is that of its siblings."""
    repeated = _repeated(blocks, template)
    paragraphs = body(blocks, repeated)
    title, text = _title(blocks, paragraphs[0] if paragraphs else len(blocks), repeated)
    inside = set(paragraphs)
    zone = list(_byline_blocks(blocks, title, paragraphs))
    zone = [i for i in zone if i not in inside]
    dated = _date(blocks, zone)
    authors = _authors(blocks, zone)
    if dated and not authors and paragraphs and title - _NEAR <= dated[0] < paragraphs[0]:
        near = [i for i in (title + 1, dated[0] - 1, dated[0] + 1) if title < i < paragraphs[0] and not repeated[i]]
        authors = next(([(i, name) for name in people] for i in near if (people := _people(blocks, i))), [])
    place = _place_of(blocks, paragraphs[0]) if paragraphs else ""
    return ArticleParts(title, text, tuple(paragraphs), tuple(authors), dated, place)


def _repeated(blocks: Blocks, template: Template) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether most of the text of each block is decoration by the template."""
    tree = blocks.tree
    size = tree.start[tree.leaves + 1] - tree.start[tree.leaves]
    total = np.concatenate(([0], np.cumsum(size)))
    decoration_size = np.concatenate(([0], np.cumsum(size * template.is_decoration(tree))))
    share = (decoration_size[blocks.stop] - decoration_size[blocks.first]) * 2
    return np.asarray(share > total[blocks.stop] - total[blocks.first])


def _byline_blocks(blocks: Blocks, title: int, paragraphs: list[int]) -> Iterable[int]:
    """The blocks in which author and date are searched, the likeliest first."""
    n = len(blocks)
    start = paragraphs[0] if paragraphs else min(n, title + 1 + 3 * _BEFORE)
    if 0 <= title < start:
        yield from range(title + 1, start)
        yield from range(title - 1, max(0, title - _BEFORE), -1)
    else:
        yield from range(start - 1, max(0, start - 2 * _BEFORE), -1)
    if paragraphs:
        yield from range(paragraphs[-1] + 1, min(n, paragraphs[-1] + 1 + _AFTER))


def _title(blocks: Blocks, start: int, repeated: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[int, str]:
    """The block of the title, and its text; for a page that shows none, -1 and its `title` without the site's name.

    The title is a heading, or another line before the body, that the page's `title` repeats: the one that shares most
    words with it, of equals the one nearest to the body. Else the nearest heading of the highest level before the body.
    """
    tree = blocks.tree
    page_title = next((blocks.text(i) for i in range(min(len(blocks), 3)) if tree.tag[blocks.node[i]] == _TITLE), "")
    title_words = set(words(page_title))
    best: tuple[tuple[float, ...], int] | None = None
    for i in range(len(blocks)):
        level = _HEADINGS.get(int(tree.tag[blocks.node[i]]), 0)
        if tree.tag[blocks.node[i]] == _TITLE or (not level and (i >= start or blocks.length[i] > 200)):
            continue
        bag = set(words(blocks.text(i)))
        shared = len(bag & title_words)
        if shared < 0.8 * len(bag) or shared < (2 if level else 4) or (i > start and 2 * shared < len(title_words)):
            continue
        key = (2 * shared - len(bag), level > 0, not blocks.beside[i], -abs(start - i))
        best = max(best or (key, i), (key, i))
    if best is not None and (best[0][0] >= min(3, len(title_words)) or not repeated[best[1]]):
        return best[1], blocks.text(best[1])
    heads = [
        (_HEADINGS[tag], start - i, i)
        for i in range(start)
        if (tag := int(tree.tag[blocks.node[i]])) in _HEADINGS and not repeated[i] and not blocks.beside[i]
    ]
    if heads:
        chosen = min(heads)[2]
        return chosen, blocks.text(chosen)
    return -1, max(_SEPARATORS.split(page_title), key=len, default="")


def _authors(blocks: Blocks, zone: list[int]) -> list[tuple[int, str]]:
    """The authors in the first line that names some, each with its block."""
    for i in zone:
        if blocks.length[i] <= _LINE and (people := names(blocks.spaced(i))):
            return [(i, name) for name in people]
    return [(i, blocks.text(i)) for i in zone if _is_author(blocks, i)][:1]


def names(line: str) -> list[str]:
    """The names in a line such as "By Ann Lee"; empty if the line is no such line.

    >>> names("By MICHAEL J. de la MERCED and REED ABELSON"), names("Posted on May 3 by Ann Lee"), names("By the sea")
    (['MICHAEL J. de la MERCED', 'REED ABELSON'], ['Ann Lee'], [])
    >>> names("Directed by Ann Lee"), names("May 3, 2018 by Ann Lee")
    ([], ['Ann Lee'])
    """
    match = _BY.match(line)
    if match is None:
        return []
    text = match["names"]
    for written in find_dates(text, day_first=True):
        text = text[: written.start] if written.start else ""
        break
    text = text[: end.start()] if (end := _NAME_END.search(text)) else text
    people = []
    for name in (part.strip(" .,;") for part in _AND.split(text)):
        if not _is_name(name):
            break
        people.append(name)
    return people


def _is_name(text: str) -> bool:
    parts = text.split()
    return 1 <= len(parts) <= 6 and parts[0][:1].isupper() and parts[-1][:1].isupper() and not re.search(r"\d", text)


def _people(blocks: Blocks, i: int) -> list[str]:
    """The names of persons that a block consists of, each of two to four capitalised words; else empty."""
    people = [part.strip() for part in _AND.split(blocks.text(i))] if blocks.length[i] <= _LINE else []
    persons = not (blocks.beside[i] or blocks.text(i).isupper()) and all(map(_is_person, people))
    return people if persons else []


def _is_person(text: str) -> bool:
    parts = text.split()
    plain = all(part[0].isupper() and re.sub(r"[.'’-]", "", part).isalpha() for part in parts)
    return 2 <= len(parts) <= 4 and plain


def _is_author(blocks: Blocks, i: int) -> bool:
    """Whether a block is little more than a link to the author (HTML, link type "author")."""
    tree = blocks.tree
    if blocks.length[i] > 60 or not _is_name(blocks.text(i)):
        return False
    around = nearest_ancestors(tree, int(tree.leaves[blocks.first[i]]), 3)
    return any("author" in tree.attributes(u).get("rel", "").lower().split() for u in around)


def _date(blocks: Blocks, zone: list[int]) -> tuple[int, WrittenDate] | None:
    """The first date in the zone, in a line with little else."""
    day_first = page_locale(blocks.tree).day_first
    for i in zone:
        if blocks.length[i] > _LINE:
            continue
        text = blocks.spaced(i)
        written = find_dates(text, day_first=day_first)
        if written:
            return i, written[0]
        if iso := _machine_date(blocks, i):
            return i, WrittenDate(iso, text, 0)
    return None


def _machine_date(blocks: Blocks, i: int) -> str | None:
    """The `datetime` of a `time` element around the first leaf of a block, as ISO; None without one."""
    tree = blocks.tree
    around = nearest_ancestors(tree, int(tree.leaves[blocks.first[i]]), 3)
    values = [tree.attributes(u).get("datetime", "") for u in around if tree.tag[u] == _TIME]
    return read_day(values[0]) if values and values[0][:1].isdecimal() and len(values[0]) >= 8 else None


def _place_of(blocks: Blocks, i: int) -> str:
    """The place that a paragraph begins with: by its wording, or as marked-up text that ends in a colon or dash."""
    tree = blocks.tree
    first = tree.text(int(tree.leaves[blocks.first[i]]))
    marked = blocks.stop[i] - blocks.first[i] > 1 and tree.parent[tree.leaves[blocks.first[i]]] != blocks.node[i]
    if marked and (match := _MARKED.fullmatch(first)):
        return match["place"].strip()
    return _place(blocks.text(i))


def _place(paragraph: str) -> str:
    """The place in the dateline that a report begins with; "" without one.

    >>> _place("NASSAU, Bahamas — Tiger Woods"), _place("SEOUL (Reuters) - North Korea"), _place("A man — tall")
    ('NASSAU, Bahamas', 'SEOUL', '')
    """
    match = _DATELINE.match(paragraph) or _AGENCY.match(paragraph)
    return match["place"].strip(" -") if match else ""
