"""Which column is the title, on sites that the weights were not set on: `python -m bench.titles FOLDER`.

The pages are those of sets whose gold has titles. Their sites are split into halves, alternately by name, and into
single sites; on each part two sets of weights choose the title column: those of `records.titles`, set by hand, and
weights fitted to the sites that are left. A page is right if its title column has at least half of the gold's titles;
pages on which no column has them are left out, since the list or the fields are wrong there.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.fields import TITLES, is_half
from weblode.evaluate import read_gold, records
from weblode.records import titles
from weblode.records.discover import discover
from weblode.records.drafts import ColumnDraft
from weblode.records.fields import RecordField
from weblode.sources.reading import read

_STEPS, _RATE, _DECAY = 400, 0.5, 0.01  # of the ascent that fits weights
_NAMES = tuple(titles.WEIGHTS)

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class TitlePage:
    """The columns of a page that may be its titles: their facts, a row each, and whether each has the gold's titles."""

    site: str
    page: str
    facts: Vector
    right: NDArray[np.bool_]


def pages(folder: Path) -> Iterator[TitlePage]:
    """The pages of the sets with gold titles on which a column has them."""
    for part in (folder / name for name in TITLES):
        for row, gold in zip(read_gold(part / "gold.json"), records.golds(part), strict=True):
            wanted = [records.words(record["fields"][0]) for record in row["records"]]
            for record_list in discover(read(gold.path))[:1]:
                columns = record_list.all_fields
                shared = titles.shared_links([each.cells for each in columns])
                facts, right = [], []
                for i, each in enumerate(columns):
                    about = each.column
                    if about.hidden or about.constant or about.place.image or about.piece:
                        continue
                    draft = ColumnDraft(about.place, each.cells, about)
                    values = titles.facts_of(record_list.tree, draft, shared)
                    if values is not None:
                        facts.append([values.get(name, min(i, 10)) for name in _NAMES])
                        right.append(_has(each, wanted))
                if any(right):
                    yield TitlePage(row["site"], gold.path.name, np.array(facts), np.array(right))


def _has(column: RecordField, wanted: Sequence[records.Bag]) -> bool:
    """Whether a column has half of the titles."""
    values = [records.words(cell.value) for cell in column.cells if cell]
    return 2 * sum(any(is_half(bag, other) for other in values) for bag in wanted) >= len(wanted)


def fit(examples: Sequence[TitlePage]) -> Vector:
    """Weights under which the right columns of the pages are the likeliest, each page with the same say."""
    weights = np.zeros(len(_NAMES))
    for _ in range(_STEPS):
        slope = -_DECAY * weights
        for each in examples:
            score = each.facts @ weights
            likely = np.exp(score - score.max())
            likely /= likely.sum()
            wanted = likely * each.right / max(float((likely * each.right).sum()), 1e-9)
            slope += (wanted - likely) @ each.facts / len(examples)
        weights = weights + _RATE * slope
    return weights


def count_right(weights: Vector, examples: Sequence[TitlePage]) -> int:
    """How many pages have a right title column."""
    return sum(bool(each.right[int(np.argmax(each.facts @ weights))]) for each in examples)


def report(folder: Path) -> Iterator[str]:
    """The figures of both sets of weights on each half, and with each site left out."""
    every = list(pages(folder))
    hand = np.array([titles.WEIGHTS[name] for name in _NAMES])
    sites = sorted({each.site for each in every})
    yield f"{len(every)} pages of {len(sites)} sites: by hand {count_right(hand, every)} right"
    for name, chosen in (("first half", sites[::2]), ("second half", sites[1::2])):
        inside = [each for each in every if each.site in chosen]
        outside = [each for each in every if each.site not in chosen]
        own, fitted = count_right(hand, inside), count_right(fit(outside), inside)
        yield f"{name} of the sites, {len(inside)} pages: by hand {own}, fitted to the other half {fitted}"
    left_out = 0
    for site in sites:
        weights = fit([each for each in every if each.site != site])
        left_out += count_right(weights, [each for each in every if each.site == site])
    yield f"each site left out: fitted to the others {left_out} of {len(every)}"
    wrong = [each.page for each in every if not count_right(hand, [each])]
    yield f"wrong by hand: {', '.join(wrong) or 'none'}"


if __name__ == "__main__":
    print("\n".join(report(Path(sys.argv[1]))))
