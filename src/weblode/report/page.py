"""The report as one self-contained HTML page: no network, no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from weblode.graph.changes import Change, Changes
from weblode.report.facts import MineResult, Reason, Stage, format_counts, pluralize, seconds
from weblode.report.markup import bdi, link, text
from weblode.report.tree import tree
from weblode.values.addresses import without_start

REPORT = "report.html"
INSECURE = "The certificates of servers were not checked (--insecure): somebody on the way may have changed pages."
_NAMES = 200  # names per reason, or per change
_HOMES = 12  # home pages listed at the top

# A second line of defence: should we ever fail to escape a text, the browser loads and runs nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(facts: MineResult) -> Iterator[str]:
    """The report as pieces of HTML."""
    parts = {
        "changes": ("Since the last run", _changes(facts.changes) if facts.changes is not None else None),
        "taxonomy": ("Taxonomy", _taxonomy(facts)),
        "left-out": ("Labels left out", _reasons(facts.dropped, linked=False) if facts.dropped else None),
        "failed": ("Pages that could not be fetched", _reasons(facts.failed, linked=True) if facts.failed else None),
        "time": ("Time", _times(facts.stages) if facts.stages else None),
    }
    present = {name: (title, part) for name, (title, part) in parts.items() if part is not None}
    yield from _head(facts)
    yield '<nav aria-label="Parts of this page"><ul>'
    yield "".join(f'<li><a href="#{name}">{title}</a></li>' for name, (title, _) in present.items())
    yield '</ul></nav>\n<main id="main">\n'
    for name, (title, part) in present.items():
        yield f'<section aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>\n'
        yield from part
        yield "</section>\n"
    yield "</main>\n</body>\n</html>\n"


def _head(facts: MineResult) -> Iterator[str]:
    from weblode import __version__

    figures = facts.figures
    title = f"{pluralize(figures['concept'], 'concept')} of {pluralize(figures['site'], 'site')}"
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


def _reasons(reasons: Sequence[Reason], *, linked: bool) -> Iterator[str]:
    for reason in reasons:
        items = [link(name, without_start(name), 90) if linked else bdi(name, 90) for name in reason.names[:_NAMES]]
        if len(reason.names) > _NAMES:
            items.append(f"and {len(reason.names) - _NAMES:,} more")
        names = f"<ul>{''.join(f'<li>{name}</li>' for name in items)}</ul>" if linked else f"<p>{' · '.join(items)}</p>"
        yield (
            f'<details class="reason"><summary>{bdi(reason.text, 200)} '
            f'<span class="count">{len(reason.names):,}</span></summary>{names}</details>\n'
        )


def _times(stages: Sequence[Stage]) -> Iterator[str]:
    whole = sum(stage.seconds for stage in stages if not stage.depth)
    yield '<div class="wide"><table>\n<thead><tr><th scope="col">Stage</th><th scope="col">Time</th>'
    yield '<th scope="col">Share</th><th scope="col">Counts</th></tr></thead>\n<tbody>\n'
    for stage in stages:
        share = 100 * stage.seconds / whole if whole else 0
        yield (
            f'<tr class="depth-{min(stage.depth, 1)}"><th scope="row">{text(stage.name)}</th>'
            f'<td class="number">{seconds(stage.seconds)}</td>'
            f'<td><span class="bar" style="width:{share:.1f}%"></span><span class="unseen">{share:.0f} %</span></td>'
            f"<td>{text(format_counts(stage.counts))}</td></tr>\n"
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
            yield from _change_list(f"{title}: {word}", getattr(difference, word), where)


def _change_list(title: str, changes: Sequence[Change], where: str) -> Iterator[str]:
    if changes:
        rows = [f"<li>{_change(one, where)}</li>" for one in changes[:_NAMES]]
        if len(changes) > _NAMES:
            rows.append(f"<li>and {len(changes) - _NAMES:,} more, see changes.json</li>")
        yield (
            f'<details class="reason"><summary>{title} <span class="count">{len(changes):,}</span></summary>'
            f"<ul>{''.join(rows)}</ul></details>\n"
        )


def _change(change: Change, where: str) -> str:
    """A concept or instance, and the concepts it is or was below; if it moved, only the difference."""
    moved = bool(change.was_at or (change.before and change.now))
    ways = [f"no longer {where} {bdi(label)}" for label in change.left] if moved else []
    ways += [
        f"{'now ' * moved}{where} {bdi(label)}" for label in (change.joined if moved else change.before or change.now)
    ]
    if change.was_at:
        ways.append(f"was at {link(change.was_at, without_start(change.was_at), 90)}")
    about = f'<span class="also">{", ".join(ways)}</span>' if ways else ""
    return f"{link(change.id, change.name or change.id, 120)}{about}"
