"""A draft of an application ontology from pages about one kind of thing, for people to tidy.

Every attribute that `details` finds becomes an object set: its label gives labels and keywords, the kind of its values
the type, their common shapes the patterns. The text is a file that `files.parse` reads.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from weblode.application import patterns
from weblode.application.columns import clean_label
from weblode.caches import regex
from weblode.details.pages import DetailPages
from weblode.details.template import DetailAttribute
from weblode.values.names import unused_name

_TYPES = {"number": "number", "price": "number", "rating": "number", "date": "date"}  # all others are texts
_MOST_SETS = 60
_SHAPES = 3  # patterns of a set, at most
_SHARE = 0.2  # the share of the values that have a shape, for a pattern
_WORDS = 8  # different values of a set of words, at most
_LONG = 60  # characters of a value that may have a shape
_SAMPLES = 3  # values shown beside a set
_TOKEN = regex(r"(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_]+)|(?P<space>\s+)|(?P<other>.)", re.DOTALL)


@dataclass(frozen=True)
class _DraftSet:
    """An object set of a draft: its name, the attribute it comes from, and the attribute's values."""

    name: str
    about: DetailAttribute
    label: str  # what stands before the values; "" if nothing does
    values: tuple[str, ...]

    @property
    def is_title(self) -> bool:
        """Whether the attribute is the name of the thing."""
        return self.about.name == "title"


def draft(name: str, templates: Iterable[DetailPages]) -> str:
    """The text of an ontology for things such as some pages are about."""
    entity = _words(name).title() or "Thing"
    sets = list(_sets(templates, entity))
    lines = [
        "# A draft from the attributes of pages. Tidy it: names, types, and which sets belong to others.",
        f"name = {_quoted(name)}",
        'about = "..."',
        f"entity = {_quoted(entity)}",
        "american = false  # whether 10/5/1998 is in October",
        "",
        "relationships = [",
        *(f"  {_quoted(_relationship(entity, each))}," for each in sets),
        "]",
        "",
        f"[sets.{_quoted(entity)}]",
    ]
    for each in sets:
        lines += ["", *_table(each)]
    return "\n".join(lines) + "\n"


def _sets(templates: Iterable[DetailPages], entity: str) -> Iterator[_DraftSet]:
    """The sets of the attributes that have a label, a name or a pattern; the same name is the same set."""
    values: dict[str, tuple[DetailAttribute, str, list[str]]] = {}
    for template in templates:
        for i, about in enumerate(template.columns):
            label = clean_label(about.label) if about.source == "label" else ""
            if template.template is None and about.name != "title":  # a page alone has its labels as names
                label = _words(about.name)
            own = values.setdefault(about.name, (about, label, []))[2]
            own += [one.value for page in template.pages for one in page.values[i]]
    taken = {entity}
    for about, label, texts in list(values.values())[:_MOST_SETS]:
        words = _words(label) or _words(about.name) or "Field"
        name = unused_name(words[:1].upper() + words[1:], taken, join=" ")
        drafted = _DraftSet(name, about, label, tuple(texts))
        if texts and (drafted.is_title or _words(label) or _patterns(drafted) or _closed(drafted)):
            taken.add(name)
            yield drafted


def _words(text: str) -> str:
    """The words of a label or name, without signs that a name of a set cannot have."""
    return " ".join(re.findall(r"[^\W_]+", text))[:40].strip()


def _relationship(entity: str, each: _DraftSet) -> str:
    if each.is_title:
        return f"{entity} [1] has {each.name} [1..* -> 1]"
    return f"{entity} [{'0..*' if each.about.many and not each.about.prose else '0..1'}] has {each.name} [1..*]"


def _table(each: _DraftSet) -> Iterator[str]:
    """The lines of a set."""
    samples = list(dict.fromkeys(" ".join(value.split())[:_LONG] for value in each.values))[:_SAMPLES]
    yield "".join(c if c.isprintable() else " " for c in f"# such as {' | '.join(samples)}")
    yield f"[sets.{_quoted(each.name)}]"
    kind = _TYPES.get(each.about.kind, "text")
    if kind != "text":
        yield f"type = {_quoted(kind)}"
    if each.is_title:
        yield "title = true"
    if words := _words(each.label):
        yield f"labels = [{_quoted(_label_pattern(each.label))}]"
        yield f"keywords = [{_quoted(_keyword_pattern(words))}]"
    if closed := _closed(each):
        yield f"words = [{', '.join(map(_quoted, closed))}]"
    elif shapes := _patterns(each):
        yield f"values = [{', '.join(map(_quoted, shapes))}]"
    if kind == "text" and not each.is_title and (closed or shapes):
        yield "free = true  # after a label, other texts are values too"


