"""Rules for details: the template of pages about one kind of thing, saved, and applied to other pages."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from weblode.details.learning import described
from weblode.details.leaves import Hashes
from weblode.details.pages import DetailPage, DetailPages
from weblode.details.reading import read_values
from weblode.details.slots import Places
from weblode.details.template import RESERVED, DetailAttribute, DetailTemplate
from weblode.errors import RuleError
from weblode.files import replace_file
from weblode.rules.document import DETAILS, parse_document, read_document
from weblode.tree import Tree
from weblode.values.beside import TYPES
from weblode.values.kinds import KINDS

VERSION = 1
_BESIDE = tuple(f" ({kind})" for kind in TYPES)  # how the names of columns beside others end
_AGAIN = "learn the rule again with `weblode learn --details`"


class AttributeChange(Protocol):
    """What a user changes about an attribute: its name, its kind, or whether it is kept."""

    @property
    def name(self) -> str | None: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def keep(self) -> bool: ...


class DetailRule:
    """How to read the attributes of pages about one kind of thing: the same columns on every page."""

    def __init__(self, template: DetailTemplate) -> None:
        self.template = template

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.template.attributes)
        return f"<DetailRule: {names[:100]}>"

    def apply(self, tree: Tree) -> DetailPage:
        """The values of a page. Raises RuleError if the page is not of the template."""
        in_slots, share = self.template.find(tree)
        if share < self.template.expected / 2:
            raise RuleError(
                f"{tree.page or 'the page'}: is not of the rule's template: it has {share:.0%} of its fixed texts, "
                f"its pages had at least {self.template.expected:.0%}; {_AGAIN}"
            )
        return read_values(self.template, tree, in_slots)

    def table(self, pages: list[DetailPage]) -> DetailPages:
        """Pages that were read by the rule, as rows."""
        return DetailPages(self.template.attributes, tuple(pages), self.template, by_rule=True)

    def document(self) -> dict[str, Any]:
        """The rule as a JSON object."""
        places, template = self.template.places, self.template
        return {
            "rule": DETAILS,
            "version": VERSION,
            "expected": template.expected,
            "attributes": [_document(each) for each in template.attributes],
            **{each.name: _packed(getattr(places, each.name)) for each in fields(Places)},
        }

    def data(self) -> bytes:
        """The contents of the rule's file."""
        return (json.dumps(self.document(), indent=1, ensure_ascii=False) + "\n").encode()

    def save(self, path: str | Path) -> None:
        """Write the rule to a JSON file; raises RuleError if that fails, and the old file stays."""
        replace_file(path, self.data(), error=RuleError)

    @classmethod
    def load(cls, path: str | Path) -> "DetailRule":
        """The rule in a file. Raises RuleError if the file has no rule for details of this version."""
        return cls._of(read_document(path, DETAILS, VERSION), path)

    @classmethod
    def of_text(cls, text: str, name: str = "the rule") -> "DetailRule":
        """The rule in the text of a file of that name. Raises RuleError if it has no rule of this version."""
        return cls._of(parse_document(text, name, DETAILS, VERSION), name)

    @classmethod
    def _of(cls, document: dict[str, Any], path: str | Path) -> "DetailRule":
        try:
            places = Places(*(_unpacked(document[each.name]) for each in fields(Places)))
            attributes = tuple(_attribute(each) for each in document["attributes"])
            _check_names(attributes)
            expected = float(document["expected"])
            if not 0 <= expected <= 1:
                raise ValueError(f"expected {expected}")
            return cls(DetailTemplate(places, attributes, expected))
        except (KeyError, TypeError, ValueError) as error:
            raise RuleError(f"{path}: is not a valid rule for details ({error}); {_AGAIN}") from error


def learn_rule(templates: Sequence[DetailPages], changes: Mapping[str, AttributeChange]) -> DetailRule:
    """The rule of the first of some templates; `changes` rename attributes, set their kind or leave them out.

    Raises RuleError if it has no attributes, or if there is none of such a name.
    """
    template = templates[0].template if templates else None
    if template is None or not template.attributes:
        raise RuleError("no template was found: give two or more pages of one site that are about one thing each")
    names = [each.name for each in template.attributes]
    if unknown := [name for name in changes if name not in names]:
        raise RuleError(f"no attribute {unknown[0]!r}: there are {', '.join(names)}")
    attributes = []
    for each in template.attributes:
        change = changes.get(each.name)
        if change is None:
            attributes.append(each)
        elif change.keep:
            changed = replace(each, name=change.name or each.name, kind=change.kind or each.kind)
            number = names.index(each.name)
            attributes.append(described(changed, [page.values[number] for page in templates[0].pages]))
    try:
        _check_names(attributes)
    except ValueError as error:
        raise RuleError(f"{error}: choose another name") from error
    if wrong := [each.kind for each in attributes if each.kind not in KINDS]:
        raise RuleError(f"no kind {wrong[0]!r}: choose {', '.join(KINDS)}")
    return DetailRule(replace(template, attributes=tuple(attributes)))


def _check_names(attributes: Sequence[DetailAttribute]) -> None:
    """Raise ValueError if two attributes have one name, or one has that of a column that every table has."""
    names = [each.name.lower() for each in attributes]  # as SQLite compares them
    if wrong := [name for name in names if name in RESERVED or "\0" in name]:
        raise ValueError(f"an attribute cannot be called {wrong[0]!r}")
    if wrong := [name for name in names if name.endswith(_BESIDE)]:
        raise ValueError(f"an attribute cannot be called {wrong[0]!r}, as a column beside another one is")
    if wrong := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two attributes have one name, {wrong[0]!r}")


def _packed(hashes: Hashes) -> str:
    return base64.b64encode(np.asarray(hashes, dtype="<u8").tobytes()).decode()


def _unpacked(text: str) -> Hashes:
    return np.sort(np.frombuffer(base64.b64decode(text, validate=True), dtype="<u8").astype(np.uint64))


def _document(attribute: DetailAttribute) -> dict[str, Any]:
    """An attribute as a JSON object: numbers of 64 bits as text, since many readers of JSON have no such numbers."""
    return {**asdict(attribute), "keys": [f"{key:016x}" for key in attribute.keys]}


def _attribute(document: dict[str, Any]) -> DetailAttribute:
    """An attribute from its JSON object. Raises TypeError or ValueError if it does not fit."""
    values = {each.name: document[each.name] for each in fields(DetailAttribute)}
    values["keys"] = tuple(int(key, 16) for key in values["keys"])
    start, stop = values["around"]
    if not isinstance(start, str) or not isinstance(stop, str):
        raise TypeError("words around a title")
    values["around"] = (start, stop)
    kinds = {each.name: type(each.default) for each in fields(DetailAttribute)} | {"name": str, "kind": str}
    fits = all(isinstance(values[name], kind) for name, kind in kinds.items() if kind in (str, bool))
    fits = fits and all(0 <= key < 2**64 for key in values["keys"])
    if not fits or not values["name"] or values["kind"] not in KINDS:
        raise ValueError(f"attribute {values['name']!r}")
    return DetailAttribute(**values)
