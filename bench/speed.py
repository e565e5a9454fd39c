"""Speed of every stage, as a ratio to the bare lexbor parse of the same page: `python -m bench.speed [FOLDER]`.

Machines are noisy, ratios are not: the stages of a page are run in turn in one process, several rounds, and the best
time of each counts. The table has the median over the pages and the 95th percentile. A command is measured end to end,
over the sum of the bare parses of its pages.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr
from functools import lru_cache, partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TypeVar

from selectolax.lexbor import LexborHTMLParser

import weblode.cli
from bench.data import BUNDLED, page_files, spread
from bench.details import sites_of
from weblode import kernels
from weblode.cli.record_tables import RecordTables
from weblode.details.discover import discover as discover_details
from weblode.details.rule import DetailRule
from weblode.errors import RuleError
from weblode.evaluate.details import sets as detail_sets
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.repeats import proposals
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.style.cascade import page_sheets
from weblode.style.sheets import hiding_rules, hiding_sheet, sheet
from weblode.tables.discover import discover as tables

Stage = Callable[[bytes], object]
Pages = TypeVar("Pages", bytes, list[bytes])


@lru_cache(maxsize=4)
def _rule(data: bytes) -> Rule:
    """The rule for the best list of a page, were it below the threshold."""
    return learn(discover(parse(data), threshold=0.0))


def _applied(data: bytes) -> object:
    """What the page's own rule finds on it; None where a page has no list, or one that no rule finds again."""
    try:
        return _rule(data).apply(parse(data))
    except RuleError:
        return None


def _in_full(data: bytes) -> object:
    """The same as a table, with all columns."""
    try:
        return _rule(data).apply(parse(data)).as_table()
    except RuleError:
        return None


def _outline(data: bytes) -> object:
    """The outline of a page whose style sheets were never seen before."""
    sheet.cache_clear()
    return outline(parse(data))


STAGES: dict[str, Stage] = {
    "bare parse": LexborHTMLParser,
    "parse + serialise": lambda data: LexborHTMLParser(data).html,
    "parse + columns": parse,
    "rule applied": _applied,
    "rule in full": _in_full,
    "records": lambda data: discover(parse(data)),
    "repeats": lambda data: proposals(parse(data)),
    "tables": lambda data: tables(parse(data)),
    "outline": _outline,
}
# Records: 3.6 is the aim, 3.6 to 3.7 measured while others worked, where the code before took 3.9; their parse 1.35.
# Rules: 2.0 is the aim, 1.67 measured on all pages, on a busy machine where the code before took 1.94.
# With all columns as a table: 3.5 is the aim, 3.36 to 3.45 measured on all pages, where the code before took 3.57; on
# another machine 3.66, where that of 3.45 took 3.74.
# Outlines: 5.3 to 5.5 measured on a busy machine, where the code before took 10.2 to 10.4: parse and columns are 1.45
# of it, the style 1.0, atoms 0.5, the rules 1.6, kinds and columns 0.4, and tables 0.03 at the median.
BUDGETS = {
    "parse + columns": 1.6,
    "rule applied": 2.0,
    "rule in full": 3.7,
    "records": 3.95,
    "tables": 3.0,
    "outline": 6.0,
}
# Outlines are of home pages and articles, everything else of pages with results.
RESULTS = ("records-*/**/*.html",)
HOMES = ("homes/**/*.html", "taxonomy/**/*.html", "blocks-random/**/*.html", "site-nytimes/**/*.html")
TABLES: dict[tuple[str, ...], tuple[str, ...]] = {
    RESULTS: (
        *("bare parse", "parse + serialise", "parse + columns", "rule applied", "rule in full"),
        *("records", "repeats", "tables"),
    ),
    HOMES: ("bare parse", "parse + columns", "tables", "outline"),
}
LONGEST = {"records": 0.25, "outline": 0.5}  # seconds that one of these pages may take
SLOPE = 12.0  # a page of ten times the records may take this many times as long
# Bare parses that `weblode records --fields --format csv` may take; 6.0 is the aim. 6.9 on all pages was measured on a
# quiet machine where the code of the day before took 7.5, which had taken 6.5 to 6.6 on another one. Of 100 parts
# parsing takes 20, hidden text 7, discovery besides 19, nested lists 7, fields 30, tables and writing 8, and reading
# files 2. By `perf`, half of the time is the Python library's own code, spread over hundreds of functions, though a
# third of the instructions (`valgrind --tool=callgrind`): the command has 5.0 times the instructions of its parsing,
# but they wait more, for code and memory that is not at hand. The third reading of the fields of one page takes
# 0.7 of the first. What gave nothing: windows of 16 to 128 pages, of 1 to 16 MB, Python's memory by the system's own
# allocator, kernels with -O2 (3 % slower), compiled modules with -O2 (a percent), modules of nested
# lists compiled without types, further stages for places and columns (half a percent), links compared without their
# hashes, and attributes of places read by their dictionaries. Of the fields, places take a quarter, templates an
# eighth, names a sixth, descriptions a tenth, kinds a seventh. Memoryviews of all kernels take 0.4 % of the
# instructions. Short ways that are long: `bytes in bytes` (use `find`), `list[str]()`, imports in functions of a page,
# `Counter` of a few values.
COMMAND = 7.1
# Seconds of processor time that `weblode records` may take for a tiny page, from the start of the process to its end,
# with compiled Python files in the cache as an installed package has them: 0.12 measured.
START = 0.2
# How many times as long as the library calls that give the same tables the commands may take: 1.13 measured for
# records, 1.11 for outlines.
COMMANDS_OVER_CALLS = 1.3
# Bare parses a page, the median over sites of ten pages about one thing; 4.7 and 2.16 were measured on a quiet machine,
# 5.3 and 2.3 on a busy one.
DETAILS = {"details, ten siblings": 6.0, "details by a rule": 2.5}


