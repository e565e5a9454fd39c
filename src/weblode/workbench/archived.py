"""The pages that a run was mined from, out of its own archive or from files in the workspace, nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from weblode.errors import PathError, SourceError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread
from weblode.paths import find
from weblode.sources.archives import ARCHIVE_SUFFIXES
from weblode.sources.named import ADDRESS, FILE_AT_URL, pages
from weblode.sources.recorded import Recorded
from weblode.sources.store import ARCHIVE, INDEX, IndexEntry, load_page, read_index
from weblode.tree import Tree
from weblode.workbench.mined import OpenedRun, Runs, stamp
from weblode.workbench.recent import Recent

_INDEXES = 64 * 2**20  # bytes of the indexes of archives that are kept
_TREES = 64 * 2**20  # and of trees


class Archived:
    """The pages of runs, those that were looked at last as trees."""

    def __init__(self, runs: Runs, limits: Limits) -> None:
        self._runs, self._limits = runs, limits
        self._indexes = Recent[dict[str, IndexEntry]](_INDEXES)
        self._recorded = Recent[Recorded](_INDEXES)
        self._trees = Recent[Tree](_TREES)

    def page(self, run: OpenedRun, address: str) -> tuple[Page, Tree]:
        """A page that the run read, and its tree. Raises SourceError if it cannot be had, LimitError."""
        page = self._page(run, address)
        if isinstance(page, Unread):
            raise page.error
        key = (run.name, address, run.stamp())
        return page, self._trees.get(key, lambda: self._parsed(page))

    def _parsed(self, page: Page) -> Tree:
        return parse(page.data, page=page.name, url=page.url, charset=page.charset, limits=self._limits)

    def _page(self, run: OpenedRun, address: str) -> Page | Unread:
        folder = run.results
        now = stamp(folder / INDEX, folder / ARCHIVE)
        entry = self._indexes.get((run.name, now), lambda: read_index(folder)).get(address)
        if entry is not None:
            return load_page(os.fspath(folder), entry, self._limits)
        homes = [home for home in run.about().get("homes") or () if isinstance(home, str)]
        if not ADDRESS.match(address):
            return self._file(run, address, address)
        for home in homes:
            given = FILE_AT_URL.fullmatch(home)
            if given and given[2] == address:
                return self._file(run, given[1], address)
        return self._among(run, homes, address)

    def _among(self, run: OpenedRun, homes: list[str], address: str) -> Page | Unread:
        """The page in one of the archives that a run was mined from."""
        said = SourceError(f"{address} is not in the archive of this run any more")
        for home in homes:
            if home.lower().endswith(ARCHIVE_SUFFIXES) and not ADDRESS.match(home):
                path = self._inside(run, home)
                found = next(iter(self._archive(path).pages([address])))
                if isinstance(found, Page):
                    return found
                said = SourceError(str(found.error))
        raise said

    def _archive(self, path: Path) -> Recorded:
        return self._recorded.get((path, stamp(path)), lambda: Recorded(path, self._limits))

    def _file(self, run: OpenedRun, path: str, address: str) -> Page | Unread:
        found = next(iter(pages([os.fspath(self._inside(run, path))], limits=self._limits)))
        return found if isinstance(found, Unread) else Page(address, found.data, address, found.charset)

    def _inside(self, run: OpenedRun, path: str) -> Path:
        """The file of a path that the run has, as the command that mined had it. Raises SourceError."""
        for full in self._places(run, path):
            if full.is_file() and self._runs.inside(full):
                return full.resolve()
        raise SourceError(
            f"{path} is not in the folder of this workbench; start `weblode serve` in a folder that holds these pages"
        )

    def _places(self, run: OpenedRun, path: str) -> Iterator[Path]:
        """Where a path may lead that is relative to nobody knows what: the workspace, the run, the folder we are in."""
        for start in (self._runs.folder, run.folder, Path.cwd()):
            yield Path(os.path.normpath(start / path))


def place(tree: Tree, xpath: str) -> tuple[int, int] | None:
    """The nodes of an XPath, as a range; None if the page has none there."""
    if not xpath:
        return None
    try:
        u = find(tree, xpath)
    except PathError:
        return None
    return u, int(tree.end[u])
