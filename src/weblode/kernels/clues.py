"""What the text and the classes of a page tell about its lists: the reference implementation, in Python.

`visible` measures text as a person sees it, `marks` numbers the classes of elements and knows the usual words in them.
"""

import re
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

WIDE_FROM, WIDE_TO = 0xE3, 0xED  # the first bytes of most Chinese, Japanese and Korean characters in UTF-8
LONG = 60  # a text of this width is prose
MACHINE = 100  # a text of this width may be machine text; shorter ones are not looked at
SIGNS = b'{}[]<>"=;\\|_'  # the share of these characters in machine text (JSON, markup, code) is at least a twelfth
# Kinds of text, as bits: with digits, long, with a year, a date or a time of day, with a price, a number and no more.
DIGITS, PROSE, DATED, PRICED, NUMBER = (1 << bit for bit in range(5))
_DATED = regex(
    rb"(?<![0-9])(?:(?:19[89]|20[0-4])[0-9]|[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4})(?![0-9])"
)
CURRENCIES = ("$", "\u00a3", "\u00a5", "\u20ac", "\u20b9", "\uffe5")
_NUMBER = regex(rb"[\[(]?[0-9]{1,3}[\])]?[.):]?")

MINOR, MAJOR = 1, 2  # roles of an element by the words in its id and class, as bits
ROLES = {
    MINOR: "nav navbar navigation menu submenu sidebar side foot footer head header masthead banner breadcrumb "
    "breadcrumbs crumbs pager pagination paging related recommend recommended recommendations recommends suggest "
    "suggestions ad ads advert advertisement sponsor sponsored promo promotion share sharing social widget filter "
    "filters facet facets refine toolbar tool tools login signin cookie modal popup dropdown tags cloud tagcloud "
    "trending popular recent latest quote signature copyright legal help settings options",
    MAJOR: "result results item items post posts entry entries article articles comment comments message messages "
    "product products listing listings record records row story stories search hit hits thread topic reply replies "
    "answer answers review reviews case cases opinion opinions event events offer offers job jobs card",
}
WORD_ROLES = {word.encode(): role for role, words in ROLES.items() for word in words.split()}
_WORD = regex(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
SPACES = b" \t\n\r\f"

BASIS, ODD = 0xCBF29CE484222325, 0x9E3779B97F4A7C15  # of the hash of texts

BY_STYLE, BY_HIDDEN, BY_OPEN = range(3)  # the attributes that may hide an element
_HIDING = {b"style": BY_STYLE, b"hidden": BY_HIDDEN, b"open": BY_OPEN}
_STYLE_HIDES = regex(rb"display|visib|\\", re.IGNORECASE)

Numbers = NDArray[np.int32]
Attribute = tuple[int, int, bytes]  # the node, the number of its name, and its value


def visible(
    buffer: bytes, start: Numbers, leaf: Numbers, hidden: NDArray[np.bool_]
) -> tuple[Numbers, Numbers, NDArray[np.uint8], NDArray[np.uint64]]:
    """Four columns: the width of the text before each node, and after the last; leaves that are seen, -1 for the
    others; the kinds of each text; and a hash of it.

    White space counts as one character, at the ends of a text as none. A Chinese, Japanese or Korean character counts
    as two, any other as one. Hidden text, which `hidden` has by leaf, and machine text have no width; hidden text has
    no hash either.
    """
    n = len(leaf)
    seen, widths, kinds, hashes = leaf.copy(), [0] * (n + 1), np.zeros(n, np.uint8), np.zeros(n, np.uint64)
    for u in range(n):
        if leaf[u] < 0:
            continue
        if hidden[leaf[u]]:
            seen[u] = -1
            continue
        text = buffer[start[u] : start[u + 1]]
        widths[u + 1], kinds[u] = _measure(text)
        hashes[u] = hashed(text)
        if not widths[u + 1]:
            seen[u] = -1
    return np.array(list(accumulate(widths)), np.int32), seen, kinds, hashes


def _measure(text: bytes) -> tuple[int, int]:
    """The width of a text, and its kinds."""
    width = signs = digits = 0
    space = True
    for byte in text:
        if byte in SPACES:
            width += not space
            space = True
            continue
        space = False
        width += 2 if WIDE_FROM <= byte <= WIDE_TO or byte >= 0xF0 else int(byte & 0xC0 != 0x80)
        signs += byte in SIGNS
        digits += 48 <= byte <= 57
    width -= space and width > 0
    if width >= MACHINE and 12 * signs >= width:
        return 0, 0
    return width, PROSE * (width >= LONG) | (_kinds(text) if digits else 0)


def hashed(text: bytes) -> int:
    """The hash of a text, as `visible` has it: by words of eight bytes, without white space."""
    text, code = text.translate(None, SPACES), BASIS
    whole = len(text) & ~7
    for i in range(0, whole, 8):
        code = _stir(code ^ int.from_bytes(text[i : i + 8], "little"))
    return _stir(code ^ int.from_bytes(text[whole:], "little") ^ (len(text) & 0xFF) << 56)


def _stir(code: int) -> int:
    """A number whose low bits depend on all bits of another one."""
    code = code * ODD & 0xFFFFFFFFFFFFFFFF
    return code ^ code >> 32


def _kinds(text: bytes) -> int:
    """The kinds of a text with digits, but for its length."""
    is_priced = any(sign.encode() in text for sign in CURRENCIES)
    is_number = _NUMBER.fullmatch(text.strip(SPACES))
    return DIGITS | DATED * bool(_DATED.search(text)) | PRICED * is_priced | NUMBER * bool(is_number)


def marks(buffer: bytes, start: Numbers, tag: Numbers) -> tuple[Numbers, Numbers, NDArray[np.uint8], list[Attribute]]:
    """Three columns and a list: where the marks of each node start in the second, the marks, the roles of each node,
    and the attributes that may hide an element.

    A mark is the number of a pair of tag and class, in order of their first use; roles are bits. The name of an
    attribute is given as BY_STYLE, BY_HIDDEN or BY_OPEN.
    """
    first, numbers, roles = [0], [], np.zeros(len(tag), np.uint8)
    hiding: list[Attribute] = []
    number_of: dict[tuple[int, bytes], int] = {}
    for u in range(len(tag)):
        parts = buffer[start[u] : start[u + 1]].split(b"\0") if tag[u] else []
        for name, value in zip(parts[::2], parts[1::2], strict=False):
            if name in (b"class", b"id"):
                for word in _WORD.findall(value):
                    roles[u] |= WORD_ROLES.get(word.lower(), 0)
            if name == b"class":
                tokens = dict.fromkeys(value.split())
                numbers += [number_of.setdefault((int(tag[u]), token), len(number_of)) for token in tokens]
            if name in _HIDING and (name != b"style" or _STYLE_HIDES.search(value)):
                hiding.append((u, _HIDING[name], value))
        first.append(len(numbers))
    return np.array(first, np.int32), np.array(numbers, np.int32), roles, hiding


def unseen(
    columns: tuple[Numbers, Numbers, Numbers, Numbers],
    gone_tags: NDArray[np.uint8],
    gone: dict[int, bool],
    hidden: dict[int, bool],
    most: float,
) -> NDArray[np.bool_]:
    """Whether each text leaf is hidden; none is if these are more than a share `most` of all text.

    `columns` are tag, end, leaf and start of the tree. `gone_tags` has which tags are not displayed, the last for tags
    that HTML does not define; `gone` says the same, or the opposite, of single nodes. `hidden` are nodes that are
    hidden or shown by themselves, with what is in them unless that says otherwise.
    """
    tag, end, leaf, start = (column.tolist() for column in columns)
    widths = [start[u + 1] - start[u] for u in range(len(tag)) if leaf[u] >= 0]
    leaves = np.zeros(len(widths), dtype=np.bool_)
    numbers = [0, *accumulate(number >= 0 for number in leaf)]  # of leaves before each node
    for u in sorted(hidden):  # parents first
        leaves[numbers[u] : numbers[end[u]]] = hidden[u]
    last = len(gone_tags) - 1
    for u in range(len(tag)):
        if gone.get(u, bool(gone_tags[min(tag[u], last)])):
            leaves[numbers[u] : numbers[end[u]]] = True
    veiled = sum(width for width, is_hidden in zip(widths, leaves.tolist(), strict=True) if is_hidden)
    return np.zeros(len(widths), dtype=np.bool_) if veiled > most * sum(widths) else leaves
