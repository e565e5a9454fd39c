"""What the browser tests share: a workbench that runs, a page of a real Chromium, axe, and a folder for pictures."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from children import PATIENCE
from machine import lacks
from workbench.browser.chromium import MISSING, installed

from bench.workbench import Server, serving

_ROOT = Path(__file__).parents[3]


class Workbench(Server):
    """A workbench that was started."""

    def opened(self, html: str | bytes) -> str:
        """The name that a page has in the workbench, now that it was opened."""
        with httpx.Client(timeout=PATIENCE) as client:
            return super().opened(client, html.encode() if isinstance(html, str) else html)

    def listed(self) -> list[str]:
        """The titles of the pages that were opened."""
        return [page["title"] for page in httpx.get(f"{self.url}/pages.json", timeout=PATIENCE).json()["pages"]]


@pytest.fixture(scope="module")
def workbench(tmp_path_factory) -> Iterator[Callable[..., Workbench]]:
    """Starts a workbench in a folder, a new one if none is given, with options of `weblode serve`."""
    with ExitStack() as stack:

        def start(*options: str, folder: Path | None = None) -> Workbench:
            where = folder or tmp_path_factory.mktemp("workspace")
            return Workbench(*stack.enter_context(serving(where, *options)))

        yield start


@pytest.fixture(scope="package")
def chromium():
    """A Chromium for all browser tests, each with a context of its own; skips, and says so, where there is none.

    Not for the whole session: Playwright's loop runs as long as the browser does, and other tests start their own.
    """
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=installed(), args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
        except Error:
            if installed():  # one that does not start is a fault, not a reason to skip
                raise
            lacks("chromium", MISSING)
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium, request):
    """A page of a browser that knows nothing yet; an error in its console fails the test, unless that is marked."""
    # No motion: axe would judge colours that are on their way.
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
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
