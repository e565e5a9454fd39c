"""Learning the rule for pages about one thing again after a redesign, so that its columns stay what they were.

The new template has attributes without the old names. Each gets the name of the old one that had the same values on the
same pages, or the same name or label where a page is new. Old attributes without a new one stay, empty; new ones
without an old one are left out. A template that has too few of the old attributes is not taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from weblode.details.declared import plain
from weblode.details.learning import learn_template
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage
from weblode.details.reading import plain_value
from weblode.details.rule import DetailRule
from weblode.details.template import ARTICLE, DetailAttribute

_AGREE = 0.5  # the share of the pages with both on which a new and an old attribute must have the same value
_ENOUGH = 0.5  # the share of the old attributes that the new template must have
Earlier = Mapping[str, Mapping[str, str]]  # the values of pages before, by page and attribute


def relearn(rule: DetailRule, pages: Sequence[Leaves], earlier: Earlier) -> DetailRule | None:
    """The rule after pages of a new design have taught it; None if they are too unlike those before."""
    distinct = list({each.text.tobytes(): each for each in pages}.values())
    if len(distinct) < 2:
        return None
    template, values = learn_template(distinct)
    old, new = rule.template.attributes, template.attributes
    twins = _twins(old, new, values, earlier)
    if not twins or len(twins) < _ENOUGH * len(_present(old, earlier)):
        return None
    attributes = [_renamed(each, new, twins.get(i)) for i, each in enumerate(old)]
    for i, twin in twins.items():
        texts = {page.page: [one.text for one in page.values[twin]] for page in values}
        attributes[i] = _with_words(attributes[i], old[i].around, texts, earlier)
    return DetailRule(replace(template, attributes=tuple(attributes)))


def _with_words(
    attribute: DetailAttribute, before: tuple[str, str], texts: Mapping[str, Sequence[str]], earlier: Earlier
) -> DetailAttribute:
    """The attribute without the words around its values that gives most values of before."""

    def agreeing(around: tuple[str, str]) -> int:
        about = replace(attribute, around=around)
        pairs = ((earlier.get(page, {}).get(attribute.name), own) for page, own in texts.items())
        return sum(any(plain_value(about, text) == value for text in own) for value, own in pairs if value)

    return replace(attribute, around=max((attribute.around, before, ("", "")), key=agreeing))


def _present(old: Sequence[DetailAttribute], earlier: Earlier) -> list[str]:
    """The old attributes that pages had; all if nothing is known of the pages."""
    names = {name for values in earlier.values() for name, value in values.items() if value}
    return [each.name for each in old if each.name in names or not names]


def _twins(
    old: Sequence[DetailAttribute], new: Sequence[DetailAttribute], pages: Sequence[DetailPage], earlier: Earlier
) -> dict[int, int]:
    """The new attribute of each old one that has one, both by number: those that agree on most pages first."""
    pairs = []
    for i, before in enumerate(old):
        for k, after in enumerate(new):
            if (before.source == ARTICLE) != (after.source == ARTICLE):
                continue  # parts of articles go by their names
            same = before.name == after.name or bool(before.label and before.label == after.label)
            if before.source == ARTICLE and not same:
                continue
            agreeing, both = _agreement(before.name, k, pages, earlier)
            if (agreeing > 1 and agreeing >= _AGREE * both) or (same and not both) or (same and agreeing):
                pairs.append((-agreeing, not same, i, k))
    twins: dict[int, int] = {}
    for _, _, i, k in sorted(pairs):
        if i not in twins and k not in twins.values():
            twins[i] = k
    return twins


def _agreement(name: str, k: int, pages: Sequence[DetailPage], earlier: Earlier) -> tuple[int, int]:
    """On how many pages a new attribute has the value that an old one had, and how many have both."""
    agreeing = both = 0
    for page in pages:
        before = earlier.get(page.page, {}).get(name)
        if before and page.values[k]:
            both += 1
            texts = {plain(text) for one in page.values[k] for text in (one.text, one.value)}
            agreeing += plain(before) in texts | {plain("; ".join(one.value for one in page.values[k]))}
    return agreeing, both


def _renamed(before: DetailAttribute, new: Sequence[DetailAttribute], twin: int | None) -> DetailAttribute:
    """The attribute that follows an old one, with its name and columns; one that no page has if there is none."""
    about = {"name": before.name, "kind": before.kind, "linked": before.linked, "clock": before.clock}
    if twin is None:
        return DetailAttribute(before.name, before.kind, (), linked=before.linked, clock=before.clock)
    return replace(new[twin], **about)  # type: ignore[arg-type]
