"""A record list and the evidence for it, as text for people."""

from weblode import paths
from weblode.models import probability
from weblode.records.consensus import influences, judge, likelihoods
from weblode.records.record_list import RecordList
from weblode.terminal import escaped, printable
from weblode.tree import Tree

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


# ---------------------------------------------------------------- why this list, or none
# What the judge of the page asks, in words; {} is the fact. Facts that are not here are about how the list was cut.
_WORDS = {
    "records": "it has {:.0f} records",
    "share": "{:.0%} of the page's text is in it",
    "share_rank": "its text is {:.0%} of that of the largest list on the page",
    "size": "a usual record has {:,.0f} characters",
    "size_spread": "its records differ in length by a spread of {:.1f}",
    "smallest": "the shortest record has {:.0%} of the usual length",
    "largest": "the longest record has {:.1f} times the usual length",
    "links": "{:.0%} of its text is links",
    "anchors": "a record has {:.1f} links",
    "linked": "{:.0%} of its records have a link",
    "leaves": "a record has {:.1f} pieces of text",
    "leaf_spread": "its records differ in the number of their texts by a spread of {:.1f}",
    "plain": "a record has {:,.0f} characters outside links",
    "plain_share": "{:.0%} of the page's text outside links is in it",
    "plain_rank": "its text outside links is {:.0%} of that of the list with most",
    "aside": "{:.0%} of its records stand in an aside",
    "nav": "{:.0%} of its records stand in navigation",
    "edge": "{:.0%} of its records stand in a header or footer",
    "minor": "{:.0%} of its records have, or stand in, a class such as menu, related or sidebar",
    "major": "{:.0%} of its records have, or stand in, a class such as result, item or post",
    "form": "{:.0%} of its text is in forms",
    "images": "a record has {:.1f} images",
    "headings": "a record has {:.1f} headings",
    "nodes": "a record has {:.0f} elements and texts",
    "likeness": "its records share {:.0%} of their tag paths",
    "common": "most of its records share {:.0f} tag paths",
    "common_share": "{:.0%} of a record's tag paths are common to most",
    "repetition": "a tag path is repeated {:.1f} times in a record",
    "cover": "its records are {:.0%} of the text from the first to the last",
    "outer": "its records are {:.0%} of the text of the element around them",
    "position": "it begins after {:.0%} of the page's text",
    "end": "it ends after {:.0%} of the page's text",
    "complete": "{:.0%} of all such elements on the page are in it",
    "first_path": "{:.0%} of its records begin alike",
    "first_link": "{:.0%} of its records begin with a link",
    "marked": "{:.0%} of its records have the same class",
    "mark_complete": "{:.0%} of the elements of that class are its records",
    "first_common": "the first record has {:.0%} of what is common to most",
    "last_common": "the last record has {:.0%} of what is common to most",
    "first_size": "the first record has {:.1f} times the usual length",
    "last_size": "the last record has {:.1f} times the usual length",
    "digits": "{:.0%} of its records have digits",
    "prose": "{:.0%} of its text is long texts outside links",
    "prose_records": "{:.0%} of its records have a long text outside links",
    "distinct": "{:.0%} of its records begin with a text of their own",
    "page_links": "{:.0%} of the page's text is links",
    "page_prose": "{:.0%} of the page's text is long texts outside links",
    "weakest": "its weakest record has {:.0%} of what is common to most",
    "part": "its records are parts of those of a list with {:.0%} of the page's text",
    "holds": "its records hold those of a list with {:.0%} of the page's text",
    "held": "several of its records are in each record of a list with {:.0%} of the page's text",
    "prose_share": "{:.0%} of the page's long texts outside links are in it",
    "prose_before": "{:.0%} of the page's long texts outside links stand before it",
    "prose_outside": "{:,.0f} characters of long texts stand outside it",
    "dated": "{:.0%} of its records have a year, a date or a time",
    "priced": "{:.0%} of its records have a price",
    "first_digits": "{:.0%} of its records begin with a text with digits",
    "numbered": "{:.0%} of its records begin with a number",
    "odds": "weighed alone, it is a list of records to {:.0%}",
    "odds_elsewhere": "the best list elsewhere on the page is one to {:.0%}",
    "odds_ahead": "before a list elsewhere on the page it is preferred to {:.0%}",
    "prose_around": "long texts outside it are {:.0%} of the page's text",
    "prose_above": "long texts before it are {:.0%} of the page's text",
    "pager": "the page counts {:.0f} numbers in a row, as those of further pages",
    "declared": "the page {}",
}
_DECLARED = {1.0: "says that it is a site", 0.0: "does not say what it is", -1.0: "says that it is about one thing"}
_ODDS = ("odds", "odds_elsewhere", "odds_ahead")  # log odds, told as probabilities
_TELLING = 3  # so many facts are told for a list, and against it


def why(tree: Tree) -> list[str]:
    """Why the page has a record list, or why not: the facts that tell most for its likeliest list, and against it."""
    facts = influences(tree)
    telling = [(name, value, influence) for name, (value, influence) in facts.items() if name in _WORDS and influence]
    lines = []
    for title, sign in (("for a list", 1), ("against one", -1)):
        words = [_WORDS[name].format(_told(name, value)) for name, value, influence in telling if influence * sign > 0]
        if words:
            lines.append(f"  {title}: {'; '.join(words[:_TELLING])}")
    judgement = judge(tree)
    if judgement is not None and judgement.is_table:
        lines.append("  what decides: it is a table with a header and three columns or more")
    return lines


def _told(name: str, value: float) -> float | str:
    if name == "declared":
        return _DECLARED[value]
    return probability(value) if name in _ODDS else value


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
    """The explanation as data: certainty and votes by tag, and the dropped pieces.

    `likelihood` is on one scale for all methods (see `consensus.likelihoods`); the certainties of two methods are not.
    """
    name = record_list.tree.name_of
    how: dict[str, object] = {"pattern": record_list.pattern} if record_list.pattern else {}
    if not record_list.tree.is_xml:
        how["likelihood"] = round(likelihoods(record_list.tree, [record_list])[0], 4)
    return how | {
        "separator": name(record_list.separator),
        "placement": record_list.placement,
        "certainty": {name(tag): round(value, 4) for tag, value in record_list.certainty.items()},
        "votes": {letter: {name(tag): r for tag, r in ranks.items()} for letter, ranks in record_list.votes.items()},
        "evidence": {key: round(value, 4) for key, value in record_list.evidence.items()},
        "dropped": [{"xpath": record_list.xpaths(each.piece), "reason": each.reason} for each in record_list.dropped],
    }