def style_costs(files: list[Path], *, rounds: int = 5) -> dict[str, list[float]]:
    """What discovery takes on pages whose own sheets hide elements, also if no sheet was seen before, and on others."""

    def unseen(data: bytes) -> object:
        hiding_sheet.cache_clear()
        hiding_rules.cache_clear()
        return STAGES["records"](data)

    costs: dict[str, list[float]] = {"sheets that hide": [], "the same, never seen": [], "no such sheets": []}
    for path in files:
        data = path.read_bytes()
        stages = (LexborHTMLParser, STAGES["records"], unseen)
        rows = [[seconds(stage, data) for stage in stages] for _ in range(rounds)]
        bare, known, new = (min(each) for each in zip(*rows, strict=True))
        if page_sheets(parse(data), hiding_rules).sorted.rules:
            costs["sheets that hide"].append(known / bare)
            costs["the same, never seen"].append(new / bare)
        else:
            costs["no such sheets"].append(known / bare)
    return costs


def slope() -> float:
    """How many times as long it takes to find and write the records of a page of ten times the records."""
    record = b"<li><a href=/x><b>A title of some words</b></a> <i>and a text that says more</i></li>\n"
    small, large = (b"<h1>x</h1><ul>" + record * n + b"</ul>" for n in (300, 3000))

    def stage(data: bytes) -> object:
        return discover(parse(data))[0].as_dict()

    return min(seconds(stage, large) for _ in range(9)) / min(seconds(stage, small) for _ in range(9))


def command(files: list[Path], *, rounds: int = 3) -> float:
    """How many times as long as the bare parses of some pages it takes to write their records and fields as CSV.

    The whole command, from the names of the files to the CSV file, once for each folder, in this process: the start of
    the interpreter is not in it. Both times are sums over all pages; the rounds are in turn, and the best of each
    counts.
    """
    return _command_over(LexborHTMLParser, ("records", "--fields"), files, rounds)


