"""A task on a whole crawl, in a folder: shard by shard, continued after a kill, no page missing and none twice.

The folder of a run has `run.json` (what was asked for), `shards.jsonl` (the plan), a folder with a Parquet file for the
results of each shard, one for its failures, and one with a small file for each shard that is done. The last is written
at the end of the shard, and all files of a shard are replaced as a whole: a shard that was interrupted is done again.
Any engine may work on the shards, in any order, in any process that sees the folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING

from weblode import files
from weblode.batches.processing import Step
from weblode.batches.schemas import ABOUT, schema_of
from weblode.batches.shards import PARQUET, Shard, is_parquet, shards_of
from weblode.batches.tasks import TaskOptions
from weblode.errors import SourceError, WeblodeError, require
from weblode.pages.page import printable
from weblode.sources.archives import ARCHIVE_SUFFIXES
from weblode.sources.arguments import ADDRESS, PAGE_SUFFIXES, XML_SUFFIXES, path_and_url

if TYPE_CHECKING:
    import pyarrow

VERSION = 1
RUN, PLAN, DONE, FAILURES, LOCK = "run.json", "shards.jsonl", "done", "failures", "run.lock"
SHARD_BYTES = 64 << 20  # what a killed process has to do again at most
_SHARD_FILES = 1000  # pages in files of their own
_SUFFIXES = (*PAGE_SUFFIXES, *XML_SUFFIXES, *ARCHIVE_SUFFIXES, *PARQUET)


@dataclass(frozen=True)
class ShardDone:
    """What became of a shard: how many pages it has, how many failed, the rows of the others."""

    number: int
    pages: int
    failed: int
    rows: int


@dataclass(frozen=True)
class ScaleRun:
    """A run in a folder: what it does, and the plan."""

    folder: Path
    task: str
    options: TaskOptions
    shards: tuple[Shard, ...]

    def done(self) -> dict[int, ShardDone]:
        """The shards that are done, by their numbers."""
        folder = self.folder / DONE
        results = {}
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
            result = ShardDone(**json.loads(files.read_file(path)))
            results[result.number] = result
        return results

    def left(self) -> list[int]:
        """The numbers of the shards that are not done."""
        done = self.done()
        return [number for number in range(len(self.shards)) if number not in done]

    def write(self, number: int, steps: Iterable[Step]) -> ShardDone:
        """What became of a shard, after its results were written. If that fails, it is as if not begun."""
        results, failures = (self._file(name, number) for name in (self.task, FAILURES))
        writer = _ShardWriter(self.task)
        with files.replacement(results) as temporary:
            pages = writer.write(temporary, steps)
        if writer.failures:
            with files.replacement(failures) as temporary:
                writer.write_failures(temporary)
        else:
            failures.unlink(missing_ok=True)  # of an earlier try
        result = ShardDone(number, pages, writer.failed, writer.rows)
        files.replace_file(self._file(DONE, number, "json"), (json.dumps(asdict(result)) + "\n").encode())
        return result

    def _file(self, name: str, number: int, suffix: str = "parquet") -> Path:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return folder / f"{number:06}.{suffix}"

    def clean(self) -> None:
        """Delete what killed processes left unfinished. Nobody may be writing there."""
        for name in (self.task, FAILURES, DONE):
            if (self.folder / name).is_dir():
                files.clean(self.folder / name)

    def lock(self) -> IO[bytes]:
        """A lock on the folder. Raises SourceError if another run has it."""
        return files.acquire_lock(self.folder / LOCK)


class _ShardWriter:
    """The rows of a shard as a Parquet file, and its failures apart."""

    def __init__(self, task: str) -> None:
        import pyarrow as pa

        names = [name for name in schema_of(task).names if name != "error"]
        self._schema = pa.schema([schema_of(task).field(name) for name in names])
        self._about = pa.schema([schema_of(task).field(name) for name in ABOUT])
        self.failures: list[pyarrow.RecordBatch] = []
        self.failed = self.rows = 0

    def write(self, path: Path, steps: Iterable[Step]) -> int:
        """The number of pages of the shard, after their rows were written."""
        from pyarrow import compute, parquet

        pages = 0
        with path.open("wb") as stream, parquet.ParquetWriter(stream, self._schema, compression="zstd") as out:
            for step in steps:
                pages, batch = step
                fine = compute.is_null(batch.column("error"))
                if batch.column("error").null_count < len(batch):
                    failures = batch.filter(compute.invert(fine)).select(self._about.names)
                    self.failures.append(failures)
                    self.failed += len(failures)
                    batch = batch.filter(fine)
                self.rows += len(batch)
                if len(batch):
                    out.write_batch(batch.select(self._schema.names))
        return pages

    def write_failures(self, path: Path) -> None:
        """Write the pages that failed, each with the reason."""
        from pyarrow import parquet

        with path.open("wb") as stream, parquet.ParquetWriter(stream, self._about) as out:
            for batch in self.failures:
                out.write_batch(batch)


def open_run(
    folder: str | os.PathLike[str],
    sources: Sequence[str],
    task: str,
    options: TaskOptions | None = None,
    *,
    shard_bytes: int = SHARD_BYTES,
) -> ScaleRun:
    """The run in a folder: a new one, or that of the same sources, task and options to be continued.

    Raises WeblodeError if the folder has something else, or if a file has changed since the plan was made.
    """
    require("pyarrow", "weblode[arrow]")
    schema_of(task)
    folder, options = Path(folder), options or TaskOptions()
    about = {"version": VERSION, "task": task, "sources": list(sources), "options": describe(options)}
    about["shard_bytes"] = shard_bytes
    if (folder / RUN).exists():
        check_same(folder, about)
        return ScaleRun(folder, task, options, _read_plan(folder))
    if folder.exists() and (not folder.is_dir() or any(each.name != LOCK for each in folder.iterdir())):
        raise WeblodeError(f"{folder} has files that are of no run; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    shards = tuple(plan(sources, shard_bytes))
    lines = (json.dumps(_planned(shard), ensure_ascii=True) + "\n" for shard in shards)
    files.replace_file(folder / PLAN, "".join(lines).encode())
    files.replace_file(folder / RUN, (json.dumps(about, indent=1) + "\n").encode())  # with it there is a run
    return ScaleRun(folder, task, options, shards)


def result_files(folder: Path, task: str) -> list[Path]:
    """The Parquet files of a finished run, shard by shard, each with that of its failures.

    Raises WeblodeError if the folder has no such run, or one that is not finished.
    """
    check_same(folder, {"task": task})
    try:
        shards = len(files.read_file(folder / PLAN).splitlines())  # their sources may be elsewhere by now
    except OSError as error:
        raise WeblodeError(f"{folder / PLAN} cannot be read ({error}); run `weblode at-scale` again") from error
    if left := shards - len(ScaleRun(folder, task, TaskOptions(), ()).done()):
        raise WeblodeError(
            f"{folder} is not finished: {left:,} of {shards:,} shards are left; run the same `weblode at-scale` again"
        )
    names = (f"{number:06}.parquet" for number in range(shards))
    paths = [folder / kind / name for name in names for kind in (task, FAILURES)]
    return [path for path in paths if path.exists()]


def describe(options: TaskOptions) -> dict[str, object]:
    """The options as JSON, with digests of the rules."""
    rules = [sha256(rule.data()).hexdigest()[:16] for rule in options.rules]
    about = {"rules": rules, "xml": options.xml, "url_column": options.url_column, "html_column": options.html_column}
    return about | ({"home_pages": True} if options.home_pages else {})


def check_same(folder: Path, about: dict[str, object]) -> None:
    """Raise WeblodeError if the run in a folder is about something else."""
    try:
        before = json.loads(files.read_file(folder / RUN))
    except (OSError, ValueError) as error:
        raise WeblodeError(f"{folder / RUN} cannot be read ({error}); choose another folder") from error
    if not isinstance(before, dict):
        raise WeblodeError(f"{folder / RUN} is not that of a run; choose another folder")
    for name, value in about.items():
        if before.get(name) != value:
            raise WeblodeError(
                f"{folder} has a run with other {name.replace('_', ' ')}: {_short(before.get(name))}, "
                f"not {_short(value)}; choose another folder"
            )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _planned(shard: Shard) -> dict[str, object]:
    """A shard as a line of the plan; of a part of a file also the size of the file."""
    size = {"size": os.path.getsize(shard.paths[0])} if shard.end >= 0 else {}
    return {**asdict(shard), **size}


def _read_plan(folder: Path) -> tuple[Shard, ...]:
    shards, sizes = [], dict[str, int]()
    try:
        lines = files.read_file(folder / PLAN).splitlines()
        for line in map(json.loads, lines):
            shard = Shard(tuple(line["paths"]), line["start"], line["end"])
            shards.append(shard)
            sizes |= {shard.paths[0]: line["size"]} if "size" in line else {}
        changed = [path for path, size in sizes.items() if os.path.getsize(path) != size]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeblodeError(f"{folder / PLAN}: the run cannot be continued ({error}); choose another folder") from error
    if changed:
        raise WeblodeError(f"{printable(changed[0])} has changed since the run began; choose another folder")
    return tuple(shards)


def plan(sources: Sequence[str], shard_bytes: int = SHARD_BYTES) -> Iterator[Shard]:
    """The shards of files and folders: parts of large archives and Parquet files, small files together.

    Raises SourceError for a source that is not there, or is no file.
    """
    small: list[str] = []
    size = 0
    for path in chain.from_iterable(map(_files_of, sources)):
        name = path_and_url(path)[0]
        own = os.path.getsize(name)
        if is_parquet(name) or name.lower().endswith(ARCHIVE_SUFFIXES) or own >= shard_bytes:
            yield from shards_of(path, shard_bytes)
            continue
        if small and (size + own > shard_bytes or len(small) >= _SHARD_FILES):
            yield Shard(tuple(small))
            small, size = [], 0
        small.append(path)
        size += own
    if small:
        yield Shard(tuple(small))


def _files_of(source: str) -> Iterator[str]:
    """The files of a source; of a folder the pages, archives and Parquet files in it, without hidden ones."""
    path = path_and_url(source)[0]
    if ADDRESS.match(source):
        raise SourceError(f"{source}: is an address, not a file; fetch it first, with weblode mine or a crawler")
    if not os.path.isdir(path):
        if not os.path.isfile(path):
            raise SourceError(f"{printable(path)}: no such file or folder")
        yield source
        return
    empty = True
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(folder, name)
            if name.lower().endswith(_SUFFIXES) and not name.startswith(".") and os.path.isfile(file):
                empty = False
                yield file
    if empty:
        raise SourceError(f"{printable(path)}: no pages in this folder; looked for {', '.join(_SUFFIXES)}")
