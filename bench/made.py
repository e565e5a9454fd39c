"""What made sites cost: `python -m bench.made`: pages a second and memory, for few and for many.

The made sites measure how mining scales, so that their own cost has to be flat: by page, whatever the number of sites
and articles, and in memory.
"""

import time
import tracemalloc
from itertools import islice

from weblode.demo import addresses
from weblode.demo.generate import MadeWeb, generate

SIZES = ((3, 240), (20, 500), (20, 1_000_000), (1000, 500))
PAGES = 600


def main() -> None:
    """Print the table."""
    print(f"{'sites':>6} {'articles each':>14} {'pages/s':>8} {'KB a page':>10} {'peak MB':>8}")
    for sites, articles in SIZES:
        web = generate(sites, articles)
        peak = _peak(web)  # first: what is kept of sites is to be counted
        speed, size = _speed(web)
        print(f"{sites:6,} {articles:14,} {speed:8,.0f} {size / 1000:10.1f} {peak / 1e6:8.1f}")


def _speed(web: MadeWeb) -> tuple[float, float]:
    """Pages a second and bytes a page."""
    wanted = _addresses(web)
    start = time.perf_counter()
    size = sum(len(page.data) for page in map(web.page, wanted) if page)
    return len(wanted) / (time.perf_counter() - start), size / len(wanted)


def _peak(web: MadeWeb) -> int:
    """The most bytes of Python objects at a time while pages are made."""
    wanted = _addresses(web)
    tracemalloc.start()
    for address in wanted:
        web.page(address)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _addresses(web: MadeWeb) -> list[str]:
    """Home, sections and articles of some sites, spread over all."""
    some = [web.site(index) for index in range(0, len(web), max(1, len(web) // 20))]
    each = PAGES // len(some)
    found = []
    for site in some:
        newest = (site.article(site.plan.articles - 1 - n) for n in range(each // 2))
        pages = islice(addresses.paths(site), each // 2)
        found += [site.base + path for path in pages]
        found += [site.base + addresses.article_path(site, article) for article in newest]
    return found


if __name__ == "__main__":
    main()
