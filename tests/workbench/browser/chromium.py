"""The Chromium of the browser tests: the machine's own, else one that playwright fetches. Run, it sees to it."""

import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium: the tests of the workbench in a browser are skipped (on Debian: apt install chromium)"


def installed() -> str | None:
    """The path of the machine's own, if it has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
    if installed() is None and subprocess.run(fetch, capture_output=True, timeout=600, check=False).returncode:
        print(MISSING)
