"""Folders with a file for each table, and the names of these files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from weblode.caches import regex
from weblode.cli.output import TABULAR, check_folder, open_output, table_writer
from weblode.files import replace_file
from weblode.formats import SUFFIXES
from weblode.table import Table
from weblode.tables.joined import ReadTable
from weblode.terminal import tell

_NOT_IN_NAMES = regex(r"[^\w.-]+")
_LONGEST = 60  # characters of a file's name that come from its page
_LIST = ".written-by-weblode"  # the names of the numbered files that a folder has from us, a line each


class TableFolder:
    """A folder that gets a file for each table of a command; `name` is that of the table in SQLite.

    Ends the command if the format has no tables, or if the folder has files and must not be written into.
    """

    def __init__(self, folder: str, form: str | None, name: str) -> None:
        self.folder, self.form, self.name = Path(folder), form or "csv", name
        if self.form not in (*TABULAR, "md"):
            raise click.UsageError(
                f"a folder has a table in each file: {self.form} is not one, choose csv, md or another"
            )
        check_folder(self.folder)
        self.suffix = {each: suffix for suffix, each in reversed(SUFFIXES.items())}[self.form]
        self._written: list[str] = []

    def add(self, stem: str, table: Table | None, markdown: Iterable[str]) -> None:
        """Write one more file: the table, or in Markdown these lines."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._written.append(f"{stem}{self.suffix}")
        path = str(self.folder / self._written[-1])
        if self.form == "md" or table is None:
            with open_output(path) as out:
                out.writelines(markdown)
        else:
            with table_writer(path, self.form, self.name) as writer:
                writer.add(table)

    def finish(self, what: str) -> None:
        """Say how many files were written, if any; `what` is what each of them has."""
        if n := len(self._written):
            tell(f"{self.folder}: {n:,} {what}{'s'[: n != 1]}, a file each")

    def remove_others(self) -> None:
        """Remove the files of an earlier run in this format that have no successor: for names that are numbers."""
        names = self.folder / _LIST
        earlier = names.read_text(encoding="utf-8", errors="replace").splitlines() if names.is_file() else []
        old = [each for each in earlier if each not in self._written and Path(each).name == each]
        for each in old:
            if each.endswith(self.suffix):
                (self.folder / each).unlink(missing_ok=True)
        if self.folder.is_dir():
            left = [each for each in old if not each.endswith(self.suffix)]
            replace_file(names, "".join(f"{each}\n" for each in [*self._written, *left]).encode())


class FileNames:
    """Names for the files of tables, none of which is given twice: `towns-0` is the first table of towns.html."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def name(self, data_table: ReadTable) -> str:
        """The name for a table, by its first page and its number there."""
        stem = f"{_stem(data_table.pages[0], data_table.url)}-{data_table.index}"
        free, n = stem, 1
        while free.lower() in self._taken:  # some file systems ignore case
            n += 1
            free = f"{stem}.{n}"
        self._taken.add(free.lower())
        return free


def _stem(page: str, url: str | None) -> str:
    """The name of a page without what no file should have in its name.

    >>> _stem("saved/towns.html", None), _stem("https://a.com/x/?q=1", "https://a.com/x/?q=1"), _stem("-", None)
    ('towns', 'a.com_x_q_1', 'page')
    """
    address = page.rpartition("#")[2] if "://" in page.rpartition("#")[2] else ""
    name = (address or url or page).partition("://")[2] if address or "://" in page else Path(page).stem
    return _NOT_IN_NAMES.sub("_", name).strip("_.-")[:_LONGEST] or "page"
