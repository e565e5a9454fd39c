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
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.mining.runs import open_run
from weblode.mining.warnings import warnings
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.sources.choice import open_web, sites
from weblode.sources.crawl import CrawlOptions
from weblode.sources.trust import UNCHECKED


class Listener(Protocol):
    """Receives the progress and the warnings of a run."""

    def part(self, name: str) -> Callable[[str], None]:
        """A function that receives progress messages of one part of the work: `mining` or `crawl`."""

    def tell(self, line: str) -> None:
        """Receive a warning: a page that could not be fetched, an edit that no longer applies."""


class Silent:
    """A listener that ignores everything."""

    def part(self, _: str) -> Callable[[str], None]:
        """A function that ignores its messages."""
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

    Everything is written to `folder` (docs/mine.md lists the files), with the pages fetched from the web. A stopped run
    continues where it stopped; a folder with a finished run is updated. Without a folder nothing is written, and home
    pages on the web raise SourceError. `crawl` says how pages are fetched; its limits are replaced by those of
    `options`, its scope by the sites of the home pages.
    """
    options, listener = options or MineOptions(), listener or Silent()
    tell = listener.part("mining")
    crawl_options = replace(crawl or CrawlOptions(), scope=sites(homes), limits=options.limits)

    def mine_pages(journal: Journal, *, retry: bool = False) -> tuple[Ontology, Collection[str]]:
        """The ontology, and the addresses of the home pages."""
        with open_web(homes, folder, crawl_options, retry=retry, tell=listener.part("crawl")) as web:
            ontology = mine_ontology(homes, web, options=options, tell=tell, journal=journal)
            return ontology, {address for home in homes for address in web.homes(home)}

    if folder is None:
        ontology, home_urls = mine_pages(journal := Journal())
        return MineResult(ontology, journal.stages, None, options.limits.insecure, tuple(warnings(ontology, home_urls)))
    with open_run(folder, homes) as run:
        if options.limits.insecure:
            run.insecure = True
            listener.tell(UNCHECKED)
        ontology, home_urls = mine_pages(journal := Journal(run.save_outline), retry=run.retry)
        tell("writing")
        result = run.finish(ontology, journal, homes)
    result = replace(result, warnings=(*run.warnings, *warnings(ontology, home_urls)))
    for line in result.warnings:
        listener.tell(line)
    return result
