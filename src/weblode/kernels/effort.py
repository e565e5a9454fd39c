# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
# ruff: noqa: F821
"""How much work a page makes for the parser, estimated before it is parsed.

The HTML standard's algorithm, and lexbor with it, looks through all open elements at many tags, through all earlier
attributes at each attribute, and opens formatting elements (`b`, `font`) that were never ended again in every later
block. All of it is quadratic, harmless on real pages and endless on hostile ones: 200,000 nested `div`s take lexbor a
minute and a half, 115 KB of unended `b`s take 12 GB.

The estimate reads the page's tags and follows the standard's two lists ("Parsing HTML documents", living standard of
2025), the open elements and the formatting elements, in time that grows with the page's length. It means to be too high
rather than too low: a tag costs as many steps as elements are open, and where the parser may have closed more than is
followed here the elements in question are *unsure*: they stay, the end of one ends it alone, and the formatting ones
among them count as opened again. It does not read the `encoding` of `annotation-xml`, which may turn the content into
HTML: a page made to deceive it there can.

Beside the steps it counts the parts that the parse makes, as they take memory: 48 MB of `<p>` take lexbor 3.4 GB.

This is the definition and the source of its compiled twin: `_effort.pxd` has the types of what is here. So names are
numbers and lists are columns of numbers; an index is never negative.
"""

from array import array
from collections.abc import Callable

from weblode.tags import NAMES

# What is known of a name, as bits. The first stop the search for an open element.
SPECIAL, SCOPE, BUTTON, LIST, ITEM, TABLE, HTML, SVG, MATH, MATH_POINT = (1 << k for k in range(10))
VOID, RAW, FORMATTING, MARKER, ENDS_P, LEAVES, REOPENS, IMPLIED, GROUP, SECTION, ROW, CELL, PLAIN = (
    1 << k for k in range(10, 23)
)
FOREIGN, PART = SVG | MATH, TABLE | SECTION | ROW | CELL  # drawings and formulas; parts of tables
_SCOPE = "applet caption marquee object select table td template th"
_BITS = {
    SPECIAL: "address applet area article aside base basefont bgsound blockquote body br button caption center col "
    "colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html iframe image img input keygen li link listing main marquee menu meta nav noembed "
    "noframes noscript object ol p param plaintext pre script search section select source style summary table tbody "
    "td template textarea tfoot th thead title tr track ul wbr xmp",
    SCOPE: _SCOPE,
    BUTTON: _SCOPE + " button",
    LIST: _SCOPE + " ol ul",
    TABLE: "table template",
    SECTION: "tbody thead tfoot",
    ROW: "tr",
    CELL: "caption td th",
    VOID: "area base basefont bgsound body br col colgroup embed frame frameset head hr html image img input keygen "
    "link meta param source track wbr",
    RAW: "iframe noembed noframes noscript script style textarea title xmp",
    FORMATTING: "a b big code em font i nobr s small strike strong tt u",
    MARKER: "applet caption marquee object td template th",
    ENDS_P: "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp",
    LEAVES: "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing "
    "menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    REOPENS: "applet area br button embed image img input keygen marquee object select wbr xmp",
    IMPLIED: "dd dt li option p rb rp rt",  # these need no end tag
    GROUP: "optgroup rtc",  # nor do these
}

_SETS = {bit: frozenset(names.split()) for bit, names in _BITS.items()}


def _traits(name: str) -> int:
    traits = HTML + sum(bit for bit, names in _SETS.items() if name in names)
    traits |= ITEM if traits & SPECIAL and name not in ("address", "div", "p") else 0
    return traits if traits & SPECIAL or name in ("dialog", "rb", "rp", "rt", "rtc") else traits | REOPENS


# What a byte may be in a tag.
GAP, NAME_END, ATTRIBUTE_END, AFTER_LESS = 1, 2, 4, 8
_GAPS, _LETTERS = b"\t\n\f\r ", b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROLES = bytes(
    (c in _GAPS) * GAP
    + (c in _GAPS + b"/>") * NAME_END
    + (c in _GAPS + b"/>=") * ATTRIBUTE_END
    + (c in _LETTERS + b"!?/") * AFTER_LESS
    for c in range(256)
)
_FOLDED = bytes(range(256)).lower()
ROLES, FOLDED = _ROLES, _FOLDED  # the same for the compiled twin, as pointers

