"""Atomic replacement of files and folders, safe reading of files that were found in a folder, and locks.

A new file is written beside the old one and synced to disk before it is renamed; then the name is synced before the
function returns. So a full disk, a kill or a power failure leaves the old file or the new one, never a part. Nothing
else in weblode opens a file for writing or renames one, except what `tests/test_house.py` lists with reasons.

Of files that were found in a folder only regular ones are opened: a pipe would block until somebody writes to it, a
device until it has data.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from weblode.errors import SourceError, WeblodeError

PATIENCE = 15.0  # seconds to wait for a lock: the crawler of a killed run may take 10 (sources/spider.py, DRAIN)
OLD = "old"  # the suffix of a folder that was moved away for a new one
_PART = "part"
_UNFINISHED = ".weblode-"
_NEVER_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe must not block; other files are not affected
NOT_A_FILE = "is a pipe, socket or device, not a file"
_UNSYNCED = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # errors of some network file systems on syncing a folder
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # errors that only writing can cause


# ---------------------------------------------------------------- files
@contextmanager
def replacement(path: str | os.PathLike[str], *, error: type[WeblodeError] = WeblodeError) -> Iterator[Path]:
    """A context with an empty file beside the path; it replaces the path at the end, unless there is an exception.

    The new file gets the permissions of the old one. Raises `error` if the path cannot be replaced or the disk is full.
    """
    _check_replaceable(Path(path), error)
    target = Path(os.path.realpath(path))  # a symbolic link stays a link
    # Not tempfile.mkstemp: its files are readable by the owner only, and would remain so.
    temporary = temporary_name(target, _PART)
    try:
        with _translate_errors(path, error):
            temporary.touch(exist_ok=False)
        with _translate_errors(path, error, _FULL):
            yield temporary
        with _translate_errors(path, error):
            _sync_with_mode(temporary, target)
            os.replace(temporary, target)
            sync(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def replacing(
    path: str | os.PathLike[str], *, encoding: str | None = None, error: type[WeblodeError] = WeblodeError
) -> Iterator[IO[Any]]:
    """A context with a stream whose contents replace the file, unless there is an exception; of text, with an encoding.

    A device or a pipe is written to, never replaced. Raises like `replacement`.
    """
    mode = "w" if encoding else "wb"
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with _translate_errors(path, error, _FULL), open(path, mode, encoding=encoding) as stream:
            yield stream
        return
    with replacement(path, error=error) as temporary, open(temporary, mode, encoding=encoding) as stream:
        yield stream


def replace_file(path: str | os.PathLike[str], data: bytes, *, error: type[WeblodeError] = WeblodeError) -> None:
    """Replace the contents of a file; the old file stays if that fails. Raises like `replacement`."""
    with replacing(path, error=error) as stream:
        stream.write(data)


def write_unsynced(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file that may be incomplete after a power failure until `sync_all` of its folder.

    For a folder of many files that is used only once it is complete.
    """
    with _translate_errors(path, WeblodeError), open(path, "wb") as stream:
        stream.write(data)


def _sync_with_mode(temporary: Path, target: Path) -> None:
    """Give a file the permissions of the one that it will replace, and sync it to disk."""
    with open(temporary, "r+b") as stream:  # syncing covers what was written through any stream
        with suppress(FileNotFoundError):
            os.chmod(temporary, os.stat(target).st_mode & 0o777)
        os.fsync(stream.fileno())


def _check_replaceable(path: Path, error: type[WeblodeError]) -> None:
    """Raise `error` if the path is a folder, a device or a database in use."""
    if path.exists() and not path.is_file():
        raise error(f"{path} is not a regular file: choose another name, or pass an open stream")
    for suffix in ("-wal", "-journal"):
        # SQLite would apply the old journal to the new file.
        if Path(f"{path}{suffix}").exists():
            raise error(f"{path} is in use by SQLite, see {path}{suffix}: close it there first")


@contextmanager
def _translate_errors(path: object, error: type[WeblodeError], numbers: tuple[int, ...] = ()) -> Iterator[None]:
    """A context that turns OSErrors (all, or those with some numbers) into an `error` that names the file."""
    try:
        yield
    except OSError as failure:
        if isinstance(failure, WeblodeError) or (numbers and failure.errno not in numbers):
            raise
        raise error(f"cannot write {path}: {failure.strerror or failure}") from failure


