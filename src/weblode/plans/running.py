"""Running a plan: what its list has now, what is new, gone and changed since the last run, and the history.

Pages from the web are fetched into a folder of the run in the plan's state folder, so that a killed run continues with
them; the folder of the run before says what has not changed. All results take effect in one moment (`history`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from weblode import formats
from weblode.details.rule import DetailRule
from weblode.errors import SourceError, WeblodeError
from weblode.files import acquire_lock, clean
from weblode.limits import DEFAULT, Limits
from weblode.plans.changes import RecordChange, change_lines, change_of, compare, compared, summary
from weblode.plans.collecting import DETAIL_PAGES, Collected, Collector
from weblode.plans.encoded import plain_value, typed_values
from weblode.plans.history import RecordHistory, RunFacts
from weblode.plans.keys import row_keys
from weblode.plans.page_cache import PageCache
from weblode.plans.plan import Plan, read_plan
from weblode.rules.rule import Rule
from weblode.sources.arguments import ADDRESS
from weblode.sources.choice import sites
from weblode.sources.crawl import CrawlOptions
from weblode.sources.following import WalkOptions
from weblode.sources.revisits import NOT_MODIFIED
from weblode.sources.store import copy_archive, read_index
from weblode.table import Table, Value, merged

_LOCK, _CACHE = "run.lock", "cache.db"
_SEVERAL = 3  # records that had a value, so that it is no chance if none has one
_OLD = timedelta(days=1)  # the age from which the pages of a killed run are fetched again


@dataclass(frozen=True)
class RunOptions:
    """How a plan is run: an archive to write or to read instead of the web, and the limits on pages."""

    warc: str = ""
    replay: str = ""
    limits: Limits = DEFAULT
    progress: Callable[[str], None] = lambda _: None  # called with how far the crawl is


PLAIN = RunOptions()


@dataclass(frozen=True)
class PlanRun:
    """What a run of a plan found. `first` if there was nothing to compare with; `changes` are empty then."""

    number: int
    time: str
    records: int
    changes: Sequence[RecordChange] = ()
    first: bool = False
    complete: bool = True
    failed: int = 0
    pages: int = 0
    parsed: int = 0
    unchanged: int = 0  # pages that servers said are as they were
    failures: tuple[str, ...] = ()  # what could not be done after the run was stored: its archive, its report

    def data(self) -> bytes:
        """The run as JSON, from which `from_data` makes it again."""
        return json.dumps(asdict(self) | {"changes": [each.as_dict() for each in self.changes]}).encode()

    @classmethod
    def from_data(cls, data: bytes) -> PlanRun:
        """The run in JSON."""
        document = json.loads(data)
        return cls(**document | {"changes": [change_of(each) for each in document["changes"]], "failures": ()})

    @property
    def line(self) -> str:
        """The run in a line."""
        about = "first run" if self.first else summary(self.changes)
        pages = f"{self.pages:,} page{'s'[: self.pages != 1]}"
        parts = [f"{self.records:,} record{'s'[: self.records != 1]}", about]
        parts.append(f"{pages}, {self.unchanged:,} not modified, {self.parsed:,} parsed")
        parts += [f"{self.failed:,} failed"] if self.failed else []
        parts += [] if self.complete else ["the list is not complete"]
        return "; ".join(parts)


@dataclass
class _KeyedRows:
    """The rows of a run by key, as SQLite holds them, and their table."""

    table: Table
    by_key: dict[str, dict[str, Any]] = field(default_factory=dict)


def run_plan(
    path: str | Path,
    options: RunOptions = PLAIN,
    tell: Callable[[str], None] = lambda _: None,
    report: Callable[[PlanRun], None] = lambda _: None,
) -> PlanRun:
    """Run the plan in a file, and report the run; one that was killed after it was stored is completed before.

    `report` is called once for a run, or again if it was killed; if it fails, that is told. Raises WeblodeError if the
    plan cannot be run, or if another run is at work.
    """
    plan, folder = read_plan(path), Path(path).absolute().parent
    if options.warc and not any(ADDRESS.match(each) for each in plan.start):
        raise WeblodeError(f"{options.warc}: the plan has no address of the web, so there are no pages to keep")
    state = folder / f"{Path(path).stem}.state"
    state.mkdir(exist_ok=True)
    try:
        lock = acquire_lock(state / _LOCK, patience=0)
    except SourceError as error:
        raise WeblodeError(f"{path}: another run of this plan is at work") from error
    with (
        lock,
        _database_errors(folder / plan.database),
        RecordHistory(folder / plan.database) as history,
        PageCache(str(state / _CACHE)) as cache,
    ):
        clean(state)
        if data := history.unfinished():
            old = PlanRun.from_data(data)
            tell(f"run {old.number} of {old.time} did not reach its end: it is completed, and a new one follows")
            history.write_files(folder, state, again=True)
            _attempt("the report", lambda: report(old), tell)
            history.finish()
        result = _Running(plan, folder, state, history, cache, options, tell).run()
        history.write_files(folder, state)
        failures = []
        if options.warc:
            archive = str(state / f"run-{result.number}")
            failures += _attempt("the archive", lambda: copy_archive(archive, options.warc), tell)
        failures += _attempt("the report", lambda: report(result), tell)
        history.finish()
        cache.remove_unused()
    return replace(result, failures=tuple(failures))


def _attempt(name: str, work: Callable[[], None], tell: Callable[[str], None]) -> list[str]:
    """Why a work that comes after a run is stored failed, which is told; empty if it did not."""
    try:
        work()
    except Exception as error:  # whatever a report raises: the run is stored, and is not to be stuck
        reason = f"{name} of the run failed, its results are stored: {str(error) or type(error).__name__}"
        tell(reason)
        return [reason]
    return []


@contextmanager
def _database_errors(path: Path) -> Iterator[None]:
    """A context that turns errors of SQLite into one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise WeblodeError(f"{path}: cannot be used as the database of a plan ({error})") from error


