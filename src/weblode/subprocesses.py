"""Starting Python processes; no other module starts one.

Each is started with `-P`: no module is imported from the current folder, which is not trusted; it may be the one that
the workbench serves. `-I` would be stricter, but ignores PYTHONPATH and packages installed for one user, which may
include weblode.

A shell starts what runs in the background with SIGINT ignored, and what a process ignores, its children ignore too. One
that is to be stopped by SIGINT is started as `interruptible`: by this module, which restores the default before it
imports anything else. Until then SIGINT is blocked; on Linux it is not lost meanwhile.
"""

from __future__ import annotations

import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any


def start(module: str, *arguments: str, interruptible: bool = False, **options: Any) -> subprocess.Popen[Any]:
    """A new process that runs a module with arguments; `options` are those of `subprocess.Popen`.

    An `interruptible` one can be stopped by SIGINT from its first moment, even if this process ignores SIGINT.
    """
    modules = ("weblode.subprocesses", module) if interruptible else (module,)
    with _sigint_blocked() if interruptible else nullcontext():
        return subprocess.Popen([sys.executable, "-P", "-m", *modules, *arguments], **options)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, and so in the processes that it starts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def main() -> None:
    """Run the module that the first argument names, with SIGINT as in the foreground."""
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:  # as early as in an import; the module handles later ones itself
        raise SystemExit(128 + signal.SIGINT) from None


if __name__ == "__main__":
    main()