def _label_pattern(label: str) -> str:
    return r"[ ]".join(_literal(part) for part in label.lower().split())


def _keyword_pattern(words: str) -> str:
    return rf"\b{_label_pattern(words)}\b" if words.isascii() else _label_pattern(words)


def _closed(each: _DraftSet) -> list[str]:
    """The values of an attribute that has few, each several times; empty if it is no such attribute."""
    counts = Counter(" ".join(value.split()) for value in each.values)
    few = len(counts) <= _WORDS and len(each.values) >= 3 * len(counts) and len(counts) > 1
    if each.about.kind != "text" or not few or any(len(value) > _LONG for value in counts):
        return []
    return sorted(value for value in counts if re.search(r"[^\W\d_]", value))


# ---------------------------------------------------------------- shapes
def _patterns(each: _DraftSet) -> list[str]:
    """Patterns for the commonest shapes of values; none for prose, names and the like, which have too many."""
    texts = [" ".join(value.split()) for value in each.values]
    groups: dict[tuple[str, ...], list[list[str]]] = {}
    for text in texts:
        if 0 < len(text) <= _LONG:
            tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
            key = tuple(kind if kind != "other" else token for kind, token in tokens)
            groups.setdefault(key, []).append([token for _, token in tokens])
    common = sorted(groups.items(), key=lambda item: -len(item[1]))[:_SHAPES]
    shapes = []
    for key, rows in common:
        if "number" in key and len(rows) > max(1, _SHARE * len(texts)):
            shapes += _in_context(each, key, _shape(key, rows))
    return [shape for shape in dict.fromkeys(shapes) if not patterns.fault(shape, groups=1)]


def _shape(key: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The pattern of values with the same kinds of tokens."""
    parts = []
    for kind, tokens in zip(key, zip(*rows, strict=True), strict=True):
        if kind == "space":
            parts.append("[ ]")
        elif kind == "number":
            plain = all(token.isascii() and token.isdigit() for token in tokens)
            parts.append(_digits({len(token) for token in tokens}) if plain else r"\d[\d.,]*")
        elif len(set(tokens)) == 1:
            parts.append(_literal(tokens[0]))
        else:
            parts.append(r"\p{Lu}\p{L}*" if all(token[0].isupper() for token in tokens) else r"\p{L}+")
    return "".join(parts)


def _digits(lengths: set[int]) -> str:
    low, high = min(lengths), min(max(lengths), 100)
    return r"\d{" + (str(low) if low == high else f"{low},{high}") + "}" if low <= 100 else r"\d+"


def _in_context(each: _DraftSet, key: Sequence[str], shape: str) -> list[str]:
    """The pattern itself if it is special enough, else with the label before it, and as a whole text."""
    if len([kind for kind in key if kind != "space"]) >= 3 or any(
        kind not in ("number", "word", "space") for kind in key
    ):
        return [rf"\b{shape}" if key[0] in ("number", "word") else shape]
    before = [rf"{_label_pattern(each.label)}\s*:?\s*({shape})"] if each.label else []
    return [*before, rf"^\s*({shape})\s*$"]


def _literal(text: str) -> str:
    """A pattern that matches exactly a text."""
    return "".join(
        c if c.isascii() and c.isalnum() else rf"\x{{{ord(c):X}}}" if not c.isascii() else _escaped(c) for c in text
    )


def _escaped(c: str) -> str:
    return f"\\{c}" if c.isprintable() and c not in "'\"" else rf"\x{ord(c):02X}"


def _quoted(text: str) -> str:
    """A text as a TOML string: in single quotes, where nothing is interpreted, if it has none itself."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    if "'" not in plain:
        return f"'{plain}'"
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
