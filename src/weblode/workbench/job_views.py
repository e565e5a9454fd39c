"""The jobs view: start, watch, stop and resume jobs."""

from __future__ import annotations

from typing import Any

from weblode.mining import miner
from weblode.sources import crawl
from weblode.workbench.job_orders import OPTIONS, JobOrder
from weblode.workbench.jobs import Job
from weblode.workbench.requests import ViewRequest
from weblode.workbench.workspace import Workspace


def jobs(workspace: Workspace, _: ViewRequest) -> dict[str, Any]:
    """All jobs, the latest first, and the options that a new one may have, each with its default."""
    defaults = {"delay": crawl.CrawlOptions().delay, "max_pages": crawl.CrawlOptions().max_pages}
    options = {name: defaults.get(name, getattr(miner.MineOptions(), name, None)) for name in OPTIONS}
    return {"jobs": [_brief(job) for job in workspace.jobs.recent()], "options": options}


def job(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """One job, with its progress and output."""
    return workspace.jobs.get(request.path["job"]).as_dict()


def start(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """Start a job, and return it."""
    return _brief(workspace.jobs.start(JobOrder.from_dict(request.json_body())))


def stop(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """Stop a job, and return it."""
    return _brief(workspace.jobs.stop(request.path["job"]))


def resume(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """Resume a job, and return it."""
    return _brief(workspace.jobs.resume(request.path["job"]))


def _brief(job: Job) -> dict[str, Any]:
    """A job without its output."""
    return {name: value for name, value in job.as_dict().items() if name != "lines"}


VIEWS = {"/jobs": jobs, "/jobs/{job}": job}
ACTIONS = {"/jobs": start, "/jobs/{job}/stop": stop, "/jobs/{job}/go-on": resume}
