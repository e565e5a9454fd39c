"""The metadata of a page: JSON-LD, microdata, and meta elements (OpenGraph, Dublin Core, HTML).

It is one more witness beside the mined attributes, under the same names: title, author, date, body, section,
description; other properties keep their own names. Of several things that a page describes, only the one that it is
about counts: not the site, the organisation behind it, the breadcrumbs, or its pictures.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple

import numpy as np

from weblode.caches import regex
from weblode.ontology import Attribute, Witness
from weblode.paths import xpath
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.dates import read_day
from weblode.values.locales import page_locale
from weblode.values.page_links import BY_NAME, BY_TYPE, head_attributes

METHODS = ("json-ld", "microdata", "opengraph")

# Types of schema.org that a page is not about, but that describe what is around its thing.
_AROUND = frozenset(
    "aggregaterating audioobject blog breadcrumblist collectionpage imageobject itemlist listitem "
    "newsmediaorganization offer organization person rating searchaction searchresultspage sitenavigationelement "
    "videoobject webpage website wpfooter wpheader wpsidebar".split()
)
_NAMES = {
    "headline": "title",
    "name": "title",
    "og:title": "title",
    "dc.title": "title",
    "author": "author",
    "creator": "author",
    "dc.creator": "author",
    "article:author": "author",
    "datepublished": "date",
    "datecreated": "date",
    "article:published_time": "date",
    "dc.date": "date",
    "dc.date.issued": "date",
    "dcterms.created": "date",
    "pubdate": "date",
    "date": "date",
    "articlebody": "body",
    "articlesection": "section",
    "article:section": "section",
    "description": "description",
    "og:description": "description",
    "contentlocation": "place",
    "locationcreated": "place",
    "pricecurrency": "currency",
    "product:price:amount": "price",
    "product:price:currency": "currency",
}
# Properties that say nothing about the thing itself.
_LEFT_OUT = frozenset(
    "@context @id @type alternativeheadline comment haspart image interactionstatistic ispartof keywords logo "
    "mainentityofpage potentialaction publisher review reviews sameas thumbnailurl url video worstrating bestrating "
    "isaccessibleforfree".split()
)
_MARKUP = regex(r"</?(?:[abipu]|br|div|em|h[1-6]|li|ol|span|strong|ul)\b[^<>]*>")  # that sites leave in texts
_WORD = regex(r"\w+")
_NOT_META = ("name", "headline", "url")  # what meta elements of these names say is something else
_META = NUMBERS["meta"]
_NAME = 100  # bytes of a name that is cached
_DEPTH = 3  # levels of nested properties that are read: offers, price
_STEPS = 1000  # values of JSON that are visited
_MOST = 200  # attributes of one method: the steps and ingredients of a long recipe are a hundred
_LONGEST = 100_000


class Declaration(NamedTuple):
    """A property that a page tells machines, with its node and the way of telling (`METHODS`)."""

    name: str
    value: str
    node: int
    method: str


def declarations(tree: Tree) -> list[Declaration]:
    """What a page's metadata says: JSON-LD, microdata, then meta elements; each value once for each method.

    It is read once a tree.
    """
    if "declarations" not in tree.column_cache:
        tree.column_cache["declarations"] = _declarations(tree)
    return list(tree.column_cache["declarations"])


def _declarations(tree: Tree) -> list[Declaration]:
    declared: list[Declaration] = []
    day_first = page_locale(tree).day_first
    for method, extract in zip(METHODS, (_json_ld, _microdata, _meta), strict=True):
        seen: set[tuple[str, str]] = set()
        for name, value, node in extract(tree):
            for part in _values(name, value, day_first=day_first):
                if (name, part) not in seen and len(seen) < _MOST:
                    seen.add((name, part))
                    declared.append(Declaration(name, part, node, method))
    return declared


def metadata(tree: Tree, declared: Sequence[Declaration] | None = None) -> list[Attribute]:
    """The declarations of a page as attributes; read once a tree, unless they are given."""
    if declared is None:
        if "metadata" not in tree.column_cache:
            tree.column_cache["metadata"] = metadata(tree, declarations(tree))
        return list(tree.column_cache["metadata"])
    return [
        Attribute(one.name, one.value, Witness(tree.page, xpath(tree, one.node), tree.url, one.method))
        for one in declared
    ]


def _values(name: str, value: str, *, day_first: bool | None) -> list[str]:
    """The normalised values: dates as ISO, authors one by one without URLs and "By"."""
    value = unescape(value)  # some sites write entities and tags where HTML has none
    value = _MARKUP.sub("\n", value) if "<" in value else value
    value = " ".join(value.split()) if name != "body" else value.strip()
    if not value or len(value) > _LONGEST:
        return []
    if name == "date":
        return [iso] if (iso := read_day(value, day_first=day_first)) else []
    if name == "author":
        if re.match(r"https?://|www\.", value):
            return []
        value = re.sub(r"^by\s+", "", value, flags=re.IGNORECASE)
        return [part.strip() for part in re.split(r",|;|\band\b|&", value) if re.search(r"[^\W\d_]", part)]
    return [value]


def _json_ld(tree: Tree) -> Iterator[tuple[str, str, int]]:
    """Name, value and node of each property in JSON-LD of the thing that the page is about."""
    things = []
    for u, k, kind in head_attributes(tree):
        if k == BY_TYPE and b"ld+json" in kind.lower():
            data = _load_json("".join(tree.string(v) for v in range(u + 1, int(tree.end[u]))))
            things += [(u, thing) for thing in _things(data)]
    for u, thing in sorted(things, key=lambda pair: not _is_article(pair[1])):  # else in the order of the page
        for name, value in _properties(thing):
            yield name, value, u


def _load_json(text: str) -> Any:
    """The JSON in a script, with common mistakes repaired; None if it cannot be parsed."""
    text = re.sub(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$", "", text.strip())
    mended = re.sub(r",(\s*[}\]])", r"\1", text.strip().rstrip(";"))
    for attempt in (text, mended, re.sub(r"[\x00-\x1f]+", " ", mended)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    try:
        return json.JSONDecoder(strict=False).raw_decode(mended)[0]  # something follows the object
    except (ValueError, RecursionError):
        return None


def _things(data: Any) -> list[Mapping[str, Any]]:
    """The things in JSON-LD that a page can be about, such as an article and its recipe; the first of each type.

    Several of one type are a list of other things; one with another name than the first is something else too: the
    business that has the page, questions and answers, an event that an article names.
    """
    things: dict[frozenset[str], Mapping[str, Any]] = {}
    words: set[str] = set()  # of the name of the first
    waiting = [data]
    for _ in range(_STEPS):
        if not waiting:
            break
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part[:_STEPS])
        elif isinstance(part, dict):
            if (types := frozenset(_types(part))) and not types & _AROUND:
                own = _name_words(part)
                if not things or 2 * len(own & words) > min(len(own), len(words)):
                    things.setdefault(types, part)
                words = words or own
                continue
            waiting += [part[key] for key in ("mainEntityOfPage", "mainEntity", "@graph") if key in part]
    return list(things.values())


def _name_words(thing: Mapping[str, Any]) -> set[str]:
    """The words of a thing's name or headline."""
    name = thing.get("headline") or thing.get("name") or ""
    return set(_WORD.findall(name.lower())) if isinstance(name, str) else set()


