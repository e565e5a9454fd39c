"""An outline as JSON, XML and text, written row by row: a page may nest deeper than recursion can.

The XML follows `outline.xsd` in this folder: `part`s within `part`s, below a `page`.
"""

import json
import re
from collections.abc import Iterator
from json.encoder import encode_basestring  # as `_json` writes texts
from typing import Any
from xml.sax.saxutils import quoteattr

from weblode.outline.atoms import options
from weblode.outline.document import KINDS, Outline
from weblode.outline.segment_types import SegmentType, segment_types
from weblode.terminal import printable

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_AS_IT_IS = re.compile(r"[\x20!#-%'-;=?-~\xa0-\ud7ff]*\Z")  # neither marks of XML nor line ends
_OMITTED = frozenset({"control", "decoration", "text"})  # kinds that a table of contents leaves out
XML_HEAD, XML_TAIL = '<?xml version="1.0" encoding="UTF-8"?>\n<outlines>\n', "</outlines>\n"


def as_json(outline: Outline) -> Iterator[str]:
    """One JSON object, in pieces: page, url, the outline from its root, the segments.

    A segment is its first and its last leaf, its type and its region.
    """
    yield f'{{"page": {_json(outline.tree.page)}, "url": {_json(outline.tree.url)}, "outline": '
    xpaths, depths, kinds = outline.xpaths(), outline.depth.tolist(), outline.kind.tolist()
    depth, between = 0, ""
    for row in range(len(outline)):
        if row:
            # The rows that end here, and what comes before the next part of the same one.
            between = "]}" * (depth - depths[row] + 1) + ", " if depths[row] <= depth else ""
        depth = depths[row]
        yield f'{between}{_json_fields(outline, row, KINDS[kinds[row]], xpaths[row])}, "children": ['
    yield "]}" * (depth + 1)
    segments = [[*leaves, each.type, each.region] for leaves, each in _segments(outline)]
    yield f', "segments": {_json(segments)}}}\n'


def _json_fields(outline: Outline, row: int, kind: str, xpath: str) -> str:
    """The fields of a row as the beginning of a JSON object."""
    if kind == "control" or row in outline.tables:
        return _json(_row_fields(outline, row, xpath))[:-1]
    href = outline.hrefs[row]
    end = "" if href is None else f', "href": {encode_basestring(href)}'
    label = encode_basestring(outline.names[row])
    return f'{{"label": {label}, "kind": "{kind}", "xpath": {encode_basestring(xpath)}{end}'


def as_xml(outline: Outline) -> Iterator[str]:
    """One `page` element, in lines."""
    tree, xpaths = outline.tree, outline.xpaths()
    closed: list[bool] = []  # by row around, whether its element has no content
    yield f"  <page{_attributes({'name': tree.page, 'url': tree.url})}>\n"
    for row, opens in _events(outline):
        indent = "  " * (int(outline.depth[row]) + 2)
        if opens:
            about = _row_fields(outline, row, xpaths[row])
            records, choices = about.pop("records", []), about.pop("options", [])
            empty = int(outline.end[row]) == row + 1 and not (records or choices)
            closed.append(empty)
            first, stop = outline.leaves(row)
            leaves = f"{first} {stop}" if first < stop else None
            yield f"{indent}<part{_attributes({**about, 'leaves': leaves})}{'/' if empty else ''}>\n"
            for record in records:
                fields = (f"<field{_attributes({'name': name, 'value': value})}/>" for name, value in record.items())
                yield f"{indent}  <record>{''.join(fields)}</record>\n"
            for option in choices:
                yield f"{indent}  <option{_attributes({'value': option})}/>\n"
        elif not closed.pop():
            yield f"{indent}</part>\n"
    for (first, last), each in _segments(outline):
        yield f'    <segment first="{first}" last="{last}" type="{each.type}" region="{each.region}"/>\n'
    yield "  </page>\n"


def as_text(outline: Outline, *, everything: bool = False, levels: int | None = None) -> Iterator[str]:
    """Lines of a table of contents, without texts and decoration unless `everything` is set.

    Parts without a name are printed only if they are lists, and not within such a list or below a name.
    """
    yield f"{printable(outline.name(0) or outline.tree.page or 'a page')}\n"
    level = [0]  # by row, its depth among the printed rows
    titled = [False]  # by row, whether it has a name or is printed; the page's own name does not count
    for row in range(1, len(outline)):
        kind, name, above = KINDS[outline.kind[row]], outline.name(row), int(outline.parent[row])
        holds = outline.end[row] > row + 1
        printed = bool(name) or kind == "table" or (kind != "section" and not titled[above])
        titled.append(bool(name) or printed)
        level.append(level[above] + printed)
        left_out = kind in _OMITTED and not holds and not everything
        if printed and not left_out and (levels is None or level[row] <= levels):
            records = f"  [{_count(outline.tables[row].records)}]" if row in outline.tables else ""
            yield f"{'  ' * level[row]}{printable(name) or f'({kind})'}{records}\n"


def _count(records: list[dict[str, str]]) -> str:
    return f"{len(records):,} record{'' if len(records) == 1 else 's'}"


def _events(outline: Outline) -> Iterator[tuple[int, bool]]:
    """Each row as it opens, and as it closes."""
    around: list[int] = []
    for row in range(len(outline)):
        while around and outline.end[around[-1]] <= row:
            yield around.pop(), False
        yield row, True
        around.append(row)
    for row in reversed(around):
        yield row, False


def _row_fields(outline: Outline, row: int, xpath: str) -> dict[str, Any]:
    """The fields of a row: its label, kind, XPath; its link, the records of a table, the options of a control."""
    fields: dict[str, Any] = {"label": outline.name(row), "kind": KINDS[outline.kind[row]], "xpath": xpath}
    if (href := outline.href(row)) is not None:
        fields["href"] = href
    if row in outline.tables:
        fields["records"] = outline.tables[row].records
    if fields["kind"] == "control":
        fields["options"] = [text for text, _ in options(outline.tree, int(outline.atoms.node[outline.label[row]]))]
    return fields


def _segments(outline: Outline) -> Iterator[tuple[tuple[int, int], SegmentType]]:
    """Each segment as its first and its last leaf, with its type."""
    return zip(outline.segment_ranges(), segment_types(outline.tree, outline.segments), strict=True)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _attributes(values: dict[str, Any]) -> str:
    """Attributes in XML, without those that are None; characters that XML does not allow become U+FFFD."""
    return "".join([f" {name}={_quoted(str(value))}" for name, value in values.items() if value is not None])


def _quoted(value: str) -> str:
    """A value in quotation marks; most need no more."""
    return f'"{value}"' if _AS_IT_IS.match(value) else quoteattr(_NOT_XML.sub(chr(0xFFFD), value))
