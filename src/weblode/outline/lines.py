"""Which text leaves are read as one: those of a link, and those of a sentence that markup divides.

Two neighbouring leaves are one text if

- they are in one link, on one line, or on two that only `br` divides and with one tag path;
- they are in one block on one line, in no link, and one of them is directly in an element around the other
  (`Contact <span>Us</span>`), or the second goes on in lower case;
- the first has letters and is directly in the element around the second, which is the only link of its line
  (`Live chat: <a>start</a>`), unless it ends with a colon and the link is a title; the text after that link belongs to
  the sentence too;
- they are in one element on two lines that `br` divides, in no link, and the second goes on in lower case or with a
  bracket.

What has neither letter nor digit divides texts, unless it is the punctuation at the end of one.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.tags import BROKEN, JOINED, LEAD, NUMBERS
from weblode.tree import Column, Tree

# How a leaf follows the one before it.
APART, IN_LINK, IN_TEXT, TO_LINK, AFTER_LINK = range(5)

Flags = NDArray[np.bool_]

_WORD = re.compile(r"[^\W_]").search
_LETTER = re.compile(r"[^\W\d_]").search
_COLON = re.compile(r"[:\uff1a]\s*$").search
_END = re.compile(r"[\s.,;:!?%)\]}'\"\u2019\u201d\u00bb\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1f]*").fullmatch
_SMALL = NUMBERS["small"]
_TITLE = 3  # words of a title
# By tag, the last entry for names that HTML does not define: blocks, cells and controls divide a line; and of these,
# those that may hold text.
_DIVIDES = np.array([lead != JOINED for lead in LEAD] + [False])
_VOID = [NUMBERS[name] for name in ("br", "embed", "hr", "image", "img", "input", "keygen")]
_HOLDS = _DIVIDES.copy()
_HOLDS[_VOID] = False


def line_joins(tree: Tree, link: Column, block_depth: Column, texts: Sequence[str]) -> list[int]:
    """For each leaf how it follows the leaf before it: `APART`, `IN_LINK`, `IN_TEXT`, `TO_LINK` or `AFTER_LINK`.

    By leaf: `link` is the link around it, -1 if there is none, `texts` its text. By tag path, `block_depth` is the
    depth of the innermost block on it. Bold text at the beginning of a line or a link is a label or a title, so what
    follows it may have to stay apart from it; that is not looked at here.
    """
    leaves = tree.leaves
    if len(leaves) < 2:
        return [APART] * len(leaves)
    joins = np.zeros(len(leaves), dtype=np.int32)
    before, after = leaves[:-1], leaves[1:]
    tag = np.minimum(tree.tag, len(LEAD))
    count, depth = np.cumsum(_HOLDS[tag])[leaves], block_depth[tree.path[leaves]]
    # Where no block begins between two leaves, that of the second holds the first too.
    one_block = (count[:-1] == count[1:]) & (depth[:-1] == depth[1:])
    dividers = np.cumsum(_DIVIDES[tag])[leaves]
    broken = tree.lead[after] >= BROKEN
    one_link = (link[:-1] == link[1:]) & (link[1:] >= 0)
    one_path = tree.path[before] == tree.path[after]
    joins[1:][one_link & (~broken | (one_block & one_path))] = IN_LINK

    in_line = np.append(False, one_block & ~broken & (dividers[:-1] == dividers[1:]))
    pairs = np.flatnonzero(in_line & np.append(True, ~one_link))  # a leaf of each pair, the second
    links = _links_of_lines(in_line, link)
    bare = (tree.end[tree.parent[leaves[pairs - 1]]] > leaves[pairs]) | (
        tree.parent[leaves[pairs]] <= leaves[pairs - 1]
    )
    tags = tree.tag[tree.parent[leaves]]
    bare &= (tags[pairs] != _SMALL) | (tags[pairs - 1] == _SMALL)
    columns = (pairs, link[pairs - 1] >= 0, link[pairs] >= 0, bare, links[pairs] == 1)
    for i, from_link, to_link, is_bare, alone in zip(*(column.tolist() for column in columns), strict=True):
        if not from_link and not to_link:
            joins[i] = IN_TEXT if _is_one_text(texts[i - 1], texts[i], bare=is_bare) else APART
        elif alone and is_bare:
            if not from_link:
                joins[i] = TO_LINK if _LETTER(texts[i - 1]) and not _is_kicker(texts[i - 1], texts[i]) else APART
            elif not to_link:
                joins[i] = AFTER_LINK if _WORD(texts[i]) or _is_end(texts[i]) else APART
    no_link = (link[:-1] < 0) & (link[1:] < 0)
    wrapped = np.flatnonzero(one_block & broken & one_path & no_link & (tree.parent[before] == tree.parent[after])) + 1
    for i in wrapped.tolist():
        if _goes_on(texts[i - 1], texts[i]):
            joins[i] = IN_TEXT
    return list(joins.tolist())


def _links_of_lines(in_line: Flags, link: Column) -> NDArray[np.intp]:
    """By leaf, the number of links in its line; `in_line` says whether it is in the line of the leaf before it."""
    line = np.cumsum(~in_line)
    begins = (link >= 0) & ~(in_line & np.append(False, link[1:] == link[:-1]))
    return np.asarray(np.bincount(line, weights=begins, minlength=1)[line], dtype=np.intp)


def _is_end(text: str) -> bool:
    """Whether a text is nothing but the punctuation at the end of another."""
    return _END(text) is not None


def _is_kicker(before: str, text: str) -> bool:
    """Whether a text is the topic of a title after it, and ends with a colon; a few words after it are its value."""
    return (
        _COLON(before) is not None and text.count(" ", 0, 200) >= _TITLE - 1 and len(text.split(None, _TITLE)) >= _TITLE
    )


def _goes_on(before: str, text: str) -> bool:
    """Whether a sentence goes on in the next line: in lower case or with a bracket, and no colon ends the first."""
    first = text.lstrip()[:1]
    return (first.islower() or first == "(") and _LETTER(before) is not None and not _COLON(before)


def _is_one_text(before: str, text: str, *, bare: bool) -> bool:
    """Whether a text goes on with the text after it, given whether one is directly in an element around the other."""
    if _is_end(text):
        return True
    goes_on = bare or (text.lstrip()[:1].islower() and not before.rstrip().endswith(":"))
    return goes_on and _WORD(before) is not None and _WORD(text) is not None
