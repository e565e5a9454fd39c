"""What the views work on: the folder that was served, the pages opened in it, the rules saved, how far they may go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

from weblode import limits as bounds
from weblode.limits import Limits
from weblode.tree import Tree
from weblode.workbench.archived import Archived
from weblode.workbench.jobs import Jobs
from weblode.workbench.mined import Runs
from weblode.workbench.orders import OWN
from weblode.workbench.pages import Pages
from weblode.workbench.recent import Recent
from weblode.workbench.security import Door

Made = TypeVar("Made")

_QUESTIONS = 4
_FOUND = 256 * 2**20  # bytes of what was found on pages that are kept, with their trees


class Desk:
    """The folder that is served, and how. All of it is made at once: requests come in several threads."""

    def __init__(self, folder: Path, door: Door | None = None, limits: Limits = bounds.DEFAULT) -> None:
        self.folder, self.door, self.limits = folder, door or Door(), limits
        self.own = folder / OWN  # what the workbench keeps
        self.pages = Pages(self.own / "pages", limits)  # that were opened
        self._found = Recent[Any](_FOUND)
        self.runs = Runs(folder)  # what was mined in the folder
        self.archived = Archived(self.runs, limits)  # and the pages that it was mined from
        self.questions = threading.BoundedSemaphore(_QUESTIONS)  # to graphs, that may be at work at a time
        # The runs of `weblode mine` that were started here.
        self.jobs = Jobs(folder, allow_private=limits.private, insecure=limits.insecure)

    def found(self, page: str, what: Hashable, make: Callable[[Tree], Made]) -> Made:
        """What was found on an opened page, made of its tree if it is not known any more."""
        self.pages.get(page)  # one that is gone has nothing on it
        made: Made = self._found.get((page, what), lambda: make(self.pages.tree(page)))
        return made
