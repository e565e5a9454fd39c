"""Which slots of a template hold attributes of the thing that its pages are about.

Facts about each slot, and fitted weights for them (`details/weights.json`). A value that surely has a label is one,
others are weighed: where they stand, how they differ from page to page, how the page shows them.
"""

import re
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import models
from weblode.details.slots import Numbers, Slots

FACTS = (
    "present",  # the share of the pages that have it
    "few",  # hardly any page has it
    "many",  # values a page beyond the first, up to three
    "single",  # no page has several
    "distinct",  # different first values, as a share of the pages that have one
    "constant",
    "strong",  # the share of the values that surely have a label
    "weak",  # the share with the usual label
    "prefixed",  # the share that begin with the usual label, "Price: $5"
    "long",
    "very long",
    "short",
    "length",
    "linked",
    "beside",
    "minor",
    "hidden",
    "after title",
    "near title",
    "same part",
    "far",
    "in title",  # the share that the page's title repeats
    "heading",
    "first heading",
    "repeated",  # the share that the page has elsewhere too
    "item",
    "page title",
    "control",
    "labelled once",
    "linked many",
    "linked item",
)
_LONG, _VERY_LONG, _SHORT = 80, 250, 3  # characters
_NEAR, _PART, _FAR = 15, 60, 150  # texts from the title
_NO_TITLE = 50  # texts from the title, if there is none
_FEW = 0.2
PREFIX = re.compile(r"\s*([^:：=]{2,40}?)\s*[:：=]\s*(?=\S)")  # noqa: RUF001 - the colon of Chinese and Japanese
_LABELLED, _LABELLED_ON = 0.8, 0.3  # shares of values and pages from which labelled values are always attributes


def title_slot(slots: Slots) -> int:
    """The slot of the thing's name: a heading, or a line that the page's title repeats; -1 if there is none."""
    if not slots.size:
        return -1
    n = len(slots.pages)
    own = _own_titles([each.page_title for each in slots.pages])
    total = np.bincount(slots.slot, minlength=slots.size)
    share = lambda flags: np.bincount(slots.slot, flags, minlength=slots.size) / total  # noqa: E731
    covered = np.array(
        [_covered(text, own[page]) for text, page in zip(slots.texts, slots.page.tolist(), strict=True)]
    )
    present = np.bincount(np.unique(np.stack((slots.slot, slots.page)), axis=1)[0], minlength=slots.size) / n
    score = (
        share(covered)
        + 0.6 * share(slots.column("first_heading"))
        + 0.2 * share(slots.column("heading"))
        - 0.4 * share(slots.column("linked"))
        - 0.4 * share(slots.column("hidden"))
        - 0.2 * share(slots.column("beside"))
    )
    score *= present / np.maximum(1, total / np.maximum(1, present * n))
    score[share(slots.column("title")) > 0] = 0
    best = int(score.argmax())
    return best if score[best] >= 0.4 else -1


def _own_titles(titles: list[str]) -> list[str]:
    """The titles without the words at their start and end that all have."""
    words = [each.casefold().split() for each in titles]
    if len({*map(tuple, words)}) < 2:
        return [" ".join(each) for each in words]
    shortest = min(map(len, words))
    start = next((i for i in range(shortest) if len({each[i] for each in words}) > 1), shortest)
    stop = next((i for i in range(shortest - start) if len({each[-1 - i] for each in words}) > 1), shortest - start)
    return [" ".join(each[start : len(each) - stop]) for each in words]


def _covered(text: str, title: str) -> float:
    """The share of a title that a text in it covers."""
    folded = " ".join(text.casefold().split())
    if not title or len(folded) < 2:
        return 0.0
    if folded in title:
        return len(folded) / len(title)
    return 0.8 * len(title) / len(folded) if len(title) > 3 and title in folded else 0.0


