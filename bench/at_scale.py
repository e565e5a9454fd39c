"""A large crawl through `weblode at-scale`, killed in the middle: `python -m bench.at_scale FOLDER [--pages N]`.

The crawl is made of the pages of a folder, again and again with other addresses and other numbers in their texts, as
WARC files that are deleted at the end; what they will take of the disk is estimated first, and refused beyond a bound.
The command is killed once half of the shards are done (kill -9, the first process), and run again. Then every page must
be there, and none twice, and no worker may have had more memory than its bound; the table says what it took.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

from bench.data import page_files
from bench.memory import watched
from weblode.batches.runs import open_run

FILE_PAGES = 2500  # of a WARC file
WORKER = 600_000_000  # bytes of memory that a worker may have
_SAMPLE = 100  # pages by which the size of a crawl is estimated
_RESULTS = 1.2  # the disk that crawl and results take, over that of the crawl
_DIGIT = re.compile(rb"(?<=>)([^<]*?)(\d)")


def write_crawl(source: list[Path], folder: Path, pages: int, hosts: int = 500) -> tuple[list[str], int]:
    """The paths of WARC files with so many pages, made of the source's in turn, and the bytes of all pages."""
    contents = [path.read_bytes() for path in source]
    paths, size = [], 0
    for start in range(0, pages, FILE_PAGES):
        path = folder / f"{start // FILE_PAGES:05}.warc.gz"
        with path.open("wb") as out:
            for i in range(start, min(pages, start + FILE_PAGES)):
                html = _changed(contents[i % len(contents)], i)
                size += len(html)
                out.write(_packed(_record(f"http://h{i % hosts}.example/{i}", html)))
        paths.append(str(path))
    return paths, size


def packed_size(source: list[Path], pages: int) -> int:
    """About how many bytes the WARC files of so many pages will have."""
    some = source[:: max(1, len(source) // _SAMPLE)]
    return pages * sum(len(_packed(_record("http://h.example/", path.read_bytes()))) for path in some) // len(some)


def check_disk(source: list[Path], pages: int, most: int) -> None:
    """Exit with a line if a crawl and its results need more of the disk than they may, or than there is."""
    needed, free = int(_RESULTS * packed_size(source, pages)), shutil.disk_usage(tempfile.gettempdir()).free
    if needed > min(most, free):
        line = (
            f"{pages:,} pages need about {needed / 1e9:.1f} GB in {tempfile.gettempdir()}, which has {free / 1e9:.1f}"
        )
        raise SystemExit(f"{line}; --max-disk is {most / 1e9:g} GB: fewer --pages, or another TMPDIR")


def _changed(html: bytes, seed: int) -> bytes:
    """The page with other digits in some of its texts."""
    digits = random.Random(seed)
    return _DIGIT.sub(lambda match: match[1] + b"%d" % digits.randrange(10), html, 50)


def _record(url: str, html: bytes) -> bytes:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
    kind = "Content-Type: application/http; msgtype=response\r\n"
    return f"{head}{kind}Content-Length: {len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


def _packed(data: bytes) -> bytes:
    packer = zlib.compressobj(1, wbits=31)
    return packer.compress(data) + packer.flush()


def run_command(command: list[str], done: Path, kill_at: int | None) -> tuple[float, list[int], int]:
    """Seconds of the processor, peaks of memory and exit status; killed once so many shards are done, if asked for."""
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    with watched(child.pid) as peaks:
        # Whether it has ended is asked without taking its status, which `wait4` takes below.
        ended = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while kill_at is not None and os.waitid(os.P_PID, child.pid, ended) is None:
            if done.is_dir() and len(list(done.glob("*.json"))) >= kill_at:
                child.send_signal(signal.SIGKILL)
                break
            time.sleep(0.01)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, peaks, child.returncode


def check(folder: Path, task: str, sources: list[str], shard_bytes: int, pages: int) -> dict[str, int]:
    """How many pages are done and failed, and how many rows are there twice."""
    import pyarrow as pa
    from pyarrow import parquet

    run = open_run(folder, sources, task, shard_bytes=shard_bytes)
    results = run.done().values()
    keys = [name for name in ("url", "list", "record", "row", "table", "field") if name in _names(folder / task)]
    twice, seen = 0, set[str]()
    for path in sorted((folder / task).glob("*.parquet")):
        table = parquet.read_table(path, columns=keys)
        twice += len(table) - len(table.group_by(keys).aggregate([]))
        urls = set(pa.compute.unique(table["url"]).to_pylist())
        twice += len(urls & seen)
        seen |= urls
    size = sum(path.stat().st_size for path in (folder / task).glob("*.parquet"))
    return {
        "pages": sum(each.pages for each in results),
        "missing": pages - sum(each.pages for each in results),
        "failed": sum(each.failed for each in results),
        "rows": sum(each.rows for each in results),
        "twice": twice,
        "bytes": size,
    }


def _names(folder: Path) -> list[str]:
    from pyarrow import parquet

    names: list[str] = parquet.read_schema(next(folder.glob("*.parquet"))).names
    return names


def main() -> None:
    """Print what it took, and whether all is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--task", default="records")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--shard-size", type=int, default=16, help="MB")
    parser.add_argument("--max-disk", type=float, default=20.0, help="GB of the disk, at most")
    arguments = parser.parse_args()
    files = page_files(arguments.folder)
    check_disk(files, arguments.pages, int(1e9 * arguments.max_disk))
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), time.monotonic()
        sources, size = write_crawl(files, folder, arguments.pages)
        out, shard = folder / "out", arguments.shard_size
        options = ["--task", arguments.task, "--jobs", str(arguments.jobs), "--shard-size", str(shard)]
        command = [sys.executable, "-m", "weblode", "at-scale", *sources, "-o", str(out), *options]
        shards = len(open_run(out, sources, arguments.task, shard_bytes=shard << 20).shards)
        packed = sum(os.path.getsize(path) for path in sources)
        print(
            f"{arguments.pages:,} pages, {size / 1e6:,.0f} MB ({packed / 1e6:,.0f} MB packed), {shards} shards; "
            f"made in {time.monotonic() - begun:,.0f} s",
            flush=True,
        )
        started = time.monotonic()
        _, before, status = run_command(command, out / "done", shards // 2)
        print(f"killed: status {status}, {len(list((out / 'done').glob('*.json')))} shards done", flush=True)
        processor, after, status = run_command(command, out / "done", None)
        wall = time.monotonic() - started
        figures = check(out, arguments.task, sources, shard << 20, arguments.pages)
        workers = max(before[1], after[1]) / 1e6
        first = max(before[0], after[0]) / 1e6
        print(f"again: status {status}, {processor:,.0f} s of the processor in the second run, {wall:,.0f} s in all")
        print(f"memory: {first:,.0f} MB the first process, {workers:,.0f} MB the largest worker")
        print(", ".join(f"{value:,} {name}" for name, value in figures.items()))
        sys.exit(bool(status or figures["missing"] or figures["twice"] or workers > WORKER / 1e6))


if __name__ == "__main__":
    main()
