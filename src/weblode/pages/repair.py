"""XML that is not well-formed, read as far as it goes: real feeds are cut off, or have a bare `&` or an open `<br>`.

One regular expression divides the text into tags and texts, in linear time. An end tag closes the innermost element of
its name and all that are open inside it; without such an element it is skipped. What is open at the end is closed.
References are decoded if HTML or XML define them and stay as they are otherwise; entities of a DTD are not read.
"""

import re
from collections import Counter
from typing import Protocol

from weblode.caches import regex
from weblode.pages.markup import decode_references

_TOKEN = regex(
    r"<!--(?:.*?-->|.*)"
    r"|<!\[CDATA\[(?P<literal>.*?)(?:\]\]>|\Z)"
    r"|<\?.*?(?:\?>|\Z)"
    r"|<![A-Za-z][^<>\[]*(?:\[.*?(?:\]\s*>|\Z)|>)"
    r"|<(?P<end>/?)(?P<name>[^\W\d][\w.:-]*+)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>"
    r"|<(?:[/\w][^<>]*)?\Z",  # a tag that is cut off
    re.DOTALL,
)
_ATTRIBUTE = regex(r"([^\s\"'=/<>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
# Characters that XML does not allow. The tree divides attributes by one of them.
_FORBIDDEN = regex("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class XmlEvents(Protocol):
    """What happens in an XML document, in its order."""

    def start(self, name: str, attributes: list[str]) -> None:
        """An element begins; its attributes are names and values in turns."""

    def end(self, name: str) -> None:
        """The innermost open element ends."""

    def characters(self, text: str) -> None:
        """Text, perhaps only a part of one."""

    def divide(self, *_: object) -> None:
        """A comment or an instruction stands between two texts."""


def read_broken(text: str, events: XmlEvents) -> None:
    """Send the events of a document, well-formed or not, up to the end of its root element."""
    text = _FORBIDDEN.sub("", text)
    open_names: list[str] = []
    counts: Counter[str] = Counter()
    at, started = 0, False
    for token in _TOKEN.finditer(text):
        if open_names and at < token.start():
            events.characters(decode_references(text[at : token.start()]))
        at = token.end()
        name = token["name"]
        if name is None:
            if open_names:
                events.characters(token["literal"]) if token["literal"] is not None else events.divide()
        elif token["end"]:
            while counts[name]:
                counts[open_names[-1]] -= 1
                events.end(open_names[-1])
                if open_names.pop() == name:
                    break
            if not open_names and started:
                return
        else:
            started = True
            attributes = token["attributes"]
            events.start(name, _attributes(attributes))
            if attributes.endswith("/"):
                events.end(name)
                if not open_names:
                    return
            else:
                open_names.append(name)
                counts[name] += 1
    if open_names:
        events.characters(decode_references(text[at:]))
    for name in reversed(open_names):
        events.end(name)


def _attributes(text: str) -> list[str]:
    """The names and values of attributes in turns; of two with one name the first, and "" for one without a value."""
    values: dict[str, str] = {}
    for name, *quoted in _ATTRIBUTE.findall(text):
        values.setdefault(name, decode_references("".join(quoted)))
    return [part for pair in values.items() for part in pair]
