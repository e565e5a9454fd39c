"""How the address of one page of a list differs from that of another: in a number, by its name or its place.

`?page=2`, `/page/2/`, `/news-2.html` and `index2.html` are the second pages of the addresses without the number; of
`?start=20`, `?start=40` the second is later. Session ids say nothing about a page and are left out of comparisons.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from weblode.caches import bounded_cache, regex

# Names of a page's number, or of its first record's, in queries and paths.
_PAGE_NAME = regex(
    r"(?:^|[^a-z])(?:p|pg|pn|pp|cp|pag|paged?|pages|pager|pagina\w*|pagin|paging|paginate|page_?(?:no|num|number|index|id|nr)|"
    r"(?:current|cur|start|goto|to|list|result)_?page|page_?(?:current|start)|seite|sida|side|sivu|strona|str|strana|stranka|"
    r"sayfa|oldal|trang|halaman|hal|lapa|start|start_?(?:index|at|row|rec|with|from)|offset|from|first|skip|begin|"
    r"b_start|o|xpage|idx|index|limitstart|pageoffset)(?:$|[^a-z])",
    re.IGNORECASE,
)
_SIZE_NAME = regex(
    r"size|per_?page|limit$|rows|count|length|show|display|results?$|items?$|view|year|month|day|date|rating|vote|stars?$",
    re.IGNORECASE,
)
_DATE_NAME = regex(
    r"^(?:m|mon|month|monat|mois|mes|y|yr|year|jahr|d|day|tag|date|datum|mini|week|cal\w*)$", re.IGNORECASE
)
_SESSION_NAME = regex(r"^(?:.*sess(?:ion)?_?(?:id)?|[a-z]*sid|cfid|cftoken|zenid|jsessionid|.*csrf.*)$", re.IGNORECASE)
_PATH_SESSION = regex(r";[a-z]*sess[a-z]*=[^/?]*|\(S\([^)]*\)\)/?", re.IGNORECASE)
_SEGMENT = regex(r"(.*?)([-_.,~+]?)(\d{1,7})(\.[a-z]{2,5})?", re.IGNORECASE | re.DOTALL)
_PAGE_ENDING = regex(
    r"(?:^|[-_.,~+])(?:p|pg|page|pagina|seite|sida|side|strona|index|trang|start)[-_.,~+]?$", re.IGNORECASE
)
_LAST_WORD = regex(r"[^\W\d_]+$")
_INDEX = regex(r"/(?:index|default|home)\.\w{2,5}$", re.IGNORECASE)
_DATE = regex(r"(?<!\d)(?:19|20)\d\d(?:[-/._]?(?:0?[1-9]|1[0-2]))(?:[-/._]?(?:[0-2]?\d|3[01]))?(?!\d)")
_DATE_BEFORE = regex(r"(?<!\d)(?:19|20)\d\d[-/._]?(?:(?:0?[1-9]|1[0-2])[-/._]?)?$")
_LONGEST = 2000  # characters of an address that is compared
_WORD = 60  # characters of a word before a number
_DIGITS = 7  # of a number
_MOST = 8  # numbers of an address, those with the name of a page first
_CACHE = 8 * 2**20  # bytes

Params = frozenset[tuple[str, str]]


class AddressKey(NamedTuple):
    """What two addresses of one page share: host, path and query without session ids, in any order."""

    host: str
    path: str
    params: Params


class AddressField(NamedTuple):
    """A number in an address: its name ("" if it has none), its value, and the key of the address without it."""

    name: str
    value: int
    rest: AddressKey


@dataclass(frozen=True)
class AddressStep:
    """How an address differs from another: in the number of one field; None where an address lacks it."""

    name: str
    before: int | None
    after: int | None

    @property
    def is_paging(self) -> bool:
        """Whether the field is named as that of a page."""
        return is_page_name(self.name)

    @property
    def is_forward(self) -> bool:
        """Whether the other address comes later."""
        return self.after is not None and (self.before is None or self.after > self.before)


def is_page_name(name: str) -> bool:
    """Whether a field with this name holds the number of a page.

    >>> [name for name in ("paged", "p", "start", "pageSize", "id", "limit", "cat") if is_page_name(name)]
    ['paged', 'p', 'start']
    """
    return bool(_PAGE_NAME.search(name)) and not _SIZE_NAME.search(name)


def _key_size(key: AddressKey) -> int:
    """About how many bytes a key takes."""
    return 4 * len(key.path) + 250 * len(key.params)


@bounded_cache(_CACHE, weigh=_key_size)
def address_key(address: str) -> AddressKey:
    """The key of an address.

    >>> address_key("http://www.a.example/b/?PHPSESSID=1&c=2") == address_key("https://a.example/b?c=2#d")
    True
    """
    host, path, params = _parts(address)
    return AddressKey(host, _plain(path), frozenset(params))


@bounded_cache(_CACHE, weigh=lambda fields: sum(300 + _key_size(field.rest) for field in fields))
def number_fields(address: str) -> tuple[AddressField, ...]:
    """The numbers in an address that may be those of a page, in their order; the first ones if there are many."""
    host, path, params = _parts(address)
    key = AddressKey(host, _plain(path), frozenset(params))
    in_path = _path_numbers(path.split("/"))
    in_query = [(name, value) for name, value in params if value.isdecimal() and len(value) <= _DIGITS]
    names = [name for name, *_ in in_path] + [name for name, _ in in_query]
    chosen = set(sorted(range(len(names)), key=lambda i: not is_page_name(names[i]))[:_MOST])
    fields = []
    for i, (name, digits, rest) in enumerate(in_path):
        if i in chosen:
            fields.append(AddressField(name.lower(), int(digits), key._replace(path=_plain("/".join(rest)))))
    for i, pair in enumerate(in_query, len(in_path)):
        if i in chosen:
            fields.append(AddressField(pair[0].lower(), int(pair[1]), key._replace(params=key.params - {pair})))
    return tuple(fields)


def _path_numbers(segments: list[str]) -> list[tuple[str, str, list[str]]]:
    """The numbers in a path, each with its name and the segments without it; the first ones if there are many."""
    numbers: list[tuple[str, str, list[str]]] = []
    for i, segment in enumerate(segments):
        if not any(map(str.isdecimal, segment)) or not (match := _SEGMENT.fullmatch(segment)):
            continue
        start, _, digits, suffix = match.groups()
        if not start and i and is_page_name(segments[i - 1]):
            name, before = segments[i - 1], i - 1
            stem = ""
        else:
            word = _LAST_WORD.search(start[-_WORD:])
            name, before = word[0] if word else "", i
            stem = _PAGE_ENDING.sub("", start)
        if len(numbers) < _MOST or is_page_name(name):
            inner = [stem + (suffix or "")] if stem else []
            numbers.append((name, digits, segments[:before] + inner + segments[i + 1 :]))
        if len(numbers) == 2 * _MOST:
            break
    return numbers


def step(own: str, other: str) -> AddressStep | None:
    """How an address differs from that of the page, if in one number alone; None for the same and for others.

    >>> step("http://a.example/b/", "http://a.example/b/page/2"), step("http://a.example/?p=3&q=x", "http://a.example/?q=x&p=2")
    (AddressStep(name='page', before=None, after=2), AddressStep(name='p', before=3, after=2))
    """
    here, there = address_key(own), address_key(other)
    if here == there or here.host != there.host:
        return None
    ours, theirs = number_fields(own), number_fields(other)
    for field in theirs:
        if field.rest == here:
            return AddressStep(field.name, None, field.value)
        for mine in ours:
            if mine.rest == field.rest and mine.name == field.name and mine.value != field.value:
                return AddressStep(field.name, mine.value, field.value)
    for mine in ours:
        if mine.rest == there:
            return AddressStep(mine.name, mine.value, None)
    return _wider(here, there)


def _wider(here: AddressKey, there: AddressKey) -> AddressStep | None:
    """A step to an address on the same path whose query has a page's number and all that ours has."""
    if here.path != there.path:
        return None
    own = dict(sorted(here.params))
    lost = {name for name, text in here.params - there.params if text}
    for name, value in sorted(there.params):
        if is_page_name(name) and value.isdecimal() and own.get(name) != value and lost <= {name}:
            before = own.get(name, "")
            return AddressStep(name.lower(), int(before) if before.isdecimal() else None, int(value))
    return None


