"""Which slots of a template hold attributes of the thing that its pages are about.

Facts about each slot, and fitted weights for them (`details/weights.json`). A value that surely has a label is one,
others are weighed: where they stand, how they differ from page to page, how the page shows them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import kernels, models
from weblode.details.columns import Numbers, count_distinct, first_uses
from weblode.details.leaves import Flags
from weblode.details.slots import Slots, prefix_of

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
_LONGEST = 3  # times a title that a text may be longer and still name the thing
_STARTS = 0.6  # how much of a title a text covers at least that it begins with
_STARTS_ALIKE = 0.55  # the same for one that begins like the title
_BEST = 1.9  # no name has a better score, but for how many pages differ in it
_NAMED, _OWN = 0.4, 0.8  # the least score of a name; the share of pages with a title of their own
_NO_TITLE = 50  # texts from the title, if there is none
_FEW = 0.2
_HIDDEN = 0.5  # the share of hidden values from which they are no attribute
_IN_CONTROL = 0.5  # the share of values in controls from which a label does not make them attributes
_COLONS = (":", "\uff1a")
_LABELLED, _LABELLED_ON = 0.8, 0.3  # shares of values and pages from which labelled values are always attributes


def title_slot(slots: Slots) -> int:
    """The slot of the thing's name: a heading, or a line that the page's title repeats; -1 if there is none.

    Without one it is the page's `title`, if most pages have one of their own, else the first heading.
    """
    if not slots.size:
        return -1
    n = len(slots.pages)
    own = own_parts([each.page_title for each in slots.pages])
    total = slots.total
    present = kernels.fastest().frequencies(slots.slot, slots.page, slots.size)[0] / n
    share = slots.flag_shares
    distinct, in_head = count_distinct(slots.slot, slots.column("text"), slots.size) / total, share["title"]
    factor = distinct * present / np.maximum(1, total / np.maximum(1, present * n))
    usable = (present >= _NAMED) & (total <= 2 * n) & (in_head == 0) & (_BEST * factor >= _NAMED)
    score = (
        slots.share(_shares_of_titles(slots, [each.casefold() for each in own], usable))
        + 0.6 * share["first_heading"]
        + 0.2 * share["heading"]
        - 0.4 * share["linked"]
        - 0.4 * slots.share(slots.column("hidden"))
        - 0.2 * share["beside"]
    )
    score -= 0.3 * slots.share(slots.strong)
    score *= factor
    score[in_head > 0] = 0
    best = int(score.argmax())
    if score[best] >= _NAMED:
        return best
    holders = int(in_head.argmax())
    if in_head[holders] and len(set(own)) >= _OWN * n:
        return holders
    headings = np.flatnonzero((share["heading"] * distinct * present >= _OWN) & (total <= n))
    return int(headings[0]) if len(headings) else -1


def own_parts(texts: Sequence[str]) -> list[str]:
    """The texts without the words at their start and end that all have.

    >>> own_parts(["Crash Review - Books", "Emma Review - Books"])
    ['Crash', 'Emma']
    """
    start, stop = common_words(texts)
    return [" ".join(each.split()[start : len(each.split()) - stop]) for each in texts]


def shared_words(texts: Sequence[str]) -> tuple[str, str]:
    """The words at their start, and at their end, that all texts have, in lower case."""
    start, stop = common_words(texts)
    words = texts[0].casefold().split() if texts else []
    return " ".join(words[:start]), " ".join(words[len(words) - stop :])


def common_words(texts: Sequence[str]) -> tuple[int, int]:
    """How many words at their start, and at their end, all texts have; none if all are the same."""
    words = [each.casefold().split() for each in texts]
    if len({*map(tuple, words)}) < 2:
        return 0, 0
    shortest = min(map(len, words))
    start = next((i for i in range(shortest) if len({each[i] for each in words}) > 1), shortest)
    left = max(0, shortest - start - 1)  # a text keeps a word of its own
    stop = next((i for i in range(left) if len({each[-1 - i] for each in words}) > 1), left)
    return min(start, max(0, shortest - 1)), stop


def _shares_of_titles(slots: Slots, titles: Sequence[str], usable: Flags) -> NDArray[np.float64]:
    """The share of its page's title that each value covers, of the slots that are usable; 0 for others."""
    shares = np.zeros(len(slots.slot))
    longest = _LONGEST * np.array([len(each) for each in titles])
    numbers = np.flatnonzero(usable[slots.slot] & (slots.column("length") <= longest[slots.page]))
    folded = slots.folded
    for i, page in zip(numbers.tolist(), slots.page[numbers].tolist(), strict=True):
        text, title = folded[i], titles[page]
        if text[0] == title[:1] or text in title or (len(text) > len(title) and title in text):
            shares[i] = _covered(text, title)
    return shares


def _covered(folded: str, title: str) -> float:
    """The share of a title that a text in it covers; both are folded."""
    if not title or len(folded) < 2 or len(folded) > _LONGEST * len(title):
        return 0.0
    if folded in title:
        share = len(folded) / len(title)
        starts = len(folded) >= _SHORT and title.startswith(folded) and not title[len(folded) :][:1].isalnum()
        return max(share, _STARTS) if starts else share
    if len(title) > _SHORT and title in folded:
        return 0.8 * len(title) / len(folded)
    if folded[0] != title[0]:
        return 0.0
    ours, theirs = folded.split(), title.split()
    shared = next((i for i, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two), len(theirs))
    return _STARTS_ALIKE if shared >= max(2, len(ours) / 2) else 0.0  # Ray Allen #20; Ray Allen, Boston Celtics


