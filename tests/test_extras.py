"""The core works without the optional packages, and what needs one says which to install."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from children import run
from shops import LAMPS, save_shop

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
OPTIONAL = ("arrow", "crawl", "db", "graph", "serve")
SHOP = ROOT / "src" / "weblode" / "demo" / "bookshop.html"


def canonical(requirement):
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def requirements(extra):
    """The packages of an extra, with those of the extras that it names."""
    names = set()
    for each in EXTRAS[extra]:
        inner = re.match(r"weblode\[([\w,]+)\]", each)
        names |= set().union(*map(requirements, inner[1].split(","))) if inner else {canonical(each)}
    return names


CORE = {canonical(each) for each in PROJECT["dependencies"]}
MODULES = {name: {canonical(each) for each in each_of} for name, each_of in packages_distributions().items()}
ABSENT = sorted(
    name for name, packages in MODULES.items() if packages & (set().union(*map(requirements, OPTIONAL)) - CORE)
)
WITHOUT = f"import sys\nfor name in {ABSENT!r} + ['pandas', 'polars', 'rich']: sys.modules[name] = None\n"


def in_the_core(program, *arguments, **options):
    """What came of a program for which the optional packages are not there."""
    command = [sys.executable, "-c", WITHOUT + program, *map(str, arguments)]
    return run(command, capture_output=True, text=True, **options)


def required():
    """The module and what is to be installed for it, of each call of `require`."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "require":
                yield path.name, *(each.value for each in node.args)


def test_the_core_is_small():
    assert len(CORE) <= 9  # with what they need, and weblode itself, at most 12 packages
    assert {"scrapy", "pyarrow", "httpx", "sqlalchemy", "starlette", "pyoxigraph"}.isdisjoint(CORE)


def test_every_missing_package_is_in_the_extra_that_is_named():
    calls = list(required())
    assert len(calls) > 15
    for path, module, install in calls:
        if extra := re.fullmatch(r"weblode\[(\w+)\]", install):
            assert MODULES.get(module, {canonical(module)}) & requirements(extra[1]), (path, module, install)
        else:
            assert install == module


def test_records_tables_outlines_and_rules_need_only_the_core(tmp_path):
    program = """
import weblode
page = sys.argv[1]
books = weblode.records(page)
assert len(books.to_dicts()) == 8
assert len(weblode.tables(page)) == 1
assert len(weblode.outline(page)) > 10
rule = weblode.learn(page)
rule.save("rule.json")
again = weblode.Rule.load("rule.json").apply(page)
again.to_csv("books.csv")
again.to_sqlite("books.db")
again.to_json("books.json")
assert weblode.read("<p>Gr\xf6\xdfe".encode("cp1252")).text(0) == "Gr\xf6\xdfe"
assert again._repr_html_().startswith("<table>")
"""
    done = in_the_core(program, SHOP, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    ["--help", "records PAGE", "records PAGE --fields -o out.csv", "outline PAGE", "tables PAGE", "tree PAGE"],
)
def test_the_commands_for_pages_need_only_the_core(command, tmp_path):
    program = "from weblode.cli import main\nmain(sys.argv[1:])"
    done = in_the_core(program, *command.replace("PAGE", str(SHOP)).split(), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("code", "module", "install"),
    [
        ("weblode.records('https://example.invalid/')", "httpx", "weblode[crawl]"),
        ("weblode.CrawlOptions; from weblode.sources.crawl import Crawl; Crawl('.')", "scrapy", "weblode[crawl]"),
        ("weblode.records(sys.argv[1]).to_arrow()", "pyarrow", "weblode[arrow]"),
        ("weblode.records(sys.argv[1]).to_parquet('a.parquet')", "pyarrow", "weblode[arrow]"),
        ("weblode.records(sys.argv[1]).to_pandas()", "pandas", "pandas"),
        ("weblode.records(sys.argv[1]).to_polars()", "polars", "polars"),
        ("weblode.mine", "pyoxigraph", "weblode[graph]"),
        ("import weblode.application.extract", "sqlalchemy", "weblode[db]"),
        ("import weblode.workbench.serving", "starlette", "weblode[serve]"),
    ],
)
def test_what_needs_more_says_what_to_install(code, module, install, tmp_path):
    done = in_the_core(f"import weblode\n{code}", SHOP, cwd=tmp_path)
    needs = f"this needs {module}, which is not installed: pip install '{install}'"
    assert done.stderr.splitlines()[-1] == f"weblode.errors.WeblodeError: {needs}"


@pytest.mark.parametrize(
    ("command", "install"),
    [
        ("records https://example.invalid/", "weblode[crawl]"),
        ("records PAGE -o out.parquet", "weblode[arrow]"),
        ("mine https://example.invalid/ -o out", "weblode[graph]"),
        ("serve --no-browser", "weblode[serve]"),
        ("extract --ontology cars --db rows.db PAGE", "weblode[db]"),
        ("query out --concepts", "weblode[graph]"),
    ],
)
def test_a_command_that_needs_more_says_so_in_one_line(command, install, tmp_path):
    program = "from weblode.cli import main\nmain(sys.argv[1:])"
    done = in_the_core(program, *command.replace("PAGE", str(SHOP)).split(), cwd=tmp_path)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.endswith(f"which is not installed: pip install '{install}'")


def test_a_list_in_a_folder_is_followed_with_the_core_alone(tmp_path):
    first = save_shop(tmp_path / "shop")
    program = "from weblode.cli import main\nmain(sys.argv[1:])"
    done = in_the_core(program, "records", first, "--follow", "all", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1 + 3 * LAMPS


def test_every_file_that_the_package_reads_is_installed_with_it():
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    package = ROOT / "src" / "weblode"
    installed = {
        path for pattern in document["tool"]["setuptools"]["package-data"]["weblode"] for path in package.glob(pattern)
    }
    kinds = (".css", ".html", ".js", ".json", ".svg", ".toml", ".ttl", ".xsd")
    data = {path for path in package.rglob("*") if path.suffix in kinds}
    assert len(data) > 30
    assert data - installed == set()