_FOREIGN_NAMES = ["foreignobject", "desc", "mi", "mo", "mn", "ms", "mtext", "mglyph", "malignmark", "annotation-xml"]
_NUMBERS = {name: number for number, name in enumerate([*NAMES, *_FOREIGN_NAMES])}  # 0 is an unknown name
MASK, SLOTS = (1 << 55) - 1, 4096  # of the hash of names


def _column(values: dict[str, int]) -> "array[int]":
    """The values of names, by their numbers."""
    return array("q", [values.get(name, 0) for name in _NUMBERS])


def _numbers(names: str, others: str) -> "array[int]":
    return _column({name: _NUMBERS[other] for name, other in zip(names.split(), others.split(), strict=True)})


def _slots() -> tuple["array[int]", "array[int]"]:
    """A hash table: the keys of names, -1 where there is none, and their numbers."""
    keys, values = array("q", [-1] * SLOTS), array("q", bytes(8 * SLOTS))
    for name, number in list(_NUMBERS.items())[1:]:
        key = 0
        for c in name.encode():
            key = (key * 131 + c) & MASK
        slot = key & (SLOTS - 1)
        while keys[slot] >= 0:
            slot = (slot + 1) & (SLOTS - 1)
        # Any heading ends any other: all are followed as h1.
        keys[slot], values[slot] = key, _NUMBERS["h1"] if name in ("h2", "h3", "h4", "h5", "h6") else number
    return keys, values


KEYS, VALUES = _slots()
UNKNOWN = HTML | REOPENS  # the traits of a name that HTML does not know
# The element that a start tag ends, or else another, and what stops the search for it.
ENDS = _numbers("li dd dt button input select", "li dd dd button select select")
ENDS_ELSE = _numbers("dd dt", "dt dt")
ENDS_STOP = _column({"li": ITEM, "dd": ITEM, "dt": ITEM, "button": SCOPE, "input": SCOPE, "select": SCOPE})
# The element that a start tag ends if it is the innermost; in which it ends all innermost ones that need no end tag.
ENDS_INNERMOST = _numbers("h1 option optgroup", "h1 option option")
IMPLIES = _numbers("option optgroup hr rb rp rt rtc", "select select select ruby ruby ruby ruby")
_ALONE = dict.fromkeys(("option", "rp", "rt"), IMPLIED)  # these do not end a group
IMPLIED_BITS = _column(dict.fromkeys(("optgroup", "hr", "rb", "rtc"), IMPLIED | GROUP) | _ALONE)
# The parts of a table in which another part stands: it ends what is open in them.
_PARTS = dict.fromkeys("caption col colgroup tbody thead tfoot".split(), TABLE) | {"tr": TABLE | SECTION}
INSIDE = _column(_PARTS | dict.fromkeys(("td", "th"), TABLE | SECTION | ROW))
# A start tag of any other name closes nothing, but for a `p`.
_CLOSING = (ENDS, ENDS_INNERMOST, IMPLIES, INSIDE)
_OTHERS = frozenset("a form nobr table".split())
TRAITS = _column(
    {
        name: traits if any(column[n] for column in _CLOSING) or name in _OTHERS else traits | PLAIN
        for name, n in _NUMBERS.items()
        for traits in (_traits(name),)
    }
)
# What stops the search for the element of an end tag.
_STOPS = {name: SCOPE if _traits(name) & SPECIAL else SPECIAL for name in _NUMBERS} | {"p": BUTTON, "li": LIST}
STOPS = _column(_STOPS | {"template": 0} | dict.fromkeys([*_PARTS, "table", "td", "th"], TABLE))
# The elements of foreign content that hold HTML again.
POINTS = _column(dict.fromkeys(("foreignobject", "desc", "title"), SVG) | dict.fromkeys(_FOREIGN_NAMES[2:7], MATH))
POINT = SPECIAL | SCOPE | BUTTON | LIST | ITEM  # their traits

