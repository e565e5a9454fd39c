"""How the tree agrees with other readings of the same pages: `python -m bench.agreement FOLDER`.

- twins: the compiled kernels and the Python ones give the same columns and the same effort;
- paths: for every element, our XPath selects on html5lib's tree the element with the same tag and text, and both kinds
  of path lead back to it;
- leaves: text leaves are as many as the hand-marked blocks count (`blocks-random/gold.json`).
"""

import json
import sys
import warnings
from collections import Counter
from pathlib import Path

import html5lib
import numpy as np

from bench.data import page_files, spread
from weblode import kernels, paths
from weblode.kernels.columns import ROWS
from weblode.pages.encodings import to_utf8
from weblode.pages.html import parse
from weblode.tree import Tree


def twins(files: list[Path]) -> tuple[int, int]:
    """On how many pages the two implementations give the same, and on how many they were compared."""
    native, python = kernels.native(), kernels.python()
    if native is None:
        return 0, 0
    same = 0
    for path in files:
        data = path.read_bytes()
        one, other = parse(data, kernel=native), parse(data, kernel=python)
        utf8, _ = to_utf8(data)
        same += equal(one, other) and native.effort(utf8) == python.effort(utf8)
    return same, len(files)


def equal(one: Tree, other: Tree) -> bool:
    """Whether two trees have the same columns, buffer and names."""
    return (one.buffer, one.names) == (other.buffer, other.names) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ROWS
    )


def agreement(data: bytes, *, scripting: bool = True) -> Counter[str]:
    """How many elements of a page are found again on html5lib's tree, and what went wrong with the others."""
    text = to_utf8(data)[0].decode()
    tree = parse(text.encode("utf-8-sig"))
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
    with warnings.catch_warnings():  # names and comments that XML cannot hold
        warnings.simplefilter("ignore")
        root = parser.parse(text, scripting=scripting)
    strings = [tree.string(u) for u in range(len(tree))]
    seen: Counter[str] = Counter()
    for u in np.flatnonzero(tree.tag).tolist():
        xpath = paths.xpath(tree, u)
        if not u == paths.find(tree, xpath) == paths.find(tree, paths.node_path(tree, u)):
            seen["no way back"] += 1
            continue
        found = root.xpath(xpath)
        ours = "".join("".join(strings[u : tree.end[u]]).split())
        seen[_verdict(found, tree.name(u), ours)] += 1
    return seen


def _verdict(found: list[object], name: str, text: str) -> str:
    if len(found) != 1:
        return f"{len(found)} found"
    tag = str(found[0].tag).rpartition("}")[2]  # type: ignore[attr-defined]
    if tag != name and "U000" not in tag:  # html5lib's lxml trees write o:p as oU0003Ap
        return "other tag"
    theirs = "".join(str(found[0].xpath("string()")).split())  # type: ignore[attr-defined]
    return "same" if theirs == text else "other text"


def leaves(folder: Path) -> tuple[int, int]:
    """On how many pages of `blocks-random` the text leaves are as many as its gold says, and how many pages it has."""
    gold = json.loads((folder / "blocks-random" / "gold.json").read_text(encoding="utf-8"))
    pages = folder / "blocks-random" / "pages"
    right = sum(len(parse((pages / row["page"]).read_bytes()).leaves) == row["leaves"] for row in gold)
    return right, len(gold)


def main(folder: Path) -> None:
    files = page_files(folder)
    same, n = twins(files)
    print(f"twins equal on {same:,} of {n:,} pages")
    if (folder / "blocks-random" / "gold.json").exists():
        right, n = leaves(folder)
        print(f"leaves as the gold counts them on {right} of {n} pages")
    total: Counter[str] = Counter()
    for path in spread(files, 50):
        seen = agreement(path.read_bytes())
        total += seen
        if set(seen) != {"same"}:
            print(f"  {path.relative_to(folder)}: {dict(seen)}")
    same, n = total["same"], total.total()
    print(f"paths: {same:,} of {n:,} elements the same on html5lib's tree = {same / n:.4%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
