"""The address of a page, what its links lead to, and which of an image's addresses a browser shows."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from urllib.parse import urljoin

import numpy as np
from numpy.typing import NDArray

from weblode.caches import bounded_cache, regex
from weblode.kernels.texts import HOLDING
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

_WEB = regex(r"https?://[^\s/]", re.IGNORECASE)
# Addresses that are not joined to another: they lead to no page, or are scripts.
_OTHER = regex(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# Saved pages may have their links disabled so that nobody follows them by mistake: httpdisabled://example.com/.
_DISABLED = regex(r"^(https|http(?!s:))[a-z-]+(?=://)", re.IGNORECASE)
_ROOT = regex(r"https?://[^/?#]+", re.IGNORECASE)
# Links that begin with a name and have no dots as names: to join one to most addresses is to put it after their folder.
_PLAIN = regex(r"[A-Za-z0-9_~-][A-Za-z0-9_.~/%=&?+-]*+")
_TELLING = (b"property", b"name", b"type", b"rel")
BY_PROPERTY, BY_NAME, BY_TYPE, BY_REL = range(len(_TELLING))
_HEADS = (NUMBERS["link"], NUMBERS["meta"])
_LAZY = (
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-image",
    "data-img",
    "data-url",
    "data-hi-res-src",
)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_HOLDING = regex("|".join(map(re.escape, HOLDING)))
_FILE = regex(r"[^\s{}\"<>]*[./][^\s{}\"<>]*")
_CANDIDATE = regex(r"\s*([^\s,]\S*[^\s,]|[^\s,])(?:\s+([0-9.]+)([wx]))?\s*(?:,|$)")


def page_address(tree: Tree) -> str:
    """The address of a page on the web: the one it was read from, else the one it declares; "" if neither is known."""
    if tree.is_xml or _WEB.match(tree.url or ""):
        return tree.url or ""
    return declared_address(tree)


def declared_address(tree: Tree) -> str:
    """The address that a page declares, by its canonical link, else by `og:url`; "" for none. Read once a tree."""
    key = "declared address"
    if key not in tree.column_cache:
        tree.column_cache[key] = _declared(tree)
    address: str = tree.column_cache[key]
    return address


def link_base(tree: Tree) -> str:
    """The address that the page's links are relative to, by `<base>` and the page's own; "" if it is not known.

    Read once a tree: each list on a page asks for it.
    """
    if "link base" not in tree.column_cache:
        base = page_address(tree)
        if tree.base:
            base = join_address(base, tree.base)
        tree.column_cache["link base"] = base if _WEB.match(base) else ""
    address: str = tree.column_cache["link base"]
    return address


def join_address(base: str, href: str) -> str:
    """The address of a link on a page, with its fragment; the link as it is if it leads to no page or has no base.

    >>> join_address("https://a.example/b/c", "../d?e#f"), join_address("https://a.example/b/c", "tel:1")
    ('https://a.example/d?e#f', 'tel:1')
    """
    href = href.strip()
    if href.startswith(("http://", "https://")):
        return href
    if href[:4].lower() == "http":
        return _DISABLED.sub(r"\1", href, count=1)
    if not base or not href or _OTHER.match(href):
        return href
    if href[0] == "/" and href[:2] != "//" and "/." not in href:  # most links, and twenty times as fast
        root = address_root(base)
        return root + href if root else href
    is_plain = "//" not in href and "/." not in href and href[-1] != "?" and _PLAIN.fullmatch(href)
    if is_plain and (folder := _folder(base)):
        return folder + href
    try:
        return urljoin(base, href)
    except ValueError:
        return href


@bounded_cache(2**18)
def _folder(base: str) -> str:
    """The part of an address up to its last name, "" where it is not clear that a plain link just follows it."""
    root, address = address_root(base), re.split("[?#]", base, maxsplit=1)[0]
    path = address[len(root) :]
    odd = not root.startswith(("http://", "https://")) or not address.isascii() or not address.isprintable()
    if odd or any(part in address for part in (" ", ";", "[", "]")) or "//" in path or "/." in path:
        return ""
    return root + (path[: path.rfind("/") + 1] or "/")


@bounded_cache(2**18)
def address_root(base: str) -> str:
    """The scheme and host of an address, "" for none; cached, as all links of a page have one."""
    root = _ROOT.match(base)
    return root[0] if root else ""


def shown_image(attributes: Mapping[str, str], *, holding: bool = False) -> str:
    """The address of the image that a browser shows for an `img`; "" for none, and for one in the page itself.

    A script may put the real image in place of another, whose address stands in `src`: `data-src` and others have it.
    With `holding`, `src` is known to be such a placeholder.

    >>> shown_image({"src": "blank.gif", "data-src": "a.png"}), shown_image({"srcset": "a.png 400w, b.png 800w"})
    ('a.png', 'b.png')
    """
    source = attributes.get("src", "").strip()
    if source and not holding and not is_placeholder(source):
        return source
    for name in _LAZY:
        real = attributes.get(name)
        if real and (real := real.strip())[:5].lower() != "data:" and _FILE.fullmatch(real):
            return real
    for name in _LAZY_SETS:
        candidates = attributes.get(name)
        if candidates and (real := _largest(candidates)):
            return real
    return "" if source[:5].lower() == "data:" else source


def is_placeholder(source: str) -> bool:
    """Whether the address of an image looks like one that a script will replace."""
    name = source.partition("?")[0].rpartition("/")[2]
    return source[:5].lower() == "data:" or bool(_HOLDING.search(name.lower()))


def _largest(candidates: str) -> str:
    """The widest image of a `srcset`, of those by density the plain one; "" for none."""
    best, widest = "", -1.0
    for match in _CANDIDATE.finditer(candidates):
        try:
            size = float(match[2]) if match[3] == "w" else 0.0 if match[3] else 0.5
        except ValueError:
            continue
        if match[1][:5].lower() != "data:" and size > widest:
            best, widest = match[1], size
    return best


def head_attributes(tree: Tree) -> Sequence[tuple[int, int, bytes]]:
    """The attributes by which elements of a page's head tell machines about it, in document order; read once a tree.

    Each is a node, the number of its name (`BY_NAME`, ...), and its value: types of scripts, names and relations of
    `meta` and `link` elements.
    """
    if "head attributes" not in tree.column_cache:
        tree.column_cache["head attributes"] = tree.named_attributes(_TELLING, _of_tags())
    attributes: list[tuple[int, int, bytes]] = tree.column_cache["head attributes"]
    return attributes


@cache
def _of_tags() -> NDArray[np.int32]:
    """Which of these attributes count on elements with each tag, as bits."""
    bits = np.zeros(len(NAMES) + 1, dtype=np.int32)
    bits[list(_HEADS)] = 1 << BY_PROPERTY | 1 << BY_NAME | 1 << BY_REL
    bits[NUMBERS["script"]] = 1 << BY_TYPE
    return bits


def _declared(tree: Tree) -> str:
    """The address that a page declares, by its canonical link, else by `og:url`; "" for none."""
    shared = ""
    for u in tree.mentioning(_HEADS, (b"canonical", b"og:url")):
        attributes = tree.attributes(u)
        if "canonical" in attributes.get("rel", "").lower().split():
            address = attributes.get("href", "").strip()
            if _WEB.match(address):
                return address
        elif "og:url" in (attributes.get("property"), attributes.get("name")) and not shared:
            address = attributes.get("content", "").strip()
            shared = address if _WEB.match(address) else ""
    return shared
