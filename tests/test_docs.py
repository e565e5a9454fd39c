"""What the documentation shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest
from commands import on_a_terminal

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_python_sessions_run(path):
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def sessions(path):
    """The commands of the shell sessions of a page, each with the output shown."""
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith("weblode "):
                yield command, shown


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_shell_sessions_show_what_is_printed(path, tmp_path):
    for name in ("src", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    for command, shown in sessions(path):
        printed = on_a_terminal(*command.split()[1:], cwd=tmp_path)
        expected = re.escape(shown.strip()).replace(re.escape("..."), "(?s:.*?)")
        assert re.search(expected, printed), printed


def test_links_between_the_pages_lead_somewhere():
    for path in PAGES:
        for target in re.findall(r"\]\((?!https?://)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), (path.name, target)


def test_the_architecture_names_every_package_and_every_model():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "weblode"
    packages = [path.parent.name for path in source.glob("*/__init__.py")]
    models = [f"{path.parent.name}/{path.name}" for path in source.glob("*/*.json")]
    assert [name for name in (*packages, *models) if f"| `{name}`" not in text] == []


def test_the_architecture_names_modules_that_are_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "weblode"
    packages = {path.parent.name for path in source.glob("*/__init__.py")}
    named = [name.split(".") for name in re.findall(r"`([a-z_]+(?:\.[a-zA-Z_]+)+)`", text)]
    modules = [parts for parts in named if parts[0] in packages and parts[-1] not in ("py", "json")]
    assert modules
    assert [parts for parts in modules if not _is_there(source, parts)] == []


def _is_there(source, parts):
    """Whether a dotted name leads to a module, or to a name in one."""
    package, name, *rest = parts
    module = source / package / f"{name}.py"
    if not module.exists():
        return name in (source / package / "__init__.py").read_text(encoding="utf-8")
    return all(each in module.read_text(encoding="utf-8") for each in rest)


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 130
