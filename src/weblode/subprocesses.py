"""Starting Python processes; no other module starts one.

Each is started with `-P`: no module is imported from the current folder, which is not trusted; it may be the one that
the workbench serves. `-I` would be stricter, but ignores PYTHONPATH and packages installed for one user, which may
include weblode.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any


def start(module: str, *arguments: str, **options: Any) -> subprocess.Popen[Any]:
    """A new process that runs a module with arguments; `options` are those of `subprocess.Popen`."""
    return subprocess.Popen([sys.executable, "-P", "-m", module, *arguments], **options)
