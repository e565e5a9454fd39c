"""Orders for jobs, checked before they become commands: jobs read and write files in the served folder only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from weblode.caches import regex
from weblode.errors import WeblodeError
from weblode.files import NOT_A_FILE, is_special
from weblode.mining.runs import OWN as MINED
from weblode.pages import links
from weblode.sources.arguments import ADDRESS, FILE_AT_URL

OWN = "workbench"  # the workbench's own folder in the served one
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_HOMES = 100  # home pages of a job
_HOME = 2000  # characters of a home page

# The options of `weblode mine` that a job may have: the type of the value, the minimum and the maximum.
OPTIONS: Mapping[str, tuple[type, float, float]] = {
    "depth": (int, 0, 20),
    "support": (int, 1, _HOMES),
    "semantics": (bool, False, True),
    "max_pages": (int, 1, 1_000_000),
    "max_per_concept": (int, 1, 1_000_000),
    "follow": (int, 1, 1000),
    "delay": (float, 0, 3600),
}


@dataclass(frozen=True)
class JobOrder:
    """Home pages to mine, the name of the folder for the results, and options."""

    homes: tuple[str, ...]
    name: str
    options: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> JobOrder:
        """The order in a JSON object, with unchecked values. Raises WeblodeError if it is not an order."""
        homes, name, options = data.get("homes"), data.get("name"), data.get("options") or {}
        if not isinstance(homes, list) or not all(isinstance(home, str) for home in homes):
            raise WeblodeError("a job needs 'homes', a list of texts")
        if not isinstance(name, str) or not isinstance(options, dict):
            raise WeblodeError("a job needs 'name', a text, and may have 'options', an object")
        return cls(tuple(homes), name, options)

    def command(self, folder: Path, *, allow_private: bool, insecure: bool = False) -> list[str]:
        """The arguments of `weblode` that carry it out. Raises WeblodeError if it is not allowed.

        No home page can be taken for an option, as they follow `--`.
        """
        output = checked_output(folder, self.name)
        homes = [checked_home(folder, home) for home in self.homes]
        if not 1 <= len(homes) <= _HOMES:
            raise WeblodeError(f"{len(homes):,} home pages; a job has from 1 to {_HOMES}")
        reach = ["--allow-private" if allow_private else "--no-private", *(["--insecure"] if insecure else [])]
        start = ["mine", "-o", str(output), "--progress", "json", *reach]
        return [*start, *_flags(checked_options(self.options)), "--", *homes]


def checked_output(folder: Path, name: str) -> Path:
    """The folder of that name in the served one. Raises WeblodeError if a job must not write there."""
    output = folder.resolve() / name
    if (
        not _NAME.fullmatch(name) or name.lower() == OWN or name.lower().endswith(".json")
    ):  # which would look like an address of data
        allowed = "up to 64 of A-Z a-z 0-9 . _ -"
        raise WeblodeError(f"{name!r} is not allowed as a folder name: use {allowed}, not {OWN!r}, no .json at the end")
    if output.is_symlink() or (output.exists() and not output.is_dir()):
        raise WeblodeError(f"{name!r} exists and is not a folder: use another name")
    if output.is_dir() and not (output / MINED).is_file() and any(output.iterdir()):
        raise WeblodeError(f"{name!r} holds files that are not from `weblode mine`: use another name")
    return output


def checked_home(folder: Path, home: str) -> str:
    """A home page as `weblode mine` takes it: an address, a path in the folder, FILE=URL. Raises WeblodeError."""
    if not home or len(home) > _HOME or home.startswith("-") or not home.isprintable():
        raise WeblodeError(f"{home[:80]!r} is not a home page: give an address, or a file or folder in the served one")
    if ADDRESS.match(home):
        if not links.normalise(home):
            raise WeblodeError(f"{home!r} is not the address of a page; it begins with http:// or https://")
        return home
    try:
        return _local(folder.resolve(), home)
    except (OSError, RuntimeError) as error:  # a name that is too long, links in a circle
        raise WeblodeError(str(error)) from error


def _local(folder: Path, home: str) -> str:
    match = None if (folder / home).exists() else FILE_AT_URL.fullmatch(home)
    path = (folder / (match[1] if match else home)).resolve()
    if not path.is_relative_to(folder):
        raise WeblodeError(f"{home!r} leads out of the served folder; only files in it can be mined")
    if not path.exists():
        raise WeblodeError(f"{home!r}: no such file or folder; an address begins with http:// or https://")
    if is_special(path):
        raise WeblodeError(f"{home!r} {NOT_A_FILE}: only files and folders can be mined")
    return f"{path}={match[2]}" if match else str(path)


def checked_options(options: Mapping[str, object]) -> dict[str, int | float]:
    """The options, each of its type and within its bounds. Raises WeblodeError for any other."""
    checked: dict[str, int | float] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise WeblodeError(f"{name!r} is not an option of a job; those are {', '.join(OPTIONS)}")
        kind, least, most = OPTIONS[name]
        kinds = (int, float) if kind is float else (kind,)
        if type(value) not in kinds or not isinstance(value, int | float) or not least <= value <= most:
            what = "true or false" if kind is bool else f"a number from {least:,} to {most:,}"
            raise WeblodeError(f"{name} is {value!r}; it must be {what}")
        checked[name] = value
    return checked


def _flags(options: Mapping[str, int | float]) -> Sequence[str]:
    """Options as command-line arguments."""
    flags: list[str] = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        flags += ([flag] if value else []) if isinstance(value, bool) else [flag, str(value)]
    return flags
