"""Instances of section pages with gold: `python -m bench.instances FOLDER [--pages] [--json FILE]`.

The folder, or its `instances`, holds `*.json` with the items of section pages and the attributes of some, and `pages/`.
Printed are precision and recall of the items, and the recall of attribute values: mined alone, as the pages tell
machines alone, and together; each also where no sibling is looked at, so that there is no template. Then the time.

`--listing 22 114` prints instead the items of these pages of the `pagination` set, a line of JSON each, to be marked.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from weblode.evaluate import Tally, read_gold
from weblode.evaluate.instances import InstanceScore, golds
from weblode.instances.attributes import attributes
from weblode.instances.discover import instances
from weblode.instances.listed import listed_items
from weblode.instances.rows import row
from weblode.ontology import Attribute, Instance
from weblode.pages.html import parse
from weblode.pages.page import Page
from weblode.sources.saved import Saved

SET = "instances"
LISTINGS = Path(__file__).parent / "gold" / "items" / "pagination.json"


def found(folder: Path) -> Iterator[list[Instance]]:
    """The instances of each section page of a data set."""
    for gold in golds(folder):
        web = Saved(gold.path.parent)
        yield instances(parse(gold.path.read_bytes(), page=str(gold.path), url=gold.url), web)


def variant(instance: Instance, which: str) -> Instance:
    """The instance with the attributes of one kind of witness: "mined", "metadata" or "both"."""
    if which == "both":
        return instance
    kept = [one for one in instance.attributes if ("template" in one.witness.method.split("+")) == (which == "mined")]
    if which == "metadata":  # those that agree are told by both
        kept += [one for one in instance.attributes if "template+" in one.witness.method]
    return replace(instance, attributes=tuple(kept))


def scores(folder: Path) -> dict[str, InstanceScore]:
    """The scores of a data set by which witnesses count."""
    results = {which: InstanceScore() for which in ("mined", "metadata", "both", "mined, no siblings")}
    for gold, answer in zip(golds(folder), found(folder), strict=True):
        for which in ("mined", "metadata", "both"):
            results[which].add(gold, [variant(instance, which) for instance in answer])
        alone = [replace(one, attributes=_alone(gold.path.parent, one)) for one in answer]
        results["mined, no siblings"].add(gold, [variant(one, "mined") for one in alone])
    return results


def _alone(folder: Path, instance: Instance) -> tuple[Attribute, ...]:
    """The attributes of an instance's page without any siblings."""
    if not instance.attributes:
        return ()
    page = next(iter(Saved(folder).pages([instance.url or ""])))
    return attributes(parse(page.data, page=page.name, url=page.url)) if isinstance(page, Page) else ()


def instance_rates(folder: Path) -> dict[str, float]:
    """Measures for the gate."""
    found = scores(folder / SET)
    rates = {"instances items P": found["both"].items.precision, "instances items R": found["both"].items.recall}
    listings = listing_score(folder)
    rates |= {"listing pages items P": listings.precision, "listing pages items R": listings.recall}
    return rates | {f"instances values R {which}": score.recall for which, score in found.items()}


def speed(folder: Path) -> None:
    """Print the milliseconds of the attributes of a page and of a section page's items, without the parse."""
    sections = {gold.path for gold in golds(folder)}
    took: dict[str, list[float]] = {"attributes": [], "listed": []}
    for path in sorted((folder / "pages").rglob("*.html")):
        tree = parse(path.read_bytes())
        start = time.perf_counter()
        if path in sections:
            listed_items(tree)
        else:
            attributes(tree)
        took["listed" if path in sections else "attributes"].append(1000 * (time.perf_counter() - start))
    for name, times in took.items():
        print(f"{name:12} {median(times):6.1f} ms in the median of {len(times)} pages, {max(times):6.1f} at the most")


def listing_score(folder: Path) -> Tally:
    """The items found on the listing pages that two readers marked (`bench/gold/items`), of those that are there."""
    total, data_set = Tally(), folder / "pagination"
    pages = read_gold(data_set / "gold.json") if (data_set / "gold.json").is_file() else []
    addresses = {each["page"]: each["url"] for each in pages}
    for gold in read_gold(LISTINGS):
        page, items = gold["page"], gold["items"]
        if page in addresses:
            tree = parse((data_set / "pages" / page).read_bytes(), page=page, url=addresses[page])
            hrefs = {one.href for one in instances(tree)}
            total.add(len(hrefs.intersection(items)), len(hrefs), len(items))
    return total


def print_listings(folder: Path, names: list[str]) -> None:
    """Print the items of listing pages, by the evidence of each page alone."""
    gold = json.loads((folder / "gold.json").read_text(encoding="utf-8"))
    addresses = {each["page"].partition(".")[0]: each["url"] for each in gold}
    for name in names:
        data = (folder / "pages" / f"{name}.html").read_bytes()
        for one in instances(parse(data, page=f"{name}.html", url=addresses[name])):
            print(json.dumps({"page": one.page, "title": one.title, "href": one.href}, ensure_ascii=False))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.instances", description="Instances against their gold.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", action="store_true", help="a line a page")
    parser.add_argument("--json", type=Path, help="write the instances here, a line each")
    parser.add_argument("--listing", nargs="+", metavar="PAGE", help="print the items of pages of `pagination`")
    options = parser.parse_args()
    if options.listing:
        print_listings(options.folder / "pagination", options.listing)
        return
    folder = options.folder / SET if (options.folder / SET).is_dir() else options.folder
    for which, score in scores(folder).items():
        values = "  ".join(f"{name} {tally.right}/{tally.expected}" for name, tally in score.values.items())
        items = f"P {score.items.precision:.3f} R {score.items.recall:.3f}"
        print(f"{which:20} items {items}  values R {score.recall:.3f}  {values}")
    listings = listing_score(options.folder)
    print(f"{'listing pages':20} items P {listings.precision:.3f} R {listings.recall:.3f}")
    if options.pages or options.json:
        answers = [instance for page in found(folder) for instance in page]
        lines = [json.dumps(row(instance), ensure_ascii=False) for instance in answers]
        if options.json:
            options.json.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if options.pages:
            print("\n".join(f"{one.page}: {one.title} ({len(one.attributes)} attributes)" for one in answers))
    speed(folder)


if __name__ == "__main__":
    main()