A, BODY, BR, FONT, FORM, NOBR, P, SELECT, TBODY, TEMPLATE, TR = (
    _NUMBERS[name] for name in "a body br font form nobr p select tbody template tr".split()
)
ROOT, SVG_ROOT, MATH_ROOT, TABLE_ROOT = (_NUMBERS[name] for name in ("html", "svg", "math", "table"))
GLYPH, MARK, ANNOTATION = (_NUMBERS[name] for name in _FOREIGN_NAMES[7:])

# A step is one look at an element or attribute, some 2 to 5 ns. A reopened element costs lexbor 0.2 us, and lexbor, the
# tree and what is made of it some 2 KB: with these, 400 million steps are at most a third of a million elements.
# Its bytes are copied too, by lexbor and into the tree.
REOPENED, REOPENED_ATTRIBUTE, REOPENED_BYTE = 1200, 400, 4
# What the end of a formatting element around open blocks may make: eight times (the standard's outer loop) its copy and
# those of three elements inside it. With more blocks inside it stays open.
ADOPTIONS = 8
ADOPTED = ADOPTIONS * 4
TEXT, SIZE, WEIGHT, PLACE, NUMBER, FIELDS = range(1, 7)  # what is listed of a formatting element behind its name
_EMPTY = array("q", bytes(8 * 192))  # a column at first; longer than the list of names
LOOK = 64  # how far is looked back for an element; beyond it nothing is sure
ENOUGH = 4_000_000_000  # steps after which the rest of a page is not read


def _seek(text: bytes, i: int, end: int, byte: int) -> int:
    """Where a byte stands next; the end if it does not."""
    i = text.find(byte, i, end)
    return end if i < 0 else i


seek: Callable[[bytes, int, int, int], int]
globals()["seek"] = _seek  # not by its name: that is a C function in the compiled twin


def effort(data: bytes) -> tuple[int, int]:
    """The steps that the parse of a page may take beyond those that grow with its length, and the parts it may make.

    Parts are elements, attributes, texts and comments. Elements that are opened again count as steps alone.

    >>> effort(b"<div><div class=a><div>")
    (3, 4)
    """
    page, text, i, behind, end = EffortEstimate(), data, 0, 0, len(data)
    page.data = text
    while page.steps <= ENOUGH:
        i = seek(text, i, end, 60)
        if i + 1 >= end:
            break
        if not ROLES[text[i + 1]] & AFTER_LESS:
            i += 1
            continue
        while behind < i and text[behind] == 0:
            behind += 1
        if behind < i:
            page.parts += 1
            page.reopen()
        if text[i + 1] > 63:
            start, i = i + 1, page.read(text, i + 1, end)
            if page.start():
                i = raw_end(text, i, end, start, start + page.name_size)
        elif text[i + 1] == 47 and i + 2 < end and text[i + 2] > 63 and ROLES[text[i + 2]] & AFTER_LESS:
            i = page.read(text, i + 2, end)
            page.finish()
        else:
            page.parts += 1
            i = comment_end(text, i, end, not page.traits[page.height - 1] & HTML)
        behind = i
    return page.steps, page.parts


# ---------------------------------------------------------------- tokens
def comment_end(text: bytes, i: int, end: int, foreign: int) -> int:
    """Where a comment, a declaration or a CDATA section ends."""
    kind, start = 0, i + 2
    if i + 4 <= end and text[i : i + 4] == b"<!--":
        kind, start = 45, i + 4
    elif foreign and i + 9 <= end and text[i : i + 9] == b"<![CDATA[":
        kind, start = 93, i + 9
    i = seek(text, start, end, 62)
    while i < end:
        if not kind or (text[i - 1] == kind and text[i - 2] == kind and (kind == 45 or i >= start + 2)):
            return i + 1
        if kind == 45 and i >= start + 3 and text[i - 1] == 33 and text[i - 2] == 45 and text[i - 3] == 45:
            return i + 1
        i = seek(text, i + 1, end, 62)
    return end


