"""The declarations of a style, such as `font-weight: bold; display: none`, read with tinycss2.

Only the properties that change the look of text are read; a declaration that browsers do not understand is ignored
(W3C, CSS Cascading and Inheritance 4; CSS Fonts 4). We differ in that `calc()`, `var()` and the like are not computed.

A value is a number or a boolean if it is absolute. `"bolder"`, `"lighter"` and sizes such as `("em", 1.5)` depend on
the parent; `"inherit"` is the parent's value, `"revert"` that of the browser's own sheet.
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from weblode.caches import regex

# The properties as numbers; the last two are about visibility: `display: none`, and `visibility`.
WEIGHT, ITALIC, SIZE, UPPER, GONE, UNSEEN = range(6)

Value = int | str | tuple[str, float]
Declaration = tuple[int, Value, bool]  # the property, its value, whether it is !important

INITIAL: tuple[Value, ...] = (400, False, ("keyword", 16.0), False, False, False)
MEDIUM = 16.0
SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": MEDIUM,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
# CSS leaves the step to the browser; all browsers use this one.
STEP = 1.2
SCREEN = (1280, 720)
_UNITS = {
    "px": ("px", 1.0),
    "pt": ("px", 96 / 72),
    "pc": ("px", 16.0),
    "in": ("px", 96.0),
    "cm": ("px", 96 / 2.54),
    "mm": ("px", 9.6 / 2.54),
    "q": ("px", 2.4 / 2.54),
    "em": ("em", 1.0),
    "ex": ("em", 0.5),
    "ch": ("em", 0.5),
    "rem": ("rem", 1.0),
    "vw": ("px", SCREEN[0] / 100),
    "vh": ("px", SCREEN[1] / 100),
    "vmin": ("px", SCREEN[1] / 100),
    "vmax": ("px", SCREEN[0] / 100),
}
_DISPLAYS = frozenset(
    (
        "block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell "
        "table-row-group table-header-group table-footer-group table-column table-column-group table-caption "
        "list-item contents flow flow-root ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex "
        "-webkit-inline-flex none"
    ).split()
)
_SYSTEM_FONTS = frozenset("caption icon menu message-box small-caption status-bar".split())
_WIDE = frozenset("inherit initial unset revert revert-layer".split())

_HIDING = "display|visibility"
_NAMED = rf"font(?:-(?:weight|size|style))?|text-transform|{_HIDING}"
COMMENT = r"/\*(?:[^*]++|\*(?!/))*+\*/"
_DECLARED, _HIDES = (
    regex(rf"(?:\s|{COMMENT})*+(?:{names})(?:\s|{COMMENT})*+:", re.IGNORECASE) for names in (_NAMED, _HIDING)
)
# One declaration without nested blocks, which ends at a semicolon; an escape is outside of strings and brackets.
STRING = r"""(?:"[^"\\\n\r\f]*+"|'[^'\\\n\r\f]*+')"""
_INNER = r"""(?:[^"'(){}\[\]\\/]++|/(?!\*))"""
# Brackets around a string, around text with one more level of brackets (but not `url(`, where brackets are plain
# characters), or around plain text.
BRACKETS = rf"(?:\(\s*+{STRING}\s*+\)|(?<![lL])\((?:{_INNER}|\({_INNER}*+\))*+\)|\({_INNER}*+\))"
_PLAIN = regex(rf"""((?:[^;"'(){{}}\[\]\\/@]++|{STRING}|{BRACKETS}|/(?!\*)|{COMMENT}|\\[^\n\r\f])*+)(?:;|\Z)""")
_HARD = regex(r"""["'()\[\]{}\\/@]""")
_SIMPLE = regex(
    rf"\s*({_NAMED})\s*:\s*(?:([a-z][a-z-]*)|(\d{{1,9}}(?:\.\d{{1,9}})?)([a-z]*|%))\s*(!\s*important\s*)?",
    re.IGNORECASE | re.ASCII,
)
_SHORT = 1024  # characters; longer declarations are not cached


HIDING = (b"display", b"visib")  # the starts of properties that hide
PROPERTIES = (*HIDING, b"font", b"text-t")  # of all of ours