def commands_over_calls(folder: Path, *, most: int = 100, rounds: int = 3) -> dict[str, float]:
    """How many times as long as calls of the library that give the same tables it takes to write them as CSV.

    For records and for outlines, on so many pages of each.
    """
    results, homes = (sorted(path for name in sets for path in page_files(folder, name)) for sets in (RESULTS, HOMES))
    both = {"records": (results, _record_tables), "outline": (homes, _outline_table)}
    return {
        name: _command_over(call, (name,), spread(files or page_files(folder), most), rounds)
        for name, (files, call) in both.items()
    }


def _record_tables(data: bytes) -> object:
    return [RecordTables.of(each, fields=True) for each in discover(parse(data))]


def _outline_table(data: bytes) -> object:
    return outline(parse(data)).as_table()


def _command_over(call: Stage, arguments: tuple[str, ...], files: list[Path], rounds: int) -> float:
    """How many times as long as a call for each page a command takes that writes CSV, once for each folder."""
    pages = [path.read_bytes() for path in files]
    folders = [
        [str(path) for path in files if path.parent == folder]
        for folder in dict.fromkeys(path.parent for path in files)
    ]
    best = [float("inf"), float("inf")]
    with TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):
        # In one process: time that others take is not counted here.
        more = ("--format", "csv", "--jobs", "1", "--force", "-o", f"{folder}/rows.csv")
        for _ in range(rounds):
            best[0] = min(best[0], sum(seconds(call, data) for data in pages))
            start = time.process_time()
            for names in folders:
                weblode.cli.main([*arguments, *more, *names], standalone_mode=False)
            best[1] = min(best[1], time.process_time() - start)
    return best[1] / best[0]


def start(*, rounds: int = 5) -> float:
    """The processor's seconds for `weblode records` on a tiny page, from the start of the process to its end."""
    items = "".join(f"<li><a href=/{i}>Title number {i}</a> <i>some words about it</i></li>" for i in range(6))
    with TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(f"<h1>Things</h1><ul>{items}</ul>")
        more = {"PYTHONPYCACHEPREFIX": f"{folder}/compiled"}  # as if it were installed: each module is compiled once
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | more
        best = float("inf")
        for _ in range(rounds + 1):
            before = getrusage(RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "weblode", "records", page], env=environment, check=True, capture_output=True
            )
            after = getrusage(RUSAGE_CHILDREN)
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def details(folder: Path, *, rounds: int = 5) -> dict[str, list[float]]:
    """For each site with pages about one thing, the bare parses a page that `DETAILS` take.

    Pages that are read together are compared with their bare parses one after the other, a page that is read by a rule
    with its own; what is compared is run in turn.
    """
    costs: dict[str, list[float]] = {name: [] for name in DETAILS}
    for site in (site for data_set in detail_sets(folder) for site in sites_of(data_set).values()):
        pages = [gold.path.read_bytes() for gold in site]
        template = discover_details(map(parse, pages))[0].template
        if template is None:
            continue
        by_rule = partial(_by_rule, DetailRule(template))
        both = [_compare(_bare, _together, pages, rounds)]
        costs["details, ten siblings"].append(_ratio(both))
        both = [_compare(LexborHTMLParser, by_rule, data, rounds) for data in pages]
        costs["details by a rule"].append(_ratio(both))
    return costs


def _bare(pages: list[bytes]) -> None:
    for data in pages:
        LexborHTMLParser(data)


def _together(pages: list[bytes]) -> object:
    return discover_details(map(parse, pages))


def _by_rule(rule: DetailRule, data: bytes) -> object:
    return rule.apply(parse(data))


def _compare(
    one: Callable[[Pages], object], other: Callable[[Pages], object], pages: Pages, rounds: int
) -> tuple[float, float]:
    """The best times of two stages, which are run in turn."""
    times = [(seconds(one, pages), seconds(other, pages)) for _ in range(rounds)]
    return min(first for first, _ in times), min(second for _, second in times)


