"""The main job in one call: home pages of a few sites in; a taxonomy, its instances and a knowledge graph out.

>>> result = weblode.mine(["https://a.example", "https://b.example"], folder="news")  # doctest: +SKIP
>>> result.figures, [concept.label for concept in result.ontology.concepts]  # doctest: +SKIP

The command line, the demo and the workbench's jobs call the same function.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Protocol

from weblode.mining.journal import Journal
from weblode.mining.losses import warnings
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.mining.runs import running
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.sources.choice import open_web, sites
from weblode.sources.crawl import CrawlOptions
from weblode.sources.trust import UNCHECKED


class Listener(Protocol):
    """What hears how far a run is."""

    def part(self, name: str) -> Callable[[str], None]:
        """A function that is told how far a part of the work is: `mining` or `crawl`."""

    def tell(self, line: str) -> None:
        """Hear a warning: a page that could not be fetched, an edit that no longer applies."""


class Silent:
    """A listener that ignores everything."""

    def part(self, _: str) -> Callable[[str], None]:
        """A function that ignores what it is told."""
        return lambda _: None

    def tell(self, _: str) -> None:
        """Ignore a warning."""


def mine(
    homes: Sequence[str],
    folder: str | os.PathLike[str] | None = None,
    *,
    options: MineOptions | None = None,
    crawl: CrawlOptions | None = None,
    listener: Listener | None = None,
) -> MineResult:
    """Mine sites, given their home pages: addresses, saved pages, folders, WARC archives, FILE=URL.

    Everything is written to `folder` (docs/mine.md lists the files), with the pages fetched from the web. A run that
    was stopped continues where it was; in a folder with a finished run this is an update. Without a folder nothing is
    written, and home pages on the web raise SourceError. `crawl` says how pages are fetched; its limits are those of
    `options`, its scope the sites of the home pages.
    """
    options, listener = options or MineOptions(), listener or Silent()
    told = listener.part("mining")
    polite = replace(crawl or CrawlOptions(), scope=sites(homes), limits=options.limits)

    def mined(journal: Journal, *, retry: bool = False) -> tuple[Ontology, Collection[str]]:
        """The ontology, and the addresses of the home pages."""
        with open_web(homes, folder, polite, retry=retry, tell=listener.part("crawl")) as web:
            found = mine_ontology(homes, web, options=options, tell=told, journal=journal)
            return found, {address for home in homes for address in web.homes(home)}

    if folder is None:
        found, named = mined(journal := Journal())
        return MineResult(found, journal.stages, None, options.limits.insecure, tuple(warnings(found, named)))
    with running(folder, homes) as run:
        if options.limits.insecure:
            run.insecure = True
            listener.tell(UNCHECKED)
        found, named = mined(journal := Journal(run.keep), retry=run.retry)
        told("writing")
        result = run.finish(found, journal, homes)
    result = replace(result, warnings=(*run.warnings, *warnings(found, named)))
    for line in result.warnings:
        listener.tell(line)
    return result
