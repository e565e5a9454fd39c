"""`weblode plan` and `weblode run`: what to collect from a site in one file, and what changed since the last run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from weblode import terminal
from weblode.cli.output import FORCE, check_file
from weblode.cli.progress import Progress
from weblode.cli.reading import limit_options
from weblode.cli.seconds import delay_option
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.plans.making import PlanDraft
    from weblode.plans.running import PlanRun

CHANGED = 3  # the exit status of a run that found changes
_SHOWN = 10  # changes of a kind on a terminal
_HOOK = 1000  # changes that a webhook is sent


@click.command()
@click.argument("start", metavar="START...", nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), required=True, help="File to write the plan to.")
@FORCE
@delay_option("Seconds between requests to a host, now and in the plan.")
@limit_options
def plan(start: tuple[str, ...], *, output: str, delay: float, **limits: Any) -> None:
    """Make a plan to collect a list: its pages, the pages of its records, where they go, and what identifies a record.

    START is the first page of the list: an address, a file or an archive. The rule for the list is learnt from its
    first pages, the rule for details from the pages of some records; both are saved beside the plan. The plan is a text
    to read and edit; `weblode run` runs it.
    """
    from weblode.limits import Limits
    from weblode.plans.making import draft_plan
    from weblode.sources.choice import sites
    from weblode.sources.crawl import CrawlOptions
    from weblode.sources.following import WalkOptions

    if Path(output).suffix.lower() != ".toml":
        raise click.UsageError(f"{output!r} is no name of a plan: use one that ends in .toml")
    names = _names(output)
    for path in (output, names["rule"], names["details"]):
        check_file(Path(output).parent / path if path != output else path)
    live = [each for each in start if each.lower().startswith(("http://", "https://"))]
    crawl = CrawlOptions(delay, max_pages=10_000, scope=sites(live), limits=Limits(**limits))
    with Progress(at_end=True) as progress:
        draft = draft_plan(start, WalkOptions(crawl=crawl, progress=progress.part()), progress.tell)
    _save(draft, output, names)


def _names(output: str) -> dict[str, str]:
    """The files of a plan, by what they hold, as they stand in it."""
    stem = Path(output).stem
    return {
        "rule": f"{stem}.rule.json",
        "details": f"{stem}.details.json",
        "output": f"{stem}.csv",
        "changes": f"{stem}.changes.jsonl",
        "database": f"{stem}.db",
    }


def _save(draft: PlanDraft, output: str, names: dict[str, str]) -> None:
    """Write the files of a plan, the plan itself last, and say what it will do."""
    import os
    from dataclasses import replace

    from weblode.files import replace_file
    from weblode.sources.arguments import ADDRESS

    folder = Path(output).absolute().parent
    draft.rule.save(folder / names["rule"])
    details: str | bool = False
    if draft.detail_rule:
        draft.detail_rule.save(folder / names["details"])
        details = names["details"]
    start = tuple(each if ADDRESS.match(each) else os.path.relpath(each, folder) for each in draft.plan.start)
    plan = replace(draft.plan, **names | {"start": start, "details": details})  # type: ignore[arg-type]
    head = f"A plan of weblode: `weblode run {Path(output).name}` runs it; again, it says what changed."
    replace_file(output, plan.text(head).encode())
    tell(f"{output}: {draft.records:,} records on {draft.pages:,} page{'s'[: draft.pages != 1]}")
    columns = [each.name for each in draft.rule.columns if each.kept and not each.hidden and not each.names_next]
    tell(f"  records     {', '.join(columns)}")
    if draft.detail_rule:
        tell(f"  details     {', '.join(each.name for each in draft.detail_rule.template.attributes)}")
    else:
        tell("  details     none: their pages cannot be read, or have nothing more to tell")
    tell(f"  key         {', '.join(plan.key) or 'all text of a record: no column identifies them'}")


@click.command()
@click.argument("plan", type=click.Path(exists=True, dir_okay=False))
@click.option("--warc", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the fetched pages in this archive.")
@click.option(
    "--replay",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Take the pages from this archive, which --warc wrote, instead of the web.",
)
@click.option("--webhook", metavar="URL", help="Post the changes to this address as JSON, if there are some.")
@click.option(
    "--command",
    metavar="COMMAND",
    help="Run this command if there are changes, with a line of JSON for each on its standard input.",
)
@FORCE
@limit_options
def run(
    plan: str,
    *,
    warc: str | None,
    replay: str | None,
    webhook: str | None,
    command: str | None,
    **limits: Any,
) -> None:
    """Run a plan; run again, say what is new, gone and changed since.

    The records as they are now, a line for each change, and the history go to the files that the plan names. Pages that
    have not changed are neither sent again by their servers nor parsed. A killed run is continued by the next one.

    The exit status is 0 if nothing has changed or it was the first run, 3 if something has, and 1 if the list could not
    be read to its end: then records that were not seen count as unchanged.
    """
    from weblode.limits import Limits
    from weblode.plans.running import RunOptions, run_plan

    if warc and replay:
        raise click.UsageError("--warc keeps pages from the web; with --replay there are none")
    check_file(warc)
    if webhook:
        _check_address(webhook)
    with Progress(at_end=True) as progress:
        options = RunOptions(warc or "", replay or "", Limits(**limits), progress.part())
        heard: list[bool] = []
        changed: list[bool] = []

        def report(result: PlanRun) -> None:
            _show(result)
            progress.tell(f"{plan}: {result.line}")
            changed.append(bool(result.changes))
            heard.append(_report(plan, result, webhook, command))

        result = run_plan(plan, options, progress.tell, report)
    if not result.complete or result.failures or not all(heard):
        raise click.exceptions.Exit(1)
    if any(changed):  # also those of a run that was killed, and is completed now
        raise click.exceptions.Exit(CHANGED)


def _show(result: PlanRun) -> None:
    """Print the first changes of each kind, and how many more there are."""
    for kind in ("new", "gone", "changed"):
        some = [each for each in result.changes if each.kind == kind]
        for each in some[:_SHOWN]:
            terminal.show(_line(each))
        if len(some) > _SHOWN:
            terminal.show(f"{kind:8} and {len(some) - _SHOWN:,} more")


def _line(change: Any) -> str:
    """A change for people."""
    if change.kind == "changed":
        parts = [f"{name}: {_short(change.before[name])} -> {_short(change.after[name])}" for name in change.after]
        return f"changed  {escaped(printable(change.key, 60))}  {escaped('; '.join(parts))}"
    row = change.after or change.before
    return f"{change.kind:8} {escaped(printable(change.key, 60))}  {_short(row.get('title'))}".rstrip()


def _short(value: object) -> str:
    return "" if value is None else escaped(printable(" ".join(str(value).split()), 50))


def _report(plan: str, result: PlanRun, webhook: str | None, command: str | None) -> bool:
    """Tell a webhook and a command of the changes; whether both have heard of them."""
    from weblode.plans.changes import change_lines
    from weblode.subprocesses import run_command

    if not result.changes:
        return True
    heard = _post(webhook, plan, result) if webhook else True
    if command:
        lines = "".join(change_lines(result.changes, result.number, result.time)).encode()
        if reason := run_command(command, lines):
            tell(f"{command}: {reason}")
            heard = False
    return heard


def _check_address(address: str) -> None:
    """Raise WeblodeError if nothing can be posted to an address."""
    from weblode.errors import WeblodeError, require

    require("httpx", "weblode[crawl]")
    import httpx

    try:
        url = httpx.URL(address)
        url.raw_host.decode("ascii").encode("idna")  # as for a connection
        reason = "" if url.scheme in ("http", "https") and url.host else "it begins with no http://HOST or https://HOST"
    except (httpx.InvalidURL, ValueError) as error:  # also names that no host can have
        reason = str(error) or type(error).__name__
    if reason:
        raise WeblodeError(f"{address}: cannot be the address of a webhook ({reason})")


def _post(address: str, plan: str, result: PlanRun) -> bool:
    """Whether a webhook has taken the changes."""
    from weblode.errors import require

    require("httpx", "weblode[crawl]")
    import httpx

    counts = {kind: sum(each.kind == kind for each in result.changes) for kind in ("new", "gone", "changed")}
    changes = [each.as_dict() for each in result.changes[:_HOOK]]
    about = {"plan": Path(plan).name, "run": result.number, "time": result.time, **counts, "changes": changes}
    try:
        data = json.dumps(about, ensure_ascii=False).encode()
        answer = httpx.post(address, content=data, headers={"Content-Type": "application/json"}, timeout=30)
        if answer.is_success:
            return True
        reason = f"answered {answer.status_code}"
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        reason = str(error) or type(error).__name__
    tell(f"{address}: was not told of the changes ({reason})")
    return False