class _Running:
    """One run of a plan."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        state: Path,
        history: RecordHistory,
        cache: PageCache,
        options: RunOptions,
        tell: Callable[[str], None],
    ) -> None:
        self.plan, self.folder, self.history, self.cache = plan, folder, history, cache
        self.options, self.tell = options, tell
        self.rule = Rule.load(folder / plan.rule)
        self.details = DetailRule.load(folder / plan.details) if isinstance(plan.details, str) else plan.details
        self.number = history.last_run + 1
        self.pages = state / f"run-{self.number}"
        self.before = _last_pages(state, self.number)
        for old in state.glob("run-[0-9]*"):
            if old not in (self.pages, self.before):
                shutil.rmtree(old, ignore_errors=True)

    def run(self) -> PlanRun:
        """Collect, compare, store."""
        table_data(merged([]), self.plan.output)  # raises before any page is fetched if that cannot be written
        former, columns = self.history.current(), self.history.columns()
        collected = self._collect(former)
        if not len(collected.table):
            shutil.rmtree(self.pages, ignore_errors=True)  # they are of a run that has ended, and will be old
            raise WeblodeError("no records were found, so nothing was changed; see the messages above")
        rows = self._rows(collected, former)
        names = list(rows.table.names)
        self._tell_columns(columns, names)
        changes = compare(former, rows.by_key, self._compared(columns, names, former, rows)) if columns else []
        self._check_keys(former, rows, collected)
        time = _clock(datetime.now(UTC))
        counts = {kind: sum(each.kind == kind for each in changes) for kind in ("new", "gone", "changed")}
        facts = RunFacts(time, len(rows.table), complete=collected.whole, **counts)
        changed = [each.key for each in changes if each.kind == "changed"]
        files = self._files(rows.table, collected)
        added = {self.plan.changes: "".join(change_lines(changes, self.number, time)).encode()} if changes else {}
        result = self._result(collected, rows, changes, time, first=not columns)
        self.history.store(facts, former, rows.by_key, names, changed, files, result.data(), added)
        return result

    def _check_keys(self, former: Mapping[str, Mapping[str, Any]], rows: _KeyedRows, collected: Collected) -> None:
        """Say if no record of the last run is there; raise WeblodeError if the rule was learnt again as well."""
        if len(former) < _SEVERAL or set(former) & set(rows.by_key):
            return
        if self._is_relearnt(collected):
            rule = self.folder / self.plan.rule
            raise WeblodeError(
                "the list looks redesigned, but has no record of the last run, so nothing was changed: look at it; "
                f"if all is well, `weblode apply {rule} {self.plan.start[0]} --relearn` teaches the rule"
            )
        self.tell("no record has a key of the last run: if the site has changed its addresses, choose another `key`")

    def _is_relearnt(self, collected: Collected) -> bool:
        """Whether the rule of the list has learnt from a page."""
        return collected.rule is not self.rule

    def _result(
        self, collected: Collected, rows: _KeyedRows, changes: Sequence[RecordChange], time: str, *, first: bool
    ) -> PlanRun:
        index = read_index(self.pages).values() if self.pages.exists() else ()
        return PlanRun(
            self.number,
            time,
            len(rows.table),
            changes,
            first=first,
            complete=collected.whole,
            failed=collected.failed,
            pages=collected.list_pages + collected.detail_pages,
            parsed=collected.parsed,
            unchanged=sum(each.status == NOT_MODIFIED for each in index),
        )

    # ---------------------------------------------------------------- collecting
    def _collect(self, former: Mapping[str, Mapping[str, Any]]) -> Collected:
        """The records of now."""
        plan, limits = self.plan, self.options.limits
        sources = [each if ADDRESS.match(each) else str(self.folder / each) for each in plan.start]
        scope = sites(each for each in sources if ADDRESS.match(each))
        crawl = CrawlOptions(
            plan.delay,
            max_pages=DETAIL_PAGES,
            scope=scope,
            before=str(self.before) if self.before.is_dir() else "",
            limits=limits,
        )
        walk = WalkOptions(
            plan.follow, str(self.pages), crawl, replay=self.options.replay, progress=self.options.progress
        )
        if scope and not self.options.replay:
            self._continue()
        collector = Collector(self.rule, walk, cache=self.cache, learns=plan.relearn, tell=self.tell)
        return collector.collect(sources, details=self.details, link=plan.link, earlier=self._earlier(former))

    def _continue(self) -> None:
        """Say what a killed run has left, or remove it if that was long ago."""
        times = [each.time for each in read_index(self.pages).values()]
        if times and min(times) < _clock(datetime.now(UTC) - _OLD):
            self.tell(f"beginning anew: the last run was killed after it fetched {len(times):,} pages, on {min(times)}")
            shutil.rmtree(self.pages)
        elif times:
            self.tell(f"continuing with {len(times):,} pages fetched since {min(times)}")

    def _earlier(self, former: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
        """The values of the records before, by the link to their page."""
        link = self.plan.link or "url"
        return {
            str(row[link]): {name: value for name, value in row.items() if isinstance(value, str)}
            for row in former.values()
            if row.get(link)
        }

    def _rows(self, collected: Collected, former: Mapping[str, Mapping[str, Any]]) -> _KeyedRows:
        """The rows by key, with what is known from before where a page failed: attributes, and the rest of a list."""
        keys, repeated = row_keys(collected.table, self.plan.key)
        if repeated:
            self.tell(f"{repeated:,} records have the key of another one, and are told apart by their order; see `key`")
        table = _with_former(collected, keys, former)
        here = f"{self.folder}{os.sep}"
        table = replace(
            table, columns={**table.columns, "page": [str(page).removeprefix(here) for page in table["page"]]}
        )
        seen = set(keys)
        rest = [] if collected.whole else [key for key in former if key not in seen]
        if rest:
            self.tell(f"{len(rest):,} records of the last run were not seen; they stay, as the list is not complete")
            table = _with_rest(table, [former[key] for key in rest])
        plain = [[plain_value(value) for value in values] for values in table.columns.values()]
        rows = [dict(zip(table.names, values, strict=True)) for values in zip(*plain, strict=True)]
        return _KeyedRows(table, dict(zip([*keys, *rest], rows, strict=True)))

    def _tell_columns(self, before: Sequence[str], after: Sequence[str]) -> None:
        if not before:
            return
        for verb, names in (
            ("new", [name for name in after if name not in before]),
            ("no longer there", [name for name in before if name not in after]),
        ):
            if names:
                self.tell(f"columns that are {verb} are not compared: {', '.join(names)}")

    def _compared(
        self, before: Sequence[str], after: Sequence[str], former: Mapping[str, Mapping[str, Any]], rows: _KeyedRows
    ) -> list[str]:
        """The columns that are compared; not those that all records have lost or got, which is the site's doing."""
        names = compared(before, after)
        for verb, ones, others in (("any more", former, rows.by_key), ("before", rows.by_key, former)):
            lost = [
                name
                for name in names
                if sum(row.get(name) is not None for row in ones.values()) >= _SEVERAL
                and all(row.get(name) is None for row in others.values())
            ]
            if lost:
                self.tell(f"columns that no record has {verb} are not compared: {', '.join(lost)}")
            names = [name for name in names if name not in lost]
        return names

    # ---------------------------------------------------------------- writing
    def _files(self, table: Table, collected: Collected) -> dict[str, bytes]:
        """The contents of all files that this run replaces, by their path in the plan."""
        plan = self.plan
        files = {plan.output: table_data(table, plan.output)}
        if self._is_relearnt(collected):
            files[plan.rule] = collected.rule.data()
        if isinstance(plan.details, str) and collected.detail_rule and collected.detail_rule is not self.details:
            files[plan.details] = collected.detail_rule.data()
        return files


