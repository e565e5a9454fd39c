"""What the views work on: the served folder, its pages, runs and jobs, and the limits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

from weblode import limits as bounds
from weblode.limits import Limits
from weblode.tree import Tree
from weblode.workbench.archived_pages import Archived
from weblode.workbench.job_orders import OWN
from weblode.workbench.jobs import Jobs
from weblode.workbench.pages import Pages
from weblode.workbench.recent import Recent
from weblode.workbench.run_folders import Runs
from weblode.workbench.security import Door

Result = TypeVar("Result")

_QUERIES = 4  # that run at a time
_CACHE = 256 * 2**20  # bytes of the cached results of pages, with their trees


class Workspace:
    """The served folder and its settings. Everything is created at the start, as requests come in several threads."""

    def __init__(self, folder: Path, door: Door | None = None, limits: Limits = bounds.DEFAULT) -> None:
        self.folder, self.door, self.limits = folder, door or Door(), limits
        self.own = folder / OWN  # the workbench's own folder
        self.pages = Pages(self.own / "pages", limits)  # opened in the workbench
        self._cache = Recent[Any](_CACHE)
        self.runs = Runs(folder)  # of `weblode mine` in the folder
        self.archived = Archived(self.runs, limits)  # the pages that they were mined from
        self.query_slots = threading.BoundedSemaphore(_QUERIES)
        # Runs of `weblode mine` started in the workbench.
        self.jobs = Jobs(folder, allow_private=limits.private, insecure=limits.insecure)

    def cached(self, page: str, key: Hashable, make: Callable[[Tree], Result]) -> Result:
        """The result of `make` for the tree of an opened page, from the cache if it is there."""
        self.pages.get(page)  # raises SourceError if the page is gone
        result: Result = self._cache.get((page, key), lambda: make(self.pages.tree(page)))
        return result
