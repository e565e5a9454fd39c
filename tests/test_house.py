"""The rules of the house, checked."""

import ast
import re
import sys
import tomllib
from collections import Counter
from dataclasses import fields
from graphlib import TopologicalSorter
from pathlib import Path

import click
import pytest
from children import run
from hypothesis import HealthCheck, settings

import weblode
from weblode.cli import main
from weblode.limits import Limits

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "weblode"
MODULES = sorted([*SOURCE.rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
COMMANDS = sorted(main.commands)


def functions(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def cpu_seconds(code):
    program = f"import resource\n{code}\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_utime)"
    return float(run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()[-1])


def test_exports_are_sorted_complete_and_few():
    assert list(weblode.__all__) == sorted(weblode.__all__)
    assert len(weblode.__all__) <= 27
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
    if path.parent.name != "kernels":
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
    long = [f.name for f in functions(path) if f.end_lineno - f.lineno >= 60]
    assert long == []


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


# Names that fit any result, and so say nothing. A variable is named for what it holds.
DIALECT = set("found known made said told shown opened asked kept listed wanted named given held".split())


def local_names(path):
    """The parameters of functions and the variables that they set."""
    for function in functions(path):
        arguments = function.args
        yield from (each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))
        names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
        yield from (node.id for node in names if isinstance(node.ctx, ast.Store))


def test_variables_are_named_for_what_they_hold():
    names = {path.relative_to(SOURCE).as_posix(): sorted(set(local_names(path)) & DIALECT) for path in MODULES}
    shared = {"kernels/repeats.py": ["found"]}  # a keyword of the compiled twin
    assert {path: found for path, found in names.items() if found} == shared


def test_docstrings_say_what_comes_back_or_what_is_done():
    def none(path):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
        texts = (ast.get_docstring(node) for node in nodes if isinstance(node, kinds))
        return any(re.match(r"None\b", text or "") for text in texts)

    assert [path.name for path in MODULES if none(path)] == []


# Which rooms a room may ask. The ground (the modules beside the packages) may be asked by all, and asks what it names.
EDGES = {
    "ground": "export kernels",
    "kernels": "",
    "values": "kernels",
    "export": "formats",
    "formats": "kernels",
    "pages": "kernels",
    "style": "kernels",
    "sources": "pages values",
    "pagination": "values",
    "tables": "export values",
    "records": "export kernels pagination style values",
    "rules": "kernels records sources values",
    "outline": "export kernels style tables",
    "articles": "formats kernels pages tables values",
    "details": "articles export kernels records rules style values",
    "instances": "articles details pages records tables values",
    "batches": "details outline pages records rules sources tables taxonomy values",
    "spark": "batches mining pages sources",
    "taxonomy": "outline pages values",
    "graph": "formats pages values",
    "report": "graph values",
    "mining": "batches graph instances outline pages pagination report sources taxonomy values",
    "application": "details records values",
    "plans": "details formats pages pagination records rules sources values",
    "evaluate": "application instances outline pages records tables",
    "demo": "",
    "workbench": "formats graph kernels mining outline pages records report rules sources tables values",
    "cli": "application batches demo details evaluate formats graph instances kernels mining outline pages pagination "
    "plans records "
    "report rules sources spark tables workbench",
}


def room(module):
    """The package below weblode that a module is in; the ground for those in none."""
    name = module.split(".")[1] if "." in module else ""
    return name if (SOURCE / name).is_dir() and name else "ground"


def imports(path):
    """The modules of weblode that a file imports, or names of them; lazily, and for types alone, too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("weblode"):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("weblode."))


def test_packages_import_only_what_the_table_allows():
    found = {}
    for path in MODULES:
        if path in (SOURCE / "__init__.py", SOURCE / "__main__.py"):  # the front door opens all rooms
            continue
        here = room(".".join(("weblode", *path.relative_to(SOURCE).with_suffix("").parts)))
        found.setdefault(here, set()).update(room(module) for module in imports(path))
    assert {here: rooms - {here, "ground"} for here, rooms in found.items()} == {
        here: set(rooms.split()) for here, rooms in EDGES.items()
    }


def test_the_table_of_packages_has_no_cycle_but_the_ground_and_its_kernels():
    TopologicalSorter({here: set(rooms.split()) for here, rooms in EDGES.items()}).prepare()


def test_the_ground_has_few_modules():
    assert len(list(SOURCE.glob("*.py"))) <= 14


def test_no_two_classes_have_the_same_name():
    names = Counter(
        node.name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, n in names.items() if n > 1] == []


# What may write, rename or cut a file by itself; all else goes through `weblode.files`, which leaves it whole.
WRITES_BY_ITSELF = {
    ("files.py", "open"): "the one way; and a lock, which has no contents",
    ("files.py", "os.open"): "to sync it",
    ("files.py", "os.rename"): "the one way",
    ("files.py", "os.replace"): "the one way",
    ("files.py", "touch"): "the one way",
    ("formats/__init__.py", "open"): "the unfinished file of `replacement`",
    ("formats/stored.py", "open"): "the unfinished file of `replacement`",
    ("graph/rdf.py", "open"): "the unfinished file of `replacement`",
    ("sources/store.py", "open"): "the archive of a crawl and its index, which are appended to",
    ("sources/store.py", "os.truncate"): "what a crash has torn at their end",
    ("sources/store.py", "touch"): "the two, before there is anything in them",
    ("sources/spider.py", "os.open"): "/dev/null",
}
WRITING = {f"os.{name}" for name in ("open", "rename", "renames", "replace", "truncate")}
WRITING |= {f"shutil.{name}" for name in ("copy", "copy2", "copyfile", "copytree", "move")}
WRITING_METHODS = ("hardlink_to", "rename", "symlink_to", "touch", "truncate", "write_bytes", "write_text")


def writes(call):
    """The name under which a call may write, rename or cut a file, None if it does not."""
    name = ast.unparse(call.func)
    before, _, last = name.rpartition(".")
    if name in WRITING:
        return name
    if last == "open":
        given = [*call.args[0 if before else 1 :], *(each.value for each in call.keywords if each.arg == "mode")]
        mode = given[0].value if given and isinstance(given[0], ast.Constant) else "r" if not given else "w"
        return "open" if set(mode) & set("wax+") else None
    a_path = last == "replace" and before and len(call.args) == 1  # a text has two
    return last if a_path or (before and last in WRITING_METHODS) else None


def test_nothing_writes_or_renames_a_file_but_the_one_module_and_what_has_a_reason():
    found = set()
    for path in MODULES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and (name := writes(call)):
                found.add((path.relative_to(SOURCE).as_posix(), name))
    assert found == set(WRITES_BY_ITSELF)


def test_what_is_packed_is_unpacked_in_one_module():
    words = (".decompress(", "decompressobj", "GzipFile", "gzip.open", "BrotliReader", "ZstdReader")
    unpacking = [path.name for path in MODULES if any(word in path.read_text(encoding="utf-8") for word in words)]
    assert unpacking == ["unpacking.py"]


# Who else writes to standard output or standard error, and why that is no way to a terminal.
PRINTERS = {
    "terminal.py": "the one place",
    "kernels/__main__.py": "a fixed text, for make",
    "sources/spider.py": "a process of its own: both are pipes or files of the crawler, which reads them",
}
PRINTING = {"print", "click.echo", "click.secho", "click.echo_via_pager", "click.prompt", "click.confirm", "rich.print"}
PRINTING |= {"sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "Console", "rich.console.Console"}
PRINTING |= {"logging.getLogger", "logging.basicConfig", "warnings.warn", "traceback.print_exc", "os.write"}


def test_only_one_module_writes_to_terminals():
    writers = {}
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        used = {ast.unparse(node) for node in nodes if isinstance(node, ast.Name | ast.Attribute)}
        if found := used & PRINTING:
            writers[path.relative_to(SOURCE).as_posix()] = found
    assert set(writers) == set(PRINTERS), writers


def processes(path):
    """What a module does that starts a process, by name."""
    starting = ("exec", "spawn", "fork", "posix_spawn", "popen", "system", "startfile")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(each.name for each in node.names)]
            yield from {"multiprocessing", "pty", "ProcessPoolExecutor"} & {name.partition(".")[0] for name in names}
            if names[0] in ("subprocess", "os", "asyncio.subprocess"):  # `from subprocess import Popen`
                yield from (name for name in names[1:] if names[0] != "os" or name.startswith(starting))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess."):
            yield ast.unparse(node.func)
        elif isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            starts = name.startswith(tuple(f"os.{each}" for each in starting))
            if starts or "create_subprocess" in name or name == "sys.executable":
                yield name


def test_one_place_starts_processes_and_takes_no_module_from_where_we_are():
    found = {path.relative_to(SOURCE).as_posix(): sorted(processes(path)) for path in MODULES}
    started = {name: how for name, how in found.items() if how}
    popen = ["subprocess.Popen"] * 2  # ours, and a command that a user has named
    assert started == {"subprocesses.py": ["os.fork", *popen, "sys.executable"]}


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(['x'])",
        "from subprocess import Popen",
        "import multiprocessing.pool",
        "from concurrent.futures import ProcessPoolExecutor",
        "os.execvp('x', ['x'])",
        "from os import fork",
        "asyncio.create_subprocess_exec('x')",
        "command = [sys.executable]",
    ],
)
def test_a_process_is_seen_however_it_is_started(tmp_path, line):
    (tmp_path / "module.py").write_text(line)
    assert list(processes(tmp_path / "module.py"))


def test_the_command_line_starts_quickly():
    help_text = (
        "import sys; sys.argv = ['weblode', '--help']\nfrom weblode.cli import main\nmain(standalone_mode=False)"
    )
    assert cpu_seconds(help_text) < 0.4
    assert cpu_seconds("import weblode") < 0.2


def test_heavy_modules_are_imported_only_when_used():
    code = "import sys, weblode.cli; print(*sys.modules)"
    loaded = run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    heavy = {"numpy", "pyarrow", "httpx", "rich", "selectolax", "fastwarc", "sqlite3", "scrapy", "twisted", "warcio"}
    assert not (heavy | {"pyoxigraph", "re2", "sqlalchemy"}) & set(loaded)


def test_no_test_is_judged_by_the_clock_on_the_wall():
    """Bounds are processor time or counted steps. What keeps a delay may be asked whether it waited long enough."""
    keepers = {"loopback.py", "test_spider.py"}
    clock = re.compile(r"time\.(time|monotonic|perf_counter)\(|mark\.timeout|wait_for\(timeout|deadline=[^N]")
    judged = [path.name for path in TESTS if clock.search(path.read_text(encoding="utf-8"))]
    assert set(judged) - keepers == {"test_house.py"}
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_children_of_the_tests_are_started_in_one_way():
    """By `children`, which gives them the signals of the foreground; chromium.py is called by make, before any test."""
    started = {path.name for path in TESTS if re.search(r"import subprocess\b", path.read_text(encoding="utf-8"))}
    assert started == {"children.py", "chromium.py", "forked.py", "test_house.py"}  # forked.py: for its results


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name):
    """The version and the number of hashes of each package that a file of requirements/ pins."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==([\w.]+)[^\n]*((?:\n    --hash=sha256:[0-9a-f]{64}[ \\]*)*)$", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^[^#\s]", text, re.MULTILINE)), "every line is a pin, and none names an index"
    return {canonical(package): (version, hashes.count("sha256:")) for package, version, hashes in found}


def test_all_that_make_installs_is_pinned_with_hashes():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    run, test, lint = pins("run"), pins("test"), pins("lint")
    optional = [each for name in "arrow crawl db excel graph serve".split() for each in extras[name]]
    assert extras["all"] == ["weblode[arrow,crawl,db,excel,graph,serve]"]
    wanted = {
        "run": project["project"]["dependencies"] + project["build-system"]["requires"] + optional,
        "test": extras["test"],
        "lint": extras["lint"],
    }
    for name, known in (("run", run), ("test", run | test), ("lint", run | lint)):
        assert {canonical(re.match(r"[\w.-]+", each)[0]) for each in wanted[name]} - {"weblode", *known} == set()
        assert [package for package, (_, hashes) in known.items() if not hashes] == []
    engines = [each for name in ("spark", "daft", "ray") for each in extras[name]]
    scale = pins("scale")
    own = {"pyarrow", "tqdm"}  # of which Daft does not take the newest
    assert {canonical(re.match(r"[\w.-]+", each)[0]) for each in engines} - {"weblode"} <= set(scale)
    assert set(scale) & (set(run) | set(test)) == own
    assert all(hashes for _, hashes in scale.values())
    assert all(test[package] == lint[package] for package in set(test) & set(lint))
    assert not (set(test) | set(lint)) & set(run)


def test_make_installs_by_hash_all_but_the_project_itself():
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    installs = [line for line in text.splitlines() if re.search(r"\binstall --", line)]
    assert len(installs) == 2
    assert all("--require-hashes" in line or line.split()[-2:] == ["-e", "."] for line in installs)
    assert all("--no-deps" in line and "--no-build-isolation" in line for line in installs)


def test_every_promise_names_tests_that_are_there():
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [A-Z].+?\. \| (.+) \|$", text, re.MULTILINE)
    named = [re.findall(r"`((?:tests|bench)/\S+\.py|make \w+)`", row) for row in rows]
    assert len(rows) > 15
    assert all(named)
    assert [path for row in named for path in row if "/" in path and not (ROOT / path).is_file()] == []


def test_every_limit_is_in_the_docs_with_its_default_its_option_and_its_test():
    text = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `(--[\w-]+)` \| .+ \| `(\S+)::(\w+)` \|$", text, re.MULTILINE)
    assert sorted(name for name, *_ in rows) == sorted(each.name for each in fields(Limits))
    options = {
        (o.name, option) for c in main.commands.values() for o in c.params for option in o.opts + o.secondary_opts
    }
    for name, default, option, path, test in rows:
        value = getattr(Limits(), name)
        shown = {"size": "64 MiB", "insecure": "no", "private": "allowed"}.get(name) or (
            value if name == "user_agent" else f"{value:,.0f}"
        )
        assert default.startswith(shown)
        assert (name, option) in options
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    assert f'version = "{weblode.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## {weblode.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
