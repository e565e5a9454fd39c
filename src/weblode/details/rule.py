"""Rules for details: the template of pages about one kind of thing, saved, and applied to other pages."""

import base64
import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from weblode.details.leaves import Hashes, Leaves
from weblode.details.pages import DetailPage, DetailPages
from weblode.details.reading import read_page
from weblode.details.slots import Places
from weblode.details.template import Attribute, DetailTemplate
from weblode.errors import RuleError
from weblode.files import replace_file
from weblode.tree import Tree
from weblode.values.kinds import KINDS

KIND = "details"  # what a rule's file says that it is for
VERSION = 1
_AGAIN = "learn the rule again with `weblode learn --details`"


class DetailRule:
    """How to read the attributes of pages about one kind of thing: the same columns on every page."""

    def __init__(self, template: DetailTemplate) -> None:
        self.template = template

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.template.attributes)
        return f"<DetailRule: {names[:100]}>"

    def apply(self, tree: Tree) -> DetailPage:
        """The values of a page. Raises RuleError if the page is not of the template."""
        page = Leaves(tree, every=True)
        share = self.template.places.share_of_constants(page)
        if share < self.template.expected / 2:
            raise RuleError(
                f"{tree.page or 'the page'}: is not of the rule's template: it has {share:.0%} of its fixed texts, "
                f"its pages had {self.template.expected:.0%} or more; {_AGAIN}"
            )
        return read_page(self.template, page)

    def table(self, pages: list[DetailPage]) -> DetailPages:
        """Pages that were read by the rule, as rows."""
        return DetailPages(self.template.attributes, tuple(pages), self.template)

    def save(self, path: str | Path) -> None:
        """Write the rule to a JSON file; raises RuleError if that fails, and the old file stays."""
        places, template = self.template.places, self.template
        document = {
            "rule": KIND,
            "version": VERSION,
            "expected": template.expected,
            "attributes": [{**asdict(each), "keys": [f"{key:016x}" for key in each.keys]} for each in template.attributes],
            **{name: _packed(getattr(places, name)) for name in ("known", "constants", "once", "prefixed")},
        }
        replace_file(path, (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode(), error=RuleError)

    @classmethod
    def of(cls, document: Any, path: str | Path) -> "DetailRule":
        """The rule in the JSON of a file. Raises RuleError if it is not one of this version."""
        if not isinstance(document, dict) or document.get("rule") != KIND or document.get("version") != VERSION:
            raise RuleError(f"{path}: is not a rule for details of version {VERSION}; {_AGAIN}")
        try:
            places = Places(*(_unpacked(document[name]) for name in ("known", "constants", "once", "prefixed")))
            attributes = tuple(_attribute(each) for each in document["attributes"])
            return cls(DetailTemplate(places, attributes, float(document["expected"])))
        except (KeyError, TypeError, ValueError) as error:
            raise RuleError(f"{path}: is not a valid rule for details ({error}); {_AGAIN}") from error


def _packed(hashes: Hashes) -> str:
    return base64.b64encode(np.asarray(hashes, dtype="<u8").tobytes()).decode()


def _unpacked(text: str) -> Hashes:
    return np.sort(np.frombuffer(base64.b64decode(text, validate=True), dtype="<u8").astype(np.uint64))


def _attribute(document: dict[str, Any]) -> Attribute:
    """An attribute from its JSON object. Raises TypeError or ValueError if it does not fit."""
    values = {each.name: document[each.name] for each in fields(Attribute)}
    values["keys"] = tuple(int(key, 16) for key in values["keys"])
    start, stop = values["around"]
    values["around"] = (int(start), int(stop))
    texts = all(isinstance(values[name], str) for name in ("name", "kind", "label", "source"))
    if not texts or not values["name"] or values["kind"] not in KINDS:
        raise ValueError(f"attribute {values['name']!r}")
    return Attribute(**values)
