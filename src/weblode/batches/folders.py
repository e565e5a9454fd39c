"""The folder of a run, on a disk or in an object store: files by their names, each replaced as a whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias

from weblode import files
from weblode.batches import stores
from weblode.errors import SourceError
from weblode.pages.page import printable
from weblode.sources.arguments import ADDRESS

LOCK = "run.lock"


@dataclass(frozen=True)
class LocalFolder:
    """A folder on a disk."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def names(self, inner: str = "") -> list[str]:
        """The names of what is there, or in a folder inside; none if there is no such folder."""
        folder = self.path / inner
        return sorted(os.listdir(folder)) if folder.is_dir() else [folder.name] if folder.exists() else []

    def address(self, name: str) -> str:
        """The path of a file."""
        return str(self.path / name)

    def read(self, names: Iterable[str]) -> list[bytes]:
        """The bytes of files. Raises OSError."""
        return [files.read_file(self.path / name) for name in names]

    def replacing(self, name: str) -> AbstractContextManager[IO[Any]]:
        """A context with a stream whose contents replace a file, unless there is an exception."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return files.replacing(path)

    def replace(self, name: str, data: bytes) -> None:
        """Replace the contents of a file."""
        with self.replacing(name) as stream:
            stream.write(data)

    def delete(self, name: str) -> None:
        """Delete a file, if it exists."""
        (self.path / name).unlink(missing_ok=True)

    def clean(self, inner: str) -> None:
        """Delete what killed processes left unfinished in a folder inside. Nobody may be writing there."""
        if (self.path / inner).is_dir():
            files.clean(self.path / inner)

    def lock(self) -> AbstractContextManager[object]:
        """A lock. Raises SourceError if another run has it."""
        return files.acquire_lock(self.path / LOCK)


@dataclass(frozen=True)
class StoreFolder:
    """The same in an object store, which has no folders, but names that begin alike, and nothing to lock."""

    root: str

    def __str__(self) -> str:
        return self.root

    def names(self, inner: str = "") -> list[str]:
        """The names of what is there, or in a folder inside; none if there is no such folder."""
        return stores.apart(stores.names, self.address(inner))

    def address(self, name: str) -> str:
        """The address of a file."""
        return f"{self.root}/{name}".rstrip("/")

    def read(self, names: Iterable[str]) -> list[bytes]:
        """The bytes of files. Raises SourceError, which is an OSError, if one is not there."""
        return stores.apart(stores.read_all, list(map(self.address, names)))

    @contextmanager
    def replacing(self, name: str) -> Iterator[IO[Any]]:
        """A context with a stream whose contents replace a file, unless there is an exception.

        They are in a file of this machine until all is there: nothing else could be taken back.
        """
        with TemporaryFile() as stream:
            yield stream
            stores.apart(stores.write, self.address(name), stream)

    def replace(self, name: str, data: bytes) -> None:
        """Replace the contents of a file."""
        stores.apart(stores.write, self.address(name), BytesIO(data))

    def delete(self, name: str) -> None:
        """Delete a file, if it exists."""
        stores.apart(stores.delete, self.address(name))

    def clean(self, inner: str) -> None:
        """Nothing: what a store has is finished."""

    def lock(self) -> AbstractContextManager[object]:
        """No lock. Two runs at once do the same work twice and write the same files."""
        return nullcontext()


RunFolder: TypeAlias = LocalFolder | StoreFolder


def folder_at(address: str | os.PathLike[str]) -> RunFolder:
    """The folder at a path or an address of an object store."""
    address = os.fspath(address)
    if (scheme := ADDRESS.match(address)) and not stores.is_store(address):
        raise SourceError(
            f"{printable(address)}: {scheme[0]} is no object store; "
            "write s3://BUCKET/NAME or gs://BUCKET/NAME, or a folder of this machine"
        )
    return StoreFolder(address.rstrip("/")) if stores.is_store(address) else LocalFolder(Path(address))