def facts(slots: Slots, title: int) -> NDArray[np.float64]:
    """The facts about each slot, a row each; `title` is the slot of the thing's name."""
    n, size, slot, total = len(slots.pages), slots.size, slots.slot, slots.total.astype(float)
    text = slots.column("text")
    first = first_uses(kernels.fastest().numbered((slot * n + slots.page).view(np.uint64))[1])  # of each slot and page
    pages = np.bincount(slot[first], minlength=size).astype(float)
    distinct = count_distinct(slot[first], text[first], size)
    many = np.minimum(3.0, total / pages - 1)
    length = _median(slot, slots.column("length"), size)
    distance = _median(slot, _distances(slots, title), size)
    strong = slots.share(slots.strong)
    weak = slots.share(slots.has_usual_label)
    single, share = pages == total, slots.flag_shares
    linked, item = share["linked"], share["item"]
    prefixed, in_title = _texts_facts(slots, total)
    columns: tuple[NDArray[Any], ...] = (
        pages / n,
        pages <= max(1, _FEW * n),
        many,
        single,
        distinct / pages,
        count_distinct(slot, text, size) == 1,
        strong,
        weak,
        prefixed,
        length > _LONG,
        length > _VERY_LONG,
        length <= _SHORT,
        np.log1p(length),
        linked,
        share["beside"],
        slots.share(slots.column("minor")),
        slots.share(slots.column("hidden")),
        distance >= 0,
        np.exp(-np.abs(distance) / _NEAR),
        np.exp(-np.abs(distance) / _PART),
        np.minimum(2, np.abs(distance) / _FAR),
        in_title,
        share["heading"],
        share["first_heading"],
        np.bincount(slot[first], slots.repeated[first], minlength=size) / pages,
        item,
        share["title"],
        _in_controls(slots),
        strong * single,
        linked * many,
        linked * item,
    )
    return np.column_stack([np.asarray(each, dtype=float) for each in columns])


def _in_controls(slots: Slots) -> NDArray[np.float64]:
    """The share of values in controls or their labels; a value that begins with a colon is what a label says."""
    share = slots.flag_shares["control"].copy()
    for slot in np.flatnonzero(share >= _IN_CONTROL).tolist():
        own = slots.of_slot[slot].tolist()
        if 2 * sum(slots.texts[i].startswith(_COLONS) for i in own) > len(own):
            share[slot] = 0.0
    return share


def _median(slot: Numbers, values: NDArray[Any], size: int) -> NDArray[np.float64]:
    """The median of the values of each slot, of two the greater."""
    total = np.bincount(slot, minlength=size)
    low = int(values.min(initial=0))
    span = int(values.max(initial=0)) - low + 1
    both = np.sort(slot * span + (values - low))  # one number for both sorts faster than two columns
    middle = both[np.cumsum(total) - total + total // 2]
    return np.asarray(middle - np.arange(size) * span + low, dtype=float)


def _distances(slots: Slots, title: int) -> Numbers:
    """How many texts after its page's title each value is."""
    where = np.full(len(slots.pages), -1)
    holders = np.flatnonzero(slots.slot == title)[::-1]
    where[slots.page[holders]] = slots.leaf[holders]  # of several assignments the last stays: the first of the page
    at = where[slots.page]
    return np.where(at >= 0, slots.leaf - at, _NO_TITLE)


def _texts_facts(slots: Slots, total: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shares of each slot's values that begin with its usual label, and that the page's title repeats."""
    titles = [each.page_title.casefold() for each in slots.pages]
    shorter = slots.column("length") <= np.array([len(each) for each in titles])[slots.page]
    numbers = np.flatnonzero(shorter)
    folded = slots.folded
    pairs = zip(numbers.tolist(), slots.page[numbers].tolist(), strict=True)
    repeats = np.array([folded[i] in titles[page] for i, page in pairs], dtype=np.bool_)
    in_title = np.bincount(slots.slot[numbers[repeats]], minlength=slots.size)
    prefixes: dict[int, Counter[str]] = {}
    texts, signed = slots.texts, np.flatnonzero(slots.column("signed"))
    for i, slot in zip(signed.tolist(), slots.slot[signed].tolist(), strict=True):
        if label := prefix_of(texts[i]):
            prefixes.setdefault(slot, Counter())[label] += 1
    usual_prefix = np.zeros(slots.size)
    for slot, labels in prefixes.items():
        usual_prefix[slot] = max(labels.values())
    return np.where(usual_prefix >= 2, usual_prefix, 0) / total, in_title / total


def chosen(slots: Slots, title: int, table: NDArray[np.float64]) -> list[int]:
    """The slots that hold attributes, the likeliest first."""
    model = models.parameters("details/weights.json")
    score = (table - model["mean"]) / model["scale"] @ np.array(model["weights"]) + model["bias"]
    fact = dict(zip(FACTS, table.T, strict=True))
    labelled = (fact["labelled once"] > _LABELLED) & (fact["present"] >= _LABELLED_ON) & (fact["control"] < _IN_CONTROL)
    is_attribute = ((score > model["threshold"]) | labelled) & (fact["constant"] == 0)
    is_attribute &= fact["page title"] == 0
    is_attribute &= (fact["present"] * len(slots.pages) > 1.5) & (fact["hidden"] < _HIDDEN)
    order = [slot for slot in np.argsort(-score, kind="stable").tolist() if is_attribute[slot] and slot != title]
    return [title, *order] if title >= 0 else order
