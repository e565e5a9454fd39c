"""The jobs view: mining is started, watched, stopped and gone on with."""

from __future__ import annotations

from typing import Any

from weblode.mining import miner
from weblode.sources import crawl
from weblode.workbench.asked import Asked
from weblode.workbench.desk import Desk
from weblode.workbench.jobs import Job
from weblode.workbench.orders import OPTIONS, JobOrder


def jobs(desk: Desk, _: Asked) -> dict[str, Any]:
    """All jobs, the latest first, and the options that a new one may have, each with its default."""
    defaults = {"delay": crawl.CrawlOptions().delay, "max_pages": crawl.CrawlOptions().max_pages}
    usual = {name: defaults.get(name, getattr(miner.MineOptions(), name, None)) for name in OPTIONS}
    return {"jobs": [_brief(job) for job in desk.jobs.recent()], "options": usual}


def job(desk: Desk, asked: Asked) -> dict[str, Any]:
    """One job: how far it is, and what it said."""
    return desk.jobs.get(asked.path["job"]).as_dict()


def start(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The job that was asked for, at work."""
    return _brief(desk.jobs.start(JobOrder.from_dict(asked.sent())))


def stop(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The job, told to stop."""
    return _brief(desk.jobs.stop(asked.path["job"]))


def go_on(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The job, at work again."""
    return _brief(desk.jobs.go_on(asked.path["job"]))


def _brief(job: Job) -> dict[str, Any]:
    """A job without what it said."""
    return {name: value for name, value in job.as_dict().items() if name != "lines"}


VIEWS = {"/jobs": jobs, "/jobs/{job}": job}
ACTIONS = {"/jobs": start, "/jobs/{job}/stop": stop, "/jobs/{job}/go-on": go_on}
