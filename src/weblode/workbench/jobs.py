"""Runs of `weblode mine` that were started in the workbench: each a process, watched, and stopped as by Ctrl-C.

jobs/ID.json    a job as `Job.as_dict` has it, so that a server that was started anew still knows it
"""

from __future__ import annotations

import json
import re
import secrets
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from weblode import children
from weblode.errors import SourceError, WeblodeError
from weblode.files import read_file, replace_file
from weblode.workbench.orders import OWN, JobOrder

PATIENCE = 10.0  # seconds that a job has to stop by itself
_LINES = 200
_LINE = 1000  # characters
_FIELDS = {"progress": "progress", "finished": "figures", "error": "reason"}  # of a job, by the kind of line
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class Job:
    """What is known of a job."""

    id: str
    order: JobOrder
    state: str = "running"  # then finished, stopped or failed; all but finished can be gone on with
    started: str = ""  # when, ISO 8601
    ended: str = ""
    stopping: bool = False  # whether it was told to stop, and is about to
    progress: Mapping[str, str] = field(default_factory=dict)  # how far it is, by the part of the work
    figures: Mapping[str, int] = field(default_factory=dict)  # how much of what was found, once it is finished
    reason: str = ""  # why it failed
    lines: tuple[str, ...] = ()  # what it said last

    def as_dict(self) -> dict[str, Any]:
        """The job as its file has it, and as a view tells of it."""
        known = asdict(self)
        return {**known.pop("order"), **known}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Job:
        """The job that a file holds. Raises WeblodeError, KeyError or TypeError if it holds none."""
        rest = {name: value for name, value in found.items() if name not in ("homes", "name", "options")}
        return cls(**rest | {"order": JobOrder.from_dict(found), "lines": tuple(found["lines"])})


class Jobs:
    """The jobs of a served folder. A context manager: jobs that run are stopped at its end."""

    def __init__(self, folder: Path, *, allow_private: bool = False, insecure: bool = False, most: int = 2) -> None:
        self._folder, self._allow_private, self._insecure, self._most = folder, allow_private, insecure, most
        self._own = folder / OWN / "jobs"
        self._lock = threading.RLock()
        self._works: dict[str, JobWork] = {}
        self._jobs = {job.id: job for path in sorted(self._own.glob("*.json")) if (job := _read(path))}

    def __enter__(self) -> Jobs:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop all jobs, and wait until they have."""
        with self._lock:
            running = list(self._works)
            for id_ in running:
                self.stop(id_)
        for id_ in running:
            self.wait(id_)

    def recent(self) -> list[Job]:
        """All jobs, the latest first."""
        with self._lock:
            return sorted(self._jobs.values(), key=lambda job: (job.started, job.id), reverse=True)

    def get(self, id_: str) -> Job:
        """What is known of a job. Raises SourceError if there is none of that name."""
        with self._lock:
            if id_ not in self._jobs:
                raise SourceError(f"there is no job {id_!r}")
            return self._jobs[id_]

    def start(self, order: JobOrder) -> Job:
        """A new job, at work. Raises WeblodeError if what was asked for must not be done, or not now."""
        return self._run(Job(secrets.token_hex(8), order))

    def go_on(self, id_: str) -> Job:
        """The job, at work again: the same command goes on where it was, or is an update if it had finished."""
        job = self.get(id_)
        return self._run(replace(job, progress={}, figures={}, reason="", ended="", stopping=False))

    def stop(self, id_: str) -> Job:
        """The job, told to stop; it does so within `PATIENCE`. One that does not run stays as it is."""
        with self._lock:
            work = self._works.get(id_)
            if work is None:
                return self.get(id_)
            work.stop()
            return self._change(id_, stopping=True)

    def wait(self, id_: str) -> Job:
        """The job, once it has ended."""
        with self._lock:
            work = self._works.get(id_)
        if work is not None:
            work.thread.join()
        return self.get(id_)

    def _run(self, job: Job) -> Job:
        command = job.order.command(self._folder, allow_private=self._allow_private, insecure=self._insecure)
        with self._lock:
            if len(self._works) >= self._most:
                raise WeblodeError(f"{self._most} jobs are at work, and more cannot be: wait for one, or stop it")
            if any(self._jobs[id_].order.name == job.order.name for id_ in self._works):
                raise WeblodeError(f"a job is at work in {job.order.name!r}: wait for it, or stop it")
            self._works[job.id] = JobWork(command, self, job.id)  # what it says is heard when we let go of the lock
            self._jobs[job.id] = replace(job, state="running", started=_now())
            self._keep(job.id)
            return self._jobs[job.id]

    def hear(self, id_: str, line: str) -> None:
        """Take note of a line that a job said."""
        with self._lock:
            kind, said = _understood(line)
            changes: dict[str, Any] = {_FIELDS[kind]: said} if kind in _FIELDS else {}
            if kind == "stopped":
                changes["stopping"] = True
            if isinstance(said, str):
                changes["lines"] = (*self._jobs[id_].lines, said[:_LINE])[-_LINES:]
            self._change(id_, **changes)

    def end(self, id_: str, status: int) -> None:
        """Take note that a job has ended."""
        with self._lock:
            job = self._jobs[id_]
            state = "finished" if status == 0 else "stopped" if job.stopping else "failed"
            last = next((line for line in reversed(job.lines) if line), f"it ended with status {status}")
            reason = (job.reason or last) if state == "failed" else ""
            del self._works[id_]
            self._change(id_, state=state, reason=reason, ended=_now(), stopping=False)
            self._keep(id_)

    def _change(self, id_: str, **changes: Any) -> Job:
        self._jobs[id_] = replace(self._jobs[id_], **changes)
        return self._jobs[id_]

    def _keep(self, id_: str) -> None:
        self._own.mkdir(parents=True, exist_ok=True)
        replace_file(self._own / f"{id_}.json", json.dumps(self._jobs[id_].as_dict(), indent=1).encode())


class JobWork:
    """The process of a job, and the thread that hears from it."""

    def __init__(self, command: Sequence[str], jobs: Jobs, id_: str) -> None:
        self._process: subprocess.Popen[str] = children.start(
            "weblode",
            *command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the server alone, which then stops its jobs
            encoding="utf-8",
            errors="replace",
        )
        self._timer = threading.Timer(PATIENCE, self._process.kill)
        self._timer.daemon = True
        self.thread = threading.Thread(target=self._hear, args=(jobs, id_), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Tell it to stop; once is enough."""
        if self._timer.ident is None:
            self._timer.start()
            self._process.send_signal(signal.SIGINT)

    def _hear(self, jobs: Jobs, id_: str) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                jobs.hear(id_, line.rstrip())
        status = self._process.wait()
        self._timer.cancel()
        jobs.end(id_, status)


def _understood(line: str) -> tuple[str, Any]:
    """The kind of a line and what it says; "" for a line that is no JSON object."""
    with suppress(ValueError):
        found = json.loads(line)
        if isinstance(found, dict) and len(found) == 1:
            return next(iter(found.items()))
    return "", line


def _read(path: Path) -> Job | None:
    """The job that a file holds, if any; one that ran when the server died has stopped."""
    with suppress(OSError, ValueError, KeyError, TypeError, WeblodeError):
        found = Job.from_dict(json.loads(read_file(path)))
        if _ID.fullmatch(found.id) and found.id == path.stem:
            return replace(found, state="stopped", stopping=False) if found.state == "running" else found
    return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