def mentions(text: str) -> bool:
    """Whether a text may declare one of our properties; if not, tinycss2 need not parse it."""
    low = text.lower()
    return "font" in low or "display" in low or "visib" in low or "text-t" in low or "\\" in low


def mentions_hiding(text: str) -> bool:
    """Whether a text may declare `display` or `visibility`."""
    low = text.lower()
    return "display" in low or "visib" in low or "\\" in low


def declarations(block: str) -> tuple[Declaration, ...]:
    """The declarations of a block or a `style` attribute, in order.

    >>> declarations("color: red; font: italic bold 12px serif !important")
    ((1, True, True), (0, 700, True), (2, ('px', 12.0), True))
    """
    return _declarations(block, _DECLARED) if mentions(block) else ()


def hiding_declarations(block: str) -> tuple[Declaration, ...]:
    """Those of `display` and `visibility` alone: a font takes much longer to read.

    >>> hiding_declarations("font: italic bold 12px serif; display: none")
    ((4, True, False),)
    """
    declared = _declarations(block, _HIDES) if mentions_hiding(block) else ()
    return tuple([each for each in declared if each[0] >= GONE])


def _declarations(block: str, declared: re.Pattern[str]) -> tuple[Declaration, ...]:
    parts = _parts(block)
    if parts is None:
        return parse_exactly(block)
    results: list[Declaration] = []
    for part in parts:
        if "\\" in part.partition(":")[0]:  # an escape in the name, which may be any
            results += parse_exactly(part)
        elif declared.match(part):
            results += _one(part) if len(part) <= _SHORT and "\\" not in part else parse_exactly(part)
    return tuple(results)


def _parts(block: str) -> list[str] | None:
    """The block split at the semicolons that end declarations; None if only tinycss2 can split it."""
    if _HARD.search(block) is None:
        return block.split(";")
    parts, at = [], 0
    while at < len(block):
        plain = _PLAIN.match(block, at)
        if plain is None:
            return None
        parts.append(plain[1])
        at = plain.end()
    return parts


def parse_exactly(block: str) -> tuple[Declaration, ...]:
    """The reference implementation of `declarations`, by tinycss2 alone."""
    import tinycss2

    try:
        parsed = tinycss2.parse_blocks_contents(block, skip_comments=True, skip_whitespace=True)
    except ValueError:  # Python does not parse numbers of thousands of digits
        return ()
    results: list[Declaration] = []
    for part in parsed:
        if part.type == "declaration" and part.lower_name in _READERS:
            tokens = [token for token in part.value if token.type not in ("whitespace", "comment")]
            results += [(which, value, part.important) for which, value in _read(part.lower_name, tokens)]
    return tuple(results)


class _Token(NamedTuple):
    """The attributes of a tinycss2 token that our readers use."""

    type: str
    value: float
    lower_value: str
    lower_unit: str


@lru_cache(maxsize=2048)
def _one(part: str) -> tuple[Declaration, ...]:
    """The result of one declaration; without tinycss2 if its value is one word, or one number with a unit."""
    simple = _SIMPLE.fullmatch(part)
    if simple is None:
        return parse_exactly(part)
    name, word, number, unit, important = simple.groups()
    if word:
        token = _Token("ident", 0, word.lower(), "")
    else:
        kind = "percentage" if unit == "%" else "dimension" if unit else "number"
        token = _Token(kind, float(number), "", unit.lower())
    return tuple([(which, value, important is not None) for which, value in _read(name.lower(), [token])])


def _read(name: str, tokens: list[Any]) -> list[tuple[int, Value]]:
    """The properties that one declaration sets; empty if its value is not valid."""
    properties, reader = _READERS[name]
    word = tokens[0].lower_value if len(tokens) == 1 and tokens[0].type == "ident" else ""
    if word not in _WIDE:
        return reader(tokens) if tokens else []
    if word in ("initial", "unset"):
        inherited = word == "unset"
        return [(p, "inherit" if inherited and p != GONE else INITIAL[p]) for p in properties]
    return [(p, "inherit" if word == "inherit" else "revert") for p in properties]