def _types(thing: Mapping[str, Any]) -> set[str]:
    types = thing.get("@type", [])
    return {str(kind).rsplit("/", 1)[-1].lower() for kind in (types if isinstance(types, list) else [types])}


def _is_article(thing: Mapping[str, Any]) -> bool:
    return any(kind.endswith(("article", "posting")) and kind != "jobposting" for kind in _types(thing))


def _properties(thing: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and values of a thing's properties.

    A nested thing gives its text, its name, or without these its properties; a nested list what it lists.
    """
    keys = [key for key in thing if key != "name" or not thing.get("headline")]  # often with the site's name
    waiting = [(str(key), thing[key], 1) for key in reversed(keys)]
    for _ in range(_STEPS):
        if not waiting:
            break
        key, value, depth = waiting.pop()
        if key.lower() in _LEFT_OUT:
            continue
        if isinstance(value, list):
            waiting += [(key, part, depth) for part in reversed(value[:_STEPS])]
        elif isinstance(value, dict):
            if "propertyvalue" in _types(value) and "name" in value and "value" in value:
                waiting.append((str(value["name"]), value["value"], depth))
            elif content := next(
                (value[inner] for inner in ("itemListElement", "text", "name") if value.get(inner)), None
            ):
                waiting.append((key, content, depth))
            elif depth < _DEPTH:
                waiting += [(str(inner), part, depth + 1) for inner, part in reversed(value.items())]
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            yield _property_name(key), str(value)


def _property_name(key: str) -> str:
    """Our name for a property if there is one, else its own name in words.

    >>> _property_name("datePublished"), _property_name("checkinTime")
    ('date', 'checkin time')
    """
    return _NAMES.get(key.lower()) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).lower()


def _microdata(tree: Tree) -> Iterator[tuple[str, str, int]]:
    """Name, value and node of each property in microdata (HTML standard, "Microdata")."""
    main = -1
    attributes = tree.named_attributes((b"itemprop", b"itemscope"))
    if not attributes:
        return
    items = np.array([u for u, k, _ in attributes if k], dtype=np.int64)
    top = np.array([_is_top(tree, v) for v in items.tolist()], dtype=bool)
    for u in [u for u, k, _ in attributes if not k][:_STEPS]:
        own = tree.attributes(u)
        inside = (items < u) & (tree.end[items] > u)
        scopes, tops = items[inside][::-1].tolist(), items[inside & top][::-1].tolist()
        if "itemscope" in own or not tops or main not in (-1, tops[-1]):
            continue
        main = tops[-1]
        key = own["itemprop"].split()[0] if own["itemprop"].split() else ""
        around = tree.attributes(scopes[0])
        if scopes[0] != main and key == "name" and around.get("itemprop", "").split():
            key = around["itemprop"].split()[0]
        elif scopes[0] != main and _scope_type(tree, scopes[0]) in ("person", "organization", "imageobject"):
            continue
        if key and key.lower() not in _LEFT_OUT:
            yield _property_name(key), _item_value(tree, u, own), u


def _is_top(tree: Tree, u: int) -> bool:
    """Whether an item is not a property of another, and has a type that a page can be about."""
    return "itemprop" not in tree.attributes(u) and _scope_type(tree, u) not in _AROUND


def _scope_type(tree: Tree, u: int) -> str:
    return tree.attributes(u).get("itemtype", "").rstrip("/").rsplit("/", 1)[-1].lower()


def _item_value(tree: Tree, u: int, own: Mapping[str, str]) -> str:
    for name in ("content", "datetime"):
        if own.get(name, "").strip():
            return own[name]
    return tree.text(u, line=" ")


def _meta(tree: Tree) -> Iterator[tuple[str, str, int]]:
    """Name, value and node of each meta element with a known name."""
    usable = dict.fromkeys(u for u, k, value in head_attributes(tree) if k <= BY_NAME and _is_known(value))
    for u in usable:
        own = tree.attributes(u)
        key = (own.get("property") or own.get("name") or "").strip().lower()
        if tree.tag.item(u) == _META and key in _NAMES and key not in _NOT_META and "itemprop" not in own:
            yield _NAMES[key], own.get("content", ""), u


def _is_known(name: bytes) -> bool:
    """Whether a meta element of this name may say something about the thing."""
    return _is_known_name(name) if len(name) <= _NAME else _is_known_name.__wrapped__(name)


@lru_cache(maxsize=1024)  # all pages have the same few
def _is_known_name(name: bytes) -> bool:
    return name.decode().strip().lower() in _NAMES


def meta(tree: Tree, name: str) -> str:
    """The text of the first meta element of this name, on one line; "" without one."""
    for u in np.flatnonzero(tree.tag == NUMBERS["meta"]).tolist():
        if (tree.attribute(u, "property") or tree.attribute(u, "name") or "").strip().lower() == name:
            return " ".join(unescape(tree.attribute(u, "content") or "").split())
    return ""
