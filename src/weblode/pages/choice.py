"""The source of pages that fits the home pages a user named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from weblode.errors import SourceError
from weblode.pages.archives import ARCHIVE_SUFFIXES
from weblode.pages.crawl import DEFAULT, Crawl, Options
from weblode.pages.offline import Offline
from weblode.pages.page import Page, Unread, printable
from weblode.pages.recorded import Recorded
from weblode.pages.saved import Saved
from weblode.pages.sources import ADDRESS, pages, path_and_url
from weblode.pages.web import Web


def web(
    homes: Sequence[str],
    directory: str | os.PathLike[str] | None = None,
    options: Options = DEFAULT,
    *,
    retry: bool = False,
) -> Web:
    """The source of pages for home pages: addresses, folders, files in folders, archives, FILE=URL.

    The address of a home page is `web.address("", home)`. Addresses are crawled into the directory. The links of a
    file or folder lead to the pages saved in the same folder, those of an archive to the pages recorded there, and
    those of FILE=URL nowhere unless its folder is named as well. Raises SourceError for a home that is none of these.
    """
    kinds = {home: _kind(home) for home in homes}
    folders = dict.fromkeys(_folder(home) for home in homes if kinds[home] == "saved")
    given = dict(path_and_url(home) for home in homes if kinds[home] == "given")
    alone = [home for home in homes if kinds[home] == "given" and _folder(path_and_url(home)[0]) not in folders]
    addresses = {path: url for path, url in given.items() if url}
    found: list[Web] = [Saved(folder, addresses, options.limits) for folder in folders]
    found += [Recorded(home, options.limits) for home in homes if kinds[home] == "recorded"]
    if alone:
        found.append(Offline(pages(alone, limits=options.limits)))
    if "live" in kinds.values():
        if directory is None:
            raise SourceError("a crawl needs a directory for its pages: name one")
        found.append(Crawl(directory, options, retry=retry))
    return found[0] if len(found) == 1 else Joined(found)


def _kind(home: str) -> str:
    path, url = path_and_url(home)
    if url is not None:
        return "given"
    if ADDRESS.match(home):
        return "live"
    if os.path.isdir(path):
        return "saved"
    if not os.path.isfile(path):
        raise SourceError(f"{printable(home)}: no such file or folder; an address begins with http:// or https://")
    return "recorded" if path.lower().endswith(ARCHIVE_SUFFIXES) else "saved"


def _folder(path: str) -> str:
    return os.path.normpath(path if os.path.isdir(path) else os.path.dirname(path) or ".")


class Joined:
    """Several sources of pages as one `Web`: the links of a page are those of the source it came from."""

    def __init__(self, webs: Sequence[Web]) -> None:
        self._webs = webs
        self._owners: dict[str, Web] = {}

    def address(self, base: str, href: str) -> str | None:
        """Where a link leads to; without a base, the address of a home page in the first source that has it."""
        for source in [self._owner(base)] if base else self._webs:
            if (found := source.address(base, href)) is not None:
                self._owners.setdefault(found, source)
                return found
        return None

    def site(self, address: str) -> str:
        """The site of an address in its source."""
        return self._owner(address).site(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; each source is asked for all of its own at once."""
        asked = list(addresses)
        owners = [self._owner(address) for address in asked]
        answers = {
            id(owner): owner.pages([address for address, other in zip(asked, owners, strict=True) if other is owner])
            for owner in owners
        }
        for owner in owners:
            yield next(answers[id(owner)])

    def _owner(self, address: str) -> Web:
        return self._owners.get(address, self._webs[-1])
