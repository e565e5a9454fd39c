"""Stragglers and skew, simulated: `python -m bench.skew`: how many partitions a job over hosts of the web should have.

Hosts have pages by a power law, pages cost by a log-normal law, and a small share of machines is slow; both are drawn
with a seed. Pages go to partitions by host (as by a hash), hosts of many pages in parts or not; partitions go to cores
as they become free, the next one each time. The table has the time of the whole job over the time that all cores would
take if nothing were uneven and no partition cost anything: 1.00 is perfect.
"""

from __future__ import annotations

import argparse
import heapq

import numpy as np
from numpy.typing import NDArray

PAGES, HOSTS = 2_000_000, 40_000  # as of a monthly crawl a thousand times as large: 50 pages a host
EXPONENT = 1.1  # of the power law: the largest host has about 14 % of these pages
COST, SPREAD = 0.007, 1.0  # median seconds of a page, and the deviation of its logarithm
SLOW, SLOWNESS = 0.02, 3.0  # share of cores that are slow, and how much
TASK = 1.5  # seconds that an engine takes for a partition beside the pages in it
PART = 2000  # pages of a host in one place, if hosts are cut


def host_pages(random: np.random.Generator) -> NDArray[np.int64]:
    """The pages of each host, by a power law."""
    weights = 1.0 / np.arange(1, HOSTS + 1) ** EXPONENT
    return random.multinomial(PAGES, weights / weights.sum())


def host_costs(random: np.random.Generator, pages: NDArray[np.int64]) -> NDArray[np.float64]:
    """The seconds that the pages of each host, or part of one, take."""
    mean = COST * np.exp(SPREAD**2 / 2)
    deviation = COST * np.exp(SPREAD**2 / 2) * np.sqrt(np.exp(SPREAD**2) - 1)
    # The sum of many costs is nearly normal; a host of one page is drawn as it is.
    sums = random.normal(mean * pages, deviation * np.sqrt(np.maximum(pages, 1)))
    single = random.lognormal(np.log(COST), SPREAD, len(pages))
    return np.where(pages <= 1, single * pages, np.maximum(sums, mean * pages * 0.2))


def cut(pages: NDArray[np.int64]) -> NDArray[np.int64]:
    """Hosts of many pages in parts of at most `PART`."""
    parts = np.maximum(1, -(-pages // PART))
    return np.repeat(pages // parts, parts)


def duration(costs: NDArray[np.float64], partitions: int, cores: int, random: np.random.Generator) -> float:
    """The seconds of a job whose pieces go to partitions by chance, and these to the next free core."""
    sums = np.bincount(random.integers(0, partitions, len(costs)), costs, partitions)
    speeds = np.where(random.random(cores) < SLOW, SLOWNESS, 1.0)
    free = [(0.0, core) for core in range(cores)]
    end = 0.0
    for seconds in sums:
        at, core = heapq.heappop(free)
        at += (float(seconds) + TASK) * speeds[core]
        end = max(end, at)
        heapq.heappush(free, (at, core))
    return end


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    cores = arguments.cores
    print(f"{PAGES:,} pages of {HOSTS:,} hosts on {cores} cores; time over the ideal, mean of {arguments.rounds}")
    print(f"{'partitions a core':>18} {'whole hosts':>12} {'hosts in parts':>15}")
    for factor in (1, 2, 4, 8, 16, 32, 64):
        ratios: tuple[list[float], list[float]] = [], []
        for seed in range(arguments.rounds):
            random = np.random.default_rng(seed)
            pages = host_pages(random)
            for k, pieces in enumerate((pages, cut(pages))):
                costs = host_costs(random, pieces)
                ratios[k].append(duration(costs, factor * cores, cores, random) / (costs.sum() / cores))
        print(f"{factor:18} {np.mean(ratios[0]):12.2f} {np.mean(ratios[1]):15.2f}", flush=True)
    print(f"the largest host has {pages.max() / PAGES:.1%} of the pages")


if __name__ == "__main__":
    main()
