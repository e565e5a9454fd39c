"""The quality of next pages and of numbered pages, page by page.

A next page is right if it is one of the gold's, or none where the gold has none. Numbered pages are compared as sets.
Addresses are compared without scheme, "www." and fragment.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

from weblode.caches import regex
from weblode.evaluate import Tally, gold_sets, read_gold

_START = regex(r"^https?://(?:www\.)?")


@dataclass(frozen=True)
class PaginationGold:
    """A page, its address, and the addresses of its next page and of the pages that it numbers, as written."""

    path: Path
    site: str
    url: str
    next: frozenset[str]
    pages: frozenset[str]


@dataclass
class PaginationScore:
    """Pages whose next page is right, those that claim one without having it, and numbered pages as a tally."""

    right: int = 0
    total: int = 0
    without: int = 0
    claims: int = 0
    pages: Tally = field(default_factory=Tally)

    @property
    def next_rate(self) -> float:
        """The share of the pages whose next page is right."""
        return self.right / self.total if self.total else 1.0

    def add(self, gold: PaginationGold, next_page: str | None, pages: Iterable[str]) -> bool:
        """Count a page; returns whether its next page is right."""
        answer = None if next_page is None else _plain(gold.url, next_page)
        right = answer in gold.next if gold.next else answer is None
        self.right, self.total = self.right + right, self.total + 1
        self.without += not gold.next
        self.claims += not gold.next and answer is not None
        answers = {_plain(gold.url, page) for page in pages}
        self.pages.add(len(answers & gold.pages), len(answers), len(gold.pages))
        return right

    def __str__(self) -> str:
        next_page = f"next page {self.next_rate:.3f} ({self.right}/{self.total})"
        tally = self.pages
        pages = f"pages: P {tally.precision:.3f}  R {tally.recall:.3f}  F1 {tally.f1:.3f}"
        return f"{next_page}, claimed on {self.claims} of {self.without} without one; {pages}"


def _plain(url: str, href: str) -> str:
    return _START.sub("", urljoin(url, href).partition("#")[0])


def golds(folder: Path) -> list[PaginationGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`)."""
    return [
        PaginationGold(
            folder / "pages" / row["page"],
            row["site"],
            row["url"],
            frozenset(_plain(row["url"], href) for href in row["next"]),
            frozenset(_plain(row["url"], href) for href in row["pages"]),
        )
        for row in read_gold(folder / "gold.json")
    ]


def halves(pages: Sequence[PaginationGold]) -> Mapping[str, list[PaginationGold]]:
    """The pages of every second site by name, which were read while rules were written, and those of the others."""
    sites = sorted({gold.site for gold in pages})
    read = set(sites[::2])
    return {
        "read": [gold for gold in pages if gold.site in read],
        "other": [gold for gold in pages if gold.site not in read],
    }


def sets(folder: Path) -> Iterator[Path]:
    """The data folder and those below it that hold pages with the addresses of next pages."""
    return gold_sets(folder, "next")
