"""What values are read as, a line for each form, to be judged by eye: `python -m bench.values FOLDER [KIND...]`.

A form is a text with its digits as 9 and its words as w; the line has how often it occurs, and the first value of that
form with what was read. Pages are those of all sets of records, with the columns of the main answer.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from weblode.evaluate.records import sets
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.fields import RecordField

_DIGITS, _WORD = re.compile(r"[0-9]{1,}"), re.compile(r"[^\W\d_]+")


def form_of(text: str) -> str:
    """The text with its digits as 9, at most four, and its words as w."""
    return _WORD.sub("w", _DIGITS.sub(lambda digits: "9" * min(len(digits[0]), 4), text))


def columns(folder: Path, kind: str) -> Iterator[RecordField]:
    """The columns of a kind in the main answers of all pages."""
    for pages in (each / "pages" for each in sets(folder)):
        for path in sorted(each for each in pages.rglob("*") if each.is_file()):
            for record_list in discover(parse(path.read_bytes(), page=path.name))[:1]:
                yield from (each for each in record_list.fields if each.column.kind == kind)


def forms(folder: Path, kind: str) -> list[str]:
    """A line for each form of the values of a kind, the most frequent first, after one with the totals."""
    counts: Counter[tuple[str, ...]] = Counter()
    examples: dict[tuple[str, ...], str] = {}
    n = unread = 0
    for column in columns(folder, kind):
        n += 1
        read = column.read()
        for i, cell in enumerate(column.cells):
            if cell:
                values = read.reading(i)
                unread += not set(values) - {"currency"}
                form = (form_of(cell.value), *values)
                counts[form] += 1
                examples.setdefault(form, f"{cell.value!r:40} {values}")
    head = f"{n} columns of {kind}, {counts.total()} values, {len(counts)} forms, {unread} values without a reading"
    return [head, *(f"{count:6} {examples[form]}" for form, count in counts.most_common())]


if __name__ == "__main__":
    for name in sys.argv[2:] or ("price", "date", "rating", "duration", "number"):
        print("\n".join(forms(Path(sys.argv[1]), name)))
