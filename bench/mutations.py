"""Pages that went wrong: mutations of real ones, for `bench.fuzz`.

A case is made from a seed and its number alone (and the pages to choose from), so that case 17 can be made again
without the sixteen before it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from bench.oddities import DATA, ENCLOSING, ENTITIES, FOREIGN, FORMATTING, NAMES, STYLES, TABLES, VALUES
from weblode.limits import DEFAULT

MOST = 1_000_000  # bytes of a mutated page: bounds of time and memory are those for pages below a megabyte
_WINDOW = 40_000  # bytes of a part of a page; most cases are parts, as these run quickly
_DEPTH = DEFAULT.depth * 3 // 2  # elements in elements: often below the limit of trees, and sometimes above
_CONTROLS = (b"\0", b"\0\0\0", b"\x0b", b"\x1b", b"\r")
_ENCODINGS = "utf-8 utf-16 utf-16-be utf-32 latin-1 cp1251 shift_jis gb18030 utf-7".split()
_TOLD = "utf-8 utf-16 euc-kr iso-2022-jp x-user-defined none \u0130".split()
_UNREAD = re.compile(rb"(?is)<(script|style)\b.*?</\1\s*>|<!--.*?-->")
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9:-]*)([^<>]*)>")
_WORD = re.compile(rb">([^<>]{3,200})<")


@dataclass(frozen=True)
class Case:
    """A mutated page, with how it was made."""

    number: int
    data: bytes
    source: str
    mutations: tuple[str, ...]


def case(files: Sequence[Path], *, seed: int, number: int) -> Case:
    """The case with a number: a page or a part of one, and one to four mutations of it."""
    random = Random(f"{seed} {number}")
    path, other = random.choice(files), _read(random.choice(files))
    data = _read(path)
    if random.random() < 0.75:
        data, other = _part(random, data), _part(random, other)
    chosen = random.choices(sorted(MUTATIONS), k=random.choice((1, 1, 2, 3, 4)))
    for name in chosen:
        data = MUTATIONS[name](random, data, other)[:MOST]
    return Case(number, data, path.name, tuple(chosen))


@lru_cache(maxsize=64)
def _read(path: Path) -> bytes:
    return path.read_bytes()[:MOST]


def _part(random: Random, data: bytes) -> bytes:
    """A part of a page from a tag on, mostly without scripts, of which many pages consist."""
    if random.random() < 0.8:
        data = _UNREAD.sub(b"", data)
    at = data.find(b"<", random.randrange(max(1, len(data) - _WINDOW)))
    return data[max(0, at) :][: random.randrange(500, _WINDOW)]


def _count(random: Random, most: int) -> int:
    """A number from 1 to `most`: small ones as often as large ones, and one in eight times the most."""
    return int(most ** min(1.0, random.uniform(0.0, 8 / 7)))


def _place(random: Random, data: bytes) -> int:
    """A place in a page: mostly at a tag, sometimes anywhere."""
    at = random.randrange(len(data) + 1)
    tag = data.find(b"<", at)
    return tag if tag >= 0 and random.random() < 0.8 else at


def _put(data: bytes, at: int, what: bytes, stop: int | None = None) -> bytes:
    return data[:at] + what + data[at if stop is None else stop :]


def _tags(random: Random, data: bytes, most: int = 30) -> list[re.Match[bytes]]:
    """Some tags of a page, last ones first, so that what stands before them keeps its place."""
    found = list(_TAG.finditer(data))
    chosen = random.sample(found, min(len(found), _count(random, most)))
    return sorted(chosen, key=lambda tag: -tag.start())


# ---------------------------------------------------------------- bytes
def flipped(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with some bits flipped."""
    changed = bytearray(data)
    for _n in range(_count(random, 200) if data else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def inserted(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with bytes in it that nobody wrote."""
    for _n in range(_count(random, 30)):
        data = _put(data, _place(random, data), random.randbytes(_count(random, 40)))
    return data


def removed(random: Random, data: bytes, _: bytes) -> bytes:
    """The page without some of its bytes."""
    for _n in range(_count(random, 30)):
        at = _place(random, data)
        data = _put(data, at, b"", at + _count(random, 300))
    return data


def nulled(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with NULs and other control characters in it."""
    for _n in range(_count(random, 50)):
        data = _put(data, _place(random, data) + random.randrange(2), random.choice(_CONTROLS))
    return data


def cut_off(random: Random, data: bytes, _: bytes) -> bytes:
    """The page up to some place, perhaps inside a tag."""
    return data[: random.randrange(len(data) + 1)]


def spliced(random: Random, data: bytes, other: bytes) -> bytes:
    """The start of one page with the end of another, or one page inside another."""
    at, where = _place(random, data), _place(random, other)
    return data[:at] + other[where:] + (data[at:] if random.random() < 0.5 else b"")


def encoded(random: Random, data: bytes, _: bytes) -> bytes:
    """The page in another encoding, and told to be in this one, in another or in one that does not exist."""
    name = random.choice(_ENCODINGS)
    told = random.choice((name, *_TOLD))
    text = f'<meta charset="{told}">' * random.randrange(2) + data.decode("utf-8", "replace")
    mark = random.choice((b"", b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
    return mark + text.encode(name, "replace")


# ---------------------------------------------------------------- tags
def doubled(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with tags written twice or many times."""
    for tag in _tags(random, data):
        data = _put(data, tag.start(), tag[0] * _count(random, 20))
    return data


def dropped(random: Random, data: bytes, _: bytes) -> bytes:
    """The page without some tags, or without all end tags of a name."""
    tags = _tags(random, data)
    if tags and random.random() < 0.3:
        return re.sub(rb"(?i)</%s\s*>" % re.escape(tags[0][2]), b"", data)
    for tag in tags:
        data = _put(data, tag.start(), b"", tag.end())
    return data


def renamed(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with other names for some tags, or for all of a name."""
    tags, name = _tags(random, data), random.choice(NAMES)
    if tags and random.random() < 0.5:
        return re.sub(rb"(?i)<(/?)%s(?=[\s>])" % re.escape(tags[0][2]), rb"<\1" + name, data)
    for tag in tags:
        data = _put(data, tag.start(), b"<" + tag[1] + random.choice(NAMES) + tag[3] + b">", tag.end())
    return data


def nested(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with elements in elements in elements."""
    names = random.choices(NAMES, k=random.choice((1, 1, 2, 3)))
    n = _count(random, _DEPTH // len(names))
    opened, closed = b"".join(b"<%s>" % name for name in names), b"".join(b"</%s>" % name for name in reversed(names))
    at = _place(random, data)
    stop = max(at, _place(random, data))
    return data[:at] + opened * n + data[at:stop] + closed * (n if random.random() < 0.5 else 0) + data[stop:]


def unclosed(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with formatting elements that nobody ends, in many places."""
    name = random.choice(FORMATTING)
    for tag in _tags(random, data, 3000):
        own = b" x=%d" % random.randrange(5) if random.random() < 0.3 else b""
        data = _put(data, tag.end(), b"<%s%s>" % (name, own))
    return data


def repeated(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with a block again and again."""
    at = _place(random, data)
    stop = data.find(b"<", at + _count(random, 3000))
    block = data[at : stop if stop >= 0 else len(data)]
    return _put(data, at, block * _count(random, max(1, (MOST - len(data)) // max(1, len(block)))))


def attributed(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with huge attributes, with many, or with strange values of those that matter."""
    spans = b' colspan=%d rowspan="%d" ' % (_count(random, 10**12), _count(random, 70_000))
    many = b"".join(b" a%d=%d" % (i, i) for i in range(_count(random, 500)))
    marked = b' class="%s" id="%s"' % (b"\xc2\xa0 \x0c a" * _count(random, 2000), b"'<>&quot;")
    style = b' style="font:bold %dpx x;display:none;;;:}" hidden href="%s"' % (_count(random, 10**9), b"../" * 500)
    for tag in _tags(random, data, 10):
        what = random.choice((b' x="' + b"y" * _count(random, 200_000) + b'"', spans, many, marked, style))
        data = _put(data, tag.end() - 1, what)
    return data


# ---------------------------------------------------------------- content
def worded(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with texts that read like hostile dates, numbers, addresses and labels."""
    texts = list(_WORD.finditer(data))
    for text in sorted(random.sample(texts, min(len(texts), _count(random, 100))), key=lambda each: -each.start()):
        data = _put(data, text.start(1), random.choice(VALUES).encode(), text.end(1))
    return data


def escaped(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with character references, right and wrong ones."""
    for _n in range(_count(random, 100)):
        data = _put(data, _place(random, data), random.choice(ENTITIES) * _count(random, 5))
    return data


def foreign(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with a part of it in SVG or MathML, perhaps back in HTML inside that."""
    return _around(random, data, FOREIGN)


def enclosed(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with a part of it in an element that has rules of its own: template, select, raw text, framesets."""
    return _around(random, data, ENCLOSING)


def tabled(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with tables in tables, or what does not belong there between their rows."""
    for _n in range(_count(random, 20)):
        data = _around(random, data, TABLES)
    return data


def styled(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with style sheets that are wrong or costly."""
    return _put(data, _place(random, data), random.choice(STYLES) * _count(random, 5))


def described(random: Random, data: bytes, _: bytes) -> bytes:
    """The page with wrong things told to machines."""
    return _put(data, _place(random, data), random.choice(DATA) * _count(random, 5))


def _around(random: Random, data: bytes, openings: Sequence[bytes]) -> bytes:
    """The page with an opening somewhere and, perhaps, its end tags further on."""
    opening = random.choice(openings)
    names = [tag[2] for tag in _TAG.finditer(opening)]
    closing = b"".join(b"</%s>" % name for name in reversed(names)) if random.random() < 0.6 else b""
    at = _place(random, data)
    return _put(_put(data, max(at, _place(random, data)), closing), at, opening)


Mutation = Callable[[Random, bytes, bytes], bytes]
_ALL = (
    *(flipped, inserted, removed, nulled, cut_off, spliced, encoded),
    *(doubled, dropped, renamed, nested, unclosed, repeated, attributed),
    *(worded, escaped, foreign, enclosed, tabled, styled, described),
)
MUTATIONS: dict[str, Mutation] = {each.__name__: each for each in _ALL}
