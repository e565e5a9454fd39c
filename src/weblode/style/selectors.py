"""The selectors of style rules, parsed.

Nearly all selectors on real pages are plain: tags, classes and ids with combinators (`#menu li.open > a`). They are
parsed here, as steps. All others are compiled by cssselect2. A selector that it refuses makes its rule invalid, as in a
browser. For plain selectors both ways match the same elements (tests/style/test_selectors.py).
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from weblode.caches import bounded_cache, regex

_NAME = r"-?[_a-zA-Z][_a-zA-Z0-9-]*"
_STEP = regex(rf"([\s>+~]*)({_NAME}|\*)?((?:[.#]{_NAME})*)((?::(?:hover|active|focus|visited))*)")
_TAG = regex(r"[a-zA-Z][a-zA-Z0-9]*")
_PARTS = regex(rf"[.#]{_NAME}")
_ADDED = regex(r"::?(?:before|after|first-line|first-letter)\Z")  # pseudo-elements, which match no element
_SPECIAL = regex(r"""["'()\[\]\\/]""")
# What divides selectors or keeps a comma from doing so: quoted texts, escapes, brackets.
_DIVIDING = regex(r"""\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[,"'()\[\]]""", re.DOTALL)
_ROUND = regex(r"""\([^()"'\\]*\)""")
# An attribute without a namespace; an escape is that of a sign, such as a colon, not of a number.
_ATTRIBUTE = regex(
    r"""\[\s*((?:[\w-]|\\[^\w\s])+)\s*(?:[~|^$*]?=\s*(?:[^\s"'\\\]|]+|"[^"\\]*"|'[^'\\]*')\s*[iIsS]?\s*)?\]"""
)
# One part of a compound after its tag: a name, an attribute, or a pseudo-class, perhaps with brackets in its brackets.
_PIECE = regex(
    rf"""(?P<name>[.#]{_NAME})|(?P<attribute>{_ATTRIBUTE.pattern})"""
    rf"""|::?{_NAME}(?:\((?:[^()"'\\]|\([^()"'\\]*\))*\))?"""
)
_HEAD = regex(rf"([\s>+~]*)({_NAME}|\*)?")
# cssselect2 turns each combinator and each bracket into a level of a Python expression, and Python's limit is 200.
_NESTED = regex(r"[\s>+~(]+")
_NESTING = 40
# What cssselect2 raises for selectors it cannot compile: its own SelectorError, a ValueError, and errors by accident.
_REFUSED = (ValueError, NotImplementedError, AttributeError, SyntaxError, TypeError, RecursionError)

Specificity = tuple[int, int, int]


class SelectorStep(NamedTuple):
    """One compound of a selector: the combinator before it, and the tag, classes, ids and attributes of an element."""

    link: str  # the combinator: " " (descendant), ">", "+" or "~"
    tag: str  # "" for any
    classes: tuple[bytes, ...] = ()
    ids: tuple[bytes, ...] = ()
    attributes: tuple[bytes, ...] = ()  # names alone


class Selector(NamedTuple):
    """One selector. If `test` is None, `steps` are all of it; otherwise they only filter the elements to test."""

    specificity: Specificity
    steps: tuple[SelectorStep, ...]
    test: Any = None
    # Classes, ids and attributes, as `.x`, `#y` and `[z`, that a page must have for a match.
    needs: frozenset[bytes] = frozenset()

    @property
    def tag_only(self) -> str | None:
        """The tag, or "" for any, of a selector that consists of a tag alone; otherwise None."""
        first = self.steps[0]
        plain = len(self.steps) == 1 and self.test is None and not first.classes and not first.ids
        return first.tag if plain else None


def selector_names(every: Iterable[Selector]) -> frozenset[bytes]:
    """The classes and ids that some selectors have, with their dot or hash."""
    every = list(every)
    names = {b"." + name for one in every for step in one.steps for name in step.classes}
    names.update(b"#" + name for one in every for step in one.steps for name in step.ids)
    names.update(name for one in every for name in one.needs if name[:1] != b"[")
    return frozenset(names)


def _bytes(parsed: tuple[Selector, ...] | None) -> int:
    """The approximate memory of selectors; most of it is the code that cssselect2 makes."""
    return sum(500 if selector.test is None else 5000 for selector in parsed or ())


@bounded_cache(8 * 2**20, weigh=_bytes)
def selectors(prelude: str) -> tuple[Selector, ...] | None:
    """The selectors of a rule that can match an element; None if one of them is invalid, since then the rule is.

    Cached, since sheets of many pages have the same rules.

    >>> [selector.specificity for selector in selectors("h1, #menu a.open, a:hover")]
    [(0, 0, 1), (1, 1, 1)]
    """
    results: list[Selector] = []
    for part in _split(prelude):
        plain = None if _SPECIAL.search(part) else _plain(part)
        exact = compile_exactly(part) if plain is None else plain
        if exact is None:
            return None
        if plain is None and len(exact) == 1 and (steps := _filters(part)):
            exact = (exact[0]._replace(steps=steps),)
        results += exact
    return tuple(results)


