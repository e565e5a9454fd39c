"""Rules over made redesigns of real pages: `python -m bench.rules --redesigns FOLDER`.

A rule is learnt on a page of a site, as in `bench.drift`, and applied with relearning to another page of the site whose
markup was changed: other names of classes, none at all, other tags, elements around the others, another list before
them, the parts of records in another order, all of that. Both pages have other records, so that few values are there
twice. A pair counts if the rule was learnt right; outcomes are those of `bench.drift`. A column that the rule fills for
most records of the page before its redesign is *kept* if most of its values are those of the column of the same name
afterwards.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any

from bench.drift import DAY, RIGHT, f1
from weblode.errors import RuleError
from weblode.evaluate import read_gold
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.learning import learn
from weblode.rules.relearning import relearn
from weblode.rules.rule import Rule
from weblode.style.hidden import hidden
from weblode.tags import JOINED
from weblode.tree import Tree

SETS = ("records-2017", "records-wien")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_OTHER_TAGS = {
    **dict.fromkeys("table tbody thead tr td th ul ol li dl dt dd section article center".split(), "div"),
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 b strong font i em".split(), "span"),
}
_LINKS = "".join(
    f'<li><a href="/about/{name}">{name}</a></li>' for name in "Start News Search Help Contact Imprint".split()
)


@dataclass(frozen=True)
class Redesign:
    """How the markup of a page is changed."""

    word: Callable[[str], str] = str  # a word of a class or id; "" for none
    tags: dict[str, str] = field(default_factory=dict)
    around: tuple[str, ...] = ()  # these get another element inside, around all that they hold
    before: str = ""
    turned: bool = False  # whether the parts of records come in reverse order


def _other_word(word: str) -> str:
    return f"x{blake2b(word.encode(), digest_size=3).hexdigest().translate(str.maketrans('0123456789', 'ghijklmnop'))}"


def _no_word(word: str) -> str:
    return word[:0]


_MENU = f"<div><ul>{_LINKS}</ul></div>"
REDESIGNS = {
    "other names": Redesign(word=_other_word),
    "no names": Redesign(word=_no_word),
    "other tags": Redesign(tags=_OTHER_TAGS),
    "wrapped": Redesign(around=("body", "td", "li", "article", "dd"), before=_MENU),
    "turned": Redesign(turned=True),
    "all": Redesign(_other_word, _OTHER_TAGS, ("body", "td", "li", "article", "dd"), _MENU, turned=True),
}


def redesigned(tree: Tree, redesign: Redesign, records: RecordList | None) -> bytes:
    """The page with other markup, without scripts and sheets; what these hide stays hidden."""
    unseen = dict(zip(tree.leaves.tolist(), hidden(tree).tolist(), strict=True))
    turned = set(_turned(tree, records)) if redesign.turned and records else set()
    parts: list[str] = []
    stack: list[int | str] = [0]
    while stack:
        u = stack.pop()
        if isinstance(u, str):
            parts.append(u)
        elif not tree.tag[u]:
            text = (" " if tree.lead[u] != JOINED else "") + escape(tree.string(u), quote=False)
            parts.append(f"<span hidden>{text}</span>" if unseen.get(u) else text)
        elif (name := tree.name(u)) not in ("script", "style", "noscript"):
            tag = redesign.tags.get(name, name)
            parts.append(f"<{tag}{_attributes(tree, u, redesign)}>")
            wrapped = name in redesign.around
            parts.append((redesign.before if name == "body" else "") + "<div>" * wrapped)
            if name not in _VOID:
                stack.append("</div>" * wrapped + f"</{tag}>")
                children = tree.children(u)
                stack += children if u in turned else reversed(children)
    return f"<!doctype html>{''.join(parts)}".encode()


def _attributes(tree: Tree, u: int, redesign: Redesign) -> str:
    """The attributes of an element, with other classes and ids."""
    text = ""
    for name, value in tree.attributes(u).items():
        own = " ".join(map(redesign.word, value.split())).strip() if name in ("class", "id") else value
        text += f' {name}="{escape(own)}"' if own or own == value else ""
    return text


def _turned(tree: Tree, records: RecordList) -> Iterator[int]:
    """In each record that is one element, the first element with several parts."""
    for start, stop in records.records:
        if stop == tree.end[start]:
            several = (u for u in range(start, stop) if sum(tree.tag[v] > 0 for v in tree.children(u)) > 1)
            yield from list(several)[:1]


@dataclass
class Count:
    """Outcomes, and the columns kept among those that were there."""

    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("right", "reported", "silently wrong"), 0))
    kept: int = 0
    columns: int = 0


def _texts(row: dict[str, Any]) -> list[str]:
    return [each["text"] for each in row["records"]]


def _columns(records: RecordList | None) -> dict[str, Counter[str]]:
    """The values of each column that most records have, by its name."""
    fields = [each for each in records.fields if not each.column.constant] if records else []
    values = {each.name: Counter(cell.value for cell in each.cells if cell) for each in fields}
    return {name: each for name, each in values.items() if records and 2 * each.total() > len(records.records)}


def _try(rule: Rule, before: dict[str, Counter[str]], row: dict[str, Any], tree: Tree, count: Count) -> str:
    """Apply a rule to a redesigned page, and count what becomes of it; the outcome."""
    try:
        records = relearn(rule, tree, DAY).records
    except RuleError:
        count.outcomes["reported"] += 1
        return "reported"
    outcome = "right" if f1(_texts(row), row["part"], records) >= RIGHT else "silently wrong"
    count.outcomes[outcome] += 1
    if outcome == "right":
        after = {each.name: Counter(cell.value for cell in each.cells if cell) for each in records.fields}
        same = [(after.get(name, Counter()) & values).total() for name, values in before.items()]
        count.kept += sum(2 * n > values.total() for n, values in zip(same, before.values(), strict=True))
        count.columns += len(before)
    return outcome


def measured(folder: Path, *, show: bool = False) -> dict[str, Count]:
    """What became of the pairs, by redesign."""
    counts = {name: Count() for name in REDESIGNS}
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in read_gold(folder / "gold.json"):
        rows.setdefault(row["site"], []).append(row)
    for pages in rows.values():
        row, after = pages[0], pages[1 % len(pages)]
        old, new = (parse((folder / "pages" / each["page"]).read_bytes(), page=each["page"]) for each in (row, after))
        lists, there = discover(old, threshold=0.0)[:1], discover(new, threshold=0.0)[:1]
        rule = learn(lists) if lists else None
        own = rule.try_on(old) if rule else None
        if rule is None or own is None or row is after or f1(_texts(row), row["part"], own) < RIGHT:
            continue
        columns = _columns(rule.try_on(new))
        for name, redesign in REDESIGNS.items():
            page = parse(redesigned(new, redesign, there[0] if there else None), page=after["page"])
            outcome = _try(rule, columns, after, page, counts[name])
            if show and outcome != "right":
                print(f"  {name:12} {outcome:14} {after['page']}")
    return counts


def main(folder: Path, *, show: bool = False) -> None:
    for name in SETS:
        if (folder / name / "gold.json").exists():
            print(f"{name:14} {'right':>6} {'reported':>9} {'silently wrong':>15} {'columns kept':>15}")
            for redesign, count in measured(folder / name, show=show).items():
                right, reported, wrong = count.outcomes.values()
                print(f"{redesign:14} {right:6} {reported:9} {wrong:15} {count.kept:8} of {count.columns}")