def raw_end(text: bytes, i: int, end: int, name: int, name_end: int) -> int:
    """Where the end tag of raw text begins: that of a script not inside a script that stands in a comment in it."""
    script = name_end - name == 6 and FOLDED[text[name + 1]] == 99
    comment, inner = 0, 0
    while i < end:
        if not comment:
            i = seek(text, i, end, 60)
        if names_tag(text, i + 2, end, name, name_end) and text[i] == 60 and text[i + 1] == 47:
            if not inner:
                return i
            inner = 0
        elif script and i + 4 <= end and text[i] == 60 and text[i + 1] == 33 and text[i : i + 4] == b"<!--":
            comment, i = 1, i + 1  # "<!-->" is a whole comment
        elif comment and i + 3 <= end and text[i] == 45 and text[i : i + 3] == b"-->":
            comment = inner = 0
        elif comment and text[i] == 60 and names_tag(text, i + 1, end, name, name_end):
            inner = 1
        i += 1
    return end


def names_tag(text: bytes, i: int, end: int, name: int, name_end: int) -> int:
    """Whether a name stands here, and ends."""
    while name < name_end and i < end and FOLDED[text[name]] == FOLDED[text[i]]:
        name, i = name + 1, i + 1
    return name == name_end and i < end and ROLES[text[i]] & NAME_END


def value_end(text: bytes, i: int, end: int) -> int:
    """Where the value of an attribute ends, if it has one."""
    j = i
    while j < end and ROLES[text[j]] & GAP:
        j += 1
    if j >= end or text[j] != 61:
        return i
    j += 1
    while j < end and ROLES[text[j]] & GAP:
        j += 1
    if j < end and (text[j] == 34 or text[j] == 39):
        j = seek(text, j + 1, end, text[j])
        return j + 1 if j < end else end
    while j < end and not ROLES[text[j]] & GAP and text[j] != 62:
        j += 1
    return j


