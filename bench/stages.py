"""Every stage that a page can go through, for `bench.fuzz`: from its bytes to plain values that can be compared.

A stage also checks what must hold of its results: paths lead back, files and rules read back equal, XML is well formed.
"""

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from xml.etree import ElementTree
from zlib import crc32

import numpy as np

from bench.data import BUNDLED, page_files
from bench.mutations import MOST, worded
from weblode import formats, paths
from weblode.application import explain as application_words
from weblode.application import files
from weblode.application.extract import extract
from weblode.application.layout import layout
from weblode.application.model import Application
from weblode.application.populate import open_loader
from weblode.details import discover as details
from weblode.details.learning import learn_template
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPages
from weblode.details.rule import DetailRule, learn_rule
from weblode.errors import RuleError, WeblodeError
from weblode.instances import rows as instance_rows
from weblode.instances.attributes import attributes
from weblode.instances.discover import instances
from weblode.kernels.columns import ROWS
from weblode.outline import build, forms
from weblode.pages.html import parse
from weblode.records import METHODS as RECORDS
from weblode.records import discover as records
from weblode.records import patterns
from weblode.records.explain import explanation, reasons, summary
from weblode.records.record_list import RecordList
from weblode.records.record_list import as_table as list_table
from weblode.rules import slots
from weblode.rules.drift import drift
from weblode.rules.learning import learn
from weblode.rules.relearning import relearn
from weblode.rules.rule import Rule
from weblode.style.cascade import style
from weblode.table import Table, merged
from weblode.tables import METHODS as TABLES
from weblode.tables import discover as tables
from weblode.tables.rows import value_table
from weblode.tree import Tree

Stage = Callable[[bytes], object]

_LISTS = 5  # lists of a page, by each method
_LARGE = 30_000  # nodes in all of the pages of these lists: the bound of time is for one list of a large page
_NODES = 100  # whose paths are followed back


@lru_cache(maxsize=1)
def _parsed(data: bytes) -> Tree | WeblodeError:
    try:
        return parse(data, page="page.html", url="http://example.org/a/page.html")
    except WeblodeError as error:
        return error


def _tree(data: bytes) -> Tree:
    """The tree of a page, made once; the stages after the first find it ready."""
    found = _parsed(data)
    if isinstance(found, WeblodeError):
        raise found
    return found


