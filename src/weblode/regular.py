"""Files that were found, not named by a person: only regular ones are opened.

A pipe in a folder of somebody else's would have us wait for ever for whoever writes into it, a device for its data.
"""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader

_NEVER_WAIT = getattr(os, "O_NONBLOCK", 0)  # for whoever is at the other end of a pipe; nothing else has one
NOT_A_FILE = "is a pipe, socket or device, not a file"


def open_file(path: str | os.PathLike[str]) -> BufferedReader:
    """The bytes of a regular file, as a stream. Raises OSError, also for what is no regular file."""
    stream = open(path, "rb", opener=_opener)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, NOT_A_FILE, os.fspath(path))
    return stream


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a regular file. Raises OSError, also for what is no regular file."""
    with open_file(path) as stream:
        return stream.read()


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether there is something that is neither a file nor a folder, links followed."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):  # there is nothing, or no file can have that name
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | _NEVER_WAIT)
