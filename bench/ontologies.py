"""Generated sites, mined and compared with their own truth: `python -m bench.ontologies [--seeds 51-60] [--kind news]`.

For each kind of sites the lowest and the mean value of each measure over the seeds, and how many seeds are below 0.95.
Pages come from the generator directly, without a server; the figures are those of `weblode demo`.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import fmean
from urllib.parse import urldefrag, urljoin, urlsplit

from weblode.demo.compare import TruthComparison, compare
from weblode.demo.generate import MadeWeb, generate
from weblode.demo.truth import truth
from weblode.demo.vocabulary import KINDS
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.pages.page import Page, Unread, unread_page

_ENOUGH = 0.95


class Generated:
    """The pages of generated sites as a source of pages."""

    def __init__(self, web: MadeWeb) -> None:
        self._web = web

    def homes(self, source: str) -> list[str]:
        """The home page itself."""
        return [source]

    def address(self, base: str, href: str) -> str | None:
        """The address that a link leads to."""
        address = urldefrag(urljoin(base, href)).url
        return address if urlsplit(address).scheme in ("http", "https") else None

    def site(self, address: str) -> str:
        """Host and port, as of loopback addresses."""
        return urlsplit(address).netloc

    def canonical(self, address: str) -> str | None:
        """The address itself."""
        return address

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The generated pages."""
        for address in addresses:
            document = self._web.page(address)
            if document is None or not document.kind.startswith("text/html"):
                yield unread_page(address, ValueError("no page"))
            else:
                yield Page(address, document.data, address, document.kind.partition("charset=")[2])


def mined(kind: str, seed: int, *, sites: int = 3, articles: int = 60) -> TruthComparison:
    """How much of the truth of some generated sites is found, as `weblode demo` mines them."""
    web = generate(sites=sites, articles=articles, seed=seed, kind=kind)
    web = replace(web, bases=tuple(f"http://127.0.0.1:{9000 + index}" for index in range(sites)))
    ontology = mine_ontology(web.homes(), Generated(web), options=MineOptions(depth=2, semantics=True))
    return compare(ontology, truth(web))


def measures(comparison: TruthComparison) -> dict[str, float]:
    """The measures of a comparison by name; of attributes only recall is meaningful."""
    values: dict[str, float] = {}
    for name, score in comparison.rows():
        values |= {} if name.startswith("attribute") else {f"{name} P": score.precision}
        values[f"{name} R"] = score.recall
    return values


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ontologies", description="Generated sites and their truth.")
    parser.add_argument("--seeds", default="51-60", help="first and last seed")
    parser.add_argument("--kind", choices=KINDS, action="append", help="all by default")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    for kind in options.kind or KINDS:
        rows = [measures(mined(kind, seed)) for seed in range(int(first), int(last or first) + 1)]
        print(f"{kind:28} {'lowest':>7} {'mean':>7} {'below 0.95':>11}")
        for name in rows[0]:
            values = [row.get(name, 1.0) for row in rows]
            below = sum(value < _ENOUGH for value in values)
            print(f"  {name:26} {min(values):7.3f} {fmean(values):7.3f} {below:7d} of {len(values)}")


if __name__ == "__main__":
    main()
