"""How much work a page makes for the parser, estimated before it is parsed: the definition, in Python.

The HTML standard's algorithm, and lexbor with it, looks through all open elements at many tags, through all earlier
attributes at each attribute, and opens formatting elements (`b`, `font`) that were never ended again in every later
block. All of it is quadratic, harmless on real pages and endless on hostile ones: 200,000 nested `div`s take lexbor a
minute and a half, 115 KB of unended `b`s take 12 GB.

The estimate tokenises the page by the standard's rules ("Parsing HTML documents", sections "Tokenization" and "Tree
construction", living standard of 2025) and follows the stack of open elements and the list of formatting elements. It
never builds a node and takes time that grows with the page's length. We differ from the standard by leaving out the
insertion modes, `frameset` and implied elements (a `tbody` in a table). What it closes, the parser closes too, so that
its stack is hardly ever lower than the parser's. Where the parser may close more than is followed here, the elements
open then are *unsure*: the end of one ends it alone, not what is open inside it, and the formatting ones among them
count as opened again. It does not read the `encoding` of `annotation-xml`, which may turn the content into HTML: a page
made to deceive it there can.

Beside the steps it counts the parts that the parse makes, as they take memory: 48 MB of `<p>` take lexbor 3.4 GB.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from weblode.tags import NAMES

# What stops the search for an open element: places in `_OpenElement.near`, and bits of the traits.
SPECIAL, SCOPE, BUTTON_SCOPE, LIST_SCOPE, ITEM_SCOPE, TABLE_SCOPE, HTML, BARRIERS = range(8)
# What else is to be known of a name: further bits.
VOID, RAW, FORMATTING, MARKER, ENDS_P, LEAVES_FOREIGN, REOPENS = (1 << k for k in range(BARRIERS, BARRIERS + 7))

_SCOPE_NAMES = "applet caption html marquee object select table td template th"
_SPECIAL_NAMES = (
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd "
    "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header "
    "hgroup hr html iframe image img input keygen li link listing main marquee menu meta nav noembed noframes noscript "
    "object ol p param plaintext pre script search section select source style summary table tbody td template "
    "textarea tfoot th thead title tr track ul wbr xmp"
)
_VOID_NAMES = (
    "area base basefont bgsound body br col colgroup embed frame frameset head hr html image img input keygen link "
    "meta param source track wbr"
)
_RAW_NAMES = "iframe noembed noframes noscript script style textarea title xmp"
_FORMATTING_NAMES = "a b big code em font i nobr s small strike strong tt u"
_MARKER_NAMES = "applet caption marquee object td template th"
_ENDS_P_NAMES = (
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer h1 h2 "
    "h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp"
)
_LEAVES_FOREIGN_NAMES = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
_REOPENS_THOUGH_SPECIAL = "applet area br button embed image img input keygen marquee object select wbr xmp"
_DOES_NOT_REOPEN_THOUGH_ORDINARY = "dialog rb rp rt rtc"


def _traits(name: str) -> int:
    special = name in _SPECIAL_NAMES.split()
    scope = name in _SCOPE_NAMES.split()
    bits = {
        1 << SPECIAL: special,
        1 << SCOPE: scope,
        1 << BUTTON_SCOPE: scope or name == "button",
        1 << LIST_SCOPE: scope or name in ("ol", "ul"),
        1 << ITEM_SCOPE: special and name not in ("address", "div", "p"),
        1 << TABLE_SCOPE: name == "template" or name.encode() in RANKS,
        VOID: name in _VOID_NAMES.split(),
        RAW: name in _RAW_NAMES.split(),
        FORMATTING: name in _FORMATTING_NAMES.split(),
        MARKER: name in _MARKER_NAMES.split(),
        ENDS_P: name in _ENDS_P_NAMES.split(),
        LEAVES_FOREIGN: name in _LEAVES_FOREIGN_NAMES.split(),
        REOPENS: name in _REOPENS_THOUGH_SPECIAL.split()
        or not (special or name in _DOES_NOT_REOPEN_THOUGH_ORDINARY.split()),
    }
    return sum(bit for bit, holds in bits.items() if holds)


# The parts of a table: from which rank on a start tag ends the open parts, and its own rank.
RANKS = {
    b"table": (0, 0),
    b"caption": (1, 3),
    b"col": (1, 1),
    b"colgroup": (1, 1),
    b"tbody": (1, 1),
    b"thead": (1, 1),
    b"tfoot": (1, 1),
    b"tr": (2, 2),
    b"td": (3, 3),
    b"th": (3, 3),
}
CELL = 3
CELLS = (b"caption", b"td", b"th")
# The elements that a start tag ends, with what is open inside them, unless the barrier stands between.
ENDS = {
    b"li": (ITEM_SCOPE, (b"li",)),
    b"dd": (ITEM_SCOPE, (b"dd", b"dt")),
    b"dt": (ITEM_SCOPE, (b"dd", b"dt")),
    b"button": (SCOPE, (b"button",)),
    b"input": (SCOPE, (b"select",)),
}
# The element that a start tag ends only when it is the innermost one.
ENDS_INNERMOST = {b"option": b"option", b"optgroup": b"option", b"h1": b"h1"}
# Start tags that end what is not followed here, if the other element is open.
DOUBTFUL = dict.fromkeys((b"option", b"optgroup", b"hr"), b"select") | {b"table": b"p"}
DOUBTFUL |= dict.fromkeys((b"rb", b"rp", b"rt", b"rtc"), b"ruby")
HEADINGS = (b"h2", b"h3", b"h4", b"h5", b"h6")  # any of them ends any other: all are followed as h1
TRAITS = {name.encode(): _traits(name) for name in NAMES}
UNKNOWN = REOPENS  # the traits of a name that HTML does not know

# Foreign content: drawings and formulas, and the elements in them that hold HTML again.
IN_HTML, IN_SVG, IN_MATH, IN_SVG_POINT, IN_MATH_POINT = range(5)
POINTS = {b"foreignobject": IN_SVG, b"desc": IN_SVG, b"title": IN_SVG} | dict.fromkeys(
    (b"mi", b"mo", b"mn", b"ms", b"mtext"), IN_MATH
)
POINT = 1 << SPECIAL | 1 << SCOPE | 1 << BUTTON_SCOPE | 1 << LIST_SCOPE | 1 << ITEM_SCOPE  # their traits
FOREIGN_IN_MATH_POINT = (b"mglyph", b"malignmark")

# A step is one look at an element or attribute, some 2 to 5 ns. A reopened element costs lexbor 0.2 us, and lexbor, the
# tree and what is made of it some 2 KB: with these, 400 million steps are at most a third of a million elements.
# Its bytes are copied too, by lexbor and into the tree.
REOPENED, REOPENED_ATTRIBUTE, REOPENED_BYTE = 1200, 400, 4
# What the end of a formatting element around open blocks may make: eight times (the standard's outer loop) its copy and
# those of three elements inside it. With more blocks inside it stays open.
ADOPTIONS = 8
ADOPTED = ADOPTIONS * 4
# Among how many of the last lost elements of its name one is put in its place; where it belongs before them, it counts
# as never ended.
SORTED = 8

_MARKUP = re.compile(rb"<(?:(?P<start>[A-Za-z])|(?P<end>/[A-Za-z])|[!?/])")
_NAME = re.compile(rb"[^\t\n\f\r />]*")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\t\n\f\r >]*+))?+"
)
_TAG_END = re.compile(rb"[\t\n\f\r /]*")
_SCRIPT_MARKUP = re.compile(rb"<!--|-->|</?script(?=[\t\n\f\r />])", re.IGNORECASE)


def effort(data: bytes) -> tuple[int, int]:
    """The steps that the parse of a page may take beyond those that grow with its length, and the parts it may make.

    Parts are elements, attributes, texts and comments. Elements that are opened again count as steps alone.

    >>> effort(b"<div><div class=a><div>")
    (3, 4)
    """
    page, i = _EffortEstimate(), 0
    while match := _MARKUP.search(data, i):
        if data[i : match.start()].strip(b"\0"):
            page.parts += 1
            page.reopen()
        i = match.start()
        if match["start"]:
            tag = _tag(data, i + 1)
            i = _raw_end(data, tag.name, tag.end) if page.start(tag) else tag.end
        elif match["end"]:
            tag = _tag(data, i + 2)
            page.finish(tag.name)
            i = tag.end
        else:
            page.parts += 1
            i = _comment_end(data, i, foreign=page.stack[-1].foreign != IN_HTML)
    return page.steps, page.parts


# ---------------------------------------------------------------- tokens
class _Tag(NamedTuple):
    name: bytes
    text: bytes  # from the name to the end
    attributes: int
    bare: bool  # ends in `/>`
    styled: bool  # has an attribute with which `font` leaves foreign content
    end: int


def _tag(data: bytes, start: int) -> _Tag:
    matched = _NAME.match(data, start)
    assert matched is not None
    i, attributes, styled = matched.end(), 0, False
    while match := _ATTRIBUTE.match(data, i):
        attributes += 1
        styled = styled or match[1].lower() in (b"color", b"face", b"size")
        i = match.end()
    rest = _TAG_END.match(data, i)
    assert rest is not None
    i = rest.end()
    return _Tag(matched[0].lower(), data[start:i], attributes, rest[0].endswith(b"/"), styled, i + 1)


def _comment_end(data: bytes, i: int, *, foreign: bool) -> int:
    if foreign and data.startswith(b"<![CDATA[", i):
        return _after(data, rb"]]>", i + 9)
    if not data.startswith(b"<!--", i):
        return _after(data, rb">", i + 2)
    if early := re.compile(rb"-?>").match(data, i + 4):
        return early.end()
    return _after(data, rb"--!?>", i + 4)


def _after(data: bytes, pattern: bytes, i: int) -> int:
    match = re.compile(pattern).search(data, i)
    return match.end() if match else len(data)


def _raw_end(data: bytes, name: bytes, i: int) -> int:
    if name == b"script":
        return _script_end(data, i)
    match = re.compile(rb"</" + name + rb"(?=[\t\n\f\r />])", re.IGNORECASE).search(data, i)
    return match.start() if match else len(data)


def _script_end(data: bytes, i: int) -> int:
    """Where the end tag of a script begins: not inside a script that stands inside a comment in it."""
    comment = inner = False
    while match := _SCRIPT_MARKUP.search(data, i):
        mark, i = match[0].lower(), match.end()
        if mark == b"<!--":
            comment, i = True, i - 2  # "<!-->" is a whole comment
        elif mark == b"-->":
            comment = inner = False
        elif mark == b"<script":
            inner = comment
        elif not inner:
            return match.start()
        else:
            inner = False
    return len(data)


# ---------------------------------------------------------------- open elements
class _Lost:
    """The formatting elements since a marker that another element's end has closed, so that they are opened again."""

    def __init__(self, place: int) -> None:
        self.place = place  # of the marker
        self.count = self.waiting = 0  # how many, and how many of them are not open again
        self.weight = 0  # the steps to open them all
        self.unsure = 0  # elements since the marker at lower places are perhaps not open in the parser
        self.leaky = False  # a marker inside it was not ended by its own tag: the parser forgets fewer elements
        self.by_name: dict[bytes, list[_Tag]] = {}
        self.copies: dict[bytes, int] = {}

    def add(self, tag: _Tag) -> None:
        tags = self.by_name.setdefault(tag.name, [])
        place = len(tags)  # in the order of the page: an end tag ends the last
        while place and tags[place - 1].end > tag.end and len(tags) - place < SORTED:
            place -= 1
        if not place or tags[place - 1].end < tag.end:
            tags.insert(place, tag)
        copies = self.copies[tag.text] = self.copies.get(tag.text, 0) + 1
        if copies <= 3:  # the standard's "Noah's Ark clause"
            self.count += 1
            self.weight += _weight(tag)
        self.waiting = min(self.waiting + 1, self.count)

    def absorb(self, inner: "_Lost") -> None:
        """Take over what was lost since a marker that the parser does not forget."""
        self.count += inner.count
        self.weight += inner.weight
        self.waiting, self.leaky = self.count, True

    def newest(self, name: bytes) -> int:
        """Where the last one of a name stood in the page; 0 if there is none."""
        tags = self.by_name.get(name)
        return tags[-1].end if tags else 0

    def remove(self, name: bytes) -> None:
        tag = self.by_name[name].pop()
        self.copies[tag.text] -= 1
        if self.copies[tag.text] < 3:
            self.count -= 1
            self.weight -= _weight(tag)
        self.waiting = min(self.waiting, self.count)