# ---------------------------------------------------------------- open elements
class EffortEstimate:
    """The open elements and the listed formatting elements of a page, with what they cost.

    An element has a name (its number; below 0 if HTML does not know it), traits (none if it was ended from inside
    another one) and a number of its own: if that is not above `unsure`, the parser may have closed it. A formatting
    element that was not ended is listed, to be opened again where no element of its number is open at its place.
    """

    def __init__(self) -> None:
        self.data = b""
        self.steps = self.parts = self.root_attributes = self.number = self.unsure = self.form = 0
        self.name = self.name_size = self.attributes = self.bare = self.text = self.size = 0  # of the last tag
        self.names, self.traits, self.numbers = _EMPTY[:], _EMPTY[:], _EMPTY[:]
        self.open = _EMPTY[:]  # how many elements of each name
        self.height, self.traits[0], self.numbers[0] = 1, HTML, 1 << 60  # place 0 is the page's
        self.list, self.listed = _EMPTY[:], 0
        self.marks, self.marked, self.base = _EMPTY[:], 0, 0  # what is listed before `base` is out of sight

    def read(self, text: bytes, i: int, end: int) -> int:
        """Read a tag from its name on; where it ends."""
        start, key, slot, attributes, bare = i, 0, 0, 0, 0
        while i < end and not ROLES[text[i]] & NAME_END:
            key = (key * 131 + FOLDED[text[i]]) & MASK
            i += 1
        slot = key & (SLOTS - 1)
        while KEYS[slot] >= 0 and KEYS[slot] != key:
            slot = (slot + 1) & (SLOTS - 1)
        self.name, self.name_size = VALUES[slot] if KEYS[slot] >= 0 else -1 - key, i - start
        while i < end and text[i] != 62:
            if ROLES[text[i]] & NAME_END:
                bare = text[i] == 47
                i += 1
            else:
                attributes, bare, i = attributes + 1, 0, i + 1
                while i < end and not ROLES[text[i]] & ATTRIBUTE_END:
                    i += 1
                if i + 1 < end and text[i] == 61 and (text[i + 1] == 34 or text[i + 1] == 39):  # as nearly all are
                    i = seek(text, i + 2, end, text[i + 1])
                    i = i + 1 if i < end else end
                else:
                    i = value_end(text, i, end)
        self.attributes, self.bare, self.text, self.size = attributes, bare, start, i - start
        return i + 1

    def start(self) -> int:
        """Follow the start tag that was read; whether raw text stands behind it."""
        name, traits, top = self.name, _traits_of(self.name), self.traits[self.height - 1]
        self.steps += self.height - 1 + self.attributes * self.attributes // 2
        if self.listed > self.base:
            self.steps += (self.listed - self.base) // FIELDS
        self.parts += 1 + self.attributes + (traits & RAW > 0)
        if top & FOREIGN or (top & MATH_POINT and name in (GLYPH, MARK)):
            if not traits & LEAVES and name != FONT:
                self._start_foreign(name, top)
                return 0
            self._end_run(FOREIGN, 0, name != FONT)  # not every `font` leaves it
        if name in (ROOT, BODY):
            self.root_attributes += self.attributes
            self.steps += self.attributes * self.root_attributes
        opens = self._end_others(name, traits)
        if opens:
            if traits & REOPENS:
                self.reopen()
            if not traits & (VOID | RAW):
                self._push(name, SVG if name == SVG_ROOT else MATH if name == MATH_ROOT else opens)
            if traits & FORMATTING:
                self._list(name)
        return traits & RAW

    def finish(self) -> None:
        """Follow the end tag that was read."""
        name, traits, top = self.name, _traits_of(self.name), self.height - 1
        self.steps += top
        if (
            self.names[top] == name
            and self.numbers[top] > self.unsure
            and self.traits[top] & HTML
            and not traits & (FORMATTING | VOID)
            and name not in (P, FORM)
        ):
            self._pop_to(top)  # most end tags: that of the innermost element
        else:
            self._finish_other(name, traits)

    def _finish_other(self, name: int, traits: int) -> None:
        self.parts += name in (P, BR)  # without a start they make one
        if not self.traits[self.height - 1] & HTML:
            if self._end(name, HTML, 0):
                name, traits = ROOT, VOID
            elif name in (P, BR):
                self._end_run(FOREIGN, 0, 1)
        if traits & FORMATTING:
            self._end_formatting(name)
        elif name == FORM:
            if (self.form or self.open[TEMPLATE]) and self._find(name, SCOPE, 0):
                self._end_run(IMPLIED | GROUP, 0, 1)
                self._end(name, SCOPE, 1)
            self.form = 0
        elif not traits & VOID:
            self._end(name, STOPS[name] if name > 0 else SPECIAL, 0)
        elif name == BR:  # it counts as a start tag
            self.reopen()

    def reopen(self) -> None:
        """Open the listed formatting elements again that are not open, as text and most start tags do."""
        i = self.listed
        while i > self.base and not self._is_open(i - FIELDS) and not self.traits[self.height - 1] & FOREIGN:
            i -= FIELDS
        while i < self.listed and self.steps <= ENOUGH:
            self.steps += self.list[i + WEIGHT]
            self._push(self.list[i], TRAITS[self.list[i]])
            self.list[i + PLACE], self.list[i + NUMBER] = self.height - 1, self.number
            i += FIELDS

    # ------------------------------------------------------------ what a start tag closes
    def _end_others(self, name: int, traits: int) -> int:
        """The traits of the element that a start tag opens, after closing what it closes; 0 if it is ignored."""
        if name < 0:
            return traits
        if traits & PLAIN:
            if traits & ENDS_P and self.open[P]:
                self._end(P, BUTTON, 0)
            return traits
        if name == FORM:
            if self.form and not self.open[TEMPLATE]:
                return 0
            self.form = 1
        if ENDS[name]:
            ended = self._end(ENDS[name], ENDS_STOP[name], 0)
            if not ended and ENDS_ELSE[name]:
                self._end(ENDS_ELSE[name], ENDS_STOP[name], 0)
            if ended and name == SELECT:
                return 0
        if traits & ENDS_P:
            self._end(P, BUTTON, 0)
        if name in (A, NOBR):
            self._end_formatting(name)
            i = self._last_listed(name)
            if name == A and i >= 0:
                place = self.list[i + PLACE] if self._is_open(i) else 0
                self._unlist(i)
                if place:
                    self._end_alone(place)
        place = self._find(IMPLIES[name], SCOPE, 0) if IMPLIES[name] else 0
        if place:
            self._end_run(IMPLIED_BITS[name], 0, self.numbers[place] > self.unsure)
        elif ENDS_INNERMOST[name]:
            self._end_run(0, ENDS_INNERMOST[name], 1)
        if name == TABLE_ROOT:
            self._start_table()
        return self._start_part(name, traits) if INSIDE[name] else traits

    def _start_table(self) -> None:
        place = self._find(0, 0, PART)
        if place and not self.traits[place] & CELL and self.names[place] != TEMPLATE:
            if self.numbers[place] > self.unsure:
                self._end(TABLE_ROOT, TABLE, 0)
            else:
                self._doubt(place, 0)
        place = self._find(P, BUTTON, 0)
        if place:  # closed, unless the page is in "quirks mode"
            self._doubt(place, 0)

    def _start_part(self, name: int, traits: int) -> int:
        place = self._find(0, 0, INSIDE[name])
        if not place:
            return 0
        if self.numbers[place] <= self.unsure or self.names[place] == TEMPLATE:
            self._doubt(place + 1, 0)
            return traits & ~MARKER
        self._pop_to(place + 1)
        if INSIDE[name] & SECTION and self.names[place] == TABLE_ROOT:
            self._push(TBODY, TRAITS[TBODY])
        if INSIDE[name] & ROW and not self.traits[place] & ROW:
            self._push(TR, TRAITS[TR])
        self.parts += self.height - 1 - place + (traits & VOID > 0)  # what stands around it
        return traits

    def _start_foreign(self, name: int, top: int) -> None:
        space = top & FOREIGN or MATH
        if name == SVG_ROOT and self.names[self.height - 1] == ANNOTATION:
            space = SVG
        if not self.bare or self.numbers[self.height - 1] <= self.unsure:
            if name > 0 and POINTS[name] == space:
                space = POINT if space == SVG else POINT | MATH_POINT
            self._push(name, space)

    # ------------------------------------------------------------ formatting elements
    def _is_open(self, i: int) -> int:
        number, place = self.list[i + NUMBER], self.list[i + PLACE]
        return number > self.unsure and place < self.height and self.numbers[place] == number

    def _list(self, name: int) -> None:
        """List the last tag's element, and of four equal ones not the first (the standard's "Noah's Ark clause")."""
        i, k, equal = self.listed - FIELDS, 0, 0
        while i >= self.base and i >= self.listed - LOOK * FIELDS and equal < 3:
            if self.list[i] == name and self.list[i + SIZE] == self.size:
                k = 0
                while k < self.size and self.data[self.list[i + TEXT] + k] == self.data[self.text + k]:
                    k += 1
                equal += k == self.size
            i -= FIELDS
        if equal == 3:
            self._unlist(i + FIELDS)
        i = self.listed
        self.listed += FIELDS
        if self.listed > len(self.list):
            self.list = _longer(self.list)
        self.list[i], self.list[i + TEXT], self.list[i + SIZE] = name, self.text, self.size
        self.list[i + WEIGHT] = REOPENED + REOPENED_ATTRIBUTE * self.attributes + REOPENED_BYTE * self.size
        self.list[i + PLACE], self.list[i + NUMBER] = self.height - 1, self.number

    def _unlist(self, i: int) -> None:
        self.listed -= FIELDS
        while i < self.listed:
            self.list[i] = self.list[i + FIELDS]
            i += 1

    def _last_listed(self, name: int) -> int:
        i = self.listed - FIELDS
        while i >= self.base and i >= self.listed - LOOK * FIELDS:
            if self.list[i] == name:
                return i
            i -= FIELDS
        if i >= self.base:
            self._doubt_all()
        return -1

    def _end_formatting(self, name: int) -> None:
        i = self._last_listed(name)
        if i < 0:
            self._end(name, SPECIAL, 0)
            return
        place, is_open = self._find(name, SCOPE, 0), self._is_open(i)
        if not is_open:
            self._unlist(i)
            if place and self.numbers[place] <= self.unsure:
                self._doubt(place, 0)
        elif place == self.list[i + PLACE]:
            blocks, k = 0, place + 1
            while k < self.height:
                blocks += self.traits[k] & SPECIAL > 0
                k += 1
            if blocks < ADOPTIONS:
                self._unlist(i)
            if blocks == 0:
                self._pop_to(place)
                return
            self.parts += ADOPTED
            self._doubt(place + 1, SPECIAL)  # blocks stay open
            if blocks < ADOPTIONS:
                self._end_alone(place)

    # ------------------------------------------------------------ the stack
    def _find(self, name: int, stops: int, bits: int) -> int:
        """The place of the innermost element of a name or with bits; 0 if something stops the search before it."""
        place, clear, traits = self.height - 1, 1, 0
        if not bits and not self.open[name if name > 0 else 0]:
            return 0
        while place > 0 and place >= self.height - LOOK:
            traits = self.traits[place]
            if traits & bits or (name and self.names[place] == name and (not traits & HTML) == (stops == HTML)):
                if clear:
                    return place
                self._doubt(place, 0)
                return 0
            if traits & stops:
                if self.numbers[place] > self.unsure:
                    return 0
                clear = 0
            place -= 1
        if place > 0:
            self._doubt_all()
        return 0

    def _end(self, name: int, stops: int, alone: int) -> int:
        """Close an element with what is open inside it, or alone; one that is unsure alone. Whether there is one."""
        place = self._find(name, stops, 0)
        if place and self.numbers[place] <= self.unsure:
            self._doubt(place + 1, 0)
            self._end_alone(place)
        elif place and alone:
            self._end_alone(place)
        elif place:
            self._pop_to(place)
        return place

    def _end_alone(self, place: int) -> None:
        self.open[self.names[place] if self.names[place] > 0 else 0] -= 1
        if self.traits[place] & MARKER and self.marked:
            self._unmark()
        self.names[place] = self.traits[place] = self.numbers[place] = 0
        self._pop_to(self.height)

    def _end_run(self, bits: int, name: int, sure: int) -> None:
        """Close the innermost elements with bits or of a name, as long as there are some."""
        place = self.height
        while place > 1 and place > self.height - LOOK:
            if self.numbers[place - 1] > self.unsure:
                if not self.traits[place - 1] & bits and self.names[place - 1] != name:
                    break
            elif self.traits[place - 1]:
                sure = 0
            place -= 1
        if sure:
            self._pop_to(place)
        else:
            self._doubt(place, 0)
            if place > 1 and place == self.height - LOOK:
                self._doubt_all()

    def _doubt(self, place: int, but: int) -> None:
        """The parser may have closed the elements from a place on, but for those with some bits."""
        while place < self.height:
            if not self.traits[place] & but:
                if self.traits[place] & MARKER and self.numbers[place] > self.unsure and self.marked:
                    self._unmark()
                self.numbers[place] = 0
            place += 1

    def _doubt_all(self) -> None:
        self.unsure, self.marked, self.base = self.number, 0, 0

    def _unmark(self) -> None:
        self.marked -= 1
        self.base = self.marks[self.marked - 1] if self.marked else 0

    def _push(self, name: int, traits: int) -> None:
        if self.height == len(self.names):
            self.names, self.traits, self.numbers = _longer(self.names), _longer(self.traits), _longer(self.numbers)
        self.number += 1
        self.names[self.height], self.traits[self.height], self.numbers[self.height] = name, traits, self.number
        self.height += 1
        self.open[name if name > 0 else 0] += 1
        if traits & MARKER:
            if self.marked == len(self.marks):
                self.marks = _longer(self.marks)
            self.marks[self.marked] = self.base = self.listed
            self.marked += 1

    def _pop_to(self, place: int) -> None:
        marker = 0
        while self.height > place or not self.traits[self.height - 1]:
            self.height -= 1
            if self.traits[self.height]:
                self.open[self.names[self.height] if self.names[self.height] > 0 else 0] -= 1
                marker |= self.traits[self.height] & MARKER
        if marker and self.marked:
            self.listed = self.base
            self._unmark()


def _traits_of(name: int) -> int:
    return TRAITS[name] if name > 0 else UNKNOWN


def _longer(column: "array[int]") -> "array[int]":
    longer = array("q", bytes(16 * len(column)))
    memoryview(longer)[: len(column)] = memoryview(column)
    return longer
