"""The usual rules of a style sheet, of which hardly any matters for what is looked for.

A sheet has thousands of rules: to look at each by itself takes longer than all else that a page costs once. A usual
rule is no at-rule and has no escapes, no brackets in brackets, and no strings in brackets; `style.sheets` reads the
others.
"""

from collections.abc import Sequence

from weblode.caches import regex

_SPACE = r"(?:[ \t\r\n\f]++|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))"
_BETWEEN = regex(rf"(?:{_SPACE}|<!--|-->)*+")
_BETWEEN_NESTED = regex(rf"{_SPACE}*+")
_STRING = r"""(?:"[^"\\\n\r\f]*+"|'[^'\\\n\r\f]*+')"""
_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+\*/"
_SLASH = r"/(?!\*)"
_BRACKETS = rf"""\((?:[^"'(){{}}\[\]\\/]++|{_SLASH})*+\)"""
# Each character is read once, without backtracking.
_RULE = regex(
    rf"""([^@{{}}()\[\]"'\\/]++)\{{((?:[^{{}}()\[\]"'\\/]++|{_STRING}|{_BRACKETS}|{_SLASH}|{_COMMENT})*+)\}}"""
)


def usual_rules(
    text: str, at: int, words: Sequence[bytes], *, nested: bool = False
) -> tuple[list[tuple[str, str]], int]:
    """The usual rules from a place on, as pairs of the text before and in the braces, and where another rule begins.

    If there are words, which are in lower case, only those whose block has one of them, or a backslash, in which a word
    may hide. Where the sheet ends, so does the last place. Rules that are `nested` in others have no `<!--` between
    them.
    """
    between = _BETWEEN_NESTED if nested else _BETWEEN
    lows = [word.decode() for word in words]
    rules = list[tuple[str, str]]()
    while True:
        at = between.match(text, at).end()  # type: ignore[union-attr] # it matches the empty text
        rule = _RULE.match(text, at)
        if rule is None:
            return rules, at
        low = rule[2].lower()
        if not lows or "\\" in low or any(word in low for word in lows):
            rules.append((rule[1], rule[2]))
        at = rule.end()
