"""A task on a whole crawl, in a folder: shard by shard, continued after a kill, no page missing and none twice.

The folder of a run has `run.json` (what was asked for), `shards.jsonl` (the plan), a folder with a Parquet file for the
results of each shard, one for its failures, and one with a small file for each shard that is done. The last is written
at the end of the shard, and all files of a shard are replaced as a whole: a shard that was interrupted is done again.
Any engine may work on the shards, in any order, in any process that sees the folder, which may be in an object store.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain
from typing import IO, TYPE_CHECKING

from weblode.batches import stores
from weblode.batches.folders import LOCK, RunFolder, folder_at
from weblode.batches.processing import Step
from weblode.batches.schemas import ABOUT, schema_of
from weblode.batches.shards import PARQUET, Shard, is_parquet, shards_of
from weblode.batches.tasks import TaskOptions
from weblode.batches.workers import Lost, ordered
from weblode.errors import SourceError, WeblodeError, require
from weblode.pages.page import printable
from weblode.sources.archives import ARCHIVE_SUFFIXES
from weblode.sources.arguments import ADDRESS, PAGE_SUFFIXES, XML_SUFFIXES, path_and_url

if TYPE_CHECKING:
    import pyarrow

VERSION = 1
RUN, PLAN, DONE, FAILURES = "run.json", "shards.jsonl", "done", "failures"
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

    folder: RunFolder
    task: str
    options: TaskOptions
    shards: tuple[Shard, ...]

    def done(self) -> dict[int, ShardDone]:
        """The shards that are done, by their numbers."""
        documents = self.folder.read(f"{DONE}/{name}" for name in self._done_names())
        results = (ShardDone(**json.loads(document)) for document in documents)
        return {result.number: result for result in results}

    def left(self) -> list[int]:
        """The numbers of the shards that are not done."""
        done = set(self._done_names())
        return [number for number in range(len(self.shards)) if _name(number, "json") not in done]

    def _done_names(self) -> list[str]:
        return [name for name in self.folder.names(DONE) if name.endswith(".json")]

    def write(self, number: int, steps: Iterable[Step]) -> ShardDone:
        """What became of a shard, after its results were written. If that fails, it is as if not begun."""
        results, failures = (f"{name}/{_name(number)}" for name in (self.task, FAILURES))
        writer = _ShardWriter(self.task)
        with self.folder.replacing(results) as stream:
            pages = writer.write(stream, steps)
        if writer.failures:
            with self.folder.replacing(failures) as stream:
                writer.write_failures(stream)
        else:
            self.folder.delete(failures)  # of an earlier try
        result = ShardDone(number, pages, writer.failed, writer.rows)
        self.folder.replace(f"{DONE}/{_name(number, 'json')}", (json.dumps(asdict(result)) + "\n").encode())
        return result

    def clean(self) -> None:
        """Delete what killed processes left unfinished. Nobody may be writing there."""
        for name in (self.task, FAILURES, DONE):
            self.folder.clean(name)

    def lock(self) -> AbstractContextManager[object]:
        """A lock on the folder, if it is on a disk. Raises SourceError if another run has it."""
        return self.folder.lock()


def _name(number: int, suffix: str = "parquet") -> str:
    return f"{number:06}.{suffix}"


class _ShardWriter:
    """The rows of a shard as a Parquet file, and its failures apart."""

    def __init__(self, task: str) -> None:
        import pyarrow as pa

        names = [name for name in schema_of(task).names if name != "error"]
        self._schema = pa.schema([schema_of(task).field(name) for name in names])
        self._about = pa.schema([schema_of(task).field(name) for name in ABOUT])
        self.failures: list[pyarrow.RecordBatch] = []
        self.failed = self.rows = 0

    def write(self, stream: IO[bytes], steps: Iterable[Step]) -> int:
        """The number of pages of the shard, after their rows were written."""
        from pyarrow import compute, parquet

        pages = 0
        with parquet.ParquetWriter(stream, self._schema, compression="zstd") as out:
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

    def write_failures(self, stream: IO[bytes]) -> None:
        """Write the pages that failed, each with the reason."""
        from pyarrow import parquet

        with parquet.ParquetWriter(stream, self._about) as out:
            for batch in self.failures:
                out.write_batch(batch)


def open_run(
    folder: str | os.PathLike[str],
    sources: Sequence[str],
    task: str,
    options: TaskOptions | None = None,
    *,
    shard_bytes: int = SHARD_BYTES,
    jobs: int = 1,
) -> ScaleRun:
    """The run in a folder: a new one, or that of the same sources, task and options to be continued.

    Raises WeblodeError if the folder has something else, or if a file has changed since the plan was made.
    """
    require("pyarrow", "weblode[arrow]")
    schema_of(task)
    place, options = folder_at(folder), options or TaskOptions()
    about = {"version": VERSION, "task": task, "sources": list(sources), "options": describe(options)}
    about["shard_bytes"] = shard_bytes
    names = place.names()
    if RUN not in names:
        if not {LOCK, PLAN}.issuperset(names):  # PLAN: of a run that was killed before it began
            raise WeblodeError(f"{place} has files that are of no run; choose another folder")
        shards = tuple(plan(sources, shard_bytes, jobs))
        if RUN not in place.names():  # else another one has begun meanwhile
            sizes = _sizes(shard.paths[0] for shard in shards if shard.end >= 0)
            lines = (json.dumps(_planned(shard, sizes), ensure_ascii=True) + "\n" for shard in shards)
            place.replace(PLAN, "".join(lines).encode())
            place.replace(RUN, (json.dumps(about, indent=1) + "\n").encode())  # with it there is a run
            return ScaleRun(place, task, options, shards)
    check_same(place, about)
    return ScaleRun(place, task, options, _read_plan(place))


def result_files(folder: RunFolder, task: str) -> list[str]:
    """The Parquet files of a finished run, shard by shard, each with that of its failures.

    Raises WeblodeError if the folder has no such run, or one that is not finished.
    """
    check_same(folder, {"task": task})
    try:
        [plan] = folder.read([PLAN])
    except OSError as error:
        raise WeblodeError(f"{folder.address(PLAN)} cannot be read ({error}); run `weblode at-scale` again") from error
    shards = len(plan.splitlines())  # their sources may be elsewhere by now
    if left := shards - len(ScaleRun(folder, task, TaskOptions(), ()).done()):
        raise WeblodeError(
            f"{folder} is not finished: {left:,} of {shards:,} shards are left; run the same `weblode at-scale` again"
        )
    there = {kind: set(folder.names(kind)) for kind in (task, FAILURES)}
    files = ((kind, _name(number)) for number in range(shards) for kind in there)
    return [folder.address(f"{kind}/{name}") for kind, name in files if name in there[kind]]


def describe(options: TaskOptions) -> dict[str, object]:
    """The options as JSON, with digests of the rules."""
    rules = [sha256(rule.data()).hexdigest()[:16] for rule in options.rules]
    about = {"rules": rules, "xml": options.xml, "url_column": options.url_column, "html_column": options.html_column}
    return about | ({"home_pages": True} if options.home_pages else {})


def check_same(folder: RunFolder, about: dict[str, object]) -> None:
    """Raise WeblodeError if the run in a folder is about something else."""
    path = folder.address(RUN)
    try:
        before = json.loads(folder.read([RUN])[0])
    except (OSError, ValueError) as error:
        raise WeblodeError(f"{path} cannot be read ({error}); choose another folder") from error
    if not isinstance(before, dict):
        raise WeblodeError(f"{path} is not that of a run; choose another folder")
    for name, value in about.items():
        if before.get(name) != value:
            raise WeblodeError(
                f"{folder} has a run with other {name.replace('_', ' ')}: {_short(before.get(name))}, "
                f"not {_short(value)}; choose another folder"
            )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _planned(shard: Shard, sizes: Mapping[str, int]) -> dict[str, object]:
    """A shard as a line of the plan; of a part of a file also the size of the file."""
    return {**asdict(shard), **({"size": sizes[shard.paths[0]]} if shard.end >= 0 else {})}


def _read_plan(folder: RunFolder) -> tuple[Shard, ...]:
    shards, sizes = [], dict[str, int]()
    try:
        [document] = folder.read([PLAN])
        for line in map(json.loads, document.splitlines()):
            shard = Shard(tuple(line["paths"]), line["start"], line["end"])
            shards.append(shard)
            sizes |= {shard.paths[0]: line["size"]} if "size" in line else {}
        changed = [path for path, size in _sizes(sizes).items() if sizes[path] != size]
    except (OSError, ValueError, KeyError, TypeError) as error:
        path = folder.address(PLAN)
        raise WeblodeError(f"{path}: the run cannot be continued ({error}); choose another folder") from error
    if changed:
        raise WeblodeError(f"{printable(changed[0])} has changed since the run began; choose another folder")
    return tuple(shards)


def _sizes(paths: Iterable[str]) -> dict[str, int]:
    """The sizes of files. Raises OSError if one is not there."""
    stored = list(filter(stores.is_store, unique := dict.fromkeys(paths)))
    sizes = {path: os.path.getsize(path) for path in unique if not stores.is_store(path)}
    return sizes | (dict(zip(stored, stores.apart(stores.sizes, stored), strict=True)) if stored else {})


def plan(sources: Sequence[str], shard_bytes: int = SHARD_BYTES, jobs: int = 1) -> Iterator[Shard]:
    """The shards of files and folders: parts of large archives and Parquet files, small files together.

    Large archives are read to be cut, in so many processes. Raises SourceError for a source that is not there, or is
    no file.
    """
    files = list(chain.from_iterable(map(_files_of, sources)))
    large = dict.fromkeys(path for path, size in files if size > shard_bytes and _is_cut(path))
    # In other processes, as they may be in stores; one at a time, as they are large.
    cuts = ordered(large, lambda path: shards_of(path, shard_bytes), jobs, size=lambda _: 1 << 30, first=0)
    parts = {path: [] if isinstance(cut, Lost) else cut for path, cut in zip(large, cuts, strict=True)}
    small: list[str] = []
    size = 0
    for path, own in files:
        if own >= shard_bytes or _is_cut(path):
            yield from parts.get(path) or [Shard((path,))]
            continue
        if small and (size + own > shard_bytes or len(small) >= _SHARD_FILES):
            yield Shard(tuple(small))
            small, size = [], 0
        small.append(path)
        size += own
    if small:
        yield Shard(tuple(small))


def _is_cut(path: str) -> bool:
    """Whether a file has many pages, so that it is a shard of its own, or several."""
    name = path_and_url(path)[0]
    return is_parquet(name) or name.lower().endswith(ARCHIVE_SUFFIXES)


def _files_of(source: str) -> Iterator[tuple[str, int]]:
    """The files of a source, with their sizes; of a folder the pages, archives and Parquet files, no hidden ones."""
    path, url = path_and_url(source)
    if stores.is_store(path):
        files = stores.apart(stores.files_of, path, _SUFFIXES)
        if url and [name for name, _ in files] != [path]:
            raise SourceError(f"{printable(path)}: is a folder, so {url} cannot be its address; name a file in it")
        yield from ([(source, files[0][1])] if url else files)
        return
    if ADDRESS.match(source):
        raise SourceError(f"{source}: is an address, not a file; fetch it first, with weblode mine or a crawler")
    if not os.path.isdir(path):
        if not os.path.isfile(path):
            raise SourceError(f"{printable(path)}: no such file or folder")
        yield source, os.path.getsize(path)
        return
    empty = True
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(folder, name)
            if name.lower().endswith(_SUFFIXES) and not name.startswith(".") and os.path.isfile(file):
                empty = False
                yield file, os.path.getsize(file)
    if empty:
        raise SourceError(f"{printable(path)}: no pages in this folder; looked for {', '.join(_SUFFIXES)}")
