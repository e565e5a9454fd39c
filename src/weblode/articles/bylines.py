"""Who wrote an article and when, by the lines around its title and body.

Authors are named by a line that begins with "by" or the same word of another language, by a link of type "author", or
by a line of names alone beside the title, the date or the first paragraph.
"""

import re

from weblode.articles.blocks import Blocks, nearest_ancestors
from weblode.caches import regex
from weblode.tags import NUMBERS
from weblode.values.dates import WrittenDate, find_dates, read_day
from weblode.values.locales import page_locale

_TIME = NUMBERS["time"]
_HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))
_LINE = 160  # characters of a line with author and date; more is a paragraph
_SENTENCE = 8  # words beside a date in a line that is running text
_LETTERS = regex(r"[^\W\d_]{2,}")
_SHORT = 60  # characters of a line that is a byline and nothing else
_ABOVE = 3  # elements around a text that may be a link to its author
# Before "by" there may be nothing, a date, or one of these; otherwise it names the maker of a film, a picture.
_BY = regex(
    r"^(?:(?:.{0,30}\b(?:written|posted|published|story|reported|reporting|reviewed|words|text)\b.{0,30}?|.{0,30}\d\S*\W*)?\bby|"
    r"(?:\w+\s+)?(?:von|par|por|di|door|av|af|autore?|author|text|автор|oleh|penulis|autorin?|redaktor|skrevet av|"
    r"a cura di|scritto da|escrito por|publicado por|szerző|kirjoittaja|yazan|auteur|tekst))\b\s*:?\s+(?P<names>\S.*)$",
    re.IGNORECASE,
)
# Chinese and Japanese put the word and a colon before the names: "(editors: 牛镛、岳弘彬)".
_UNSPACED_BY = regex(
    r"^[(（\[【]?\s*(?:责编|責編|责任编辑|責任編輯|记者|記者|作者|编辑|編輯|撰文|文|执笔|執筆)\s*[:：/]\s*"  # noqa: RUF001
    r"(?P<names>[\u3400-\u9fff、\s,，]{2,40}?)\s*[)）\]】]?$"  # noqa: RUF001
)
# In lower case but for headlines in capitals: "E. Smith" and "Dan Brown" are names.
_AND = regex(r"\s*(?:,|;|&|/|、|\b(?:and|AND|und|et|y|e|en|og|och|dan)\b(?!\.))\s*")
_NAME_END = regex(
    r"\s+(?:[|•·/–—-]\s|on\b|at\b|in\b|for\b|under\b|@)|[|•·(\[@:]|\bupdated\b|\bpublished\b", re.IGNORECASE
)


def authors(blocks: Blocks, zone: list[int]) -> list[tuple[int, str]]:
    """The authors in the first line of a zone that names some, each with its block."""
    for i in zone:
        if len(blocks.texts[i]) <= _LINE and (people := names(blocks.spaced(i))):
            return [(i, name) for name in people]
    author = _linked_author(blocks, zone)
    return [(author, blocks.text(author))] if author >= 0 else []


def names(line: str) -> list[str]:
    """The names in a line such as "By Ann Lee"; empty if the line is no such line.

    >>> names("By MICHAEL J. de la MERCED and REED ABELSON"), names("Posted on May 3 by Ann Lee"), names("By the sea")
    (['MICHAEL J. de la MERCED', 'REED ABELSON'], ['Ann Lee'], [])
    >>> names("Directed by Ann Lee"), names("May 3, 2018 by Ann Lee")
    ([], ['Ann Lee'])
    """
    if match := _UNSPACED_BY.match(line):
        return re.findall(r"[^\s、,，]+", match["names"])
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


def is_byline(blocks: Blocks, i: int) -> bool:
    """Whether a block is nothing but a byline: short, with names, and no sentence."""
    return bool(blocks.length[i] <= _SHORT) and bool(names(blocks.spaced(i))) and not blocks.is_sentence(i)


def _is_name(text: str) -> bool:
    parts = text.split()
    return 1 <= len(parts) <= 6 and _is_capital(parts[0]) and _is_capital(parts[-1]) and not re.search(r"\d", text)


def _is_capital(word: str) -> bool:
    """Whether a word begins with a capital, or with a letter of a script that has none."""
    return word[:1].isalpha() and not word[:1].islower()


def people(blocks: Blocks, i: int) -> list[str]:
    """The names of persons that a block consists of, each of two to four capitalised words; else empty."""
    if blocks.length[i] > _LINE or blocks.beside[i] or int(blocks.tree.tag[blocks.node[i]]) in _HEADINGS:
        return []
    parts = [part.strip() for part in _AND.split(blocks.text(i))]
    return parts if not blocks.text(i).isupper() and all(map(_is_person, parts)) else []


def _is_person(text: str) -> bool:
    parts = text.split()
    plain = all(part[0].isupper() and re.sub(r"[.'’-]", "", part).isalpha() for part in parts)
    return 2 <= len(parts) <= 4 and plain


def _linked_author(blocks: Blocks, zone: list[int]) -> int:
    """The first block that is little more than a link to the author (HTML, link type "author"); -1 without one."""
    tree = blocks.tree
    short = [i for i in zone if len(blocks.texts[i]) <= _SHORT and _is_name(blocks.text(i))]
    around = [(i, u) for i in short for u in nearest_ancestors(tree, tree.leaves.item(blocks.first.item(i)), _ABOVE)]
    types = tree.attributes_of([u for _, u in around], "rel")
    return next((i for (i, _), own in zip(around, types, strict=True) if "author" in own.lower().split()), -1)


def date(blocks: Blocks, zone: list[int]) -> tuple[int, WrittenDate] | None:
    """The first date in a zone, in a line with little else."""
    day_first = page_locale(blocks.tree).day_first
    for i in zone:
        if len(blocks.texts[i]) > _LINE:
            continue
        text = blocks.spaced(i)
        written = find_dates(text, day_first=day_first)
        if written and not _is_running_text(blocks, i, written):
            return i, written[0]
        if iso := _machine_date(blocks, i):
            return i, WrittenDate(iso, text, 0)
    return None


def _is_running_text(blocks: Blocks, i: int, written: list[WrittenDate]) -> bool:
    """Whether a line with dates is sentences, with many words beside them, and no byline."""
    text = blocks.spaced(i)
    for one in written:
        text = text.replace(one.text, " ")
    many = len(_LETTERS.findall(text)) >= _SENTENCE
    return many and bool(blocks.prose[i] or blocks.is_sentence(i)) and not names(blocks.spaced(i))


def _machine_date(blocks: Blocks, i: int) -> str | None:
    """The `datetime` of a `time` element around the first leaf of a block, as ISO; None without one."""
    tree = blocks.tree
    around = nearest_ancestors(tree, int(tree.leaves[blocks.first[i]]), 3)
    values = [tree.attributes(u).get("datetime", "") for u in around if tree.tag[u] == _TIME]
    return read_day(values[0]) if values and values[0][:1].isdecimal() and len(values[0]) >= 8 else None
