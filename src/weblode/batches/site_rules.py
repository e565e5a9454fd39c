"""Rules for a whole site, learnt from a sample of its pages: one for each template, of a list or of things.

Pages are sorted by the template that made them (`details.groups`). Where most pages of a template list records, a rule
for records is learnt, else one for details. On another page, the template is the one whose fixed texts it has most of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from weblode.batches.tasks import PageRows, TaskOptions, apply_rule, discover_rows, guard_page
from weblode.details.groups import Grouping
from weblode.details.learning import learn_template
from weblode.details.leaves import Leaves
from weblode.details.rule import DetailRule
from weblode.details.template import DetailTemplate
from weblode.errors import RuleError
from weblode.records.discover import discover
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.tree import Tree

SAMPLE = 40  # pages of a site that its rules are learnt from; as many as one template needs at most
_LISTS = 8  # pages of a template on which lists are looked for
_FEWEST = 3  # pages that a template is learnt from
_MOSTLY = 0.5  # the share of its pages that have a list, for a rule for records
_FITS = 0.5  # the share of what pages of a template have at least of its fixed texts, for a page to be of it


@dataclass(frozen=True)
class SiteRule:
    """A template of a site: how its pages are told from others, and the rule that reads them."""

    template: DetailTemplate
    rule: Rule | DetailRule

    def text(self) -> str:
        """The rule as JSON."""
        return json.dumps({"template": DetailRule(self.template).data().decode(), "rule": self.rule.data().decode()})

    @classmethod
    def of_text(cls, text: str) -> SiteRule:
        """The rule from its JSON. Raises RuleError if it is none."""
        try:
            document = json.loads(text)
            template, rule = document["template"], document["rule"]
            is_records = "ways" in json.loads(rule)
        except (KeyError, TypeError, ValueError) as error:
            raise RuleError(f"is no rule for a site ({error}); learn it again") from error
        return cls(DetailRule.of_text(template).template, (Rule if is_records else DetailRule).of_text(rule))


def learn_site(trees: Iterable[Tree]) -> list[SiteRule]:
    """The rules for the templates of a site's pages; none for templates of fewer than three pages."""
    grouping, groups = Grouping(), dict[int, list[Leaves]]()
    for tree in trees:
        page = Leaves(tree)
        groups.setdefault(grouping.add(page), []).append(page)
    rules = (_learn(pages) for pages in groups.values() if len(pages) >= _FEWEST)
    return [rule for rule in rules if rule is not None]


def _learn(pages: Sequence[Leaves]) -> SiteRule | None:
    """The rule for the pages of one template; None if they have neither lists nor attributes."""
    distinct = list({each.text.tobytes(): each for each in pages}.values())
    if len(distinct) < 2:
        return None
    template, _ = learn_template(distinct)
    looked_at = distinct[:_LISTS]
    lists = [each for page in looked_at for each in discover(page.tree)]
    if len(lists) >= _MOSTLY * len(looked_at):
        try:
            return SiteRule(template, learn(lists))
        except RuleError:  # records that no rule finds again
            pass
    return SiteRule(template, DetailRule(template)) if template.attributes else None


def ruled_rows(tree: Tree, texts: tuple[str, ...], options: TaskOptions) -> PageRows:
    """The rows of a page that comes with the rules of its site."""
    return guard_page(tree, lambda page, _: site_rows(_parsed(texts), page, options), options)


@lru_cache(maxsize=4)
def _parsed(texts: tuple[str, ...]) -> list[SiteRule]:
    return [SiteRule.of_text(text) for text in texts]


def site_rows(rules: Sequence[SiteRule], tree: Tree, options: TaskOptions) -> PageRows:
    """The rows of a page by the rule of its template; by what is found on the page alone if no template fits."""
    shares = [rule.template.find(tree)[1] / max(rule.template.expected, 1e-9) for rule in rules]
    best = max(range(len(rules)), key=lambda i: (shares[i], -i), default=-1)
    if best >= 0 and shares[best] >= _FITS:
        try:
            return apply_rule(rules[best].rule, tree, f"template {best}")
        except RuleError:  # it looks like its siblings, but has no list: such as the last page, with one record
            pass
    return discover_rows(tree, options)
