"""`weblode apply --details`: records joined with the attributes of their own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import chosen_format, open_output, table_writer
from weblode.cli.progress import Progress
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.cli.following import Following
    from weblode.plans.collecting import Collected
    from weblode.rules.rule import Rule
    from weblode.table import Table


def apply_joined(
    rule: Rule,
    relearnt: str,
    sources: tuple[str, ...],
    limits: dict[str, Any],
    pages: Following | None,
    details: str | None,
    output: str | None,
    form: str | None,
) -> None:
    """Write the records of lists by a rule, with the attributes of their pages; exit with status 1 if a page failed.

    `relearnt` is the file of a rule that may learn from pages that were redesigned, "" for one that must not; `details`
    that of a rule for the pages of records.
    """
    from weblode.details.rule import DetailRule
    from weblode.limits import Limits
    from weblode.plans.collecting import DETAIL_PAGES, Collector

    assert pages is not None
    chosen = chosen_format(form, output)
    detail_rule = DetailRule.load(details) if details else True
    options_of = pages.options(sources, Limits(**limits), xml=False, more=DETAIL_PAGES)
    with Progress(at_end=True) as progress, options_of as options:
        from dataclasses import replace

        collector = Collector(
            rule, replace(options, progress=progress.part()), learns=bool(relearnt), tell=progress.tell
        )
        collected = collector.collect(sources, details=detail_rule)
    _write(collected.table, chosen, output)
    if collected.rule is not rule:
        collected.rule.save(relearnt)
        tell(f"{relearnt}: was learnt again")
    pages.clear()
    _finish(collected)


def _finish(collected: Collected) -> None:
    """Report how many pages failed, and exit with status 1 if any did."""
    if collected.failed:
        pages = collected.list_pages + collected.detail_pages
        tell(f"{collected.failed:,} of {pages:,} pages failed")
    if collected.failed or not collected.complete:
        raise click.exceptions.Exit(1)


def _write(table: Table, form: str, output: str | None) -> None:
    """Write a table; as text and Markdown for people, as JSON a line for each record."""
    if form not in ("text", "md"):
        with table_writer(output, "jsonl" if form == "json" else form) as out:
            out.add(table)
        return
    from weblode.cli.people import markdown_table, screen_table

    with open_output(output) as lines:
        lines.writelines(screen_table(table) if form == "text" else markdown_table(table))
