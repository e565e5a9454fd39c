"""What the browser tests share: a workbench that runs, a page of a real Chromium, axe, and a folder for pictures."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

_ROOT = Path(__file__).parents[3]
_AT = re.compile(r"the workbench is at (\S+)/ ")
_TOKEN = re.compile(r'<meta name="token" content="([^"]+)">')
_PATIENCE = 15_000  # milliseconds, on a machine with other work to do


@dataclass(frozen=True)
class Workbench:
    """A workbench that was started: where it is, the folder it works in, what its pages send with changes."""

    url: str
    folder: Path
    token: str

    def opened(self, html: str | bytes, name: str = "page.html") -> str:
        """The name that a page has in the workbench, now that it was opened."""
        data = html.encode() if isinstance(html, str) else html
        answer = httpx.post(
            f"{self.url}/pages", params={"name": name}, content=data, headers={"x-weblode-token": self.token}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    def listed(self) -> list[str]:
        """The titles of the pages that were opened."""
        return [page["title"] for page in httpx.get(f"{self.url}/pages.json").json()["pages"]]


@contextmanager
def _serving(folder: Path, options: tuple[str, ...]) -> Iterator[Workbench]:
    command = [sys.executable, "-m", "weblode", "serve", str(folder), "--port", "0", "--no-browser", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            said = process.stderr.readline()
            url = _AT.search(said)
            assert url, f"the workbench did not start: {said}{process.stderr.read() if process.poll() else ''}"
            # The socket is there before the server is: the client tries again until it answers.
            with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
                shell = client.get(f"{url[1]}/records").text
            yield Workbench(url[1], folder, _TOKEN.search(shell)[1])
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)


@pytest.fixture(scope="module")
def workbench(tmp_path_factory) -> Iterator[Callable[..., Workbench]]:
    """Starts a workbench in a folder, a new one if none is given, with options of `weblode serve`."""
    with ExitStack() as stack:

        def start(*options: str, folder: Path | None = None) -> Workbench:
            where = folder or tmp_path_factory.mktemp("desk")
            return stack.enter_context(_serving(where, options))

        yield start


@pytest.fixture(scope="session")
def chromium():
    """A Chromium; skips where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on this machine: install Debian's `chromium` to run the browser tests")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium, request):
    """A page of a browser that knows nothing yet; an error in its console fails the test, unless that is marked."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(_PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    if not request.node.get_closest_marker("expects_errors"):
        assert wrong == []


@pytest.fixture
def axe():
    """Fails where axe finds a serious or critical violation on a page; the framed page is somebody else's."""
    from axe_playwright_python.sync_playwright import Axe

    def check(page) -> None:
        found = Axe().run(page, options={"iframes": False}).response["violations"]
        worst = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in worst] == []

    return check


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """The folder for pictures of the views."""
    folder = _ROOT / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
