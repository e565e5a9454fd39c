"""Rules: a found region, separator and shape, kept so that the next page of the site needs no discovery.

D. Buttler, L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 6.6
(cached rules). We differ in that a rule also keeps what its records are made of, and so knows a page that it does not
fit.
"""

import json
import reprlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from statistics import median

import numpy as np

from weblode import paths
from weblode.errors import PathError, RuleError
from weblode.records import objects
from weblode.records.discover import Found
from weblode.records.objects import PLACEMENTS, Dropped, Range, shapes
from weblode.tags import TEXT
from weblode.tree import Tree

VERSION = 1
_FITS = 0.5  # a page on which records have, on average, less than this share of what the rule expects has changed


@dataclass(frozen=True)
class Rule:
    """How to find the records of a site's pages again.

    `shape` has the tag paths, from the region down, that at least four of five records had; `size` is the typical
    number of bytes of text of a record, `span` of children of the region. `joined` and `beside` are as in `Found`.
    """

    region: str  # XPath
    separator: str
    placement: str
    shape: tuple[str, ...]
    size: int
    span: int = 1
    joined: bool = False
    beside: bool = False
    pages: int = 1
    version: int = VERSION

    def apply(self, tree: Tree) -> Found:
        """The records of a page by this rule. Raises RuleError if the page no longer looks like it.

        The score of the result says how well the page fits: how much of the rule's shape its pieces have on average,
        or, of a rule without a shape, whether they are about as large.
        """
        fits = [found for u in self._regions(tree) if (found := self._extract(tree, u)).records]
        best = max(fits, key=lambda found: (found.score, -found.region), default=None)
        if best is None or best.score < _FITS:
            fault = "has no records there" if best is None else f"fits by {best.score:.0%}, {_FITS:.0%} are needed"
            name = tree.page or "the page"
            raise RuleError(f"{name}: no longer looks like the rule: it {fault}; learn the rule again")
        return best

    def _extract(self, tree: Tree, region: int) -> Found:
        """The records of a region, what was dropped, and how well it fits."""
        separator = tree.number(self.separator)
        cut = objects.cut(tree, region, separator, placement=self.placement, span=self.span)
        pieces, wanted = self._pieces(tree, cut), self._wanted(tree, region)
        had = [len(wanted & shape) for shape in objects.shapes(tree, pieces)]
        sizes = objects.sizes(tree, pieces)
        faults = [self._fault(size, share) for size, share in zip(sizes, had, strict=True)]
        records = [piece for piece, fault in zip(pieces, faults, strict=True) if not fault]
        dropped = [Dropped(piece, fault) for piece, fault in zip(pieces, faults, strict=True) if fault]
        dropped += [Dropped(piece, objects.OUTSIDE) for piece in cut.others]
        if self.beside:
            common = wanted | {objects.WORDS}
            more, others = objects.kindred(tree, region, cut, separator, common, joined=self.joined)
            records, dropped = sorted([*records, *more]), [*dropped, *others]
        return Found(
            tree,
            "rule",
            region,
            separator,
            cut.placement,
            tuple(records),
            tuple(dropped),
            self.joined,
            self.beside,
            {separator: self._fit(had, sizes)},
        )

    def _wanted(self, tree: Tree, region: int) -> set[int]:
        """The numbers that the tag paths of the shape have on a page."""
        first = tree.first_of_paths(region + 1, int(tree.end[region]))
        above = tree.path[tree.parent[first]].tolist()
        steps = dict(zip(zip(above, tree.tag[first].tolist(), strict=True), tree.path[first].tolist(), strict=True))
        found = set()
        for names in self.shape:
            path = int(tree.path[region])
            for name in names.split("/"):
                path = steps.get((path, tree.number(name)), -1)
            found.add(path)
        return found - {-1}

    def _pieces(self, tree: Tree, cut: objects.Cut) -> tuple[Range, ...]:
        """The pieces of a cut, joined if the rule joins; those of a single record as well."""
        if not self.joined:
            return cut.records
        pieces = objects.grouped(cut.records, objects.shapes(tree, cut.records))
        if pieces == cut.records and 0 < len(pieces) <= self.span:
            return ((pieces[0][0], pieces[-1][1]),)
        return pieces

    def _fault(self, size: int, had: int) -> str:
        """Why a piece is no record, or ""; `had` counts what it has of the shape, to which its text adds one."""
        if not size:
            return "has no text"
        missing = had + 1 < objects.ALIKE * (len(self.shape) + 1)
        return "misses tags that the rule expects" if missing else objects.misfit(size, self.size)

    def _fit(self, had: list[int], sizes: list[int]) -> float:
        filled = [share for share, size in zip(had, sizes, strict=True) if size]
        if not filled:
            return 0.0
        if self.shape:
            return sum(filled) / len(filled) / len(self.shape)
        return float(self.size / 3 <= median(size for size in sizes if size) <= self.size * 3)

    def save(self, path: str | Path) -> None:
        """Write the rule as a small JSON file."""
        Path(path).write_text(json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Rule":
        """The rule in a file. Raises RuleError if the file holds none of this version."""
        try:
            kept = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise RuleError(f"{path}: cannot be read as a rule ({error}); `weblode learn` writes rules") from error
        if not isinstance(kept, dict) or kept.get("version") is not VERSION:
            raise RuleError(f"{path}: is no rule of version {VERSION}; learn it again with `weblode learn`")
        for each in fields(cls):
            if each.name in kept or each.default is MISSING:
                _check(path, each.name, kept.get(each.name))
        known = {each.name: kept[each.name] for each in fields(cls) if each.name in kept}
        return cls(**{**known, "shape": tuple(known["shape"])})

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


_TYPES = {"region": str, "separator": str, "placement": str, "shape": list, "joined": bool, "beside": bool}


def _check(path: str | Path, name: str, value: object) -> None:
    """Raise RuleError unless the value is one that the field of a rule can have."""
    right = isinstance(value, _TYPES.get(name, int))
    if name == "placement":
        right = value in PLACEMENTS
    if name == "shape":
        right = right and all(isinstance(each, str) for each in value)  # type: ignore[attr-defined]
    if not right:
        raise RuleError(
            f"{path}: its {name} cannot be {reprlib.repr(value)}; learn the rule again with `weblode learn`"
        )


def learn(lists: Iterable[Found]) -> Rule:
    """The rule for the pages of a site, from the list found on each of them: what more than half of them agree on.

    Raises RuleError if there is none, or if the pages do not agree.
    """
    found = [each for each in lists if len(each.records) > 1]
    if not found:
        raise RuleError("no records to learn from; name a page that lists several things of a kind")
    keys = [_key(each) for each in found]
    (region, separator, placement, joined), n = Counter(keys).most_common(1)[0]
    if n * 2 <= len(found) > 1:
        raise RuleError(f"the {len(found)} pages do not agree where the records stand; name pages of one kind")
    agreeing = [each for each, key in zip(found, keys, strict=True) if key == (region, separator, placement, joined)]
    made = [_named_shapes(each) for each in agreeing]
    held = Counter(name for page in made for record in page for name in record)
    n_records = sum(map(len, made))
    sizes = [each.tree.text_before[b] - each.tree.text_before[a] for each in agreeing for a, b in each.records]
    return Rule(
        region,
        separator,
        placement,
        tuple(sorted(name for name, m in held.items() if m >= 0.8 * n_records)),
        int(median(sizes)),
        int(median(span for each in agreeing for span in each.spans())),
        joined,
        any(each.beside for each in agreeing),
        n,
    )


def _key(found: Found) -> tuple[str, str, str, bool]:
    """What pages must agree on."""
    tree = found.tree
    return paths.xpath(tree, found.region), tree.name_of(found.separator), found.placement, found.joined


def _named_shapes(found: Found) -> list[set[str]]:
    """What each record is made of, by the names of the tag paths."""
    names = relative_paths(found.tree, found.region)
    return [{names[path] for path in shape if path in names} for shape in shapes(found.tree, found.records)]