# ---------------------------------------------------------------- folders
@contextmanager
def folder_replacement(target: Path) -> Iterator[Path]:
    """A context with the path of a new folder, to be created, that replaces the target unless there is an exception.

    Not every system can exchange folders in one step: between the two renames the old folder is where `find_folder`
    finds it. Files of the old folder that are open can still be read.
    """
    import shutil

    new, old = temporary_name(target, _PART), temporary_name(target, OLD)
    try:
        yield new
        sync_all(new)
        _exchange(target, new, old)
        sync(target.parent)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        if target.exists():  # otherwise the old folder is the only one, and `find_folder` finds it
            shutil.rmtree(old, ignore_errors=True)


def _exchange(target: Path, new: Path, old: Path) -> None:
    """Rename the new folder to the target; the target stays if that fails."""
    try:
        if target.exists():
            os.rename(target, old)
        os.rename(new, target)
    except BaseException:  # also an interrupt between the two renames
        if old.exists() and not target.exists():
            os.rename(old, target)
        raise


def find_folder(target: Path) -> Path:
    """The folder; or the old one under its temporary name, if the writer was killed between the two renames."""
    return target if target.exists() else next(iter(leftovers(target.parent, OLD)), target)


def discard(folder: Path) -> None:
    """Remove a folder in one step: it is renamed before its files are deleted."""
    aside = temporary_name(folder, _PART)
    move(folder, aside)
    remove(aside)


def remove(path: Path) -> None:
    """Delete a file or folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def move(source: Path, target: Path) -> None:
    """Rename a file or folder, replacing a file of that name, and sync both parent folders."""
    os.replace(source, target)
    for folder in dict.fromkeys((target.parent, source.parent)):
        sync(folder)


# ---------------------------------------------------------------- both
def sync(path: str | os.PathLike[str]) -> None:
    """Sync a file, or the names in a folder, to disk."""
    if os.path.isdir(path) and os.name != "posix":
        return  # a folder cannot be opened there
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _UNSYNCED or not os.path.isdir(path):
            raise
    finally:
        os.close(number)


def sync_all(folder: str | os.PathLike[str]) -> None:
    """Sync everything in a folder, at any depth, to disk."""
    for inner, _, names in os.walk(folder):
        for name in names:
            sync(os.path.join(inner, name))
        sync(inner)


def temporary_name(target: Path, suffix: str) -> Path:
    """An unused temporary name beside a file or folder."""
    return target.with_name(f"{_UNFINISHED}{os.urandom(8).hex()}.{suffix}")


def leftovers(folder: Path, suffix: str = "*") -> list[Path]:
    """The temporary files and folders that killed writers left in a folder; or that a writer uses right now."""
    return sorted(folder.glob(f"{_UNFINISHED}*.{suffix}"))


def clean(folder: Path) -> None:
    """Delete the temporary files and folders that killed writers left in a folder. Nobody may be writing there."""
    for path in leftovers(folder):
        remove(path)


# ---------------------------------------------------------------- reading files that were found in a folder
def open_file(path: str | os.PathLike[str]) -> BufferedReader:
    """A stream of the bytes of a regular file. Raises OSError, also if it is not a regular file."""
    stream = open(path, "rb", opener=_opener)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, NOT_A_FILE, os.fspath(path))
    return stream


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a regular file. Raises OSError, also if it is not a regular file."""
    with open_file(path) as stream:
        return stream.read()


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a path exists that is neither a file nor a folder; links are followed."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):  # the path does not exist, or is not a valid name
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | _NEVER_WAIT)


# ---------------------------------------------------------------- locks
def acquire_lock(path: str | os.PathLike[str], *, patience: float | None = None) -> IO[bytes]:
    """A lock on a directory; it lasts until the stream is closed here and in all processes that inherited it.

    The crawler of a killed run holds it for some seconds more: hence not `filelock`, which on release unlocks the file
    for all processes that inherited it. Raises SourceError if it is not free within `patience`
    seconds, by default PATIENCE.
    """
    import fcntl  # only on POSIX systems

    if is_special(path):
        raise SourceError(f"{os.fspath(path)} {NOT_A_FILE}: move it away")
    stream = open(path, "ab")  # noqa: SIM115
    end = time.monotonic() + (PATIENCE if patience is None else patience)
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return stream
        except BlockingIOError as error:
            if time.monotonic() > end:
                stream.close()
                raise SourceError(f"{os.fspath(path)}: another crawl is at work in this directory") from error
            time.sleep(0.05)
