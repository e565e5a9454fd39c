"""The pages of the sources that a user names, as a stream.

A source is a file, a folder, a WARC archive, an http(s) address, "-" for standard input, or FILE=URL for a saved page
whose address is known. A page that cannot be fetched or read becomes an `Unread`, and the next one follows. Only one
page is in memory at a time.

The pages of a folder are the files named `*.html`, `*.htm`, `*.xhtml`, `*.shtml` and the archives, at any depth, in the
order of their paths; if XML is asked for, also `*.xml`, `*.rss` and `*.atom`, and what archives hold of it. Links to
folders are not followed; hidden files and folders (".git", "._page.html") are left out, but a hidden folder can be
named as a source.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from io import BufferedReader
from itertools import chain, groupby

from weblode import limits as bounds
from weblode.caches import regex
from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread, printable, unread_page
from weblode.pages.unpacking import chunks, join_chunks, too_large
from weblode.sources.archives import ARCHIVE_SUFFIXES, archive_pages, is_archive
from weblode.sources.fetch import Fetcher

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
XML_SUFFIXES = (".xml", ".rss", ".atom")

ADDRESS = regex(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
FILE_AT_URL = regex(r"(.+?)=(https?://.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class PageFile:
    """A file that is not read yet, and no archive."""

    path: str
    url: str | None = None
    size: int = field(default=0, compare=False)  # its bytes, when it was found


def pages(sources: Iterable[str], *, limits: Limits = bounds.DEFAULT, xml: bool = False) -> Iterator[Page | Unread]:
    """The pages of the sources, in their order, one at a time; with `xml`, folders and archives give XML too."""
    for entry in entries(sources, limits=limits, xml=xml):
        if isinstance(entry, PageFile):
            yield from file_pages(entry, limits, xml=xml)
        else:
            waiting = [entry]
            del entry  # or the page would be kept while the reader works on it
            yield waiting.pop()


def file_pages(file: PageFile, limits: Limits, *, xml: bool) -> Iterator[Page | Unread]:
    """The page of a file; the pages, if it is an archive."""
    try:
        yield from _file_pages(file.path, file.url, limits, xml=xml)
    except (OSError, LimitError) as error:
        yield unread_page(file.path, error)


def entries(
    sources: Iterable[str], *, limits: Limits = bounds.DEFAULT, xml: bool = False
) -> Iterator[Page | PageFile | Unread]:
    """What `pages` gives, with files that hold one page each not read yet, for another process to read."""
    for are_addresses, run in groupby(sources, key=lambda source: ADDRESS.match(source) is not None):
        if are_addresses:
            yield from _fetch_pages(run, limits)
        else:
            for source in run:
                yield from _local_entries(source, limits, xml=xml)


def _fetch_pages(addresses: Iterable[str], limits: Limits) -> Iterator[Page | Unread]:
    try:
        fetcher = Fetcher(limits)
    except SourceError as error:  # the trusted certificates cannot be read
        yield from [unread_page(address, error) for address in addresses]
        return
    with fetcher:
        for address in addresses:
            try:
                yield Page(address, *fetcher.fetch(address))
            except WeblodeError as error:
                yield unread_page(address, error)


def _local_entries(source: str, limits: Limits, *, xml: bool) -> Iterator[Page | PageFile | Unread]:
    path, url = path_and_url(source)
    try:
        if path == "-":
            yield Page(path, _standard_input(limits), url)
            return
        about = _stat(path)
        if about is None or not stat.S_ISDIR(about.st_mode):
            yield from _file_entries(path, url, about, limits, xml=xml)
        elif url is None:
            yield from _folder_entries(path, limits, xml=xml)
        else:
            raise SourceError(f"is a folder, so {url} cannot be its address; name a file in it")
    except (OSError, LimitError) as error:
        yield unread_page(path, error)


def _stat(path: str) -> os.stat_result | None:
    """What the system knows of a path; None if it has nothing there, which reading it will report."""
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def path_and_url(source: str) -> tuple[str, str | None]:
    """The path and the address of FILE=URL. An existing file of that whole name wins: names may contain "="."""
    match = FILE_AT_URL.fullmatch(source) if "=" in source else None
    return (match[1], match[2]) if match and not os.path.lexists(source) else (source, None)


def _standard_input(limits: Limits) -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        raise SourceError("standard input is closed")
    return join_chunks(chunks(sys.stdin.buffer.read), limit=limits.size)


def _folder_entries(folder: str, limits: Limits, *, xml: bool) -> Iterator[Page | PageFile | Unread]:
    """The pages below a folder in the order of their paths."""
    empty = True
    waiting = [(folder, True)]
    suffixes = PAGE_SUFFIXES + (XML_SUFFIXES if xml else ()) + ARCHIVE_SUFFIXES
    while waiting:
        path, is_folder = waiting.pop()
        try:
            if is_folder:
                waiting += reversed(_entries(path, suffixes))
                continue
            is_page = yield from _member_entries(path, limits, xml=xml)
            empty = empty and not is_page
        except (OSError, LimitError) as error:
            empty = False
            yield unread_page(path, error)
    if empty:
        yield unread_page(folder, SourceError(f"no pages in this folder; looked for {', '.join(suffixes)}"))


def _entries(folder: str, suffixes: tuple[str, ...]) -> list[tuple[str, bool]]:
    """The paths of the page files and folders in a folder, each with whether it is a folder.

    A folder sorts as if its name ended in "/", so that all paths below come out sorted.
    """
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    paths = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in visible]
    members = [(path, folder) for path, folder in paths if folder or path.lower().endswith(suffixes)]
    return sorted(members, key=lambda entry: entry[0] + "/" * entry[1])


def _member_entries(path: str, limits: Limits, *, xml: bool) -> Generator[Page | PageFile | Unread, None, bool]:
    """The pages of a file in a folder; returns whether it is a regular file.

    Raises SourceError for a pipe that nobody named: it would block for ever.
    """
    about = os.stat(path)
    if stat.S_ISREG(about.st_mode):
        yield from _regular_entries(PageFile(path, None, about.st_size), limits, xml=xml)
    elif not stat.S_ISDIR(about.st_mode):
        raise SourceError("is a pipe, socket or device, not a file; to read it, name it itself")
    return stat.S_ISREG(about.st_mode)


def _file_entries(
    path: str, url: str | None, about: os.stat_result | None, limits: Limits, *, xml: bool
) -> Iterator[Page | PageFile | Unread]:
    """A file as it is; an archive, a pipe or a device is read here and now, as it can be read by one process only."""
    if about is not None and stat.S_ISREG(about.st_mode):
        yield from _regular_entries(PageFile(path, url, about.st_size), limits, xml=xml)
    else:
        yield from _file_pages(path, url, limits, xml=xml)


def _regular_entries(file: PageFile, limits: Limits, *, xml: bool) -> Iterator[Page | PageFile | Unread]:
    """A file as it is, or what it holds if it is an archive."""
    with _open(file.path) as stream:
        holds_pages = is_archive(file.path, stream)
    if holds_pages:
        yield from _file_pages(file.path, file.url, limits, xml=xml)
    else:
        yield file


def _file_pages(path: str, url: str | None, limits: Limits, *, xml: bool) -> Iterator[Page | Unread]:
    with _open(path) as stream:
        yield from stream_pages(path, url, stream, limits, size=os.fstat(stream.fileno()).st_size, xml=xml)


def stream_pages(
    path: str, url: str | None, stream: BufferedReader, limits: Limits, *, size: int, xml: bool
) -> Iterator[Page | Unread]:
    """The page of an open file of about that size; the pages, if it is an archive. Raises OSError or LimitError."""
    if not is_archive(path, stream):
        yield Page(printable(path), _read(stream, size, limits), url)
    elif url is None:
        yield from archive_pages(path, stream, limits, xml=xml)
    else:
        raise SourceError(f"is an archive, which has its own addresses; name it without ={url}")


def _open(path: str) -> BufferedReader:
    try:
        return open(path, "rb")
    except ValueError as error:  # a NUL, or a character that no file name can have here
        raise SourceError(f"not a file name ({error})") from error


def _read(stream: BufferedReader, size: int, limits: Limits) -> bytes:
    if size > limits.size:
        raise too_large(limits.size, size)
    start = stream.read(size + 1)
    if len(start) <= size:  # all of it; devices, and files that grow meanwhile, have more
        return start
    return join_chunks(chain((start,), chunks(stream.read)), limit=limits.size)
