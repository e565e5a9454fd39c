"""The parts of an article: title, author, date, place and body, by their position and wording.

What the page tells machines (`metadata.declarations`) is a witness: its titles vote (`titles`), its description tells
the lead (`lead`), its article body where the visible one is (`body`). Values are what the page shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, words
from weblode.articles.body import own_text, paragraphs
from weblode.articles.bylines import authors, date, is_byline, people
from weblode.articles.lead import lead
from weblode.articles.metadata import Declaration
from weblode.articles.titles import sure_heading, title
from weblode.caches import regex
from weblode.values.dates import WrittenDate

_BEFORE, _AFTER = 8, 5  # blocks before the title and after the body that may have author and date
_BEGINNING = 3  # blocks of the body's beginning that may have a byline
_NEAR = 3  # blocks from title to date, up to which a name beside one of them is the author's
_RUN = 5  # words of a run that the declared body must have
_ENOUGH = 40  # words of a declared body that can be a witness
_COVERED = 0.8  # share of a block's runs in the declared body
# A town in capitals, perhaps with its state, an agency in brackets, and a dash: "NASSAU, Bahamas (AP) - ".
_DATELINE = regex(
    r"^(?P<place>[^\W\d_a-zà-ÿ](?:[^\W\d_a-zà-ÿ]|[ .'’-]){2,40}(?:,\s?[^\W\d_]\w*[\w. ]{0,20}?)?)"
    r"(?:\s+\([^)]{2,20}\))?\s*(?:[–—―]|--?\s)\s*"
)
_MARKED = regex(r"(?P<place>[^\W\d_a-zà-ÿ][\w .'’,-]{1,40}?)\s*(?:[:–—―]|--?)")
_AGENCY = regex(r"^(?P<place>[^\W\d_][\w .'’,-]{2,40}?)\s+\([A-Z][\w ]{1,18}\)\s*(?:[–—―]|--?)\s")
_TAG = regex(r"<[^<>]{1,200}>")


@dataclass(frozen=True)
class ArticleParts:
    """The blocks of a page's title, authors, date and body; -1 or empty where it has none."""

    title: int  # the block of the title that the page shows
    title_text: str  # what most witnesses agree on; it may differ from `shown`
    body: tuple[int, ...]  # with the lead
    authors: tuple[tuple[int, str], ...] = ()  # block and name
    date: tuple[int, WrittenDate] | None = None
    place: str = ""
    lead: tuple[int, ...] = ()  # the blocks of the body that are its lead
    title_node: int = -1  # the node that has the text of the title: a heading, or metadata
    title_method: str = "template"
    shown: str = ""  # the text of the title that the page shows

    @property
    def used(self) -> set[int]:
        """The blocks of all parts."""
        dated = [self.date[0]] if self.date else []
        return {self.title, *self.body, *dated, *(i for i, _ in self.authors)}


class ArticleBody(NamedTuple):
    """The paragraphs of an article, without its lead."""

    repeated: NDArray[np.bool_]  # whether each block of the page is decoration
    free: NDArray[np.bool_]  # whether it may belong to the article
    paragraphs: list[int]


def article_body(
    blocks: Blocks, declared: Sequence[Declaration] = (), *, decoration: NDArray[np.bool_] | None = None
) -> ArticleBody:
    """The paragraphs of the article on a page, by which `article` finds its other parts; there may be none.

    `declared` is what the page tells machines; `decoration` says of each of its leaves whether its siblings have it.
    """
    repeated = _repeated(blocks, decoration)
    declared_runs = _declared_runs(declared)
    witnessed = _witnessed(blocks, declared_runs)
    free = own_text(blocks, repeated)
    body = paragraphs(blocks, free, declared=witnessed, heading=sure_heading(blocks))
    if declared_runs and not witnessed and not _shares(blocks, body, declared_runs):
        body = []  # the page shows something else, and its article only after a script has run
    return ArticleBody(repeated, free, body)


