"""Limits on the size of a page and on the work for it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits on a page and on fetching it. A page beyond one of them raises LimitError, with its name; none hangs."""

    size: int = 64 * 2**20  # bytes: on disk, on the wire, after decompression
    # Of 2,290 real pages, the largest has 11,156 nodes, is 67 elements deep and takes the parser 3 million steps.
    nodes: int = 1_000_000
    # Nodes of a page with more than one node per ten bytes. None of the 2,290 pages is so dense; a table of 90,000
    # small numbers, which is a plausible page, has 180,000 nodes in a megabyte.
    dense: int = 200_000
    depth: int = 512  # as in Chromium
    effort: int = 400_000_000  # steps of the parser, some 200 million a second (kernels/effort.py)
    cells: int = 1_000_000  # slots of all tables of a page, spans counted
    matching: float = 10.0  # seconds for the patterns of an application ontology on a page
    timeout: float = 30.0  # seconds that a server may be silent
    time: float = 120.0  # total seconds for a page from the web, including redirects
    redirects: int = 10
    user_agent: str = "weblode"
    insecure: bool = False  # whether any certificate of a server is accepted (`pages.trust`)
    private: bool = True  # whether addresses that are not public (`pages.public`) may be fetched, and proxies used


DEFAULT = Limits()
