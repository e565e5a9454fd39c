"""A record list and the evidence for it, as text for people."""

from weblode import paths
from weblode.records.record_list import RecordList
from weblode.terminal import escaped, printable

_WIDTH = 100


def summary(record_list: RecordList) -> str:
    """The region and the separator, and the text of each record in one line."""
    texts = record_list.texts()
    return heading(record_list) + "".join(f"{i:5}  {printable(text, _WIDTH)}\n" for i, text in enumerate(texts, 1))


def heading(record_list: RecordList) -> str:
    """The region and the separator of a list, a line each."""
    tree = record_list.tree
    name = printable(tree.name_of(record_list.separator), _WIDTH)
    places = " and others like it" if record_list.beside else ""
    kind = f" ({record_list.kind})" if record_list.kind else ""
    kind += f" under {printable(record_list.heading, _WIDTH)!r}" if record_list.heading else ""
    region = f"{paths.xpath(tree, record_list.region)}{places}"
    return (
        f"{escaped(tree.page)}: {len(record_list.records)} records{kind} in {region}\n"
        f"  {record_list.method}: <{name}> stands {record_list.placement} records, certain to {record_list.score:.1%}\n"
    )


def explanation(record_list: RecordList) -> str:
    """The evidence for a list (votes or measurements), and the dropped pieces with the reason for each."""
    tree = record_list.tree
    lines = [f"  pattern: {printable(record_list.pattern, 10 * _WIDTH)}"] if record_list.pattern else []
    lines += _evidence_lines(record_list) if record_list.evidence else _vote_lines(record_list)
    for each in record_list.dropped:
        text = tree.text(*each.piece, line=" ")
        if text:
            lines.append(f"  not a record, it {each.reason}: {printable(text, _WIDTH)}")
    return "\n".join(lines) + "\n"


def _vote_lines(record_list: RecordList) -> list[str]:
    """One line per tag: its combined certainty, and the rank that each heuristic gave it."""
    lines = [f"  {'tag':12}{'certainty':>10}  " + "  ".join(f"{letter:>3}" for letter in record_list.votes)]
    for tag, value in record_list.certainty.items():
        ranks = "  ".join(f"{ranking.get(tag) or '-':>3}" for ranking in record_list.votes.values())
        lines.append(f"  {printable(record_list.tree.name_of(tag), _WIDTH):12}{value:10.2%}  {ranks}")
    return lines


# The facts that mean something to people, with their descriptions; the others are about how the list was cut.
_EVIDENCE = {
    "share": "of the page's text",
    "plain_share": "of its text outside links",
    "cover": "of the text from the first record to the last",
    "likeness": "of its tag paths a record shares with another",
    "links": "of the records' text is links",
    "linked": "of the records have a link",
    "first_path": "of the records begin alike",
    "complete": "of all such nodes on the page are records",
    "nav": "of the records stand in navigation",
    "edge": "of the records stand in a header or footer of the page",
    "aside": "of the records stand aside",
}


def _evidence_lines(record_list: RecordList) -> list[str]:
    """One line per measurement that means something to people."""
    shares = [f"  {record_list.evidence[name]:7.0%} {meaning}" for name, meaning in _EVIDENCE.items()]
    facts = record_list.evidence
    usual = f"{facts['size']:,.0f} characters of text in {facts['leaves']:.1f} parts"
    return [*shares, f"  a usual record has {usual} and shares {facts['common']:.0f} tag paths with most"]


def reasons(record_list: RecordList) -> dict[str, object]:
    """The explanation as data: certainty and votes by tag, and the dropped pieces."""
    name = record_list.tree.name_of
    how = {"pattern": record_list.pattern} if record_list.pattern else {}
    return how | {
        "separator": name(record_list.separator),
        "placement": record_list.placement,
        "certainty": {name(tag): round(value, 4) for tag, value in record_list.certainty.items()},
        "votes": {letter: {name(tag): r for tag, r in ranks.items()} for letter, ranks in record_list.votes.items()},
        "evidence": {key: round(value, 4) for key, value in record_list.evidence.items()},
        "dropped": [{"xpath": record_list.xpaths(each.piece), "reason": each.reason} for each in record_list.dropped],
    }
