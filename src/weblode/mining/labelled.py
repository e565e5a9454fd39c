"""The taxonomy of many sites at once: their home pages were read elsewhere, page by page; here they are judged.

What comes out is what `weblode.mining.job.mine` gives for the same home pages with `depth=0`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from weblode.batches.label_rows import read_batches, read_pages
from weblode.mining.job import Listener, Silent
from weblode.mining.journal import Journal
from weblode.mining.miner import MineOptions
from weblode.mining.runs import open_run
from weblode.mining.state import MiningState
from weblode.mining.warnings import homes_without_concepts, warnings
from weblode.ontology import Dropped, Ontology
from weblode.report.facts import MineResult, pluralize
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import merge_pages
from weblode.taxonomy.page_labels import PageLabels

_WARNINGS = 20  # lines about pages of which a run has thousands


def labelled_ontology(
    pages: Iterable[PageLabels | Dropped], *, options: MineOptions | None = None, journal: Journal | None = None
) -> Ontology:
    """The concepts of home pages and which are broader, given the labels of the pages.

    Of the options, `support` and `semantics` count.
    """
    options, state = options or MineOptions(), MiningState(journal or Journal())
    homes: list[tuple[str, str]] = []

    def of_sites() -> Iterator[PageLabels]:
        """The pages that did not fail."""
        for page in pages:
            if isinstance(page, Dropped):
                state.dropped.append(page)
                state.journal.count(failed=1)
            else:
                homes.append((page.site, page.url))
                state.journal.count(pages=1)
                yield page

    with state.journal.stage("home pages"):
        labels = merge_pages(of_sites())
    sites = dict(reversed(homes))  # of two home pages of a site, the first
    with state.journal.stage("taxonomy"):
        support = 1 if len(sites) == 1 else options.support
        concepts, broader, dropped = taxonomy(labels, support=support, semantics=options.semantics)
        state.journal.count(concepts=len(concepts), pairs=len(broader))
    for concept in concepts:
        state.add(concept)
    state.broader += broader
    labelled = {site for uses in labels.uses.values() for site in uses}
    state.dropped += (*dropped, *homes_without_concepts(sites, labelled, concepts))
    return state.ontology(sites)


def mine_labels(
    sources: Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str] | None = None,
    *,
    options: MineOptions | None = None,
    listener: Listener | None = None,
) -> MineResult:
    """The taxonomy of the home pages whose labels `weblode at-scale --task labels` wrote.

    A source is the folder of such a run, a Parquet file of rows of that task, or a folder of these. With a folder, all
    is written as `weblode.mine` does.
    """
    listener = listener or Silent()
    tell = listener.part("taxonomy")

    def judge(journal: Journal) -> Ontology:
        tell("reading labels")
        return labelled_ontology(read_pages(read_batches(sources)), options=options, journal=journal)

    journal = Journal()
    if folder is None:
        ontology = judge(journal)
        return MineResult(ontology, journal.stages, None, warnings=tuple(_warnings(ontology)))
    with open_run(folder) as run:
        ontology = judge(journal)
        tell("writing")
        result = run.finish(ontology, journal)
    for line in (lines := (*run.warnings, *_warnings(ontology))):
        listener.tell(line)
    return MineResult(result.ontology, result.stages, result.changes, warnings=lines)


def _warnings(ontology: Ontology) -> Iterator[str]:
    """What was lost, a line each; of many sites the first."""
    lines = list(warnings(ontology, [page.name for page in ontology.dropped if page.kind == "page"]))
    yield from lines[:_WARNINGS]
    if (more := len(lines) - _WARNINGS) > 0:
        yield f"and {pluralize(more, 'page')} more; the results list all of them as dropped"
