"""What one page may cost."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds on a page and on getting it. A page beyond one of them is a LimitError that names it, never a hang."""

    size: int = 64 * 2**20  # bytes: on disk, on the wire, after decompression
    # Of 2,290 real pages the largest has 11,156 nodes, is 67 elements deep and costs the parser 3 million steps.
    nodes: int = 1_000_000
    dense: int = 150_000  # nodes of a page that has more than one for every ten bytes; real ones have 0.07 at the most
    depth: int = 512  # where Chromium stops nesting, too
    effort: int = 400_000_000  # steps of the parser, some 200 million a second (kernels/effort.py)
    cells: int = 1_000_000  # slots of the tables of a page, spans counted
    matching: float = 10.0  # seconds for the patterns of an application ontology on a page
    timeout: float = 30.0  # seconds of silence of a server
    time: float = 120.0  # seconds in all for a page from the web, redirects included
    redirects: int = 10
    user_agent: str = "weblode"
    insecure: bool = False  # whether servers may show any certificate (`pages.trust`)
    private: bool = True  # whether addresses that are not public (`pages.public`) may be asked, and proxies used


DEFAULT = Limits()
