"""The columns that the lists of a site's pages teach: what several pages have, and what belongs to the site."""

from collections import Counter
from collections.abc import Sequence

from weblode.kernels.cells import CellColumn
from weblode.records.fields import KnownField, described_columns, read_field
from weblode.records.record_list import RecordList
from weblode.values.beside import clock_of
from weblode.values.locales import Locale, page_locale

_EXAMPLES, _EXAMPLE = 12, 80  # how many values of a column a rule keeps, and how many characters of each


def learn_columns(lists: Sequence[RecordList], known_fields: Sequence[KnownField] = ()) -> tuple[KnownField, ...]:
    """The columns of all lists of a site's pages, each of which may lack some; known ones stay as they are.

    Several pages show what belongs to the site: a column is constant if it has the same words on all of them.
    """
    settled = {each.name for each in known_fields}
    values: dict[str, list[str]] = {}
    pages = Counter[str]()
    for record_list in lists:
        page = (record_list.tree, record_list.region, record_list.records)
        locale = page_locale(record_list.tree)
        columns = described_columns(*page, known_fields, record_list.levels, record_list.nested_nodes)
        for about, cells, _ in columns:
            values.setdefault(about.name, []).extend(cells.values)
            pages[about.name] += bool(cells.rows)
        known_fields = tuple(
            _relearnt(about, cells, locale, settled=about.name in settled)
            if before
            else read_field(about, cells, locale, settled=False).column
            for about, cells, before in columns
        )
    n = sum(len(record_list.records) for record_list in lists)
    learnt = [each if each.name in settled else _learnt(each, values[each.name], n) for each in known_fields]
    learnt = [each.but(pages=pages[each.name]) for each in learnt]
    grouped = next((each.found_fields[0].column for each in lists if each.groups and not each.known_fields), None)
    return (grouped, *learnt) if grouped and not settled else tuple(learnt)


def _learnt(column: KnownField, texts: Sequence[str], n: int) -> KnownField:
    """A column as all pages have it: one whose words are the same on one page only is shown."""
    constant = len(texts) > 1 == len(set(texts))
    hidden = column.hidden and (constant or not column.constant)
    distinct = list(dict.fromkeys(text[:_EXAMPLE] for text in texts))
    examples = tuple(distinct[:: max(1, -(-len(distinct) // _EXAMPLES))])
    return column.but(constant=constant, share=round(len(texts) / n, 3), hidden=hidden, examples=examples)


def _relearnt(column: KnownField, cells: CellColumn, locale: Locale, *, settled: bool) -> KnownField:
    """A known column after one more page: it may have links there, and times, unless it is settled."""
    clock = column.clock
    if column.kind == "date" and not settled:
        clocks = {clock, clock_of(read_field(column, cells, locale, settled=True).typed)} - {""}
        clock = clocks.pop() if len(clocks) == 1 else "time" if clocks else ""
    return column.but(linked=column.linked or cells.links > 0, clock=clock)
