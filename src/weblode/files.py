"""Files and folders replaced whole or not at all, files that were found rather than named, and the lock of a folder.

What takes the place of a file is written beside it, is on the disk before it gets its name, and the name is on the disk
before anybody hears of it. So a full disk, a kill or a power failure leaves the old one or the new one, never a part.
Nothing else in weblode opens a file for writing or renames one, but for what `tests/test_house.py` lists with reasons.

Of files that were found in a folder only regular ones are opened: a pipe would have us wait for ever for whoever writes
into it, a device for its data.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from weblode.errors import SourceError, WeblodeError

PATIENCE = 15.0  # seconds to wait for a lock: the crawler of a killed run has 10 to finish (sources/spider.py, DRAIN)
OLD = "old"  # the suffix of a folder that was put aside for a new one
_PART = "part"
_UNFINISHED = ".weblode-"
_NEVER_WAIT = getattr(os, "O_NONBLOCK", 0)  # for whoever is at the other end of a pipe; nothing else has one
NOT_A_FILE = "is a pipe, socket or device, not a file"
_UNSYNCED = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # what some network file systems answer for a folder
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # which only writing can meet


# ---------------------------------------------------------------- files
@contextmanager
def replacement(path: str | os.PathLike[str], *, error: type[WeblodeError] = WeblodeError) -> Iterator[Path]:
    """An empty file beside the path, which takes its place, with its permissions, unless an exception comes.

    Raises `error` if the path cannot be replaced or the disk is full.
    """
    _check_replaceable(Path(path), error)
    target = Path(os.path.realpath(path))  # a link stays one
    # Not tempfile.mkstemp: its files are readable by the owner only, and would stay so.
    temporary = beside(target, _PART)
    try:
        with _reported(path, error):
            temporary.touch(exist_ok=False)
        with _reported(path, error, _FULL):
            yield temporary
        with _reported(path, error):
            _settle(temporary, target)
            os.replace(temporary, target)
            sync(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def replacing(
    path: str | os.PathLike[str], *, encoding: str | None = None, error: type[WeblodeError] = WeblodeError
) -> Iterator[IO[Any]]:
    """A stream, of text if it has an encoding, whose contents take the place of the file unless an exception comes.

    A device or a pipe is written to, never replaced. Raises as `replacement` does.
    """
    mode = "w" if encoding else "wb"
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with _reported(path, error, _FULL), open(path, mode, encoding=encoding) as stream:
            yield stream
        return
    with replacement(path, error=error) as temporary, open(temporary, mode, encoding=encoding) as stream:
        yield stream


def replace_file(path: str | os.PathLike[str], data: bytes, *, error: type[WeblodeError] = WeblodeError) -> None:
    """None; the file has these bytes, or is as it was before. Raises as `replacement` does."""
    with replacing(path, error=error) as stream:
        stream.write(data)


def put(path: str | os.PathLike[str], data: bytes) -> None:
    """None; the file has these bytes, but may be torn by a power failure until `sync_all` of its folder.

    For many files of a folder that counts only once all of them are there.
    """
    with _reported(path, WeblodeError), open(path, "wb") as stream:
        stream.write(data)


def _settle(temporary: Path, target: Path) -> None:
    """Gives a file the permissions of the one that it is to replace, and waits until it is on the disk."""
    with open(temporary, "r+b") as stream:  # the system syncs what was written through any stream
        with suppress(FileNotFoundError):
            os.chmod(temporary, os.stat(target).st_mode & 0o777)
        os.fsync(stream.fileno())


def _check_replaceable(path: Path, error: type[WeblodeError]) -> None:
    """None, or an error if the path is a folder, a device or a database in use."""
    if path.exists() and not path.is_file():
        raise error(f"{path} is not a regular file: choose another name, or pass an open stream")
    for suffix in ("-wal", "-journal"):
        # SQLite would play the old journal into the new file.
        if Path(f"{path}{suffix}").exists():
            raise error(f"{path} is in use by SQLite, see {path}{suffix}: close it there first")


@contextmanager
def _reported(path: object, error: type[WeblodeError], numbers: tuple[int, ...] = ()) -> Iterator[None]:
    """A context in which errors of the system, all or those with some numbers, become one that names the file."""
    try:
        yield
    except OSError as failure:
        if isinstance(failure, WeblodeError) or (numbers and failure.errno not in numbers):
            raise
        raise error(f"cannot write {path}: {failure.strerror or failure}") from failure


# ---------------------------------------------------------------- folders
@contextmanager
def folder_replacement(target: Path) -> Iterator[Path]:
    """The name of a folder, not made yet, beside the target; it takes the target's place unless an exception comes.

    Folders cannot be exchanged in one step everywhere: between the two renames the old one is where `standing` finds
    it. Who has files of the old one open goes on reading them.
    """
    new, old = beside(target, _PART), beside(target, OLD)
    try:
        yield new
        sync_all(new)
        _exchange(target, new, old)
        sync(target.parent)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        if target.exists():  # otherwise the old one is all there is: `standing` finds it
            shutil.rmtree(old, ignore_errors=True)


def _exchange(target: Path, new: Path, old: Path) -> None:
    """None; the new folder is the target, or the target is as it was."""
    try:
        if target.exists():
            os.rename(target, old)
        os.rename(new, target)
    except BaseException:  # an interrupt between the two, too
        if old.exists() and not target.exists():
            os.rename(old, target)
        raise


def standing(target: Path) -> Path:
    """The folder; or where it is, if its writer was killed just after it had put the old one aside."""
    return target if target.exists() else next(iter(left(target.parent, OLD)), target)


def discard(folder: Path) -> None:
    """None; the folder is gone, all at once: it has another name before the first file in it goes."""
    aside = beside(folder, _PART)
    move(folder, aside)
    remove(aside)


def remove(path: Path) -> None:
    """None; the file or folder is gone, if there was one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def move(source: Path, target: Path) -> None:
    """None; the file or folder has another name, in the place of a file that had it, and both folders know."""
    os.replace(source, target)
    for folder in dict.fromkeys((target.parent, source.parent)):
        sync(folder)


# ---------------------------------------------------------------- both
def sync(path: str | os.PathLike[str]) -> None:
    """None; the file, or the names in the folder, are on the disk."""
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
    """None; all that is in the folder, at any depth, is on the disk."""
    for inner, _, names in os.walk(folder):
        for name in names:
            sync(os.path.join(inner, name))
        sync(inner)


def beside(target: Path, suffix: str) -> Path:
    """A name beside a file or folder that nothing has, for what is to take its place or has lost it."""
    return target.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}.{suffix}")


def left(folder: Path, suffix: str = "*") -> list[Path]:
    """What writers that were killed have left in a folder, if nobody is writing there now."""
    return sorted(folder.glob(f"{_UNFINISHED}*.{suffix}"))


def clean(folder: Path) -> None:
    """None; what writers that were killed have left in a folder is gone. Nobody else may be writing there."""
    for path in left(folder):
        remove(path)


# ---------------------------------------------------------------- files that were found
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


# ---------------------------------------------------------------- locks
def locked(path: str | os.PathLike[str], *, patience: float | None = None) -> IO[bytes]:
    """The lock of a directory, which holds until it is closed here and in all processes that inherited it.

    The crawler of a run that was killed has it for some seconds more. Raises SourceError if somebody keeps it for
    longer than the patience lasts, PATIENCE if none is given.
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
