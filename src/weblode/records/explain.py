"""What was found, and why, as text for people."""

from weblode import paths
from weblode.records.record_list import RecordList
from weblode.terminal import escaped, shown

_WIDTH = 100


def summary(found: RecordList) -> str:
    """The region, the separator, and the records, a line each."""
    tree = found.tree
    name = shown(tree.name_of(found.separator), _WIDTH)
    places = " and others like it" if found.beside else ""
    head = (
        f"{escaped(tree.page)}: {len(found.records)} records in {paths.xpath(tree, found.region)}{places}\n"
        f"  {found.method}: <{name}> stands {found.placement} records, certain to {found.score:.1%}\n"
    )
    return head + "".join(f"{i:5}  {shown(text, _WIDTH)}\n" for i, text in enumerate(found.texts(), 1))


def explained(found: RecordList) -> str:
    """How each heuristic ranked the tags, or what was measured, and what was dropped and why."""
    tree = found.tree
    lines = [f"  pattern: {shown(found.pattern, 10 * _WIDTH)}"] if found.pattern else []
    lines += _measured(found) if found.evidence else _voted(found)
    for each in found.dropped:
        text = tree.text(*each.piece, line=" ")
        if text:
            lines.append(f"  not a record, it {each.reason}: {shown(text, _WIDTH)}")
    return "\n".join(lines) + "\n"


def _voted(found: RecordList) -> list[str]:
    """A line a tag: what the votes add up to, and the rank that each heuristic gave."""
    lines = [f"  {'tag':12}{'certainty':>10}  " + "  ".join(f"{letter:>3}" for letter in found.votes)]
    for tag, value in found.certainty.items():
        ranks = "  ".join(f"{ranking.get(tag) or '-':>3}" for ranking in found.votes.values())
        lines.append(f"  {shown(found.tree.name_of(tag), _WIDTH):12}{value:10.2%}  {ranks}")
    return lines


# What people can read of the evidence, each with its name; the rest says how the list was made.
_EVIDENCE = {
    "share": "of the page's text",
    "plain_share": "of its text outside links",
    "cover": "of the text from the first record to the last",
    "likeness": "of its tag paths a record shares with another",
    "links": "of the records' text is links",
    "linked": "of the records have a link",
    "first_path": "of the records begin alike",
    "complete": "of all such nodes on the page are records",
    "aside": "of the text stands in navigation, header or footer",
}


def _measured(found: RecordList) -> list[str]:
    """A line for each measure that says something to people."""
    shares = [f"  {found.evidence[name]:7.0%} {meaning}" for name, meaning in _EVIDENCE.items()]
    usual = f"{found.evidence['size']:,.0f} bytes of text in {found.evidence['leaves']:.1f} parts"
    return [*shares, f"  a usual record has {usual} and shares {found.evidence['common']:.0f} tag paths with most"]


def reasons(found: RecordList) -> dict[str, object]:
    """The same as data: certainty and votes by tag, and the pieces that were dropped."""
    name = found.tree.name_of
    how = {"pattern": found.pattern} if found.pattern else {}
    return how | {
        "separator": name(found.separator),
        "placement": found.placement,
        "certainty": {name(tag): round(value, 4) for tag, value in found.certainty.items()},
        "votes": {letter: {name(tag): r for tag, r in ranks.items()} for letter, ranks in found.votes.items()},
        "evidence": {key: round(value, 4) for key, value in found.evidence.items()},
        "dropped": [{"xpath": found.xpaths(each.piece), "reason": each.reason} for each in found.dropped],
    }