def _split(prelude: str) -> list[str]:
    """The selectors of a list, as texts; the whole list if it has a comment, or brackets or quotes that never close."""
    if not _SPECIAL.search(prelude):
        return prelude.split(",")
    if "/" in prelude:
        return [prelude]
    parts, start, depth = [], 0, 0
    for piece in _DIVIDING.finditer(prelude):
        mark = piece[0]
        if mark == ",":
            if not depth:
                parts.append(prelude[start : piece.start()])
                start = piece.end()
        elif len(mark) == 1 and mark in "([":
            depth += 1
        elif len(mark) == 1 and mark in ")]":
            depth -= 1
        if depth < 0 or mark in ('"', "'"):
            return [prelude]
    return [*parts, prelude[start:]] if not depth else [prelude]


def _plain(text: str) -> tuple[Selector, ...] | None:
    """The selector if it is plain; empty if it never matches without user interaction; None if it is not plain."""
    text = text.strip(" \t\r\n\f")
    if _TAG.fullmatch(text):  # the most frequent by far
        return (Selector((0, 0, 1), (SelectorStep(" ", text.lower()),)),)
    added = _ADDED.search(text) if ":" in text else None
    text = text[: added.start()] if added else text
    at, steps, never = 0, [], added is not None
    a = b = c = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return None
        between, tag, names, dynamic = step.groups()
        if not (tag or names) or bool(between) != bool(at):
            return None
        link = between.strip(" \t\r\n\f") or " "
        if len(link) > 1:
            return None
        tag = "" if tag is None or tag == "*" else tag.lower()
        classes: tuple[bytes, ...] = ()
        ids: tuple[bytes, ...] = ()
        if names:
            parts = _PARTS.findall(names)
            ids = tuple([part[1:].encode() for part in parts if part[0] == "#"])
            classes = tuple([part[1:].encode() for part in parts if part[0] == "."])
        steps.append(SelectorStep(link, tag, classes, ids))
        a, b, c = a + len(ids), b + len(classes), c + bool(tag)
        never = never or bool(dynamic)
        at = step.end()
    if not steps:
        return None
    return () if never else (Selector((a, b, c), tuple(steps), None, _names(text) if a or b else frozenset()),)


def _filters(text: str) -> tuple[SelectorStep, ...]:
    """Steps that match at least what a selector matches: without its pseudo-classes, and attributes with any value.

    Empty for a selector with escapes or comments.
    """
    text = text.strip(" \t\r\n\f")
    at = 0
    steps: list[SelectorStep] = []
    while at < len(text):
        head = _HEAD.match(text, at)
        assert head is not None  # it matches the empty text
        between, tag = head.groups()
        link, at = between.strip(" \t\r\n\f") or " ", head.end()
        names: list[str] = []
        attributes: list[bytes] = []
        compound = at
        while piece := _PIECE.match(text, at):
            at = piece.end()
            if piece["name"]:
                names.append(piece["name"])
            elif piece["attribute"]:
                attributes.append(piece[3].lower().encode())
        if (not tag and at == compound) or bool(between) != bool(steps) or len(link) > 1 or "\\" in text:
            return ()
        classes, ids = ([name[1:].encode() for name in names if name[0] == mark] for mark in ".#")
        tag = "" if tag is None or tag == "*" else tag.lower()
        steps.append(SelectorStep(link, tag, tuple(classes), tuple(ids), tuple(attributes)))
    return tuple(steps)


def compile_exactly(prelude: str) -> tuple[Selector, ...] | None:
    """The reference implementation of `selectors`, by cssselect2 alone."""
    import cssselect2

    if len(_NESTED.findall(prelude)) > _NESTING and max(len(_NESTED.findall(s)) for s in prelude.split(",")) > _NESTING:
        return None
    try:
        parsed = cssselect2.compile_selector_list(prelude)
    except _REFUSED:
        return None
    needs = _names(prelude)
    return tuple(
        Selector(one.specificity, (_worth(one),), one.test, needs)
        for one in parsed
        if one.pseudo_element is None and not one.never_matches
    )


def _names(text: str) -> frozenset[bytes]:
    """The classes, ids and attributes of one selector that a page must have for a match, as `.x`, `#y` and `[z`.

    Names in round brackets may be required or excluded, so they are not used.
    """
    while (without := _ROUND.sub("", text)) != text:
        text = without
    attributes = {re.sub(r"\\(.)", r"\1", each[1]).lower() for each in _ATTRIBUTE.finditer(text)}
    text = _ATTRIBUTE.sub("", text)
    if not text.isascii() or any(sign in text for sign in "()/,"):
        return frozenset()
    names = () if _SPECIAL.search(text) else _PARTS.findall(text)
    return frozenset([name.encode() for name in names] + [f"[{name}".encode() for name in attributes])


def _worth(selector: Any) -> SelectorStep:
    classes = (selector.class_name.encode(),) if selector.class_name else ()
    ids = (selector.id.encode(),) if selector.id else ()
    return SelectorStep(" ", selector.lower_local_name or "", classes, ids)
