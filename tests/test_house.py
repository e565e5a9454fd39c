"""The rules of the house, checked."""

import ast
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import click
import pytest

import weblode
from weblode.cli import main
from weblode.limits import Limits

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "weblode"
MODULES = sorted([*SOURCE.rglob("*.py")])
COMMANDS = sorted(main.commands)


def functions(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def cpu_seconds(code):
    program = f"import resource\n{code}\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_utime)"
    return float(
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()[-1]
    )


def test_exports_are_sorted_complete_and_few():
    assert list(weblode.__all__) == sorted(weblode.__all__)
    assert len(weblode.__all__) <= 25
    assert all(getattr(weblode, name) is not None for name in weblode.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'; it has"):
        _ = weblode.nothing


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help_and_is_in_the_docs(name):
    command = main.commands[name]
    docs = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert command.help
    assert f"weblode {name}" in docs
    assert all(option.help for option in options)
    assert [option.opts[-1] for option in options if f"`{option.opts[-1]}" not in docs] == []


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_modules_and_functions_are_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500
    long = [f.name for f in functions(path) if f.end_lineno - f.lineno >= 60]
    assert long == []


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_nothing_imports_the_command_line():
    importers = [p.name for p in MODULES if "weblode.cli" in p.read_text(encoding="utf-8") and p.parent.name != "cli"]
    assert importers == ["__main__.py"]


def test_stages_do_not_import_what_stands_above_them():
    below = {"tree.py", "tags.py", "errors.py", "table.py", "paths.py", "measures.py", "limits.py"}
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if path.name in below or path.parent.name == "kernels":
            assert "weblode.pages" not in text, path
        if path.name in below or path.parent.name in ("kernels", "pages", "formats"):
            assert "weblode.records" not in text, path


def test_the_command_line_starts_quickly():
    help_text = (
        "import sys; sys.argv = ['weblode', '--help']\nfrom weblode.cli import main\nmain(standalone_mode=False)"
    )
    assert cpu_seconds(help_text) < 0.4
    assert cpu_seconds("import weblode") < 0.2


def test_heavy_modules_are_imported_only_when_used():
    code = "import sys, weblode.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    heavy = {"numpy", "pyarrow", "httpx", "rich", "selectolax", "fastwarc", "sqlite3", "scrapy", "twisted", "warcio"}
    assert not (heavy | {"pyoxigraph", "re2", "sqlalchemy"}) & set(loaded)


def test_every_limit_is_in_the_docs_with_its_default_its_option_and_its_test():
    text = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `(--[\w-]+)` \| .+ \| `(\S+)::(\w+)` \|$", text, re.MULTILINE)
    assert sorted(name for name, *_ in rows) == sorted(each.name for each in fields(Limits))
    options = {
        (o.name, option) for c in main.commands.values() for o in c.params for option in o.opts + o.secondary_opts
    }
    for name, default, option, path, test in rows:
        value = getattr(Limits(), name)
        shown = {"size": "64 MiB", "private": "allowed"}.get(name) or (
            value if name == "user_agent" else f"{value:,.0f}"
        )
        assert default.startswith(shown)
        assert (name, option) in options
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    assert f'version = "{weblode.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## {weblode.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
