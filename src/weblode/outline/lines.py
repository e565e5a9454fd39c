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

import numpy as np

from weblode.tags import BROKEN, NUMBERS
from weblode.tree import Column, Tree

# How a leaf follows the one before it.
APART, IN_LINK, IN_TEXT, TO_LINK, AFTER_LINK = range(5)

_WORD = re.compile(r"[^\W_]").search
_LETTER = re.compile(r"[^\W\d_]").search
_COLON = re.compile(r"[:\uff1a]\s*$").search
_END = re.compile(r"[\s.,;:!?%)\]}'\"\u2019\u201d\u00bb\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1f]*").fullmatch
_SMALL = NUMBERS["small"]
_TITLE = 3  # words of a title


def line_joins(tree: Tree, nodes: Column, texts: list[str]) -> list[int]:
    """For each leaf how it follows the leaf before it: `APART`, `IN_LINK`, `IN_TEXT`, `TO_LINK` or `AFTER_LINK`.

    `nodes` is what `atom_columns.node_columns` returns, `texts` are those of the leaves. Bold text at the beginning of
    a line or a link is a label or a title, so what follows it may have to stay apart from it; that is not looked at
    here.
    """
    leaves, parent, end, path, lead, tag = tree.leaves, tree.parent, tree.end, tree.path, tree.lead, tree.tag
    link = nodes[3]
    joins = [APART] * len(leaves)
    lines = _lines(leaves, lead, nodes)
    alone = _lines_of_one_link(leaves, link, lines)
    for i in range(1, len(joins)):
        b, u = leaves[i - 1], leaves[i]
        from_link, to_link = link[b] >= 0, link[u] >= 0
        one_link = to_link and link[b] == link[u]
        broken = lead[u] >= BROKEN
        if one_link and not broken:
            joins[i] = IN_LINK
        elif lines[i] == lines[i - 1] and not one_link:
            if from_link and to_link:
                continue
            above, around = parent[b], parent[u]
            bare = end[above] > u or around <= b
            if bare and tag[around] == _SMALL and tag[above] != _SMALL:
                bare = False
            if not from_link and not to_link:
                goes_on = bare or _is_lower(texts[i - 1], texts[i])
                if _is_end(texts[i]) or (goes_on and _have_words(texts[i - 1], texts[i])):
                    joins[i] = IN_TEXT
            elif bare and alone[lines[i]]:
                if to_link:
                    if _LETTER(texts[i - 1]) and not _is_kicker(texts[i - 1], texts[i]):
                        joins[i] = TO_LINK
                elif _WORD(texts[i]) or _is_end(texts[i]):
                    joins[i] = AFTER_LINK
        elif broken and path[b] == path[u] and _is_one_block(nodes, b, u):
            if one_link:
                joins[i] = IN_LINK
            elif not from_link and not to_link and parent[b] == parent[u] and _goes_on(texts[i - 1], texts[i]):
                joins[i] = IN_TEXT
    return joins


def _lines(leaves: Column, lead: Column, nodes: Column) -> Column:
    """By leaf, the number of its line."""
    lines = np.zeros(len(leaves), dtype=np.int32)
    numbers, dividing = lines, nodes[5]
    for i in range(1, len(leaves)):
        b, u = leaves[i - 1], leaves[i]
        in_line = lead[u] < BROKEN and dividing[b] == dividing[u] and _is_one_block(nodes, b, u)
        numbers[i] = numbers[i - 1] if in_line else numbers[i - 1] + 1
    return lines


def _is_one_block(nodes: Column, b: int, u: int) -> bool:
    """Whether two leaves are in one block: where no block begins between them, that of the second holds the first."""
    return bool(nodes[4, b] == nodes[4, u] and nodes[2, b] == nodes[2, u])


def _lines_of_one_link(leaves: Column, link: Column, lines: Column) -> list[bool]:
    """By line, whether it has a single link."""
    number = [0] * (lines[-1] + 1 if len(lines) else 0)
    for i in range(len(leaves)):
        u = leaves[i]
        if link[u] >= 0 and not (i and lines[i] == lines[i - 1] and link[leaves[i - 1]] == link[u]):
            number[lines[i]] += 1
    return [n == 1 for n in number]


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


def _is_lower(before: str, text: str) -> bool:
    """Whether a text goes on in lower case after one that does not end with a colon."""
    return text.lstrip()[:1].islower() and not before.rstrip().endswith(":")


def _have_words(before: str, text: str) -> bool:
    """Whether both texts have a letter or a digit."""
    return _WORD(before) is not None and _WORD(text) is not None
