"""Rules: a found region, separator and shape, kept so that the next page of the site needs no discovery.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 6.6
(cached rules). We differ in that a rule also keeps what its records are made of, and so knows a page that it does not
fit.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from weblode import paths
from weblode.errors import PathError, RuleError
from weblode.records import objects
from weblode.records.discover import Found
from weblode.records.objects import Dropped, shapes
from weblode.tags import TEXT
from weblode.tree import Tree

VERSION = 1
_FITS = 0.5  # a page on which records have, on average, less than this share of what the rule expects has changed


@dataclass(frozen=True)
class Rule:
    """How to find the records of a site's pages again.

    `shape` has the tag paths, from the region down, that at least four of five records had; `size` is the typical
    number of bytes of text of a record. `joined` and `beside` are as in `Found`.
    """

    region: str  # XPath
    separator: str
    placement: str
    shape: tuple[str, ...]
    size: int
    joined: bool = False
    beside: bool = False
    pages: int = 1
    version: int = VERSION

    def apply(self, tree: Tree) -> Found:
        """The records of a page by this rule. Raises RuleError if the page no longer looks like it.

        `certainty` of the result says how well the page fits: how much of the rule's shape its records have.
        """
        fits = [found for u in self._regions(tree) if (found := self._extract(tree, u)).records]
        best = max(fits, key=lambda found: (found.score, -found.region), default=None)
        if best is None or best.score < _FITS:
            fault = "has no records there" if best is None else f"fits by {best.score:.0%}, {_FITS:.0%} are needed"
            raise RuleError(
                f"{tree.page or 'the page'}: no longer looks like the rule: it {fault}; learn the rule again"
            )
        return best

    def _extract(self, tree: Tree, region: int) -> Found:
        """The records of a region: the pieces with text that have at least half of the rule's shape."""
        separator = tree.number(self.separator)
        cut = objects.cut(tree, region, separator, self.placement)
        made = objects.shapes(tree, cut.records)
        pieces = objects.grouped(cut.records, made) if self.joined else cut.records
        if pieces != cut.records:
            made = objects.shapes(tree, pieces)
        expected = set(self.shape)
        wanted = {path for path, name in relative_paths(tree, region).items() if name in expected}
        records, dropped, shares = [], [], []
        for piece, shape in zip(pieces, made, strict=True):
            share = len(wanted & shape) / len(expected) if expected else 1.0
            if share >= _FITS and objects.WORDS in shape:
                records.append(piece)
                shares.append(share)
            else:
                dropped.append(Dropped(piece, "has no text" if share >= _FITS else "misses tags that the rule expects"))
        if self.beside:
            records = sorted([*records, *objects.kindred(tree, region, separator, wanted)])
        fit = sum(shares) / len(pieces) if pieces else 0.0
        found = Found(tree, "rule", region, separator, cut.placement, tuple(records), tuple(dropped))
        return replace(found, certainty={separator: fit})

    def save(self, path: str | Path) -> None:
        """Write the rule as a small JSON file."""
        Path(path).write_text(json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Rule":
        """The rule in a file. Raises RuleError if the file holds none of this version."""
        try:
            kept = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RuleError(f"{path}: cannot be read as a rule ({error}); `weblode learn` writes rules") from error
        if not isinstance(kept, dict) or kept.get("version") != VERSION:
            raise RuleError(f"{path}: is no rule of version {VERSION}; learn it again with `weblode learn`")
        try:
            return cls(**{**kept, "shape": tuple(kept["shape"])})
        except (KeyError, TypeError) as error:
            raise RuleError(f"{path}: is no complete rule ({error}); learn it again with `weblode learn`") from error

    def _regions(self, tree: Tree) -> list[int]:
        """The node that the rule names, and where it is not there, the nodes with its tag path."""
        try:
            return [paths.find(tree, self.region)]
        except PathError:
            wanted = paths.tag_path(self.region)
            rows, first = np.unique(tree.path, return_index=True)
            alike = [path for path, u in zip(rows, first, strict=True) if tree.tag_path(int(u)) == wanted]
            return [int(u) for u in np.flatnonzero(np.isin(tree.path, alike))]


def relative_paths(tree: Tree, region: int) -> dict[int, str]:
    """The tag paths below a region by number, each written from the region down: `tr/td/a`."""
    base = int(tree.path[region])
    first = tree.first_of_paths(region + 1, int(tree.end[region]))
    names: dict[int, str] = {base: ""}
    above = tree.path[tree.parent[first]].tolist()
    for path, parent, tag in zip(tree.path[first].tolist(), above, tree.tag[first].tolist(), strict=True):
        if tag != TEXT:
            names[path] = f"{names[parent]}/{tree.name_of(tag)}" if parent != base else tree.name_of(tag)
    return names


def learn(lists: Iterable[Found]) -> Rule:
    """The rule for the pages of a site, from the list found on each of them: what most of them agree on.

    Raises RuleError if there is none, or if the pages do not agree.
    """
    found = [each for each in lists if len(each.records) > 1]
    if not found:
        raise RuleError("no records to learn from; name a page that lists several things of a kind")
    keys = [(paths.xpath(each.tree, each.region), each.tree.name_of(each.separator)) for each in found]
    (region, separator), n = Counter(keys).most_common(1)[0]
    agreeing = [each for each, key in zip(found, keys, strict=True) if key == (region, separator)]
    made = [_named_shapes(each) for each in agreeing]
    held = Counter(name for page in made for record in page for name in record)
    n_records = sum(map(len, made))
    sizes = [len(text.encode()) for each in agreeing for text in each.texts()]
    first = agreeing[0]
    return Rule(
        region,
        separator,
        first.placement,
        tuple(sorted(name for name, m in held.items() if m >= 0.8 * n_records)),
        int(np.median(sizes)),
        joined=first.joined,
        beside=any(each.beside for each in agreeing),
        pages=n,
    )


def _named_shapes(found: Found) -> list[set[str]]:
    """What each record is made of, by the names of the tag paths."""
    names = relative_paths(found.tree, found.region)
    return [{names[path] for path in shape if path in names} for shape in shapes(found.tree, found.records)]
