"""Patterns of data frames: macros, checks, and patterns for words.

The patterns are those of RE2: no lookaround and no back references, and in return a match takes time linear in the
text, whoever wrote the pattern. (On obituaries the package `regex`, whose matches can be timed out, took 3 to 170 ms
per MB and object set, RE2 11 to 41; `re` cannot be stopped at all.)
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

from weblode.caches import regex

_MACRO = regex(r"(?<!\\[xpP])\{([A-Za-z_]\w*)\}")  # not the braces of \x{C0} and \p{Lu}
_LONGEST = 100_000  # characters of a pattern with its macros expanded
# Steps of a pattern's program. When RE2's automaton outgrows its memory, each character costs this many steps.
_LARGEST = 20_000


def expand_macros(pattern: str, macros: Mapping[str, str]) -> str:
    """A pattern with its macros `{name}` expanded, up to five levels deep; unknown or deeper macros stay."""
    for _ in range(5):
        wider = _MACRO.sub(lambda match: f"(?:{macros[match[1]]})" if match[1] in macros else match[0], pattern)
        if wider == pattern or len(wider) > _LONGEST:
            break
        pattern = wider
    return pattern


def fault(pattern: str, *, groups: int) -> str:
    """Why a pattern cannot be used, and the remedy; "" if it can."""
    import re2

    if unexpanded := _MACRO.search(pattern):
        return f"no macro {unexpanded[0]}, or macros nested too deeply; define {unexpanded[1]} = '...' in [macros]"
    try:
        program = compile_pattern(pattern)
    except (re2.error, UnicodeEncodeError) as error:
        why = error.args[0].decode(errors="replace") if error.args and isinstance(error.args[0], bytes) else str(error)
        return f"{why}; RE2 has no lookaround and no back references: use 'except' for what must not match"
    if program.programsize > _LARGEST:
        return (
            f"a program of {program.programsize:,} steps, more than {_LARGEST:,}; repeat less, or use smaller classes"
        )
    if program.groups > groups:
        return f"{program.groups} groups, more than {groups}; write (?:...) for groups that are not the value"
    if program.search(b"") is not None:
        return "it matches the empty text; require at least one character"
    return ""


def word_pattern(word: str) -> str:
    """The pattern for a word or phrase: whole words, any white space between them."""
    import re2

    parts = r"\s+".join(re2.escape(part) for part in word.split())
    before, after = (r"\b" if edge.isascii() and edge.isalnum() else "" for edge in (word.strip()[0], word.strip()[-1]))
    return f"{before}{parts}{after}"


def either(parts: Iterable[str], *, case: bool) -> str:
    """One pattern that matches any of several."""
    inner = "|".join(parts)
    return f"(?:{inner})" if case else f"(?i:{inner})"


Spans = list[tuple[int, int]]  # of a match and of its groups; (-1, -1) where a group did not match


def finder(pattern: str) -> Callable[[bytes, int, int], Spans]:
    """A function that returns the first match in a part of a text, without its groups."""
    import re2

    return _matcher(compile_pattern(pattern, capture=False), re2._Anchor.UNANCHORED)


def reader(pattern: str) -> Callable[[bytes, int, int], Spans]:
    """A function that returns the match of exactly a part of a text, with its groups."""
    import re2

    return _matcher(compile_pattern(pattern), re2._Anchor.ANCHOR_BOTH)


def _matcher(pattern: Any, anchor: Any) -> Callable[[bytes, int, int], Spans]:
    # RE2's own match function: the wrapper's iterators and match objects cost as much as the matching.
    match: Callable[[bytes, int, int], Spans] = partial(pattern._regexp.Match, anchor)
    return match


@lru_cache(512)
def compile_pattern(pattern: str, *, capture: bool = True) -> Any:
    """The compiled pattern, over UTF-8; of several matches at a place the longest counts."""
    import re2

    options = re2.Options()
    options.longest_match = True
    options.log_errors = False
    options.never_capture = not capture
    options.max_mem = 32 << 20  # the automaton gets a part of it; when that is full, RE2 is slow but still linear
    return re2.compile(pattern.encode(), options)
