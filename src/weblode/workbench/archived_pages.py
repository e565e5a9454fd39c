"""The pages that a run was mined from, read only from its own archive or from files in the workspace."""

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
from weblode.sources.arguments import ADDRESS, FILE_AT_URL, pages
from weblode.sources.recorded import Recorded
from weblode.sources.store import ARCHIVE, INDEX, IndexEntry, load_page, read_index
from weblode.tree import Tree
from weblode.workbench.recent import Recent
from weblode.workbench.run_folders import OpenedRun, Runs, stamp

_INDEXES = 64 * 2**20  # bytes of the cached indexes of archives
_TREES = 64 * 2**20  # bytes of the cached trees


class Archived:
    """The pages of runs; the trees of those read last are cached."""

    def __init__(self, runs: Runs, limits: Limits) -> None:
        self._runs, self._limits = runs, limits
        self._indexes = Recent[dict[str, IndexEntry]](_INDEXES)
        self._recorded = Recent[Recorded](_INDEXES)
        self._trees = Recent[Tree](_TREES)

    def page(self, run: OpenedRun, address: str) -> tuple[Page, Tree]:
        """A page that the run read, and its tree. Raises SourceError if it cannot be read, LimitError."""
        page = self._page(run, address)
        if isinstance(page, Unread):
            raise page.error
        key = (run.name, address, run.stamp())
        return page, self._trees.get(key, lambda: self._parse(page))

    def _parse(self, page: Page) -> Tree:
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
            match = FILE_AT_URL.fullmatch(home)
            if match and match[2] == address:
                return self._file(run, match[1], address)
        return self._from_archives(run, homes, address)

    def _from_archives(self, run: OpenedRun, homes: list[str], address: str) -> Page | Unread:
        """The page in one of the archives that a run was mined from."""
        error = SourceError(f"{address} is not in the archive of this run any more")
        for home in homes:
            if home.lower().endswith(ARCHIVE_SUFFIXES) and not ADDRESS.match(home):
                path = self._inside(run, home)
                page = next(iter(self._archive(path).pages([address])))
                if isinstance(page, Page):
                    return page
                error = SourceError(str(page.error))
        raise error

    def _archive(self, path: Path) -> Recorded:
        return self._recorded.get((path, stamp(path)), lambda: Recorded(path, self._limits))

    def _file(self, run: OpenedRun, path: str, address: str) -> Page | Unread:
        page = next(iter(pages([os.fspath(self._inside(run, path))], limits=self._limits)))
        return page if isinstance(page, Unread) else Page(address, page.data, address, page.charset)

    def _inside(self, run: OpenedRun, path: str) -> Path:
        """The file in the workspace that a path in a run's `run.json` means. Raises SourceError if there is none."""
        for full in self._places(run, path):
            if full.is_file() and self._runs.inside(full):
                return full.resolve()
        raise SourceError(
            f"{path} is not in the folder of this workbench; start `weblode serve` in a folder that holds these pages"
        )

    def _places(self, run: OpenedRun, path: str) -> Iterator[Path]:
        """The files that a relative path may mean: in the workspace, the run's folder, or the current folder."""
        for start in (self._runs.folder, run.folder, Path.cwd()):
            yield Path(os.path.normpath(start / path))


def place(tree: Tree, xpath: str) -> tuple[int, int] | None:
    """The range of nodes of an XPath; None if the page has no such node."""
    if not xpath:
        return None
    try:
        u = find(tree, xpath)
    except PathError:
        return None
    return u, int(tree.end[u])