def _ratio(times: list[tuple[float, float]]) -> float:
    """How many times as long as the first the second take in all."""
    return sum(second for _, second in times) / sum(first for first, _ in times)


def seconds(stage: Callable[[Pages], object], data: Pages) -> float:
    """The processor's time for one run, without the garbage collector: what others do meanwhile does not count."""
    gc.disable()
    start = time.process_time()
    stage(data)
    took = time.process_time() - start
    gc.enable()
    return took


def times(files: list[Path], stages: Iterable[str] = tuple(STAGES), *, rounds: int = 7) -> list[dict[str, float]]:
    """For each page, the seconds of each stage."""
    found = []
    for path in files:
        data = path.read_bytes()
        best = dict.fromkeys(stages, float("inf"))
        for _ in range(rounds):
            for name in best:
                best[name] = min(best[name], seconds(STAGES[name], data))
        found.append(best)
    return found


def ratios(pages: list[dict[str, float]]) -> dict[str, list[float]]:
    """For each stage, its time on each page relative to the bare parse."""
    return {name: [page[name] / page["bare parse"] for page in pages] for name in (pages[0] if pages else ())}


def longest(pages: list[dict[str, float]]) -> dict[str, tuple[float, float]]:
    """For each stage with a bound, the seconds of the page that took longest, and the bound."""
    return {
        name: (max(page[name] for page in pages), most) for name, most in LONGEST.items() if pages and name in pages[0]
    }


def tables_of(
    folder: Path, *, rounds: int = 7, most: int | None = None
) -> dict[tuple[str, ...], list[dict[str, float]]]:
    """The times of each table's stages, on its pages; on all pages of a folder that has none of the sets.

    `most` pages of each table are taken, evenly from all its sets; without it all of them.
    """
    files = {sets: sorted(path for name in sets for path in page_files(folder, name)) for sets in TABLES}
    if not any(files.values()):
        files = dict.fromkeys(TABLES, page_files(folder))
    chosen = {sets: paths if most is None else spread(paths, most) for sets, paths in files.items()}
    return {sets: times(chosen[sets], stages, rounds=rounds) for sets, stages in TABLES.items()}


def main(folder: Path) -> None:
    implementation = kernels.fastest().name
    for sets, pages in tables_of(folder).items():
        names = ", ".join(name.partition("/")[0] for name in sets if page_files(folder, name)) or folder.name
        print(f"{len(pages)} pages of {names}; {implementation} kernels, ratio to the bare lexbor parse")
        print(f"{'stage':20} {'median':>8} {'95 %':>8} {'budget':>8}")
        for name, values in ratios(pages).items():
            high = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
            print(f"{name:20} {median(values):8.2f} {high:8.2f} {BUDGETS.get(name, ''):>8}")
        for name, (took, most) in longest(pages).items():
            print(f"{name}, longest: {1000 * took:.0f} ms (at most {1000 * most:.0f})")
        print()
    files = page_files(folder, RESULTS[0]) or page_files(folder)
    for name, costs in style_costs(files).items():
        print(f"records, {name}, {len(costs)} pages: {median(costs) if costs else 0:.2f}")
    print(f"records --fields --format csv, the sum of {len(files)} pages: {command(files):.1f} (at most {COMMAND:g})")
    for name, cost in commands_over_calls(folder).items():
        print(f"{name} --format csv over the calls of the library: {cost:.2f} (at most {COMMANDS_OVER_CALLS:g})")
    print(f"records of a tiny page, from start to end: {start():.2f} s of processor time (at most {START:g})")
    for name, costs in details(folder).items() if any(detail_sets(folder)) else ():
        print(f"{name}, {len(costs)} sites: {median(costs):.1f} (at most {DETAILS[name]:g})")
    print(f"records, a page of ten times the records: {slope():.1f} times the time (at most {SLOPE:g})")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else BUNDLED)
