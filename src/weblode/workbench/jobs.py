"""Jobs: runs of `weblode mine` that the workbench starts as processes, watches, and stops as Ctrl-C would.

jobs/ID.json    a job as `Job.as_dict` returns it, so that it survives a restart of the server
"""

from __future__ import annotations

import json
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

from weblode import subprocesses
from weblode.caches import regex
from weblode.errors import SourceError, WeblodeError
from weblode.files import read_file, replace_file
from weblode.workbench.job_orders import OWN, JobOrder

PATIENCE = 10.0  # seconds in which a stopped job must end by itself
_LINES = 200  # last lines of output that a job keeps
_LINE = 1000  # characters of a line
_FIELDS = {
    "progress": "progress",
    "finished": "figures",
    "error": "reason",
}  # the field of a job that a kind of line sets
_ID = regex(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class Job:
    """A job: its order, state, progress and output."""

    id: str
    order: JobOrder
    state: str = "running"  # then finished, stopped or failed
    started: str = ""  # when, ISO 8601
    ended: str = ""
    stopping: bool = False  # whether it was told to stop but has not ended
    progress: Mapping[str, str] = field(default_factory=dict)  # by the part of the work
    figures: Mapping[str, int] = field(default_factory=dict)  # of the results, once it is finished
    reason: str = ""  # why it failed
    lines: tuple[str, ...] = ()  # the last lines of its output

    def as_dict(self) -> dict[str, Any]:
        """The job as in its file and in the view."""
        fields = asdict(self)
        return {**fields.pop("order"), **fields}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Job:
        """The job in a file. Raises WeblodeError, KeyError or TypeError if there is none."""
        rest = {name: value for name, value in data.items() if name not in ("homes", "name", "options")}
        return cls(**rest | {"order": JobOrder.from_dict(data), "lines": tuple(data["lines"])})


class Jobs:
    """The jobs of a served folder. A context manager: running jobs are stopped at its end."""

    def __init__(self, folder: Path, *, allow_private: bool = False, insecure: bool = False, most: int = 2) -> None:
        self._folder, self._allow_private, self._insecure, self._most = folder, allow_private, insecure, most
        self._own = folder / OWN / "jobs"
        self._lock = threading.RLock()
        self._running: dict[str, JobWork] = {}
        self._jobs = {job.id: job for path in sorted(self._own.glob("*.json")) if (job := _read(path))}

    def __enter__(self) -> Jobs:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop all jobs and wait until they have ended."""
        with self._lock:
            running = list(self._running)
            for id_ in running:
                self.stop(id_)
        for id_ in running:
            self.wait(id_)

    def recent(self) -> list[Job]:
        """All jobs, the latest first."""
        with self._lock:
            return sorted(self._jobs.values(), key=lambda job: (job.started, job.id), reverse=True)

    def get(self, id_: str) -> Job:
        """The job of an id. Raises SourceError if there is none."""
        with self._lock:
            if id_ not in self._jobs:
                raise SourceError(f"there is no job {id_!r}")
            return self._jobs[id_]

    def start(self, order: JobOrder) -> Job:
        """Start a new job. Raises WeblodeError if the order is not allowed, or too many jobs are running."""
        return self._run(Job(secrets.token_hex(8), order))

    def resume(self, id_: str) -> Job:
        """Start a job again: it continues where it stopped, or is an update if it had finished."""
        job = self.get(id_)
        return self._run(replace(job, progress={}, figures={}, reason="", ended="", stopping=False))

    def stop(self, id_: str) -> Job:
        """Tell a job to stop, which takes `PATIENCE` at most. A job that is not running stays as it is."""
        with self._lock:
            work = self._running.get(id_)
            if work is None:
                return self.get(id_)
            work.stop()
            return self._change(id_, stopping=True)

    def wait(self, id_: str) -> Job:
        """Wait until a job has ended, and return it."""
        with self._lock:
            work = self._running.get(id_)
        if work is not None:
            work.thread.join()
        return self.get(id_)

    def _run(self, job: Job) -> Job:
        command = job.order.command(self._folder, allow_private=self._allow_private, insecure=self._insecure)
        with self._lock:
            if len(self._running) >= self._most:
                raise WeblodeError(f"{self._most} jobs are running, the limit: wait for one, or stop it")
            if any(self._jobs[id_].order.name == job.order.name for id_ in self._running):
                raise WeblodeError(f"a job is running in {job.order.name!r}: wait for it, or stop it")
            self._running[job.id] = JobWork(command, self, job.id)  # its lines are handled once the lock is free
            self._jobs[job.id] = replace(job, state="running", started=_now())
            self._save(job.id)
            return self._jobs[job.id]

    def handle_line(self, id_: str, line: str) -> None:
        """Update a job from a line of its output."""
        with self._lock:
            kind, value = _parse_line(line)
            changes: dict[str, Any] = {_FIELDS[kind]: value} if kind in _FIELDS else {}
            if kind == "stopped":
                changes["stopping"] = True
            if isinstance(value, str):
                changes["lines"] = (*self._jobs[id_].lines, value[:_LINE])[-_LINES:]
            self._change(id_, **changes)

    def handle_exit(self, id_: str, status: int) -> None:
        """Update a job whose process has ended."""
        with self._lock:
            job = self._jobs[id_]
            state = "finished" if status == 0 else "stopped" if job.stopping else "failed"
            last = next((line for line in reversed(job.lines) if line), f"it ended with status {status}")
            reason = (job.reason or last) if state == "failed" else ""
            del self._running[id_]
            self._change(id_, state=state, reason=reason, ended=_now(), stopping=False)
            self._save(id_)

    def _change(self, id_: str, **changes: Any) -> Job:
        self._jobs[id_] = replace(self._jobs[id_], **changes)
        return self._jobs[id_]

    def _save(self, id_: str) -> None:
        self._own.mkdir(parents=True, exist_ok=True)
        replace_file(self._own / f"{id_}.json", json.dumps(self._jobs[id_].as_dict(), indent=1).encode())


class JobWork:
    """The process of a job, and the thread that reads its output."""

    def __init__(self, command: Sequence[str], jobs: Jobs, id_: str) -> None:
        self._process: subprocess.Popen[str] = subprocesses.start(
            "weblode",
            *command,
            interruptible=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C goes to the server only, which then stops its jobs
            encoding="utf-8",
            errors="replace",
        )
        self._timer = threading.Timer(PATIENCE, self._process.kill)
        self._timer.daemon = True
        self.thread = threading.Thread(target=self._read_output, args=(jobs, id_), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Tell the process to stop; further calls do nothing."""
        if self._timer.ident is None:
            self._timer.start()
            self._process.send_signal(signal.SIGINT)

    def _read_output(self, jobs: Jobs, id_: str) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                jobs.handle_line(id_, line.rstrip())
        status = self._process.wait()
        self._timer.cancel()
        jobs.handle_exit(id_, status)


def _parse_line(line: str) -> tuple[str, Any]:
    """The kind of a line and its value; for a line that is not a JSON object, "" and the line."""
    with suppress(ValueError):
        data = json.loads(line)
        if isinstance(data, dict) and len(data) == 1:
            return next(iter(data.items()))
    return "", line


def _read(path: Path) -> Job | None:
    """The job in a file, if any; one that was running when the server died counts as stopped."""
    with suppress(OSError, ValueError, KeyError, TypeError, WeblodeError):
        job = Job.from_dict(json.loads(read_file(path)))
        if _ID.fullmatch(job.id) and job.id == path.stem:
            return replace(job, state="stopped", stopping=False) if job.state == "running" else job
    return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
