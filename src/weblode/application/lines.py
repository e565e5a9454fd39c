"""Where in a TOML text a key stands: `tomllib` does not tell, and an error without its line is half an error."""

import re
import tomllib
from collections.abc import Iterator

from weblode.errors import OntologyError

_HEADER = re.compile(r"\s*\[([^\[].*?)\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")


class TomlLines:
    """The lines of a TOML file that is well formed."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file

    def fault(self, place: tuple[str, ...], why: str, fragment: str = "") -> OntologyError:
        """An error that names the file and the line of a key, or of a text that stands at it or after."""
        return OntologyError(f"{self._file}, line {self.number(place, fragment)}: {_shown(why)}")

    def number(self, place: tuple[str, ...], fragment: str = "") -> int:
        """The line of a key, from 1; of what is above it if it is nowhere."""
        best, depth = 1, 0
        for number, keys in self._keys():
            same = next((i for i, (a, b) in enumerate(zip(keys, place, strict=False)) if a != b), len(keys))
            if same == len(keys) and depth < same <= len(place):
                best, depth = number, same
        if fragment:
            after = self._text.splitlines()[best - 1 :]
            best += next((i for i, line in enumerate(after) if fragment in line or repr(fragment)[1:-1] in line), 0)
        return best

    def _keys(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The keys and headers with their lines; what looks like one in a long string does no harm."""
        table: tuple[str, ...] = ()
        for number, line in enumerate(self._text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = _path(f"[{header[1]}]") or table
                yield number, table
            elif key := _KEY.match(line):
                yield number, (*table, *_path(f"{key[1]} = 1"))


def _path(line: str) -> tuple[str, ...]:
    """The keys of a header or of an assignment, from the outermost; none if it is neither."""
    try:
        found = tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    keys = []
    while isinstance(found, dict) and found:
        key = next(iter(found))
        keys.append(key)
        found = found[key]
    return tuple(keys)


def _shown(text: str) -> str:
    """A message of bearable length, on one line."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return line if len(line) <= 500 else f"{line[:300]} ... {line[-150:]}"
