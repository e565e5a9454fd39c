"""An application ontology: object sets, their relationships, and how their objects look in a text.

D. Embley, D. Campbell, Y. Jiang, Y.-K. Ng, R. Smith, S. Liddle, D. Quass, "A conceptual-modeling approach to extracting
data from the Web", ER 1998, and Jiang's thesis (BYU 1998), section 3.1: the object-relationship model with data frames.
We differ in that a data frame is part of its object set, and that exception patterns take the place of lookahead, so
that patterns are matched in linear time (see `recognise`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MANY = 1_000_000_000  # the * of a participation constraint

# The types of values, in memory and in a database.
TYPES = ("text", "integer", "number", "date", "time", "year", "phone")


@dataclass(frozen=True)
class ObjectSet:
    """Things of a kind, and how they look in a text (a data frame).

    A set with words, values or labels, or a special set of one with them, is lexical: its objects are strings. So is
    one that names the thing that a page is about (`title`).
    """

    name: str
    type: str = "text"
    special_of: str = ""  # the more general set that these objects also belong to
    words: tuple[str, ...] = ()  # constants as they are written
    values: tuple[str, ...] = ()  # patterns of constants; a group in one is the constant, the rest its context
    keywords: tuple[str, ...] = ()  # patterns of the text near an object; a group is the keyword itself
    exceptions: tuple[str, ...] = ()  # patterns of text that looks like an object but is none
    case: bool = False  # whether capitals matter
    units: Mapping[str, float] = field(default_factory=dict)  # the unit after a number -> its factor
    canonical: Mapping[str, str] = field(default_factory=dict)  # a spelling of a constant -> its stored form
    labels: tuple[str, ...] = ()  # patterns of the whole label before an object on a page about one thing
    title: bool = False  # whether the name of the thing that a page is about is an object of this set
    free: bool = False  # whether any text after one of the labels is an object, also if no pattern matches it

    @property
    def has_values(self) -> bool:
        """Whether it has patterns or words of its own."""
        return bool(self.words or self.values)

    @property
    def is_open(self) -> bool:
        """Whether any text after a label may be one of its objects."""
        return self.free or self.title or not self.has_values


@dataclass(frozen=True)
class Participation:
    """How often an object of a set takes part in a relationship: altogether, and within one record."""

    name: str
    least: int
    most: int
    within: int  # the most within one record: the constraint after the arrow in "[1..* -> 1]"

    def __str__(self) -> str:
        world = _span(self.least, self.most)
        return f"{world} -> {_span(self.within, self.within)}" if self.within != self.most else world


def _span(least: int, most: int) -> str:
    upper = "*" if most == MANY else str(most)
    return upper if least == most else f"{least}..{upper}"


@dataclass(frozen=True)
class Relationship:
    """A relationship of two or more sets, as written in the file: "Car [1] has Make [1..*]"."""

    text: str
    participants: tuple[Participation, ...]
    words: tuple[str, ...]  # the words between the sets


@dataclass(frozen=True)
class Application:
    """An application ontology: the object sets and relationships of a domain."""

    name: str
    entity: str
    sets: Mapping[str, ObjectSet]
    relationships: tuple[Relationship, ...]
    about: str = ""
    american: bool = False  # whether 10/5/1998 is in October

    def frames(self, name: str) -> Iterator[ObjectSet]:
        """A set and the more general ones above it, itself first."""
        seen: set[str] = set()
        while name and name not in seen:
            seen.add(name)
            yield self.sets[name]
            name = self.sets[name].special_of

    def is_lexical(self, name: str) -> bool:
        """Whether the objects of a set are strings."""
        return any(frame.has_values or frame.labels or frame.title for frame in self.frames(name))