def _weight(tag: _Tag) -> int:
    return REOPENED + REOPENED_ATTRIBUTE * tag.attributes + REOPENED_BYTE * len(tag.text)


@dataclass(slots=True)
class _OpenElement:
    tag: _Tag | None  # None: formatting elements that are open again
    near: tuple[int, ...]  # the place of the innermost open element that is a barrier, for each kind
    foreign: int
    many: int = 1  # the elements that it stands for; 0 once it was ended from inside another one
    below: int = 0  # the place of the next open element of its name
    outer: _Lost | None = None  # a marker hides those outside it


class _EffortEstimate:
    def __init__(self) -> None:
        self.steps = self.parts = self.depth = self.root_attributes = 0
        self.stack = [_OpenElement(None, (0,) * BARRIERS, IN_HTML)]  # place 0 is the page's
        self.last: dict[bytes, int] = {}  # the place of the innermost open element of each name
        self.lost = _Lost(0)

    def start(self, tag: _Tag) -> bool:
        """Follow a start tag; True if raw text stands behind it."""
        tag = tag._replace(name=b"h1") if tag.name in HEADINGS else tag
        traits = TRAITS.get(tag.name, UNKNOWN)
        self.steps += self.depth + self.lost.count + tag.attributes * tag.attributes // 2
        # Raw elements have a text; around a part of a table up to two more elements are made.
        self.parts += 1 + tag.attributes + bool(traits & RAW) + 2 * (tag.name in RANKS)
        math_point = self.stack[-1].foreign == IN_MATH_POINT
        if self._in_foreign() or (math_point and tag.name in FOREIGN_IN_MATH_POINT):
            if not traits & LEAVES_FOREIGN and not (tag.name == b"font" and tag.styled):
                self._start_foreign(tag)
                return False
            self._leave_foreign()
        if self._end_others(tag.name, traits):
            if traits & REOPENS:
                self.reopen()
            if not traits & (VOID | RAW):
                self._push(tag, traits, {b"svg": IN_SVG, b"math": IN_MATH}.get(tag.name, IN_HTML))
            if self.last.get(DOUBTFUL.get(tag.name, b"")):
                self._doubt()
        if tag.name in (b"html", b"body"):
            self.root_attributes += tag.attributes
            self.steps += tag.attributes * self.root_attributes
        return bool(traits & RAW)

    def finish(self, name: bytes) -> None:
        """Follow an end tag."""
        name = b"h1" if name in HEADINGS else name
        traits = TRAITS.get(name, UNKNOWN)
        place, top = self.last.get(name, 0), self.stack[-1]
        self.steps += self.depth
        self.parts += name in (b"p", b"br")  # without a start they make one
        if top.foreign != IN_HTML:
            if place > top.near[HTML]:
                self._pop_from(place)
                return
            if name in (b"p", b"br"):
                self._leave_foreign()
        if name == b"br":  # it counts as a start tag
            self.reopen()
        elif traits & FORMATTING:
            self._end_formatting(name)
        elif name == b"form":
            if 0 < place >= self.stack[-1].near[SCOPE]:
                self._end_in_doubt(place)
        elif name == b"template":
            if place and self.stack[place].foreign == IN_HTML:
                self._pop_from(place)
        elif name in RANKS:
            self._end_part(name, place)
        else:
            scope = {b"p": BUTTON_SCOPE, b"li": LIST_SCOPE}.get(name, SCOPE if traits & 1 << SPECIAL else SPECIAL)
            self._end(name, scope)

    def reopen(self) -> None:
        """Open the lost formatting elements again, as text and most start tags do."""
        lost = self.lost
        if not lost.waiting or self._in_foreign():
            return
        self.steps += lost.weight * lost.waiting // lost.count
        if 0 <= self._rank(self.stack[-1].near[TABLE_SCOPE]) < CELL:
            return  # between cells not all do: they cost their steps and still wait
        self._push(None, 0, IN_HTML)
        self.stack[-1].many = lost.waiting
        self.depth += lost.waiting - 1
        lost.waiting = 0

    def _end_others(self, name: bytes, traits: int) -> bool:
        """Close what a start tag closes; False if the tag is then ignored."""
        if name in ENDS:
            scope, names = ENDS[name]
            for other in names:
                self._end(other, scope)
        if traits & ENDS_P:
            self._end(b"p", BUTTON_SCOPE)
        top = self.stack[-1].tag
        if name in ENDS_INNERMOST and top is not None and top.name == ENDS_INNERMOST[name]:
            self._pop_from(len(self.stack) - 1)
        if name in (b"a", b"nobr"):
            self._end_formatting(name)
        if name == b"select":
            return not self._end(name, SCOPE)
        if name == b"form":
            between_cells = 0 <= self._rank(self.stack[-1].near[TABLE_SCOPE]) < CELL  # there it is ended at once
            if between_cells or (self.last.get(name) and not self.last.get(b"template")):
                return False
            self._end(b"p", BUTTON_SCOPE)
        return name not in RANKS or self._end_parts(name)

    def _end_parts(self, name: bytes) -> bool:
        """Close the parts of the innermost table that the start of another part closes; False if there is no table."""
        place = self.stack[-1].near[TABLE_SCOPE]
        if name == b"table":
            if 0 <= self._rank(place) < CELL:
                self._pop_from(self._table())
            return True
        if self._rank(place) < 0:
            self._doubt()  # in a template it may end what is open there
            return False
        self._end_cell()
        place = self.stack[-1].near[TABLE_SCOPE]
        while self._rank(place) >= RANKS[name][0]:
            place = self.stack[place - 1].near[TABLE_SCOPE]
        self._pop_above(place)
        return True

    def _end_part(self, name: bytes, place: int) -> None:
        """Follow the end tag of a part of a table."""
        table = self._table()
        if place and place >= table:
            if RANKS[name][1] < CELL:
                self._end_cell()
            self._pop_from(place)
        elif name == b"tr" or (
            name == b"tbody" and max(self.last.get(b"thead", 0), self.last.get(b"tfoot", 0)) < table
        ):
            if self.last.get(b"caption", 0) < table:  # the parser has made one around the cell
                self._end_cell()
            self._doubt()

    def _rank(self, place: int) -> int:
        """The rank of an open part of a table; -1 for a template, and for no part at all."""
        tag = self.stack[place].tag
        return RANKS[tag.name][1] if tag is not None and tag.name in RANKS else -1

    def _table(self) -> int:
        """The place of the innermost table or template."""
        place = self.stack[-1].near[TABLE_SCOPE]
        while self._rank(place) > 0:
            place = self.stack[place - 1].near[TABLE_SCOPE]
        return place

    def _end_cell(self) -> None:
        """Close the open cell or caption of the innermost table, as by its own tag."""
        place = max(self.last.get(name, 0) for name in CELLS)
        if place > self._table():
            self._pop_from(place)

    def _end(self, name: bytes, scope: int) -> bool:
        place = self.last.get(name, 0)
        is_open = place > 0 and place >= self.stack[-1].near[scope]
        if is_open and place < self.lost.unsure and self.stack[place].outer is None:
            self._end_in_doubt(place)
        elif is_open:
            self._pop_from(place)
        return is_open

    def _end_in_doubt(self, place: int) -> None:
        """End an element that is perhaps not open in the parser: what is open inside it may still be open there."""
        element = self.stack[place]
        assert element.tag is not None
        self.last[element.tag.name] = element.below
        self.depth -= element.many
        element.many = 0
        self._pop_ended()
        self._doubt()

    def _doubt(self) -> None:
        """The parser may have closed any element since the marker, and would open the formatting ones again."""
        for place in range(max(self.lost.unsure, self.lost.place + 1), len(self.stack)):
            element = self.stack[place]
            if element.tag is not None and element.many and _formatting(element):
                self.lost.add(element.tag)
        self.lost.unsure, self.lost.waiting = len(self.stack), self.lost.count

    def _end_formatting(self, name: bytes) -> None:
        place = self.last.get(name, 0)
        tag = self.stack[place].tag if place > self.lost.place else None
        newest = self.lost.newest(name)
        if tag is None or newest > tag.end:
            if newest:
                self.lost.remove(name)
                self._doubt()
            return
        if newest == tag.end and len(self.stack) - place <= ADOPTIONS:
            self.lost.remove(name)
        self._end_alone(name)

    def _end_alone(self, name: bytes) -> None:
        """End a formatting element; the blocks that are open inside it stay open."""
        place, top = self.last.get(name, 0), self.stack[-1]
        if not 0 < place >= top.near[SCOPE]:
            return
        if top.near[SPECIAL] <= place >= self.lost.unsure:
            self._pop_from(place)
            return
        self.parts += ADOPTED
        if len(self.stack) - place <= ADOPTIONS:
            self._end_in_doubt(place)
        else:
            self._doubt()

    def _in_foreign(self) -> bool:
        return self.stack[-1].foreign in (IN_SVG, IN_MATH)

    def _leave_foreign(self) -> None:
        while self._in_foreign():
            self._pop_from(len(self.stack) - 1)

    def _start_foreign(self, tag: _Tag) -> None:
        top = self.stack[-1]
        if tag.bare:
            return
        if POINTS.get(tag.name) == top.foreign:
            self._push(tag, POINT, IN_SVG_POINT if top.foreign == IN_SVG else IN_MATH_POINT)
        elif tag.name == b"svg" and top.tag is not None and top.tag.name == b"annotation-xml":
            self._push(tag, 0, IN_SVG)
        else:
            self._push(tag, 0, IN_SVG if top.foreign == IN_SVG else IN_MATH)

    def _push(self, tag: _Tag | None, traits: int, foreign: int) -> None:
        place = len(self.stack)
        barriers = traits | 1 << HTML if foreign == IN_HTML else traits
        near = tuple(place if barriers >> k & 1 else outer for k, outer in enumerate(self.stack[-1].near))
        element = _OpenElement(tag, near, foreign)
        if tag is not None:
            element.below = self.last.get(tag.name, 0)
            self.last[tag.name] = place
        if traits & MARKER:
            element.outer, self.lost = self.lost, _Lost(place)
        self.stack.append(element)
        self.depth += 1

    def _pop_from(self, place: int) -> None:
        """Close an element, ended by its own or its sibling's tag, and what is open inside it."""
        self._pop_above(place)
        self._pop(lose=False)
        self._pop_ended()

    def _pop_above(self, place: int) -> None:
        while len(self.stack) > place + 1:
            self._pop(lose=True)

    def _pop_ended(self) -> None:
        while self.stack[-1].many == 0:
            self._pop(lose=False)

    def _pop(self, *, lose: bool) -> None:
        element = self.stack.pop()
        self.depth -= element.many
        if element.tag is None:
            self.lost.waiting = min(self.lost.waiting + element.many, self.lost.count)
        elif element.many:
            self.last[element.tag.name] = element.below
            if element.outer is not None:
                if lose or self.lost.leaky:
                    element.outer.absorb(self.lost)
                self.lost = element.outer
            elif lose and _formatting(element) and len(self.stack) >= self.lost.unsure:
                self.lost.add(element.tag)
        self.lost.unsure = min(self.lost.unsure, len(self.stack))


def _formatting(element: _OpenElement) -> bool:
    name = element.tag.name if element.tag is not None else b""
    return element.foreign == IN_HTML and TRAITS.get(name, 0) & FORMATTING > 0