def _word(tokens: list[Any]) -> str:
    return tokens[0].lower_value if len(tokens) == 1 and tokens[0].type == "ident" else ""


def _weight(tokens: list[Any]) -> list[tuple[int, Value]]:
    token, word = tokens[0], _word(tokens)
    if word in ("bolder", "lighter"):
        return [(WEIGHT, word)]
    if word in ("bold", "normal"):
        return [(WEIGHT, 700 if word == "bold" else 400)]
    if len(tokens) == 1 and token.type == "number" and 1 <= token.value <= 1000:
        return [(WEIGHT, int(token.value))]
    return []


def _italic(tokens: list[Any]) -> list[tuple[int, Value]]:
    word = _word(tokens[:1])
    angle = len(tokens) == 2 and word == "oblique" and tokens[1].type == "dimension"
    if word in ("normal", "italic", "oblique") and (len(tokens) == 1 or angle):
        return [(ITALIC, word != "normal")]
    return []


def _size(tokens: list[Any]) -> list[tuple[int, Value]]:
    token, word = tokens[0], _word(tokens)
    if word in SIZES:
        return [(SIZE, ("keyword", SIZES[word]))]
    if word in ("smaller", "larger"):
        return [(SIZE, ("em", STEP if word == "larger" else 1 / STEP))]
    if len(tokens) != 1 or token.type not in ("dimension", "percentage", "number"):
        return []
    if token.value < 0 or not math.isfinite(token.value):
        return []
    if token.type == "percentage":
        return [(SIZE, ("em", token.value / 100))]
    if token.type == "number":
        return [(SIZE, ("px", 0.0))] if token.value == 0 else []
    unit = _UNITS.get(token.lower_unit)
    return [(SIZE, (unit[0], token.value * unit[1]))] if unit else []


def _upper(tokens: list[Any]) -> list[tuple[int, Value]]:
    words = [token.lower_value if token.type == "ident" else "" for token in tokens]
    keywords = {"none", "capitalize", "uppercase", "lowercase", "full-width", "full-size-kana", "math-auto"}
    return [(UPPER, "uppercase" in words)] if keywords.issuperset(words) else []


def _gone(tokens: list[Any]) -> list[tuple[int, Value]]:
    words = [token.lower_value if token.type == "ident" else "" for token in tokens]
    return [(GONE, words == ["none"])] if _DISPLAYS.issuperset(words) else []


def _unseen(tokens: list[Any]) -> list[tuple[int, Value]]:
    word = _word(tokens)
    return [(UNSEEN, word != "visible")] if word in ("visible", "hidden", "collapse") else []


def _font(tokens: list[Any]) -> list[tuple[int, Value]]:
    """The shorthand: style, variant, weight and stretch in any order, then size, line height and family."""
    if _word(tokens) in _SYSTEM_FONTS:
        return [(ITALIC, False), (WEIGHT, 400), (SIZE, INITIAL[SIZE])]
    properties: dict[int, Value] = {ITALIC: False, WEIGHT: 400}
    for k, token in enumerate(tokens):
        size = _size([token])
        is_weight = token.type == "number" and token.value >= 1
        if size and not is_weight:
            rest = tokens[k + 3 :] if len(tokens) > k + 1 and tokens[k + 1] == "/" else tokens[k + 1 :]
            family = rest and rest[0].type in ("ident", "string")
            return [*properties.items(), *size] if family else []
        if k > 4 or not (token.type == "ident" or is_weight):
            return []
        properties.update(_weight([token]) if token != "normal" else [])
        properties.update(_italic([token]) if token.type == "ident" and token.lower_value != "normal" else [])
    return []


_READERS: dict[str, tuple[tuple[int, ...], Callable[[list[Any]], list[tuple[int, Value]]]]] = {
    "font-weight": ((WEIGHT,), _weight),
    "font-style": ((ITALIC,), _italic),
    "font-size": ((SIZE,), _size),
    "font": ((ITALIC, WEIGHT, SIZE), _font),
    "text-transform": ((UPPER,), _upper),
    "display": ((GONE,), _gone),
    "visibility": ((UNSEEN,), _unseen),
}
