"""The rules of a style sheet that change the look of text, in order.

tinycss2 is exact but slow: reading a whole sheet with it takes many times as long as parsing the page. So a sheet is
split into rules here, by the tokens that matter for that (strings, comments, URLs, escapes, brackets; W3C, CSS Syntax
3), and tinycss2 only reads declarations of our properties. The result is that of tinycss2 on the whole sheet
(tests/style/test_sheets.py), except for a `url(` that is written with escapes.

We differ from a browser in that other sheets are not fetched (`@import`), that layers (`@layer`) are read as plain
rules, and that nested rules and conditions that need the layout (`@container`) are not read. The screen is
`declarations.SCREEN` pixels wide and high.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.style.declarations import (
    BRACKETS,
    COMMENT,
    HIDING,
    PROPERTIES,
    SCREEN,
    STRING,
    Declaration,
    declarations,
    hiding_declarations,
    mentions,
    mentions_hiding,
)
from weblode.style.selectors import Selector, selector_names, selectors

# The most characters of a page's sheets that are read, and the deepest nesting of conditions.
LONGEST = 2**19
_DEEPEST = 16

# A rule that is no usual one for having a few brackets in brackets, or strings in them: no at-rule, no escape. Each
# character is read once, without backtracking.
_LONGER = regex(rf"""([^@{{}}()\[\]"'\\/]++)\{{((?:[^{{}}()\[\]"'\\/]++|{STRING}|{BRACKETS}|/(?!\*)|{COMMENT})*+)\}}""")
_MARK = regex(
    r"""/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|"(?:[^"\\\n\r\f]++|\\(?:\r\n|[\s\S]))*+"?|'(?:[^'\\\n\r\f]++|\\(?:\r\n|[\s\S]))*+'?"""
    r"""|(?<![\w\-#@\u0080-\U0010ffff])[uU][rR][lL]\((?![ \t\r\n\f]*+["'])(?:[^\\)]++|\\[\s\S])*+\)?"""
    r"""|\\[^\n\r\f]?|[{}()\[\];]"""
)
_CLOSING = {"{": "}", "(": ")", "[": "]"}
_AT = regex(r"@([a-zA-Z-]+)")
_COMMENTS = regex(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


class StyleRule(NamedTuple):
    """A style rule: its selectors, and the declarations for the elements that they match."""

    selectors: tuple[Selector, ...]
    declarations: tuple[Declaration, ...]


def _bytes(rules: tuple[StyleRule, ...]) -> int:
    """The approximate memory of rules, as tracemalloc measured it for usual ones."""
    return sum(300 * (1 + len(rule.selectors) + len(rule.declarations)) for rule in rules)


@bounded_cache(64 * 2**20, weigh=_bytes)
def sheet(text: str) -> tuple[StyleRule, ...]:
    """The rules of a sheet that declare our properties, in order; cached, since pages of a site share sheets.

    >>> [rule.declarations for rule in sheet("h1 { color: red } @media print { p { font: 1px x } } b { font: 9px x }")]
    [((1, False, False), (0, 400, False), (2, ('px', 9.0), False))]
    """
    if not mentions(text):
        return ()
    rules = []
    for prelude, block in split(text, PROPERTIES):
        declared = declarations(block)
        matching = selectors(prelude) if declared else None
        if matching:
            rules.append(StyleRule(matching, declared))
    return tuple(rules)


@bounded_cache(16 * 2**20, weigh=_bytes)
def hiding_sheet(text: str) -> tuple[StyleRule, ...]:
    """The rules of a sheet that show or hide elements; none if no rule hides one."""
    rules, hides = [], False
    for prelude, block in split(text, HIDING) if mentions_hiding(text) else ():
        if declared := hiding_declarations(block):
            hides |= any(value not in (False, "revert") for _, value, _ in declared)
            rules.append((prelude, declared))
    parsed = ((selectors(prelude), declared) for prelude, declared in rules) if hides else ()
    return tuple(StyleRule(matching, declared) for matching, declared in parsed if matching)


class SortedRules(NamedTuple):
    """The selectors of some sheets with what they declare, the weightiest last, and the classes and ids in them."""

    rules: tuple[tuple[Selector, tuple[Declaration, ...]], ...]
    names: frozenset[bytes]

    @classmethod
    def of(cls, rules: Iterable[StyleRule]) -> "SortedRules":
        """The rules of all sheets of a page, in order, sorted by their weight."""
        pairs = [(selector, rule.declarations) for rule in rules for selector in rule.selectors]
        pairs.sort(key=lambda pair: pair[0].specificity)
        return cls(tuple(pairs), selector_names(selector for selector, _ in pairs))


def style_rules(*texts: str) -> SortedRules:
    """What the sheets of a page declare."""
    return SortedRules.of(rule for text in texts for rule in sheet(text))


@bounded_cache(16 * 2**20, weigh=lambda found: 200 * len(found.rules))
def hiding_rules(*texts: str) -> SortedRules:
    """What the sheets of a page show and hide; cached, since pages of a site have the same sheets."""
    return SortedRules.of(rule for text in texts for rule in hiding_sheet(text))


def split(text: str, words: tuple[bytes, ...] = (), depth: int = 0) -> Iterator[tuple[str, str]]:
    """The style rules of a sheet, as pairs of the text before and in the braces; without those for other media.

    If words are given, usual rules whose block has none of them, and no backslash, are left out.
    """
    at, usual_rules = 0, kernels.fastest().usual_rules
    while True:
        rules, at = usual_rules(text, at, words, nested=depth > 0)
        yield from rules
        if at >= len(text):
            return
        longer = _LONGER.match(text, at)
        if longer is not None:
            yield longer[1], longer[2]
            at = longer.end()
            continue
        start, brace, stop, end = _bounds(text, at)
        prelude, block = text[start:brace], text[brace + 1 : stop]
        if text[start] != "@":
            if brace < end:
                yield prelude, block
        elif brace < end and depth < _DEEPEST and _applies(prelude):
            yield from split(block, words, depth + 1)
        at = end


def _bounds(text: str, at: int) -> tuple[int, int, int, int]:
    """The positions of a rule: its start, its opening and its closing brace, and the start of the next rule.

    A rule without braces has the opening brace at its end.
    """
    start, brace = at, -1
    open_brackets: list[str] = []
    while (mark := _MARK.search(text, at)) is not None:
        token, at = mark[0], mark.end()
        if token in _CLOSING:
            if token == "{" and not open_brackets:
                brace = at - 1
            open_brackets.append(_CLOSING[token])
        elif open_brackets:
            if token == open_brackets[-1]:
                open_brackets.pop()
                if not open_brackets and token == "}":
                    return start, brace, at - 1, at
        elif token == ";" and text[start] == "@":
            return start, at, at, at
    end = len(text)
    return start, brace if brace >= 0 else end, end, end


def _applies(prelude: str) -> bool:
    """Whether the rules inside an at-rule are for a screen."""
    name = _AT.match(prelude)
    rest = prelude[name.end() :] if name else ""
    kind = name[1].lower() if name else ""
    if kind == "supports":
        return not rest.strip().lower().startswith("not")
    return kind == "layer" or (kind == "media" and on_screen(rest))


# ---------------------------------------------------------------- media
_QUERY = regex(r"(?:(not|only)\s+)?([a-z-]+)?((?:\s*(?:and\s*)?\([^()]*\))*)")
_LENGTH = r"([\d.]+)(px|em|rem)?"
_BOUND = regex(rf"(min-|max-)(?:device-)?(width|height)\s*:\s*{_LENGTH}")
_RANGE = regex(rf"(?:{_LENGTH}\s*([<>])=?\s*)?(width|height)(?:\s*([<>])=?\s*{_LENGTH})?")
# Other features of a plain desktop screen.
_TRUE = regex(
    r"orientation\s*:\s*landscape|color|hover(\s*:\s*hover)?|pointer(\s*:\s*fine)?|any-hover\s*:\s*hover"
    r"|any-pointer\s*:\s*fine|prefers-color-scheme\s*:\s*light|prefers-reduced-motion\s*:\s*no-preference|width|height"
    r"|(-webkit-min-device-pixel-ratio|min-resolution)\s*:\s*(0(\.\d+)?|\.\d+|1)(dppx)?|scripting(\s*:\s*enabled)?"
)


@bounded_cache(2**18)
def on_screen(media: str) -> bool:
    """Whether a list of media queries, as in `@media` or a `media` attribute, is for a screen.

    >>> [on_screen(media) for media in ("", "print", "screen and (max-width: 600px)", "print, (min-width: 40em)")]
    [True, False, False, True]
    """
    media = _COMMENTS.sub(" ", media).lower()
    return not media.strip() or any(_query_matches(query.strip()) for query in media.split(","))


def _query_matches(query: str) -> bool:
    parsed = _QUERY.fullmatch(query) if query else None
    if parsed is None:
        return False
    features = re.findall(r"\(([^()]*)\)", parsed[3])
    matches = parsed[2] in (None, "all", "screen") and all(_has(feature.strip()) for feature in features)
    return matches != (parsed[1] == "not")


def _has(feature: str) -> bool:
    bound = _BOUND.fullmatch(feature)
    if bound is not None:
        side, length = SCREEN[bound[2] == "height"], _pixels(bound[3], bound[4])
        return side >= length if bound[1] == "min-" else side <= length
    inside = _RANGE.fullmatch(feature)
    if inside is None:
        return _TRUE.fullmatch(feature) is not None
    side = SCREEN[inside[4] == "height"]
    lower = not inside[1] or _ordered(_pixels(inside[1], inside[2]), inside[3], side)
    return lower and (not inside[6] or _ordered(side, inside[5], _pixels(inside[6], inside[7])))


def _ordered(low: float, sign: str, high: float) -> bool:
    return low <= high if sign == "<" else low >= high


def _pixels(number: str, unit: str | None) -> float:
    digits = number if number.count(".") <= 1 and number != "." else "0"
    return float(digits) * (16 if unit in ("em", "rem") else 1)
