"""The division of records into blocks, level by level: block-level tags first, then the tags inside each block.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1, figures 7 and 8. The records, as tokens of the first
encoding, are aligned by the center star; each aligned column that holds text, a link or an image is a block. The
content of each block is encoded again by the next, finer encoding, aligned and divided in the same way, and so on.

We differ in that records are aligned with each other, not with the pattern that found them, since a record here is
whole siblings of the tree (see `repeats`) and may have more tokens than the pattern; that an image is text where its
tag is no token, so that no block is lost; and that the bound on mismatches of section 2.4, which the paper has for
records only, holds for blocks too: a sentence with links here and there stays one block.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from weblode import kernels
from weblode.kernels.alignment import GAP
from weblode.kernels.repeats import ALONE, CONTENT, HIDDEN, PAIR
from weblode.records.objects import Range
from weblode.records.tokens import token_kinds
from weblode.tags import NUMBERS, TEXT
from weblode.tree import Column, Tree

LEVELS = ("block-level", "all-tag")  # the paper's encodings, the first for records, the others inside their blocks
# The highest share of tokens in a block that less than this share of the records has in the same column. Chosen among
# 40 pairs on all pages of `python -m bench.fields FOLDER iepad`; without a bound, records-2017 has 0.01 less.
_MISMATCHES, _SHARED = 0.2, 0.3
_STEPS = 8_000_000  # the most steps of all alignments of a list
_CENTERS = 4  # how many different strings of tokens, the most frequent first, are tried as center
_BLOCKS = 500  # the most blocks of a record
_IMAGE = 2 * NUMBERS["img"]

Block = Range | None  # the nodes of a block in one record; None if the record has none
Token = tuple[int, int, int]  # its number, its first node, and the first node after


def division_levels(encoding: str) -> tuple[str, ...]:
    """The encodings by which records found in an encoding are divided: it, then the finer ones."""
    return (encoding, *(level for level in LEVELS[1:] if level != encoding))


def divide(tree: Tree, records: Sequence[Range], levels: Sequence[str] = LEVELS) -> list[list[Block]] | None:
    """The blocks of the records in document order: for each block its nodes in every record.

    None if the records are too long and too different to be aligned.
    """
    return _Division(tree, records, levels).blocks()


class _Division:
    """Divides the records of one list; `left` is how many steps of alignment remain."""

    def __init__(self, tree: Tree, records: Sequence[Range], levels: Sequence[str]) -> None:
        self.records, self.levels, self.left = records, levels, _STEPS
        # Plain lists: reading single numbers from an array takes several times as long.
        self.first = min((start for start, _ in records), default=0)
        stop = max((stop for _, stop in records), default=0)
        columns = (tree.tag, tree.end, tree.leaf, tree.parent)
        self.tag, self.end, self.leaf, self.parent = (column[self.first : stop].tolist() for column in columns)
        self.kinds = [token_kinds(level).tolist() for level in levels]

    def blocks(self) -> list[list[Block]] | None:
        """The blocks of the records by all levels."""
        strings = [self._tokens(record, 0) for record in self.records]
        columns = self._align(strings, 1.0)
        return None if columns is None else self._divided(columns, 1)

    def _divided(self, columns: Iterable[list[Block]], level: int) -> list[list[Block]]:
        """The blocks of some columns, each divided by a level and by those after it."""
        if level == len(self.levels):
            return list(columns)
        blocks: list[list[Block]] = []
        for column in columns:
            strings = [self._tokens(block, level) if block else [] for block in column]
            parts = self._align(strings, _MISMATCHES) if any(len(string) > 1 for string in strings) else [column]
            if parts is None or len(blocks) + len(parts) > _BLOCKS:
                blocks.append(column)
            else:
                blocks += self._divided(parts, level + 1)
        return blocks

    def _tokens(self, block: Range, level: int) -> list[Token]:
        """The tokens of a block in the encoding of a level, each with its nodes; a text begins after the tag before it.

        The same tokens as `tokens.encode` has, but that an image without a token of its own is text.
        """
        kinds, base = self.kinds[level], self.first
        tokens: list[Token] = []
        u, stop = block
        here, stack = u, self._open(block, kinds)
        while u < stop or stack:
            if stack and (u >= stop or self.end[stack[-1] - base] <= u):
                v = stack.pop()
                here = u
                tokens.append((2 * self.tag[v - base] + 1, v, u))
                continue
            tag, after = self.tag[u - base], self.end[u - base]
            kind = kinds[min(tag, len(kinds) - 1)] if tag else CONTENT
            if kind in (PAIR, ALONE):
                tokens.append((2 * tag, u, after))
                here = u + 1 if kind == PAIR else after
                stack += [u] if kind == PAIR else []
            elif kind != HIDDEN and (2 * tag == _IMAGE or self.leaf[u - base] >= 0):
                if tokens and tokens[-1][0] == TEXT:
                    here = tokens.pop()[1]
                tokens.append((TEXT, here, u + 1))
            u = u + 1 if kind in (PAIR, CONTENT) else after
        return tokens

    def _open(self, block: Range, kinds: Sequence[int]) -> list[int]:
        """The elements with tokens that begin before a block and end inside it, the outermost first."""
        (u, stop), base = block, self.first
        elements: list[int] = []
        while (u := self.parent[u - base]) >= base and self.end[u - base] < stop:
            if kinds[min(self.tag[u - base], len(kinds) - 1)] == PAIR:
                elements.insert(0, u)
        return elements

    def _align(self, strings: Sequence[Sequence[Token]], mismatches: float) -> list[list[Block]] | None:
        """The columns of aligned strings that hold text or images; None if they differ too much or are too long."""
        rows: dict[tuple[int, ...], list[int]] = {}
        for i, string in enumerate(strings):
            if string:
                rows.setdefault(tuple(token for token, _, _ in string), []).append(i)
        order = sorted(rows, key=lambda row: -len(rows[row]))
        longest, total = max(map(len, order), default=0), sum(map(len, order))
        if (_CENTERS + 1) * longest * total > self.left:
            return None
        self.left -= (_CENTERS + 1) * longest * total
        stops = np.cumsum([0, *map(len, order)], dtype=np.int32)
        weights = np.array([len(rows[row]) for row in order], dtype=np.int32)
        joined = np.array([token for row in order for token in row], dtype=np.int32)
        table = kernels.fastest().aligned(joined, np.stack([stops[:-1], stops[1:]], axis=1), weights, _CENTERS)
        holding = np.isin(table, (TEXT, _IMAGE)).any(axis=0).sum()
        if holding > _BLOCKS or _mismatches(table, weights) > mismatches:
            return None
        return self._blocks(strings, [rows[row] for row in order], table.tolist())

    @staticmethod
    def _blocks(
        strings: Sequence[Sequence[Token]], groups: Sequence[Sequence[int]], table: Sequence[Sequence[int]]
    ) -> list[list[Block]]:
        """The columns of a table of aligned tokens that hold text or images, as nodes of each string."""
        columns: dict[int, list[Block]] = {}
        for numbers, line in zip(groups, table, strict=True):
            places = [at for at, token in enumerate(line) if token != GAP]
            for i in numbers:
                for at, (token, first, after) in zip(places, strings[i], strict=True):
                    if token in (TEXT, _IMAGE):
                        columns.setdefault(at, [None] * len(strings))[i] = (first, after)
        return [columns[at] for at in sorted(columns)]


def _mismatches(table: Column, weights: Column) -> float:
    """The share of tokens that too few of the strings, each counted by its weight, have in the same column."""
    if not len(table):
        return 0.0
    mismatched = 0
    for column in table.T:
        tokens, which = np.unique(column, return_inverse=True)
        times = np.bincount(which, weights)
        mismatched += times[(times < _SHARED * weights.sum()) & (tokens != GAP)].sum()
    return float(mismatched / ((table != GAP).sum(axis=1) @ weights))
