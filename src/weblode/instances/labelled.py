"""Values with a label: "Weight: 2 kg", terms and their descriptions, rows of two cells, promoted labels.

OntoMiner, 2005, section 6.3: inside the content, labels that the outline promotes are names of attributes and the texts
below them are the values; labels that recur on sibling pages are promoted whenever possible.
"""

import re
from collections.abc import Collection, Iterator

from weblode.instances.blocks import Blocks, words
from weblode.instances.template import Template
from weblode.tags import NUMBERS

Pair = tuple[str, str, int]  # label, value, node

_COLON = re.compile(r"^\s*(?P<label>[^:\uff1a]{2,40}?)\s*[:\uff1a]\s+(?P<value>\S.*)$")
_ENDS = re.compile(r"\s*[:\uff1a]\s*$")
_DT, _DD, _TH, _TD = (NUMBERS[name] for name in ("dt", "dd", "th", "td"))
_LABEL_WORDS = 4
_VALUE = 300  # characters: more is prose under a heading
_FEW = 2  # lines with a colon on one tag path; fewer are only punctuation


def labelled_values(blocks: Blocks, area: Collection[int], template: Template, *, flat: bool = True) -> list[Pair]:
    """The labelled values among the blocks in `area`, in the order of the page, each pair of label and value once.

    `flat` says that the page consists of labels and values: on others a colon within one text is only punctuation.
    """
    indexes = sorted(area)
    pairs = [*_neighbours(blocks, indexes), *_colons(blocks, indexes, template, flat=flat)]
    if template.labels:
        pairs += _promoted(blocks, indexes, template)
    seen: set[tuple[str, str]] = set()
    unique = []
    for label, value, node in sorted(pairs, key=lambda pair: pair[2]):
        key = (label.casefold(), value)
        if key not in seen and words(label) and words(value):
            seen.add(key)
            unique.append((label, value, node))
    return unique


def _neighbours(blocks: Blocks, indexes: list[int]) -> Iterator[Pair]:
    """Terms with their descriptions; header cells, or cells that end in a colon, with the only cell beside them."""
    tree, inside = blocks.tree, set(indexes)
    for i in indexes:
        if i + 1 not in inside:
            continue
        u, v = int(blocks.node[i]), int(blocks.node[i + 1])
        one, two = int(tree.tag[u]), int(tree.tag[v])
        cells = one in (_TH, _TD) and two == _TD and tree.parent[u] == tree.parent[v]
        if cells:
            cells = len(tree.children(int(tree.parent[u]))) == 2 and (one == _TH or bool(_ENDS.search(blocks.text(i))))
        if (cells or (one == _DT and two == _DD)) and blocks.length[i + 1] <= _VALUE:
            yield _clean(blocks.text(i)), blocks.text(i + 1), v


def _colons(blocks: Blocks, indexes: list[int], template: Template, *, flat: bool) -> Iterator[Pair]:
    """Lines such as "Weight: 2 kg", if several have the same tag path, or the label is a text of its own."""
    tree, candidates = blocks.tree, []
    for i in indexes:
        if blocks.length[i] > _VALUE or not (match := _COLON.match(blocks.text(i))):
            continue
        if len(match["label"].split()) <= _LABEL_WORDS:
            first = _clean(tree.text(int(tree.leaves[blocks.first[i]])))
            label = match["label"].strip()
            own = first == label or label in {_clean(one) for one in template.labels}
            candidates.append((i, own, label, match["value"].strip()))
    alike: dict[int, int] = {}
    for i, *_ in candidates:
        path = int(tree.path[blocks.node[i]])
        alike[path] = alike.get(path, 0) + 1
    for i, own, label, value in candidates:
        if own or (
            flat and blocks.linked[i] <= 0.5 and alike[int(tree.path[blocks.node[i]])] >= _FEW and not blocks.prose[i]
        ):
            yield label, value, int(blocks.node[i])


def _promoted(blocks: Blocks, indexes: list[int], template: Template) -> Iterator[Pair]:
    """The labels that siblings share and that the outline puts above other rows, with the texts of these rows."""
    from weblode.outline.build import outline

    tree = blocks.tree
    page_outline = outline(tree, frequent=template.labels)
    leaves = {leaf for i in indexes for leaf in range(int(blocks.first[i]), int(blocks.stop[i]))}
    decoration = template.is_decoration(tree)
    for row in range(1, len(page_outline)):
        first, stop = page_outline.leaves(row)
        if first >= stop or first not in leaves or page_outline.name(row) not in template.labels:
            continue
        values = 0
        for below in range(row + 1, int(page_outline.end[row])):
            start, end = page_outline.leaves(below)
            prose = (
                start < end and start in leaves and bool(blocks.prose[blocks.first.searchsorted(start, "right") - 1])
            )
            if start >= end or start not in leaves or decoration[start:end].any() or (prose and values):
                continue  # prose after a value is not another value
            value = page_outline.name(below)
            if len(value) <= _VALUE:
                values += 1
                yield _clean(page_outline.name(row)), value, int(tree.leaves[start])


def _clean(label: str) -> str:
    return _ENDS.sub("", " ".join(label.split()))
