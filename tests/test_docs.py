"""What the documentation shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest
from commands import on_a_terminal

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


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
def test_shell_sessions_show_what_is_printed(path):
    for command, shown in sessions(path):
        printed = on_a_terminal(*command.split()[1:], cwd=ROOT)
        expected = re.escape(shown.strip()).replace(re.escape("..."), "(?s:.*?)")
        assert re.search(expected, printed), printed


def test_links_between_the_pages_lead_somewhere():
    for path in PAGES:
        for target in re.findall(r"\]\((?!https?://)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), (path.name, target)
