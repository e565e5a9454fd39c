"""How quickly the workbench answers, through a server of its own: `python -m bench.workbench [FOLDER]`.

A page is opened (its bytes are sent), a view of it is asked for, and the page to look at; then a page of 5 MB; then
fifty viewers of records at a time. Seconds of the clock, on a machine that may have other work.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import httpx

from bench.data import BUNDLED, page_files, spread
from weblode.errors import WeblodeError

VIEWS = ("records", "outline", "tables")
VIEWERS, LOOKS = 50, 8
_PATIENCE = 600  # seconds for an answer that is sure to come, however busy the machine
SECONDS = 0.3  # that the records view of a median page may take, its opening and the page to look at included


class Server(NamedTuple):
    """A workbench that runs."""

    url: str
    folder: Path
    token: str

    def opened(self, client: httpx.Client, data: bytes) -> str:
        """The name of a page, now that it was opened."""
        answer = client.post(f"{self.url}/pages?name=page.html", content=data, headers={"x-weblode-token": self.token})
        return str(answer.raise_for_status().json()["id"])

    def looked(self, client: httpx.Client, page: str, view: str = "records") -> None:
        """None, once a view of a page, and the page, were answered."""
        for address in (f"/{view}/{page}.json", f"/pages/{page}/shown"):
            client.get(self.url + address).raise_for_status()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A workbench in a folder, on a free port."""
    command = [sys.executable, "-m", "weblode", "serve", str(folder), "--port", "0", "--no-browser", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            url = _address(process.stderr or [])
            # The socket is there before the server is: the client tries again until it answers.
            with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=_PATIENCE) as client:
                shell = client.get(f"{url}/records").text
            yield Server(url, folder, shell.split('name="token" content="')[1].split('"')[0])
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _address(lines: Iterable[str]) -> str:
    """Where the workbench is, by what it says; lines before that may tell other things."""
    said = []
    for line in lines:
        if found := re.search(r"the workbench is at (\S+)/ ", line):
            return found[1]
        said.append(line)
    raise WeblodeError(f"the workbench did not start: {''.join(said)}")


def opening(server: Server, pages: list[bytes], view: str = "records") -> list[float]:
    """Seconds from sending each page to a view of it and the page itself."""
    took = []
    with httpx.Client(timeout=_PATIENCE) as client:
        for data in pages:
            start = time.perf_counter()
            server.looked(client, server.opened(client, data), view)
            took.append(time.perf_counter() - start)
    return took


def viewing(server: Server, pages: list[bytes]) -> list[float]:
    """Seconds of each look at a page by many viewers at a time. Raises httpx.HTTPError if any answer is an error."""
    with httpx.Client(timeout=_PATIENCE) as client:
        names = [server.opened(client, data) for data in pages]

    def view(number: int) -> list[float]:
        took = []
        with httpx.Client(timeout=_PATIENCE) as client:
            for look in range(LOOKS):
                start = time.perf_counter()
                server.looked(client, names[(number + look) % len(names)])
                took.append(time.perf_counter() - start)
        return took

    with ThreadPoolExecutor(VIEWERS) as pool:
        return [seconds for took in pool.map(view, range(VIEWERS)) for seconds in took]


def large(size: int = 5 * 2**20) -> bytes:
    """A page of so many bytes that lists things."""
    item = "<li><h3><a href=/{0}>Thing {0}</a></h3><p class=price>$ {0}.50</p><p>What it is for, and its colour.</p>\n"
    n = size // len(item.format(10_000))
    return f"<!DOCTYPE html><title>Things</title><ul>{''.join(map(item.format, range(n)))}</ul>".encode()


def sample(folder: Path, number: int) -> list[bytes]:
    """Pages of all data sets, without those that nobody would open."""
    return [path.read_bytes() for path in spread(page_files(folder), number)]


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else BUNDLED
    pages = sample(folder, 100)
    with tempfile.TemporaryDirectory() as workspace, serving(Path(workspace)) as server:
        data = large()
        for view in VIEWS:
            took = opening(server, pages, view)
            print(f"{view} of {len(pages)} pages: median {median(took):.3f} s, 95 % {quantiles(took, n=20)[-1]:.3f} s")
        for view in VIEWS:
            [first], [again] = opening(server, [data], view), opening(server, [data], view)
            print(f"{view} of a page of {len(data):,} bytes: {first:.2f} s, and again {again:.2f} s")
        looks = viewing(server, pages[:10])
        print(
            f"{VIEWERS} viewers, {len(looks)} looks, no error: median {median(looks):.2f} s, longest {max(looks):.2f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
