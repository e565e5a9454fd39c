"""The names of files with one data table each."""

from __future__ import annotations

import re
from pathlib import Path

from weblode.formats import SUFFIXES
from weblode.tables.discover import DataTable

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_LONGEST = 60  # characters of a file's name that come from its page


def file_names(form: str) -> FileNames:
    """The names of the files of tables in a format."""
    suffixes = {name: suffix for suffix, name in reversed(SUFFIXES.items())}
    return FileNames(suffixes[form])


class FileNames:
    """Names for the files of tables, none of which is given twice: `towns-0.csv` is the first table of towns.html."""

    def __init__(self, suffix: str) -> None:
        self._suffix = suffix
        self._taken: set[str] = set()

    def name(self, data_table: DataTable) -> str:
        """The name for a table, by its page and its number there."""
        stem = f"{_stem(data_table.tree.page, data_table.tree.url)}-{data_table.index}"
        free, n = stem, 1
        while free.lower() in self._taken:  # some file systems ignore case
            n += 1
            free = f"{stem}.{n}"
        self._taken.add(free.lower())
        return f"{free}{self._suffix}"


def _stem(page: str, url: str | None) -> str:
    """The name of a page without what no file should have in its name.

    >>> _stem("saved/towns.html", None), _stem("https://a.com/x/?q=1", "https://a.com/x/?q=1"), _stem("-", None)
    ('towns', 'a.com_x_q_1', 'page')
    """
    address = page.rpartition("#")[2] if "://" in page.rpartition("#")[2] else ""
    name = (address or url or page).partition("://")[2] if address or "://" in page else Path(page).stem
    return _NOT_IN_NAMES.sub("_", name).strip("_.-")[:_LONGEST] or "page"