def paging_field(address: str) -> AddressField | None:
    """The number of a page in an address, by its name; None without one."""
    return next((field for field in number_fields(address) if is_page_name(field.name)), None)


def is_dated(own: str, other: str) -> bool:
    """Whether an address has a date that the page's own has not, as those of a calendar have.

    >>> is_dated("http://a.example/", "http://a.example/?mini=2016-04"), is_dated("/2016/04/", "/2016/04/page/2")
    (True, False)
    """
    before = set(_DATE.findall(own))
    if any(date not in before for date in _DATE.findall(other)):
        return True
    return any(
        _DATE_NAME.match(name) and (name, value) not in address_key(own).params
        for name, value in address_key(other).params
    )


def is_date_number(address: str, start: int, number: str) -> bool:
    """Whether a number in an address, which begins at `start`, is part of a date."""
    if len(number) in (6, 8) and _DATE.fullmatch(number):
        return True
    if _DATE_BEFORE.search(address[:start]):
        return True
    name = re.search(r"[?&]([^=&]*)=$", address[:start])
    return bool(name and _DATE_NAME.match(name[1]))


def is_size_number(address: str, start: int) -> bool:
    """Whether a number in an address, which begins at `start`, is how many records a page has."""
    name = re.search(r"[?&/]([^=&/]*)[=/]$", address[:start])
    return bool(name and _SIZE_NAME.search(name[1]))


def _parts(address: str) -> tuple[str, str, list[tuple[str, str]]]:
    """The host, the path and the query of an address, without session ids."""
    try:
        parts = urlsplit(_PATH_SESSION.sub("", address[:_LONGEST]))
    except ValueError:
        return "", address, []
    pairs = [pair.partition("=") for pair in parts.query.replace(";", "&").split("&") if pair]
    params = [(name, value) for name, _, value in pairs if not _SESSION_NAME.match(name)]
    return parts.netloc.lower().removeprefix("www."), parts.path, params


def _plain(path: str) -> str:
    return _INDEX.sub("/", path).rstrip("/")
