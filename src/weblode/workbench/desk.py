"""What the views work on: the folder that was served, the pages opened in it, the rules saved, how far they may go."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weblode import limits as bounds
from weblode.limits import Limits
from weblode.workbench.archived import Archived
from weblode.workbench.mined import Runs
from weblode.workbench.pages import Pages
from weblode.workbench.recent import Recent
from weblode.workbench.security import Door

if TYPE_CHECKING:
    from weblode.workbench.jobs import Jobs

_QUESTIONS = 4
_LISTS = 16  # answers that are kept
OWN = "workbench"  # the folder in DIR for what the workbench keeps


@dataclass(frozen=True)
class Desk:
    """The folder that is served, and how."""

    folder: Path
    door: Door = field(default_factory=Door)
    limits: Limits = bounds.DEFAULT

    @property
    def own(self) -> Path:
        """The folder for what the workbench keeps."""
        return self.folder / OWN

    @cached_property
    def pages(self) -> Pages:
        """The pages that were opened."""
        return Pages(self.own / "pages", self.limits)

    @cached_property
    def runs(self) -> Runs:
        """What was mined in the folder."""
        return Runs(self.folder)

    @cached_property
    def archived(self) -> Archived:
        """The pages that it was mined from."""
        return Archived(self.runs, self.limits)

    @cached_property
    def jobs(self) -> Jobs:
        """The runs of `weblode mine` that were started here."""
        from weblode.workbench.jobs import Jobs  # it imports this module

        return Jobs(self.folder, allow_private=self.limits.private)

    @cached_property
    def questions(self) -> threading.BoundedSemaphore:
        """How many questions to graphs may be at work at a time; others wait."""
        return threading.BoundedSemaphore(_QUESTIONS)

    @cached_property
    def lists(self) -> Recent[Any]:
        """What was found on pages."""
        return Recent(_LISTS)
