"""Python processes of our own: the one place that starts them.

Each begins with `-P`: no module is taken from the folder where we are, which may be anybody's, such as the one that the
workbench serves. `-I` would do more, but leaves out PYTHONPATH and packages installed for one user, weblode among them.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any


def start(module: str, *arguments: str, **options: Any) -> subprocess.Popen[Any]:
    """A process that runs a module with arguments; `options` are those of `subprocess.Popen`."""
    return subprocess.Popen([sys.executable, "-P", "-m", module, *arguments], **options)