def _columns(data: bytes) -> object:
    tree = _tree(data)
    for u in range(0, len(tree), max(1, len(tree) // _NODES)):
        if tree.tag[u]:
            assert paths.find(tree, paths.xpath(tree, u)) == u, f"the XPath of node {u} leads elsewhere"
            assert paths.find(tree, paths.node_path(tree, u)) == u, f"the node path of node {u} leads elsewhere"
    columns = [getattr(tree, name) for name in ROWS]
    return [columns, tree.buffer.decode(), tree.names, tree.encoding, tree.base, tree.text(0)]


# ---------------------------------------------------------------- records and rules
def _lists(data: bytes, method: str) -> list[RecordList]:
    tree = _tree(data)
    return records.discover(tree, method, limit=max(1, min(_LISTS, _LARGE // len(tree))), threshold=0.0)


def _records(data: bytes, *, method: str) -> object:
    found = _lists(data, method)
    return [[each.as_dict(), reasons(each), summary(each), explanation(each), list_table(each)] for each in found]


def _patterns(data: bytes) -> object:
    tree = _tree(data)
    return patterns.as_table(tree.page, patterns.patterns(tree))


def _rules(data: bytes, *, method: str) -> object:
    return [_taught(found) for found in _lists(data, method)]


def _taught(found: RecordList) -> object:
    """A rule from a list, saved and loaded, and what it takes from the list's page."""
    try:
        rule = learn([found])
    except RuleError as error:
        return str(error)
    with tempfile.TemporaryDirectory() as folder:
        rule.save(Path(folder, "rule.json"))
        assert _loaded(Path(folder, "rule.json")) == rule, "a rule that was saved is loaded as another"
    with suppress(RuleError):
        rule = relearn(rule, found.tree, "2000-01-01").rule
    named = [each.name for each in rule.columns if not each.names_next]
    chosen = slots.columns(rule.columns, {name: slots.Slot(kind="number") for name in named})
    try:
        applied = rule.apply(found.tree)
    except RuleError as error:
        return str(error)
    return [repr(rule), repr(chosen), applied.as_dict(), drift(rule, applied)]


def _loaded(path: Path) -> Rule | str:
    try:
        return Rule.load(path)
    except RuleError as error:
        return str(error)


# ---------------------------------------------------------------- outlines, tables, instances
def _outline(data: bytes, **options: object) -> object:
    found = build.outline(_tree(data), **options)  # type: ignore[arg-type]
    written = [forms.XML_HEAD, *forms.as_xml(found), forms.XML_TAIL]
    ElementTree.fromstring("".join(written).encode())
    told = "".join(forms.as_json(found))
    return [told, written, list(forms.as_text(found, everything=True)), found.as_table(), found.ranges]


def _tables(data: bytes, *, method: str) -> object:
    found = tables.discover(_tree(data), method, refused=True)
    genuine = [each for each in found if each.genuine]
    return [
        [each.as_dict() for each in found],
        *([value_table(each), each.as_table()] for each in genuine),
    ]


def _instances(data: bytes) -> object:
    tree = _tree(data)
    found = instances(tree)
    return [[instance_rows.row(each) for each in found], instance_rows.as_table(tree, found)]


def _attributes(data: bytes) -> object:
    tree = _tree(data)
    return [repr(attributes(tree, known)) for known in (None, learn_template([Leaves(tree), Leaves(tree)])[0])]


# ---------------------------------------------------------------- pages about one thing
def _details(data: bytes) -> object:
    """What is read from the page alone, and from the page and a copy of it with other words."""
    copy = worded(Random(crc32(data)), data, data)[:MOST]
    siblings = [_tree(data), parse(copy, page="copy.html", url="http://example.org/a/copy.html")]
    return [_read_details([_tree(data)]), _read_details(siblings)]


def _read_details(trees: list[Tree]) -> object:
    results = details.discover(trees)
    by_page = {tree.page: tree for tree in trees}
    for group in results:
        names = [each.name for each in group.columns]
        assert len(set(names)) == len(names), "two attributes have one name"
        for page in group.pages:
            nodes = [one.node for own in page.values for one in own]
            places = [paths.find(by_page[page.page], each) for each in page.xpaths]
            assert places == nodes, "the XPath of a value leads elsewhere"
    return [[each.rows(), _detail_rule(each, by_page)] for each in results] + [_with_dates_as_text(results.as_table())]


def _detail_rule(group: DetailPages, trees: dict[str, Tree]) -> object:
    """A rule from the pages of a template, saved and loaded, gives the pages that it was learnt on."""
    try:
        rule = learn_rule([group], {})
    except RuleError as error:
        return str(error)
    with tempfile.TemporaryDirectory() as folder:
        rule.save(Path(folder, "rule.json"))
        loaded = DetailRule.load(Path(folder, "rule.json"))
    rows = loaded.table([loaded.apply(trees[page.page]) for page in group.pages]).rows()
    assert rows == group.rows(), "a rule that was saved and loaded gives other values"
    return repr(loaded)


def _style(data: bytes) -> object:
    return [vars(style(_tree(data), quirks=quirks)) for quirks in (False, True)]


# ---------------------------------------------------------------- rows and files
@cache
def _application(name: str) -> Application:
    return files.load(name)


def _extract(data: bytes, *, name: str) -> object:
    application = _application(name)
    plans = layout(application)
    found = extract(_tree(data), application)
    with tempfile.TemporaryDirectory() as folder, open_loader(application, str(Path(folder, "rows.db"))) as loader:
        loader.add(found)
    lines = [
        list(application_words.explain_record(found, number)) for number in range(1, min(4, len(found.records)) + 1)
    ]
    return [application_words.as_dict(found, plans), application_words.line(found, plans), lines, loader.done.rows]


def _formats(data: bytes, *, form: str) -> object:
    """How the results are written in a format; each reads back as the same table."""
    written = []
    with tempfile.TemporaryDirectory() as folder:
        for number, table in enumerate(_results(data)):
            path = Path(folder, f"{number}.{form}")
            formats.write(table, path)
            # Lines of JSON have no names where there is no line, and dates as text.
            expected = _with_dates_as_text(table) if form == "jsonl" else table
            same = formats.read(path) == expected or (form == "jsonl" and not len(table))
            assert same, f"{form} reads back as another table"
            written.append(path.read_bytes().decode() if form in ("csv", "jsonl") else "")
    return written


def _with_dates_as_text(table: Table) -> Table:
    """The table with its dates and times as ISO 8601."""
    return Table(
        {
            name: [value.isoformat() if isinstance(value, date) else value for value in values]
            for name, values in table.columns.items()
        }
    )


@lru_cache(maxsize=1)
def _results(data: bytes) -> tuple[Table, ...]:
    """What the stages find on a page, as tables; made once for all formats."""
    tree = _tree(data)
    lists = _lists(data, "consensus")[:2]
    named = [each.as_table() for each in lists]
    found = [*map(list_table, lists), merged(named), build.outline(tree).as_table()]
    for each in tables.discover(tree):
        found += [value_table(each), each.as_table()]
    return (*found, instance_rows.as_table(tree, instances(tree)))


STAGES: dict[str, Stage] = {
    "tree": _columns,
    **{f"records {method}": partial(_records, method=method) for method in RECORDS},
    "patterns": _patterns,
    **{f"rules {method}": partial(_rules, method=method) for method in RECORDS},
    "outline structure": partial(_outline, method="structure"),
    "outline ontominer": partial(_outline, method="ontominer"),
    "outline nearest": partial(_outline, method="ontominer", factors="five", promotion=("nearest",)),
    **{f"tables {method}": partial(_tables, method=method) for method in TABLES},
    "instances": _instances,
    "attributes": _attributes,
    "details": _details,
    **{f"extract {name}": partial(_extract, name=name) for name in files.bundled()},
    "style": _style,
    **{f"formats {form}": partial(_formats, form=form) for form in ("csv", "jsonl", "parquet", "sqlite")},
}


def plain(value: object) -> str:
    """A result of a stage as text: equal results give equal texts."""
    return json.dumps(value, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Table):
        return [dict(value.types), {name: list(column) for name, column in value.columns.items()}]
    if isinstance(value, date):  # and times, which are dates too
        return value.isoformat()
    raise TypeError(f"a stage gives {type(value).__name__}, which cannot be compared")


def warm() -> None:
    """Run all stages once on a page that comes along: what is loaded at first use is no page's memory or time."""
    for path in page_files(BUNDLED):
        for stage in STAGES.values():
            stage(path.read_bytes())
