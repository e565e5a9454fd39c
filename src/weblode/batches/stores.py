"""Files in object stores, S3 and what speaks like it (`s3://BUCKET/KEY`) and Google's (`gs://`), by pyarrow.

Not by boto3 or s3fs: pyarrow is here already, since all results are its files, and has clients of its own, in C++, that
find credentials, region and endpoint where those of Amazon do (`AWS_ACCESS_KEY_ID`, `AWS_PROFILE`, `~/.aws`,
`AWS_ENDPOINT_URL`), try again what fails, and send a large file in parts that become one file at the end.

These clients have threads, which a forked process would not have; so a process that is going to fork does not use them,
but has it done in another one (`apart`). Every error but that a file is not there ends the work, as it may be over soon
(the network, credentials that have expired) and is no fault of a page.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import cache
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from shutil import copyfileobj
from typing import IO, TYPE_CHECKING, Any, TypeVar

from weblode.batches.workers import Lost, ordered
from weblode.caches import regex
from weblode.errors import SourceError, WeblodeError, require
from weblode.pages.page import printable

if TYPE_CHECKING:
    from pyarrow.fs import FileInfo, FileSystem

Result = TypeVar("Result")

PIECE = 8 << 20  # bytes that are asked for at a time: many, since each request waits for its answer
_AT_ONCE = 16  # small files
# Of S3: a file that fits into one request is sent in one, not in three. Of Google: try again for a minute, not for 15.
_OPTIONS = {"s3": "allow_delayed_open=true", "gs": "retry_limit_seconds=60"}
_STORE = regex(r"(?:s3|gs)://")
_BUCKET = regex(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PATTERN = regex(r"[*?[]")
# What stores answer, and what to do about it.
_REASONS = (
    ("NO_SUCH_BUCKET|[Bb]ucket '[^']*' not found", "there is no such bucket"),
    (
        "HTTP status 301|Redirect|AuthorizationHeaderMalformed",
        "the bucket is in another region; set AWS_DEFAULT_REGION or AWS_ENDPOINT_URL",
    ),
    (
        "ACCESS_DENIED|SIGNATURE|INVALID_ACCESS_KEY|TOKEN|OAuth2|CREDENTIALS|HTTP status 40[013]|[Cc]redentials",
        "access is denied; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, to an account that may",
    ),
    (
        "MissingContentLength|HTTP status (?:411|501)|NOT_IMPLEMENTED|ContentSHA256",
        "the store does not take checksums as Amazon's does; set AWS_REQUEST_CHECKSUM_CALCULATION=when_required",
    ),
    ("NETWORK_CONNECTION|curlCode", "the store cannot be reached; see AWS_ENDPOINT_URL"),
)


def is_store(address: str) -> bool:
    """Whether this is the address of a file or folder in an object store."""
    return _STORE.match(address) is not None


def apart(function: Callable[..., Result], *arguments: Any) -> Result:
    """What a function gives that uses stores: called in a process of its own, unless this one uses them already."""
    if _client.cache_info().currsize:
        return function(*arguments)
    [result] = ordered([None], lambda _: function(*arguments), 1, first=0)
    if isinstance(result, Lost):
        raise WeblodeError(f"the process that asked the object store has ended ({result.reason}); run it again")
    return result


@cache
def _client(process: int, bucket: str) -> FileSystem:  # noqa: ARG001  (no process uses a client of another)
    require("pyarrow", "weblode[arrow]")
    from pyarrow.fs import FileSystem

    # Not S3FileSystem(), which knows neither AWS_ENDPOINT_URL nor the region of a bucket.
    return FileSystem.from_uri(f"{bucket}?{_OPTIONS[bucket[:2]]}")[0]


def _open(address: str) -> tuple[FileSystem, str]:
    """The client for an address, and the path by which it knows the file. Within `_errors`."""
    scheme, _, path = address.partition("://")
    bucket, _, key = path.partition("/")
    scheme = scheme.partition(":")[0]
    if not _BUCKET.fullmatch(bucket):
        what = f"{bucket!r} is no name of a bucket" if bucket else "has no bucket"
        raise SourceError(f"{printable(address)}: {what}; write {scheme}://BUCKET/NAME")
    return _client(os.getpid(), f"{scheme}://{bucket}"), f"{bucket}/{key}".strip("/")


@contextmanager
def _errors(address: str, work: str = "read") -> Iterator[None]:
    """A context that turns errors of a store into one line: a SourceError if there is no such file."""
    try:
        yield
    except WeblodeError:
        raise
    except FileNotFoundError as error:
        raise SourceError(f"{printable(address)}: no such file or folder") from error
    except (OSError, ValueError) as error:  # ValueError: what pyarrow takes for no address
        message = " ".join(str(error).split())
        message = message[max(0, message.find("AWS Error")) :]  # before it stands the name of the file
        reasons = (reason for pattern, reason in _REASONS if re.search(pattern, message))
        reason = next((f"{reason} ({message})" for reason in reasons), message)
        raise WeblodeError(f"{printable(address)}: cannot be {work}: {reason}") from error


# ---------------------------------------------------------------- which files there are
def files_of(address: str, suffixes: tuple[str, ...]) -> list[tuple[str, int]]:
    """The files of an address and their sizes: a file, all with some suffixes in a folder, or what fits a pattern.

    A pattern has `*`, `?` or `[...]` in names, as in a shell; folders that fit it count with all that is in them.
    Raises SourceError if there are none.
    """
    with _errors(address):
        client, path = _open(address)
        first = client.get_file_info(path)
        matches = _fitting(client, path) if _PATTERN.search(path) and not first.is_file else [first]
        files: list[FileInfo] = []
        for each in matches:
            files += [each] if each.is_file else _below(client, each.path, suffixes)
    if not files:
        what = "no files fit this pattern" if _PATTERN.search(path) else f"no pages in this folder; {_looked(suffixes)}"
        raise SourceError(f"{printable(address)}: {what}")
    scheme = address.partition("://")[0]
    return [(f"{scheme}://{each.path}", each.size) for each in files]


def _looked(suffixes: tuple[str, ...]) -> str:
    return f"looked for {', '.join(suffixes)}"


def _below(client: FileSystem, path: str, suffixes: tuple[str, ...]) -> list[FileInfo]:
    """The files in a folder at any depth, without hidden ones. Raises FileNotFoundError if there is no such folder."""
    from pyarrow.fs import FileSelector

    files = (each for each in client.get_file_info(FileSelector(path, recursive=True)) if each.is_file)
    visible = (each for each in files if "/." not in each.path[len(path) :])
    return sorted((each for each in visible if each.path.lower().endswith(suffixes)), key=lambda each: each.path)


def _fitting(client: FileSystem, path: str) -> list[FileInfo]:
    """The files and folders whose paths fit a pattern, in order."""
    bucket, *patterns = path.split("/")
    paths = [bucket]
    for pattern in patterns:
        if _PATTERN.search(pattern):
            inside = (each for folder in paths for each in _inside(client, folder))
            hidden = pattern.startswith(".")
            fitting = (each for each in inside if fnmatchcase(each.base_name, pattern))
            paths = [each.path for each in fitting if each.base_name.startswith(".") is hidden]
        else:
            paths = [f"{folder}/{pattern}" for folder in paths]
    return [each for each in client.get_file_info(sorted(paths)) if each.type.name != "NotFound"]


def _inside(client: FileSystem, path: str) -> list[FileInfo]:
    """The files and folders in a folder; none if there is no such folder. Raises OSError if there is no bucket."""
    from pyarrow.fs import FileSelector

    try:
        infos: list[FileInfo] = client.get_file_info(FileSelector(path))
    except FileNotFoundError:  # not with `allow_not_found`, by which a bucket that is not there is an empty one
        return []
    return infos


def sizes(addresses: Iterable[str]) -> list[int]:
    """The sizes of files. Raises SourceError if one is not there."""
    result = []
    for address in addresses:
        with _errors(address):
            client, path = _open(address)
            about = client.get_file_info(path)
            if not about.is_file:
                raise FileNotFoundError
            result.append(about.size)
    return result


def names(address: str) -> list[str]:
    """The names of what is in a folder; none if there is no such folder. Raises WeblodeError if there is no bucket."""
    with _errors(address):
        return sorted(each.base_name for each in _inside(*_open(address)))


# ---------------------------------------------------------------- reading
class StoreFile(RawIOBase):
    """The bytes of a file between two positions (to its end, if that is -1), which are all that is asked for.

    `error` is what went wrong with the store, whatever the reader made of it.
    """

    def __init__(self, address: str, start: int = 0, end: int = -1) -> None:
        self._address, self._start = address, start
        self.error: WeblodeError | None = None
        with _errors(address):
            client, path = _open(address)
            try:
                self._file = client.open_input_file(path)
            except FileNotFoundError as error:
                raise SourceError("no such file or folder") from error  # which one says who reads it
            self.size = (self._file.size() if end < 0 else end) - start
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        self._position = offset + {SEEK_SET: 0, SEEK_CUR: self._position, SEEK_END: self.size}[whence]
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        length = max(0, min(len(buffer), self.size - self._position))
        if not length:
            return 0
        try:
            with _errors(self._address):
                data = self._file.read_at(length, self._start + self._position)
        except WeblodeError as error:
            self.error = error
            raise OSError(str(error)) from error
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)


@contextmanager
def open_file(address: str, start: int = 0, end: int = -1) -> Iterator[StoreFile]:
    """A context with a file, or a part of one. Raises SourceError if it is not there.

    At the end raises WeblodeError if the store has failed: a reader may have taken that for the end of the file.
    """
    with StoreFile(address, start, end) as file:
        try:
            yield file
        finally:
            if file.error is not None:
                raise file.error


def read(address: str) -> bytes:
    """The bytes of a file. Raises SourceError if it is not there."""
    with open_file(address) as file:
        return file.read(file.size) or b""


def read_all(addresses: Iterable[str]) -> list[bytes]:
    """The bytes of files, several of which are asked for at once. Raises SourceError if one is not there."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(read, addresses))


# ---------------------------------------------------------------- writing
def write(address: str, stream: IO[bytes]) -> None:
    """Replace a file by what a stream has; others see the old file until all is there, then the new one."""
    with _errors(address, "written"):
        client, path = _open(address)
        stream.seek(0)
        with client.open_output_stream(path) as out:
            copyfileobj(stream, out, PIECE)


def delete(address: str) -> None:
    """Delete a file, if it exists."""
    with _errors(address, "deleted"):
        client, path = _open(address)
        if client.get_file_info(path).is_file:
            with suppress(OSError):  # afterwards it makes an empty file of the folder's name, which not all stores take
                client.delete_file(path)
            if client.get_file_info(path).is_file:
                raise OSError("it is still there")
