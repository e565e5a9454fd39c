"""All compiled functions of `Kernels`, in its order; an ImportError where one is not compiled."""

from typing import Any

from weblode.kernels import (
    Kernels,
    _alignment,
    _cells,
    _clues,
    _effort,
    _gaps,
    _intervals,
    _judges,
    _leaves,
    _lines,
    _lists,
    _members,
    _native,
    _phrases,
    _repeats,
    _siblings,
    _texts,
    _written,
)

# The names of the functions of lexbor that are needed, and what takes their addresses.
SYMBOLS, bind = _native.SYMBOLS, _native.bind


def compiled() -> Kernels:
    """The compiled functions, which work after `bind`."""
    return Kernels(
        "native",
        _native.columns,
        _effort.effort,
        _native.continuation_bytes,
        _native.children,
        _native.nth_child,
        _native.placed,
        _native.lineage,
        _native.befores,
        _native.reading,
        _native.subtrees,
        _native.shaped,
        _native.values,
        _native.named,
        _native.named_or_begun,
        _native.labels,
        _native.collect,
        _intervals.splits,
        _gaps.gaps,
        _gaps.cuts,
        _repeats.tokens,
        _repeats.repeats,
        _repeats.regular,
        _alignment.aligned,
        _alignment.matches,
        _alignment.records,
        _alignment.paired,
        _alignment.arranged,
        _lists.lists,
        _judges.Trees,  # type: ignore[arg-type]
        _judges.judged,
        _members.members,
        _members.survey,
        _members.section_signs,
        _clues.visible,
        _clues.marks,
        _clues.unseen,
        _leaves.signatures,
        _leaves.leaves,
        _leaves.numbered,
        _leaves.distinct,
        _leaves.frequencies,
        _leaves.shared,
        _leaves.PlaceTable,  # type: ignore[arg-type]
        _leaves.SlotTable,  # type: ignore[arg-type]
        _leaves.slot_values,
        _lines.lines,
        _lines.attributes,
        _lines.passages,
        *_of_fields(),
    )


def _of_fields() -> tuple[Any, ...]:
    """Those that read the fields of records: from `texts` on."""
    return (
        _texts.Texts,
        _texts.spread,
        _texts.distinct_rows,
        _texts.first_nodes,
        _texts.numbered_places,
        _texts.shared_links,
        _texts.leading,
        _texts.parted,
        _texts.joined,
        _texts.is_inside,
        _texts.first_part,
        _texts.CellColumn,
        _cells.measures,
        _cells.readable,
        _cells.hints,
        _cells.whole_numbers,
        _cells.plain_dates,
        _cells.plain_counts,
        _cells.text_size,
        _phrases.words,
        _phrases.tokens,
        _phrases.holding,
        _phrases.textless,
        _phrases.nearest_holding,
        _phrases.mentioning,
        _phrases.template,
        _phrases.divided,
        _siblings.SiblingTable,
        _siblings.shapes,
        _siblings.alike,
        _siblings.headings,
        _siblings.first_texts,
        _written.written,
    )
