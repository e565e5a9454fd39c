"""`weblode learn` and `weblode apply`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.following import follow_options, following
from weblode.cli.joined import apply_joined
from weblode.cli.output import FORCE, check_file, chosen_format, open_output
from weblode.cli.reading import Reading, jobs_option, page_arguments
from weblode.cli.records import ALL_COLUMNS, FIELDS, METHOD, RESULTS, write_lists
from weblode.records import METHODS
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from weblode.cli.records import Answer
    from weblode.details.rule import DetailRule
    from weblode.records.record_list import RecordList
    from weblode.rules.rule import Rule
    from weblode.rules.slots import Slot
    from weblode.tree import Tree


class _Pair(click.ParamType):  # type: ignore[type-arg]
    """Two words joined by `=`, as a tuple."""

    name = "pair"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        left, equals, right = value.partition("=")
        if left and equals:
            return left, right
        return self.fail(f"{value!r} is not a pair such as field_2=author", param, ctx)


@click.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False), required=True, help="File to write the rule to.")
@FORCE
@click.option("--method", type=METHOD, default=METHODS[0], show_default=True, help="Extraction method.")
@click.option("--name", "names", type=_Pair(), metavar="OLD=NEW", multiple=True, help="Rename a field.")
@click.option("--kind", "kinds", type=_Pair(), metavar="NAME=KIND", multiple=True, help="Change the kind of a field.")
@click.option("--drop", "dropped", metavar="NAME", multiple=True, help="Leave out a field.")
@click.option("--details", "about_things", is_flag=True, help="The pages are about one thing each, not lists.")
@follow_options
@page_arguments
def learn(
    sources: tuple[str, ...],
    *,
    output: str,
    method: str,
    names: tuple[tuple[str, str], ...],
    kinds: tuple[tuple[str, str], ...],
    dropped: tuple[str, ...],
    about_things: bool,
    follow: int | None,
    delay: float,
    **limits: Any,
) -> None:
    """Learn a rule from pages of one site, for `weblode apply`.

    Each page may add a way in which the site lists its records; with several pages, the parts that repeat on all of
    them can be told from the data. The learning curve says how many of the pages a rule from the first ones extracts.
    --name, --kind and --drop change fields, each by its original name; they can be repeated. A page whose records the
    rule does not reproduce is reported. With --follow the next pages of each page's list are learnt from too.

    With --details the pages are about one thing each, as for `weblode details`: the rule is their template, and of
    several templates the one with the most pages. At least two pages are needed.
    """
    if about_things:
        _refuse_follow(follow)
        _learn_details(sources, limits, output, _slots(dict(names), dict(kinds), dropped))
        return
    from dataclasses import replace

    from weblode.records.discover import discover
    from weblode.rules.learning import learn as learn_rule
    from weblode.rules.slots import columns

    check_file(output)
    pages = following(follow, delay)
    # Feeds beside the pages have another rule.
    reading = Reading(sources, limits, xml=False, follow=pages, finds="record list")

    def find(tree: Tree) -> list[RecordList]:
        lists = discover(tree, method, threshold=0.0)  # the user named these pages, so even a weak list counts
        if not lists:
            reading.found_nothing(tree)
        reading.check_further(tree, lambda: [text for each in lists for text in each.texts()])
        return lists

    lists = list(chain.from_iterable(reading.each(find)))
    _tell_doubts(lists)
    rule = learn_rule(lists)
    rule = replace(rule, columns=columns(rule.columns, _slots(dict(names), dict(kinds), dropped)))
    rule.save(output)
    for line in _report(rule, lists, output):
        tell(line)
    reading.finish()


def _report(rule: Rule, lists: list[RecordList], output: str) -> Iterator[str]:
    """What to say of a rule that was learnt: its learning curve, pages that it does not give back, its columns."""
    from weblode.rules.comparison import compare
    from weblode.rules.learning import curve

    for point in curve(lists, rule):
        yield f"learnt on {point.learnt}: {point.pages} of {len(lists)} pages, {point.records:.1%} of the records"
    for record_list in lists:
        if difference := str(compare(rule, record_list)):
            yield f"{record_list.tree.page}: {difference}"
    ways = "; ".join(f"{way.separator} in {way.region}" for way in rule.ways)
    yield f"{output}: {ways}, learnt on {rule.pages} of {len(lists)} pages"
    yield from _examples(rule, lists)


def _tell_doubts(lists: list[RecordList]) -> None:
    """Name the pages that probably have no list, and are learnt from only because the user named them."""
    from weblode.records.consensus import judges

    for each in lists:
        if each.method == "consensus" and each.score < judges().threshold:
            tell(f"{each.tree.page}: probably has no record list; the likeliest is certain to {each.score:.1%}")


def _refuse_follow(follow: int | None) -> None:
    if follow:
        raise click.UsageError("--follow is for lists; the pages of details are about one thing each")


def _learn_details(sources: tuple[str, ...], limits: dict[str, Any], output: str, changes: dict[str, Slot]) -> None:
    """Save the template of pages about one thing each."""
    from weblode.details.discover import discover
    from weblode.details.rule import learn_rule

    check_file(output)
    reading = Reading(sources, limits, for_html=True)
    templates = sorted(discover(reading), key=lambda each: -len(each.pages))
    rule = learn_rule(templates, changes)
    rule.save(output)
    for each in templates[1:]:
        names = ", ".join(page.page for page in each.pages[:3])
        tell(f"{len(each.pages):,} page{'s'[: len(each.pages) != 1]} of another template: {names}")
    attributes = rule.template.attributes
    tell(f"{output}: {len(attributes)} attributes, learnt on {len(templates[0].pages):,} pages")
    table = rule.table(list(templates[0].pages)) if not changes else None
    width = max((len(each.name) for each in attributes), default=0)
    for i, about in enumerate(attributes):
        example = next((own[i][0].value for page in (table.pages if table else ()) if (own := page.values)[i]), "")
        tell(f"  {escaped(about.name):{width}}  {printable(example)[:60]}".rstrip())
    reading.finish()


def _examples(rule: Rule, lists: list[RecordList]) -> list[str]:
    """A line for each column of a rule, with a value from the first page that has one."""
    examples: dict[str, str] = {}
    for record_list in lists:
        extracted = rule.try_on(record_list.tree)
        for each in extracted.fields if extracted else ():
            value = next((cell.value for cell in each.cells if cell), "")
            examples[each.name] = examples.get(each.name) or value
    width = max(map(len, examples), default=0)
    return [f"  {escaped(name):{width}}  {printable(value)[:60]}".rstrip() for name, value in examples.items()]


def _slots(names: dict[str, str], kinds: dict[str, str], dropped: tuple[str, ...]) -> dict[str, Slot]:
    """The changes to each field that --name, --kind or --drop names."""
    from weblode.rules.slots import Slot

    chosen = dict.fromkeys((*names, *kinds, *dropped))
    return {name: Slot(names.get(name), kinds.get(name), keep=name not in dropped) for name in chosen}


@click.command()
@click.argument("rule", type=click.Path(exists=True, dir_okay=False))
@RESULTS
@FIELDS
@ALL_COLUMNS
@click.option("--relearn", is_flag=True, help="Learn from pages that were redesigned, and rewrite the rule's file.")
@click.option("--details", "with_details", is_flag=True, help="Join each record with the attributes of its own page.")
@click.option(
    "--details-rule",
    "detail_rule",
    type=click.Path(exists=True, dir_okay=False),
    metavar="RULE",
    help="The same, with these pages read by a rule that `learn --details` wrote.",
)
@jobs_option
@follow_options
@page_arguments
def apply(
    rule: str,
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    fields: bool,
    all_columns: bool,
    relearn: bool,
    with_details: bool,
    detail_rule: str | None,
    follow: int | None,
    delay: float,
    **limits: Any,
) -> None:
    """Extract the records of pages by a learnt rule, or the attributes of things by one that `learn --details` wrote.

    A page that the rule no longer fits is reported. With --relearn its list is looked for anew, by the values and kinds
    of columns that the rule has seen; the columns keep their names, and what was before stays in the rule's file
    (`weblode rules show`). If no list is like them, the page is reported. With --follow the next pages of each page's
    list are read too, as long as the rule fits them and finds other records.

    With --details the page of each record (the address in its column `url`) is visited too, and what it says of the
    thing becomes further columns, as by `weblode details`; a name that the records have already begins with `details_`.
    A record whose page fails stays, without them.
    """
    from weblode.rules.document import DETAILS, kind_in
    from weblode.rules.rule import Rule

    if kind_in(rule) == DETAILS:
        from weblode.details.rule import DetailRule

        if relearn or all_columns or with_details or detail_rule:
            names = "--relearn, --all-columns and --details"
            raise click.UsageError(f"{names} are for rules of lists; this one is for details")
        _refuse_follow(follow)
        _apply_details(DetailRule.load(rule), sources, limits, output, chosen_format(form, output, name="details"))
        return
    learnt = Rule.load(rule)
    if with_details or detail_rule:
        if all_columns or not fields:
            raise click.UsageError("--details joins the columns of records: leave out --all-columns and --text")
        pages = following(follow or 1, delay, output)
        apply_joined(learnt, rule if relearn else "", sources, limits, pages, detail_rule, output, form)
        return
    is_for_html = any(way.region.startswith("/html") for way in learnt.ways)
    reading = Reading(sources, limits, xml=not is_for_html, follow=following(follow, delay, output))
    if relearn:
        reading.use_one_process("what --relearn learns from one page is used on the next")
    answer = _Applied(learnt, rule if relearn else None, reading)
    write_lists(reading, answer, chosen_format(form, output), output, fields=fields, all_columns=all_columns)
    reading.finish()


def _apply_details(
    rule: DetailRule, sources: tuple[str, ...], limits: dict[str, Any], output: str | None, form: str
) -> None:
    """Write the attributes of pages about one thing each by a rule, JSON lines and articles as they come."""
    from weblode.cli.details import PagePaginations, TemplateOutput, detail_lines, write_details

    def lines(tree: Tree) -> list[str]:
        pages = PagePaginations() if form == "json" else None
        return list(detail_lines(rule.table([rule.apply(pages.note(tree) if pages else tree)]), form, pages))

    reading = Reading(sources, limits, for_html=True)
    is_article = any(each.name == "body" for each in rule.template.attributes)
    if form == "json" or (form == "md" and is_article):
        with open_output(output) as out:
            for each in reading.each(lines):
                out.writelines(each)
    else:
        pages = reading.each(lambda tree: rule.apply(tree).without_tree())
        write_details([TemplateOutput.of(rule.table(list(pages)), form)], form, output)
    reading.finish()


class _Applied:
    """The records of a page by a rule; differences from the pages that the rule was learnt on are reported.

    A further page of a list that the rule refuses ends the list. With `relearn`, the rule's file, the rule learns from
    a page that was redesigned, and the file is rewritten.
    """

    def __init__(self, rule: Rule, relearn: str | None, reading: Reading) -> None:
        self.rule, self.relearn, self.reading = rule, relearn, reading

    def __call__(self, tree: Tree) -> Answer:
        from weblode.errors import RuleError
        from weblode.rules.drift import drift, hints

        try:
            records = self._relearn(tree, self.relearn) if self.relearn else self.rule.apply(tree)
        except RuleError as error:
            if self.reading.page_number > 1:
                self.reading.leave_list(f"{error}; the list ends before it")
            raise error if self.relearn else RuleError(f"{error}, or add --relearn") from error
        self.reading.check_further(tree, records.texts)
        signs = drift(self.rule, records)
        for line in signs:
            tell(f"{tree.page}: has changed: {line}")
        for line in hints(self.rule, records):
            if line not in signs:
                tell(f"{tree.page}: {line}")
        return tree, [records], []

    def _relearn(self, tree: Tree, path: str) -> RecordList:
        """The records of a page; if it was redesigned, after the rule has learnt from it."""
        from weblode.errors import RuleError, WeblodeError
        from weblode.rules.relearning import relearn

        relearnt = relearn(self.rule, tree)
        if relearnt.rule is not self.rule:
            try:
                relearnt.rule.save(path)
            except RuleError as failure:  # not the fault of the page: the command ends
                raise WeblodeError(str(failure)) from failure
            self.rule = relearnt.rule
            tell(f"{tree.page}: was redesigned; the rule in {path} was learnt again from it, {relearnt.summary}")
        return relearnt.records