def _last_pages(state: Path, number: int) -> Path:
    """The pages of the last run before one that fetched some: a replay of an archive fetches none."""
    numbers = [int(match[1]) for path in state.glob("run-*") if (match := re.fullmatch(r"run-(\d+)", path.name))]
    return state / f"run-{max((each for each in numbers if each < number), default=0)}"


def _clock(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def table_data(table: Table, name: str) -> bytes:
    """The contents of a file of this name with a table."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"table{Path(name).suffix}")
        formats.write(table, path)
        return path.read_bytes()


def _with_former(collected: Collected, keys: Sequence[str], former: Mapping[str, Mapping[str, Any]]) -> Table:
    """The table with the attributes of before for records whose page failed."""
    table = collected.table
    rows = [i for i in sorted(collected.lost) if keys[i] in former]
    if not rows:
        return table
    columns: dict[str, Sequence[Value]] = dict(table.columns)
    for name in collected.attributes:
        values = list(table.columns[name])
        stored = [former[keys[i]].get(name) for i in rows]
        for i, value in zip(
            rows, typed_values(stored, table.types[name]) if name in table.filled else stored, strict=True
        ):
            values[i] = value
        columns[name] = values
    return replace(table, columns=columns)


def _with_rest(table: Table, rows: Sequence[Mapping[str, Any]]) -> Table:
    """The table with further rows, as SQLite holds them."""
    columns: dict[str, Sequence[Value]] = {}
    for name, values in table.columns.items():
        stored = [row.get(name) for row in rows]
        more = typed_values(stored, table.types[name]) if name in table.filled else stored
        columns[name] = [*values, *more]
    return Table(columns)