def article(
    blocks: Blocks,
    declared: Sequence[Declaration] = (),
    *,
    decoration: NDArray[np.bool_] | None = None,
    found_body: ArticleBody | None = None,
) -> ArticleParts:
    """The parts of the article on a page; some or all may be missing.

    `declared` and `decoration` are as for `article_body`; `found_body` is its body, if that has been found before.
    """
    repeated, free, body = found_body or article_body(blocks, declared, decoration=decoration)
    start = body[0] if body else len(blocks)
    heading = title(blocks, start, repeated, declared)
    leads = lead(blocks, heading.block, body, free, declared)
    ends = {*leads, *body[:_BEGINNING], *body[-1:]}
    text = [i for i in (*leads, *body) if i not in ends or not is_byline(blocks, i)]
    inside = set(text)
    zone = [i for i in _byline_blocks(blocks, heading.block, body) if i not in inside]
    dated = date(blocks, zone)
    writers = authors(blocks, zone)
    near = _near(heading.block, dated, body, anywhere=not writers)
    inside.update(i for i, _ in writers)
    near = [i for i in near if heading.block < i < start and not repeated[i] and i not in inside]
    writers += next(([(i, name) for name in who] for i in near if (who := people(blocks, i))), [])
    return ArticleParts(
        title=heading.block,
        title_text=heading.text,
        body=tuple(text),
        authors=tuple(writers),
        date=dated,
        place=_place_of(blocks, start) if body else "",
        lead=tuple(leads),
        title_node=heading.node,
        title_method=heading.method,
        shown=heading.shown,
    )


def _near(block: int, dated: tuple[int, WrittenDate] | None, body: Sequence[int], *, anywhere: bool) -> Iterable[int]:
    """The blocks in which a name alone is the author's: right before the body; if `anywhere`, beside title and date."""
    if body and anywhere and dated and block - _NEAR <= dated[0] < body[0]:
        yield from (block + 1, dated[0] - 1, dated[0] + 1)
    if body:
        yield body[0] - 1


def _declared_runs(declared: Sequence[Declaration]) -> set[tuple[str, ...]]:
    """The runs of words of the bodies that the page tells machines, if they are long enough to be a witness."""
    texts = [words(_TAG.sub(" ", one.value)) for one in declared if one.name == "body"]
    return {run for text in texts if len(text) >= _ENOUGH for run in _runs(text)}


def _witnessed(blocks: Blocks, runs: set[tuple[str, ...]]) -> set[int]:
    """The blocks that a body, as told to machines, has."""
    witnesses = set[int]()
    for i in range(len(blocks)) if runs else ():
        own = set(_runs(words(blocks.text(i))))
        if own and len(runs & own) >= _COVERED * len(own):
            witnesses.add(i)
    return witnesses


def _shares(blocks: Blocks, body: Sequence[int], runs: set[tuple[str, ...]]) -> bool:
    """Whether a body has any run of words of the declared one."""
    return any(not runs.isdisjoint(_runs(words(blocks.text(i)))) for i in body)


def _runs(text: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(text[k:] for k in range(_RUN)), strict=False))


def _repeated(blocks: Blocks, decoration: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """Whether most of the text of each block is decoration."""
    if decoration is None:
        return np.zeros(len(blocks), dtype=bool)
    tree = blocks.tree
    size = tree.start[tree.leaves + 1] - tree.start[tree.leaves]
    total = np.concatenate(([0], np.cumsum(size)))
    decoration_size = np.concatenate(([0], np.cumsum(size * decoration)))
    share = (decoration_size[blocks.stop] - decoration_size[blocks.first]) * 2
    return np.asarray(share > total[blocks.stop] - total[blocks.first])


def _byline_blocks(blocks: Blocks, block: int, body: list[int]) -> Iterable[int]:
    """The blocks in which author and date are searched, the likeliest first."""
    n = len(blocks)
    start = body[0] if body else min(n, block + 1 + 3 * _BEFORE)
    if 0 <= block < start:
        yield from range(block + 1, min(n, start + _BEGINNING))
        yield from range(block - 1, max(0, block - _BEFORE), -1)
    else:
        yield from range(start - 1, max(0, start - 2 * _BEFORE), -1)
    if body:
        yield from range(body[-1], min(n, body[-1] + 1 + _AFTER))


def _place_of(blocks: Blocks, i: int) -> str:
    """The place that a paragraph begins with: by its wording, or as marked-up text that ends in a colon or dash."""
    tree = blocks.tree
    first = tree.text(int(tree.leaves[blocks.first[i]]))
    marked = blocks.stop[i] - blocks.first[i] > 1 and tree.parent[tree.leaves[blocks.first[i]]] != blocks.node[i]
    if marked and (match := _MARKED.fullmatch(first)):
        return match["place"].strip()
    return _place(blocks.text(i))


def _place(paragraph: str) -> str:
    """The place in the dateline that a report begins with; "" without one.

    >>> _place("NASSAU, Bahamas — Tiger Woods"), _place("SEOUL (Reuters) - North Korea"), _place("A man — tall")
    ('NASSAU, Bahamas', 'SEOUL', '')
    """
    match = _DATELINE.match(paragraph) or _AGENCY.match(paragraph)
    return match["place"].strip(" -") if match else ""
