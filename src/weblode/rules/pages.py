"""The record lists that a rule is learnt from, of whatever pages are given."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from weblode.errors import WeblodeError
from weblode.records.discover import discover
from weblode.records.record_list import RecordList, RecordLists
from weblode.sources.inputs import are_several
from weblode.sources.reading import Source, read


def record_lists(
    pages: RecordList | Iterable[RecordList | Source] | Source, *, url: str | None = None, encoding: str | None = None
) -> list[RecordList]:
    """The record list of each page that has one; a list of records stands for its page."""
    if isinstance(pages, RecordList):
        return [pages]
    if not isinstance(pages, RecordLists) and not are_several(pages):
        return discover(read(pages, url=url, encoding=encoding))
    if url is not None or encoding is not None:
        raise WeblodeError("url= and encoding= are for one page; read each with weblode.read(page, url=...)")
    lists = ([each] if isinstance(each, RecordList) else discover(read(each)) for each in pages)
    return list(chain.from_iterable(lists))