def facts(slots: Slots, title: int) -> NDArray[np.float64]:
    """The facts about each slot, a row each; `title` is the slot of the thing's name."""
    n, size, slot = len(slots.pages), slots.size, slots.slot
    total = np.bincount(slot, minlength=size).astype(float)
    share = lambda flags: np.bincount(slot, np.asarray(flags, dtype=float), minlength=size) / total  # noqa: E731
    text = slots.column("text")
    pairs, first = np.unique(np.stack((slot, slots.page)), axis=1, return_index=True)
    pages = np.bincount(pairs[0], minlength=size).astype(float)
    distinct = _distinct(slot[first], text[first], size)
    many = np.minimum(3.0, total / pages - 1)
    length = _median(slot, slots.column("length"), size)
    distance = _median(slot, _distances(slots, title), size)
    strong = share(slots.strong)
    label = np.array(slots.label_of_slot)
    weak = share(np.array(slots.labels) == label[slot]) * (label != "")
    single = pages == total
    linked, item = share(slots.column("linked")), share(slots.column("item"))
    prefixed, in_title = _texts_facts(slots, total)
    return np.column_stack(
        (
            pages / n,
            pages <= max(1, _FEW * n),
            many,
            single,
            distinct / pages,
            _distinct(slot, text, size) == 1,
            strong,
            weak,
            prefixed,
            length > _LONG,
            length > _VERY_LONG,
            length <= _SHORT,
            np.log1p(length),
            linked,
            share(slots.column("beside")),
            share(slots.column("minor")),
            share(slots.column("hidden")),
            distance >= 0,
            np.exp(-np.abs(distance) / _NEAR),
            np.exp(-np.abs(distance) / _PART),
            np.minimum(2, np.abs(distance) / _FAR),
            in_title,
            share(slots.column("heading")),
            share(slots.column("first_heading")),
            np.bincount(slot[first], _repeated(slots)[first], minlength=size) / pages,
            item,
            share(slots.column("title")),
            share(slots.column("control")),
            strong * single,
            linked * many,
            linked * item,
        )
    )


def _distinct(slot: Numbers, text: NDArray[np.generic], size: int) -> NDArray[np.float64]:
    """How many different texts each slot has."""
    _, number = np.unique(text, return_inverse=True)
    return np.bincount(np.unique(np.stack((slot, number)), axis=1)[0], minlength=size).astype(float)


def _median(slot: Numbers, values: NDArray[Any], size: int) -> NDArray[np.float64]:
    """The median of the values of each slot, of two the greater."""
    order = np.lexsort((values, slot))
    total = np.bincount(slot, minlength=size)
    return np.asarray(values[order][np.cumsum(total) - total + total // 2], dtype=float)


def _distances(slots: Slots, title: int) -> Numbers:
    """How many texts after its page's title each value is."""
    where = np.full(len(slots.pages), -1)
    named = np.flatnonzero(slots.slot == title)[::-1]
    where[slots.page[named]] = slots.leaf[named]  # of several assignments the last stays: the first of the page
    at = where[slots.page]
    return np.where(at >= 0, slots.leaf - at, _NO_TITLE)


def _repeated(slots: Slots) -> NDArray[np.float64]:
    """Whether the page has the text of each value elsewhere too."""
    parts = []
    for page, leaves in enumerate(slots.pages):
        _, number, times = np.unique(leaves.text, return_inverse=True, return_counts=True)
        parts.append(times[number][slots.leaf[slots.page == page]] > 1)
    return np.concatenate(parts).astype(float)


def _texts_facts(slots: Slots, total: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shares of each slot's values that begin with its usual label, and that the page's title repeats."""
    titles = [each.page_title.casefold() for each in slots.pages]
    prefixes: list[Counter[str]] = [Counter() for _ in range(slots.size)]
    in_title = np.zeros(slots.size)
    for text, slot, page in zip(slots.texts, slots.slot.tolist(), slots.page.tolist(), strict=True):
        if len(text) <= len(titles[page]) and text.casefold() in titles[page]:
            in_title[slot] += 1
        if match := PREFIX.match(text):
            prefixes[slot][match[1]] += 1
    usual = np.array([max(each.values(), default=0) for each in prefixes])
    return np.where(usual >= 2, usual, 0) / total, in_title / total


def chosen(slots: Slots, title: int, table: NDArray[np.float64]) -> list[int]:
    """The slots that hold attributes, the likeliest first."""
    model = models.parameters("details/weights.json")
    score = (table - model["mean"]) / model["scale"] @ np.array(model["weights"]) + model["bias"]
    fact = dict(zip(FACTS, table.T, strict=True))
    labelled = (fact["labelled once"] > _LABELLED) & (fact["present"] >= _LABELLED_ON) & (fact["control"] < 0.5)
    kept = ((score > model["threshold"]) | labelled) & (fact["constant"] == 0) & (fact["page title"] == 0)
    order = [slot for slot in np.argsort(-score, kind="stable").tolist() if kept[slot] and slot != title]
    return [title, *order] if title >= 0 else order
