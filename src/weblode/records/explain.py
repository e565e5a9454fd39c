"""What was found, and why, as text for people."""

from weblode import paths
from weblode.records.discover import Found
from weblode.terminal import shown

_WIDTH = 100


def summary(found: Found) -> str:
    """The region, the separator, and the records, a line each."""
    tree = found.tree
    name = shown(tree.name_of(found.separator), _WIDTH)
    head = (
        f"{tree.page}: {len(found.records)} records in {paths.xpath(tree, found.region)}\n"
        f"  {found.method}: <{name}> stands {found.placement} records, certain to {found.score:.1%}\n"
    )
    return head + "".join(f"{i:5}  {shown(text, _WIDTH)}\n" for i, text in enumerate(found.texts(), 1))


def explained(found: Found) -> str:
    """How each heuristic ranked the tags, what they add up to, and what was dropped and why."""
    tree = found.tree
    lines = [f"  pattern: {shown(found.pattern, 10 * _WIDTH)}"] if found.pattern else []
    lines += [f"  {'tag':12}{'certainty':>10}  " + "  ".join(f"{letter:>3}" for letter in found.votes)]
    for tag, value in found.certainty.items():
        ranks = (ranking.get(tag) for ranking in found.votes.values())
        lines.append(
            f"  {shown(tree.name_of(tag), _WIDTH):12}{value:10.2%}  " + "  ".join(f"{rank or '-':>3}" for rank in ranks)
        )
    for each in found.dropped:
        text = tree.text(*each.piece, line=" ")
        if text:
            lines.append(f"  not a record, it {each.reason}: {shown(text, _WIDTH)}")
    return "\n".join(lines) + "\n"


def reasons(found: Found) -> dict[str, object]:
    """The same as data: certainty and votes by tag, and the pieces that were dropped."""
    name = found.tree.name_of
    how = {"pattern": found.pattern} if found.pattern else {}
    return how | {
        "separator": name(found.separator),
        "placement": found.placement,
        "certainty": {name(tag): round(value, 4) for tag, value in found.certainty.items()},
        "votes": {letter: {name(tag): r for tag, r in ranks.items()} for letter, ranks in found.votes.items()},
        "dropped": [{"xpath": found.xpaths(each.piece), "reason": each.reason} for each in found.dropped],
    }
