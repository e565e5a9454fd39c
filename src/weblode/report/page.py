"""The report as one HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from weblode.graph.changes import Change, Changes
from weblode.report.facts import MineResult, Reason, Stage, counted, seconds, told
from weblode.report.markup import link, said, text
from weblode.report.tree import tree
from weblode.values.addresses import without_start

REPORT = "report.html"
INSECURE = "The certificates of servers were not checked (--insecure): somebody on the way may have changed pages."
_NAMES = 200  # of a reason, or of a change
_HOMES = 12  # named at the top

# The page itself forbids whatever a mistake of ours would let in.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(facts: MineResult) -> Iterator[str]:
    """The page, in pieces."""
    parts = {
        "changes": ("Since the last run", _changes(facts.changes) if facts.changes is not None else None),
        "taxonomy": ("Taxonomy", _taxonomy(facts)),
        "left-out": ("Labels left out", _reasons(facts.dropped, linked=False) if facts.dropped else None),
        "failed": ("Pages that could not be had", _reasons(facts.failed, linked=True) if facts.failed else None),
        "time": ("Time", _times(facts.stages) if facts.stages else None),
    }
    there = {name: (title, part) for name, (title, part) in parts.items() if part is not None}
    yield from _head(facts)
    yield '<nav aria-label="Parts of this page"><ul>'
    yield "".join(f'<li><a href="#{name}">{title}</a></li>' for name, (title, _) in there.items())
    yield '</ul></nav>\n<main id="main">\n'
    for name, (title, part) in there.items():
        yield f'<section aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>\n'
        yield from part
        yield "</section>\n"
    yield "</main>\n</body>\n</html>\n"


def _head(facts: MineResult) -> Iterator[str]:
    from weblode import __version__

    figures = facts.figures
    title = f"{counted(figures['concept'], 'concept')} of {counted(figures['site'], 'site')}"
    style = (files("weblode.report") / "style.css").read_text(encoding="utf-8")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="weblode {__version__}">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{title} – weblode</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#main">To the taxonomy</a>\n'
        f"<header>\n<h1>{title}</h1>\n"
    )
    homes = sorted(facts.ontology.sites.items())
    more = f" and {len(homes) - _HOMES:,} more" if len(homes) > _HOMES else ""
    yield f"<p>{', '.join(link(home, site) for site, home in homes[:_HOMES])}{more}</p>\n" if homes else ""
    if facts.insecure:
        yield f"<p>{INSECURE}</p>\n"
    cells = (f"<div><dt>{word}{'s' * (number != 1)}</dt><dd>{number:,}</dd></div>" for word, number in figures.items())
    yield f'<dl class="figures">{"".join(cells)}</dl>\n</header>\n'


def _taxonomy(facts: MineResult) -> Iterator[str]:
    if not facts.ontology.concepts:
        yield "<p>No concepts were found.</p>\n"
        return
    yield '<p class="hint">Unfold a concept for its labels, its pages and the first of its instances.</p>\n'
    yield from tree(facts)


def _reasons(found: Sequence[Reason], *, linked: bool) -> Iterator[str]:
    for reason in found:
        shown = [link(name, without_start(name), 90) if linked else said(name, 90) for name in reason.names[:_NAMES]]
        if len(reason.names) > _NAMES:
            shown.append(f"and {len(reason.names) - _NAMES:,} more")
        names = f"<ul>{''.join(f'<li>{name}</li>' for name in shown)}</ul>" if linked else f"<p>{' · '.join(shown)}</p>"
        yield (
            f'<details class="reason"><summary>{said(reason.text, 200)} '
            f'<span class="count">{len(reason.names):,}</span></summary>{names}</details>\n'
        )


def _times(stages: Sequence[Stage]) -> Iterator[str]:
    whole = sum(stage.seconds for stage in stages if not stage.depth)
    yield '<div class="wide"><table>\n<thead><tr><th scope="col">Stage</th><th scope="col">Time</th>'
    yield '<th scope="col">Share</th><th scope="col">What it brought</th></tr></thead>\n<tbody>\n'
    for stage in stages:
        share = 100 * stage.seconds / whole if whole else 0
        yield (
            f'<tr class="depth-{min(stage.depth, 1)}"><th scope="row">{text(stage.name)}</th>'
            f'<td class="number">{seconds(stage.seconds)}</td>'
            f'<td><span class="bar" style="width:{share:.1f}%"></span><span class="unseen">{share:.0f} %</span></td>'
            f"<td>{text(told(stage.counts))}</td></tr>\n"
        )
    yield f'</tbody>\n<tfoot><tr><th scope="row">in all</th><td class="number">{seconds(whole)}</td><td></td><td></td>'
    yield "</tr></tfoot>\n</table></div>\n"


def _changes(changes: Changes) -> Iterator[str]:
    parts = {
        "Concepts": (changes.concepts, "below"),
        "Broader pairs": (changes.broader, "below"),
        "Instances": (changes.instances, "in"),
    }
    if not any(difference for difference, _ in parts.values()):
        yield "<p>Nothing changed.</p>\n"
    for title, (difference, where) in parts.items():
        for word in ("new", "gone", "moved"):
            yield from _changed(f"{title}: {word}", getattr(difference, word), where)


def _changed(title: str, found: Sequence[Change], where: str) -> Iterator[str]:
    if found:
        rows = [f"<li>{_change(one, where)}</li>" for one in found[:_NAMES]]
        if len(found) > _NAMES:
            rows.append(f"<li>and {len(found) - _NAMES:,} more, see changes.json</li>")
        yield (
            f'<details class="reason"><summary>{title} <span class="count">{len(found):,}</span></summary>'
            f"<ul>{''.join(rows)}</ul></details>\n"
        )


def _change(change: Change, where: str) -> str:
    """A thing and where it is or was; of one that moved, only what differs."""
    moved = bool(change.was_at or (change.before and change.now))
    ways = [f"no longer {where} {said(label)}" for label in change.left] if moved else []
    ways += [
        f"{'now ' * moved}{where} {said(label)}" for label in (change.joined if moved else change.before or change.now)
    ]
    if change.was_at:
        ways.append(f"was at {link(change.was_at, without_start(change.was_at), 90)}")
    about = f'<span class="also">{", ".join(ways)}</span>' if ways else ""
    return f"{link(change.id, change.name or change.id, 120)}{about}"
