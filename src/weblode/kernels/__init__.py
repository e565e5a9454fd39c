"""Inner loops: each is a Python function, the reference implementation, and a compiled one where that is possible.

`python()` and `native()` return the two sets, `fastest()` the one to use. `native()` is None unless all modules are
compiled and selectolax's library exports lexbor's functions; `missing()` returns the reason.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weblode.kernels.cells import CellColumn
    from weblode.kernels.columns import Columns
    from weblode.kernels.hashes import PlaceTable, SlotTable
    from weblode.kernels.judges import Trees
    from weblode.kernels.lists import Lists
    from weblode.kernels.phrases import Inventory
    from weblode.kernels.siblings import SiblingTable
    from weblode.kernels.templates import Anchors
    from weblode.kernels.texts import Texts


@dataclass(eq=False, repr=False)  # what else there is takes a millisecond to make
class Kernels:
    """One implementation of every inner loop."""

    name: str
    columns: "Callable[[bytes, int, int], Columns]"
    effort: Callable[[bytes], tuple[int, int]]
    utf8_signs: Callable[[bytes], tuple[int, bool]]
    children: "Callable[[NDArray[np.int32], int], list[int]]"
    nth_child: "Callable[[NDArray[np.int32], NDArray[np.int32], int, int, int], int]"
    descend: "Callable[[NDArray[np.int32], NDArray[np.int32], Sequence[tuple[int, int]]], int]"
    parents_of_path: "Callable[[NDArray[np.int32], NDArray[np.int32], int, tuple[int, int]], list[int]]"
    placed: "Callable[[NDArray[np.int32], NDArray[np.int32], int, int], tuple[list[int], list[int]]]"
    lineage: "Callable[..., list[tuple[int, int, int, int]]]"
    befores: "Callable[[NDArray[np.int32], list[int]], list[int]]"
    reading: "Callable[[NDArray[np.int32], NDArray[np.int32]], tuple[NDArray[np.int32], NDArray[np.int64]]]"
    subtrees: "Callable[..., NDArray[np.float64]]"
    shaped: "Callable[..., list[tuple[int, int]]]"
    shaped_children: (
        "Callable[..., tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], list[tuple[int, int]]]]"
    )
    fitting: "Callable[..., tuple[int, int, list[int], list[bool]]]"
    values: "Callable[..., list[tuple[int, int, bytes]]]"
    named: "Callable[..., tuple[dict[int, bytes], ...]]"
    named_or_begun: "Callable[..., tuple[tuple[dict[int, bytes], ...], list[tuple[int, bytes, bytes]]]]"
    labels: "Callable[[bytes, NDArray[np.int32], NDArray[np.int32], list[int]], tuple[list[bytes], list[int]]]"
    collect: "Callable[..., None]"
    splits: "Callable[[NDArray[np.int32], NDArray[np.float64]], NDArray[np.int32]]"
    gaps: "Callable[..., NDArray[np.int32]]"
    cuts: "Callable[..., tuple[NDArray[np.int32], NDArray[np.int32], int]]"
    tokens: "Callable[..., NDArray[np.int32]]"
    repeats: "Callable[[NDArray[np.int32], int, int], tuple[NDArray[np.int32], NDArray[np.int32]]]"
    regular: "Callable[..., tuple[NDArray[np.int32], NDArray[np.int32]]]"
    aligned: "Callable[[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int], NDArray[np.int32]]"
    matches: "Callable[[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]], NDArray[np.int32]]"
    records: "Callable[..., tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]]"
    paired: Callable[[list[int], tuple[int, ...], list[tuple[int, int, int]]], list[int]]
    arranged: Callable[..., tuple[list[tuple[int, Any]], list[list[int]]]]
    lists: "Callable[..., Lists]"
    trees: "Callable[..., Trees]"
    judged: "Callable[..., tuple[NDArray[np.float64], list[int], NDArray[np.float64], float]]"
    members: "Callable[..., NDArray[np.float64]]"
    survey: Callable[..., tuple[tuple[tuple[int, int], ...], bool, bool, int]]
    held: "Callable[..., tuple[NDArray[np.int32], list[int]] | None]"
    section_signs: Callable[..., int]
    visible: "Callable[..., tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint64]]]"
    marks: "Callable[..., tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], list[tuple[int, int, bytes]]]]"
    unseen: "Callable[..., NDArray[np.bool_]]"
    usual_rules: Callable[..., tuple[list[tuple[str, str]], int]]
    signatures: "Callable[..., NDArray[np.uint64]]"
    leaves: "Callable[..., tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]]"
    numbered: "Callable[[NDArray[np.uint64]], tuple[NDArray[np.uint64], NDArray[np.int64]]]"
    distinct: "Callable[[NDArray[np.int64], NDArray[np.uint64], int], NDArray[np.int64]]"
    frequencies: "Callable[[NDArray[np.int64], NDArray[np.int64], int], tuple[NDArray[np.int64], NDArray[np.int64]]]"
    shared: "Callable[[NDArray[np.uint64], NDArray[np.uint64]], int]"
    place_table: "Callable[..., PlaceTable]"
    slot_table: "Callable[..., SlotTable]"
    slot_values: "Callable[..., tuple[list[tuple[int, int, int]], int]]"
    lines: "Callable[[bytes, NDArray[np.int32], Iterable[int]], list[str]]"
    attributes: "Callable[[bytes, NDArray[np.int32], Iterable[int], bytes], list[str]]"
    passages: "Callable[..., list[str]]"
    texts: "Callable[..., Texts]"
    spread: "Callable[..., list[CellColumn]]"
    distinct_rows: "Callable[..., tuple[list[list[Any]], list[int], list[int]]]"
    distinct_places: "Callable[..., tuple[list[Any], list[tuple[int, ...]], list[int], list[int]]]"
    cell_numbers: Callable[..., list[tuple[int, ...]]]
    numbered_places: "Callable[..., tuple[list[Any], list[tuple[int, ...]]]]"
    shared_links: "Callable[..., list[str]]"
    leading: "Callable[..., tuple[int, int, int]]"
    parted: "Callable[[Sequence[str | None], Any], CellColumn]"
    joined: "Callable[[Sequence[Any]], CellColumn]"
    is_inside: Callable[[Any, Any], bool]
    first_part: Callable[[Any], int]
    column: "Callable[[Iterable[Any]], CellColumn]"
    measures: Callable[[Iterable[str]], tuple[int, int, int, int]]
    readable: Callable[[Iterable[str | None]], list[str]]
    hints: Callable[[Iterable[str | None], dict[str, int]], int]
    whole_numbers: Callable[[Iterable[str | None]], tuple[int | None, ...] | None]
    plain_dates: Callable[..., list[str | None]]
    plain_counts: Callable[..., list[tuple[float, str] | None]]
    text_size: Callable[[Iterable[Iterable[Any]]], int]
    words: Callable[[str], list[str]]
    tokens_of: Callable[[str], list[tuple[str, int, int]]]
    holding: "Callable[..., list[int]]"
    tagged_holding: "Callable[..., list[int]]"
    inventory: "Callable[..., Inventory]"
    nearest_holding: "Callable[..., list[int]]"
    mentioning: "Callable[[bytes, NDArray[np.int32], NDArray[np.int32], tuple[bytes, ...]], list[bool]]"
    lower_words: Callable[[str], list[str]]
    plain_words: Callable[[Sequence[str]], list[str]]
    template: Callable[[Sequence[str]], tuple[str, ...]]
    divided: "Callable[[Anchors, Sequence[str | None]], dict[str, list[str | None]]]"
    siblings: "Callable[..., SiblingTable]"
    shapes: "Callable[..., list[frozenset[int]]]"
    alike: "Callable[..., list[bool]]"
    headings: "Callable[..., dict[int, tuple[int, int]]]"
    first_texts: "Callable[..., list[tuple[int, int, int, int, bool]]]"
    written: Callable[..., bytes]


@cache
def python() -> Kernels:
    """The Python functions."""
    from weblode.kernels.definitions import definitions

    return definitions()


@cache
def native() -> Kernels | None:
    """The compiled functions; None if they are not available."""
    result = _load()
    return result if isinstance(result, Kernels) else None


@cache
def missing() -> str | None:
    """Why the compiled functions are not available; None if they are."""
    result = _load()
    return result if isinstance(result, str) else None


@cache
def fastest() -> Kernels:
    """The compiled functions if they are available, otherwise the Python ones."""
    return native() or python()


@cache
def _load() -> Kernels | str:
    try:
        from weblode.kernels.compiled import SYMBOLS, bind, compiled
    except ImportError:
        return "they were not compiled; install a C compiler and weblode again"
    import ctypes

    import selectolax.lexbor

    library = ctypes.CDLL(selectolax.lexbor.__file__)
    try:
        functions = [getattr(library, symbol) for symbol in SYMBOLS]
    except AttributeError as error:
        return f"this build of selectolax does not export lexbor's functions ({error})"
    bind([ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions])
    return compiled()
