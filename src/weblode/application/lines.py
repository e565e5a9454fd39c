"""The lines of the keys in a TOML text: `tomllib` does not have them, and error messages need them."""

import tomllib
from collections.abc import Iterator

from weblode.caches import regex
from weblode.errors import OntologyError

_HEADER = regex(r"\s*\[([^\[].*?)\]\s*(?:#.*)?$")
_KEY = regex(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")


class TomlLines:
    """The lines of a well-formed TOML file."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file

    def fault(self, place: tuple[str, ...], why: str, fragment: str = "") -> OntologyError:
        """An error with the file and the line of a key, or of the first line from there on that contains `fragment`."""
        return OntologyError(f"{self._file}, line {self.number(place, fragment)}: {_shorten(why)}")

    def number(self, place: tuple[str, ...], fragment: str = "") -> int:
        """The line of a key, from 1; if the key is not there, of the nearest key or header above it."""
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
        """The lines and paths of keys and headers; text in a long string that looks like one does no harm."""
        table: tuple[str, ...] = ()
        for number, line in enumerate(self._text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = _path(f"[{header[1]}]") or table
                yield number, table
            elif key := _KEY.match(line):
                yield number, (*table, *_path(f"{key[1]} = 1"))


def _path(line: str) -> tuple[str, ...]:
    """The keys of a header or of an assignment, from the outermost; empty if it is neither."""
    try:
        value = tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    keys = []
    while isinstance(value, dict) and value:
        key = next(iter(value))
        keys.append(key)
        value = value[key]
    return tuple(keys)


def _shorten(text: str) -> str:
    """A message on one line, shortened if it is very long."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return line if len(line) <= 500 else f"{line[:300]} ... {line[-150:]}"
