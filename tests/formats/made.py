"""Tables for the tests of formats."""

import math

from hypothesis import strategies as st

from weblode.formats import read, writer
from weblode.table import Table

FORMATS = ["csv", "tsv", "jsonl", "parquet", "sqlite"]


AWKWARD = [
    "",
    " a ",
    "1",
    "1.0",
    "true",
    "null",
    '"',
    '""',
    ",",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "\u2028",
    "\x85",
    "\ufeff",
]


texts = st.sampled_from(AWKWARD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


names = texts.filter(lambda name: name and "\0" not in name and name.lower() not in ("page", "node"))


numbers = st.integers(-(2**63), 2**63 - 1)


reals = st.sampled_from([1e300, -0.0, 5e-324, 1e16, 3.0]) | st.floats(allow_nan=False, allow_infinity=False)


days = st.dates()
times = st.datetimes()


@st.composite
def tables(draw, min_rows=0, more=()):
    n = draw(st.integers(min_rows, 4))
    columns = {
        "page": draw(st.lists(texts, min_size=n, max_size=n)),
        "node": draw(st.lists(numbers, min_size=n, max_size=n)),
    }
    for name in draw(st.lists(names, max_size=4, unique_by=str.lower)):
        values = st.none() | draw(st.sampled_from([texts, numbers, reals, st.booleans(), st.none(), *more]))
        columns[name] = draw(st.lists(values, min_size=n, max_size=n))
    return Table(columns)


def one(**columns):
    n = len(next(iter(columns.values()), ()))
    return Table({"page": ["a.html"] * n, "node": range(n), **columns})


def add_all(batches, path, format_name=None):
    with writer(path, format_name) as out:
        for batch in batches:
            out.add(batch)


def csv_of(tmp_path, text):
    path = tmp_path / "given.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path)


def signs(table):
    return [math.copysign(1, v) for name in table.names for v in table[name] if isinstance(v, float)]
