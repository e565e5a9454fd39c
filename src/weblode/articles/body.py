"""The body of an article: its paragraphs, in order, without what a site puts between and around them.

Prose is text in sentences, of some length, with few links. The prose of the article is below one node or a few similar
ones, while comments, teasers and boxes each have a node of their own. So the score of a node counts the prose directly
below it fully, one level further down by half, the next by a third (an idea of Arc90's Readability, 2009; class names
are not scored). Wrappers that hold hardly more than what they wrap are no levels. The best node, and nodes near it with
its tag path, contain the body; its paragraphs are those on the tag paths with most of the prose, and what stands among
them in the same kind of element. What the page tells machines of its body is a witness: prose that it has counts twice.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, have_tags, nearest_ancestors
from weblode.articles.boxes import Boxes, calls_away, captions, comments, notices, repeated_texts
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LEVELS = (1.0, 0.5, 1 / 3)
_LONGEST = 1000  # characters of a paragraph that count: one huge block is not an article
_LEAST = 140  # the least score of a body, in characters of prose
_SHARE = 0.1  # share of the prose that a tag path needs for its blocks to be paragraphs of the body
_BOX = 0.3  # the same within a node of the best tag path, where it may be a box amid the paragraphs
_FEW_LINKS = 0.5
_APART = 12  # blocks between two parts of a body, at most: an advertisement, a picture; a form or comments are longer
_WRAPPED = 60  # bytes of text that a wrapper has beside what it wraps, at most: a label
_NESTED = 4  # levels of a comment: its item, its box, its text
_LAST = 80  # characters of a last paragraph that does not end as a sentence

# Elements of paragraphs, headings and lists between the node of the body and the text.
_FLOW = frozenset(NUMBERS[n] for n in "blockquote center dd dl dt h2 h3 h4 h5 h6 li ol p pre ul".split())
_FORMATTING = frozenset(NUMBERS[n] for n in "b big em font i small span strong u".split())
_INLINE = _FLOW | _FORMATTING
_ITEMS = frozenset(NUMBERS[n] for n in ("li", "dd"))
_HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))
_ARTICLE, _QUOTE, _PRE = (NUMBERS[n] for n in ("article", "blockquote", "pre"))
_TABLE, _ROW, _CELL, _HEADER = (NUMBERS[n] for n in ("table", "tr", "td", "th"))

Flags = NDArray[np.bool_]


def body(blocks: Blocks, decoration: Flags | None = None) -> list[int]:
    """The blocks that are the paragraphs of the page's article, in order; empty without an article.

    `decoration` says for each block whether other pages have it too.
    """
    return paragraphs(blocks, own_text(blocks, decoration))


def paragraphs(blocks: Blocks, free: Flags, *, declared: Collection[int] = (), heading: int = -1) -> list[int]:
    """The paragraphs among the blocks that are `free`.

    `declared` are those that the page's metadata has; `heading` is the block of an `h1` that is surely the title.
    """
    prose = np.flatnonzero(blocks.prose & free).tolist()
    roots = _roots(blocks, prose, declared, heading)
    return _paragraphs(blocks, roots, free, prose) if roots else []


def own_text(blocks: Blocks, decoration: Flags | None = None) -> Flags:
    """Whether each block may belong to the article: not set apart by HTML, no decoration, caption, comment, notice."""
    free = ~(blocks.beside | captions(blocks) | comments(blocks) | notices(blocks))
    return free if decoration is None else free & ~decoration


def _roots(blocks: Blocks, prose: list[int], declared: Collection[int], heading: int) -> list[int]:
    """The nodes that contain the body: the best one, and those near it with its tag path.

    Prose before the title, or in another `article` than the title, counts half; what the metadata has, twice.
    """
    tree, mass = blocks.tree, defaultdict[int, float](float)
    titled = _articles_of(tree, [int(blocks.node[heading])])[0] if heading >= 0 else -1
    arounds = _articles_of(tree, blocks.node[prose].tolist()) if titled >= 0 else [-1] * len(prose)
    for i, around in zip(prose, arounds, strict=True):
        u = _base(tree, int(blocks.node[i]))
        apart = i < heading or (around >= 0 and not _inside(tree, around, titled))
        own = min(float(blocks.weight[i] * (1 - blocks.linked[i])), _LONGEST)
        mass[u] += own * (2 if i in declared else 1) * (0.5 if apart else 1)
    score = _scores(tree, mass)
    best = max(score, key=lambda u: (score[u], int(tree.depth[u]), -u), default=0)
    if score[best] < _LEAST:
        return []
    alike = [u for u in sorted(score) if tree.path[u] == tree.path[best] and (u == best or not _inside(tree, u, best))]
    return _adjacent_roots(blocks, alike, alike.index(best))


def _scores(tree: Tree, mass: Mapping[int, float]) -> dict[int, float]:
    """The scores of nodes by the prose directly below some: in full, one level up by half, then by a third."""
    score = defaultdict[int, float](float)
    for level in _LEVELS:
        above = defaultdict[int, float](float)
        for u, own in mass.items():
            is_comment = level == 1 and _is_comment(tree, u)
            score[u] += level * own
            while u != (wrapper := _wrapper(tree, u)):
                u = wrapper
                score[u] += level * own
            if not is_comment:
                above[max(0, int(tree.parent[u]))] += own
        mass = above
    return score


def _wrapper(tree: Tree, u: int) -> int:
    """The parent of a node if it has hardly more text, and is not the page's `body`; else the node itself."""
    before, above = tree.text_before, int(tree.parent[u])
    if tree.depth[u] <= 2 or int(tree.tag[u]) in _ITEMS:
        return u
    size = before[tree.end[above]] - before[above]
    return above if size <= _WRAPPED + before[tree.end[u]] - before[u] else u


def _inside(tree: Tree, u: int, v: int) -> bool:
    """Whether one of two nodes contains the other."""
    return bool(u <= v < tree.end[u] or v <= u < tree.end[v])


def _is_comment(tree: Tree, u: int) -> bool:
    """Whether a node is a list item without a heading, or not far inside one, as comments below an article are."""
    for v in (u, *nearest_ancestors(tree, u, _NESTED)):
        if int(tree.tag[v]) in _ITEMS:
            return not have_tags(tree.tag[v : tree.end[v]], _HEADINGS).any()
    return False


def _adjacent_roots(blocks: Blocks, roots: list[int], best: int) -> list[int]:
    """The nodes before and after the best one: with few blocks between neighbours, or in one `article` with it."""
    low = high = best
    spans = [_below(blocks, root) for root in roots]
    around = _articles_of(blocks.tree, roots)

    def near(one: int, two: int) -> bool:
        return spans[two][0] - spans[one][-1] <= _APART or around[one] == around[two] > 0

    while low and near(low - 1, low):
        low -= 1
    while high + 1 < len(roots) and near(high, high + 1):
        high += 1
    return roots[low : high + 1]


def _articles_of(tree: Tree, nodes: list[int]) -> list[int]:
    """The nearest `article` around each node; -1 without one."""
    if _ARTICLE not in tree.tags:
        return [-1] * len(nodes)
    around = np.array(nodes, dtype=np.int64)
    while (others := np.flatnonzero((around >= 0) & (tree.tag[around] != _ARTICLE))).size:
        around[others] = tree.parent[around[others]]
    return [int(u) for u in around]


def _paragraphs(blocks: Blocks, roots: list[int], free: Flags, prose: list[int]) -> list[int]:
    """The blocks below the roots that are paragraphs of the body."""
    tree, sentences = blocks.tree, set(prose)
    inside = [i for root in roots for i in _below(blocks, root)]
    base = {i: _base(tree, int(blocks.node[i])) for i in inside}
    mass = Counter[int]()
    for i in inside:
        if i in sentences:
            mass[int(tree.path[base[i]])] += int(blocks.weight[i])
    best = max(mass, key=lambda path: (mass[path], -path))
    main = sorted({base[i] for i in inside if i in sentences and tree.path[base[i]] == best})
    total = sum(mass.values())
    bases, refused, boxes = set(main), set[int](), Boxes(blocks, main)
    for u in sorted({base[i] for i in inside if i in sentences} - bases):
        share = mass[int(tree.path[u])] / total
        enough = share >= (_BOX if _is_in(tree, u, main) else _SHARE)
        if enough and not (share < _BOX and boxes.calls_away(u)):
            bases.add(u)
        else:
            refused.add(u)
    kinds = {_kind(tree, u) for u in bases}
    accepted = [
        i
        for i in inside
        if free[i]
        and blocks.linked[i] < _FEW_LINKS
        and (base[i] in bases or (base[i] not in refused and _kind(tree, base[i]) in kinds) or _is_quote(blocks, i))
    ]
    chosen = _trim(blocks, _with_headings(blocks, inside, accepted, free), sentences)
    return _with_tables(blocks, _with_strays(blocks, chosen, prose, set(inside)), free)


def _with_tables(blocks: Blocks, body: list[int], free: Flags) -> list[int]:
    """The body with the tables between its parts that have rows and columns, hardly links, and nothing else."""
    tree, starts = blocks.tree, blocks.tree.leaves[blocks.first]
    tables = np.flatnonzero(tree.tag == _TABLE).tolist() if body else []
    chosen = np.zeros(len(blocks), dtype=bool)
    chosen[body] = True
    for u in tables:
        low, high = starts.searchsorted([u, tree.end[u]]).tolist()
        if not body[0] < low < high <= body[-1] or not (free & ~chosen)[low:high].all():
            continue
        tags = tree.tag[u : tree.end[u]]
        rows, cells = (tags == _ROW).sum(), ((tags == _CELL) | (tags == _HEADER)).sum()
        if rows > 1 and cells >= 2 * rows and blocks.linked[low:high].mean() < _FEW_LINKS and not calls_away(blocks, u):
            chosen[low:high] = True
    return np.flatnonzero(chosen).tolist()


def _with_strays(blocks: Blocks, body: list[int], prose: list[int], inside: set[int]) -> list[int]:
    """The body with the prose between its parts that is in none of them, but for boxes that call the reader away."""
    boxes = Boxes(blocks, set(blocks.node[body].tolist()))
    between = [i for i in prose if body and body[0] < i < body[-1] and i not in inside and not _is_post(blocks, i)]
    strays = [i for i in between if not boxes.calls_away(int(blocks.node[i]))]
    return sorted({*body, *strays})


def _is_quote(blocks: Blocks, i: int) -> bool:
    """Whether a block is code, or a sentence in a quotation, and no embedded post, which has links."""
    tags = _tags_around(blocks, i)
    return bool(blocks.linked[i] == 0 and (_PRE in tags or (_QUOTE in tags and blocks.prose[i])))


def _is_post(blocks: Blocks, i: int) -> bool:
    """Whether a block is in a quotation and has links, as embedded posts of other sites do."""
    return bool(blocks.linked[i] > 0 and _QUOTE in _tags_around(blocks, i))


def _tags_around(blocks: Blocks, i: int) -> set[int]:
    nodes = (int(blocks.node[i]), *nearest_ancestors(blocks.tree, int(blocks.node[i]), 2))
    return {int(blocks.tree.tag[u]) for u in nodes}


def _kind(tree: Tree, u: int) -> tuple[int, str]:
    """What makes two elements alike: their tag paths and classes."""
    return int(tree.path[u]), tree.attributes(u).get("class", "")


def _with_headings(blocks: Blocks, inside: list[int], accepted: list[int], free: Flags) -> list[int]:
    """The paragraphs, and the headings that stand right before one; only what is not the article's may be between."""
    chosen, labels = set(accepted), repeated_texts(blocks)
    follows = False
    for i in reversed(inside):
        heading = int(blocks.tree.tag[blocks.node[i]]) in _HEADINGS
        if i in chosen and (not heading or blocks.prose[i]):
            follows = True
        elif heading and free[i] and blocks.linked[i] < _FEW_LINKS:
            (chosen.add if follows else chosen.discard)(i)
        elif blocks.linked[i] >= _FEW_LINKS or (free[i] and blocks.text(i) not in labels):
            follows = False
    return sorted(chosen)


def _is_in(tree: Tree, u: int, nodes: list[int]) -> bool:
    """Whether a node is below one of `nodes`, which are in order and not nested."""
    place = bisect_left(nodes, u) - 1
    return place >= 0 and u < int(tree.end[nodes[place]])


def _below(blocks: Blocks, root: int) -> list[int]:
    nodes = blocks.tree.leaves[blocks.first]
    return list(range(int(nodes.searchsorted(root)), int(nodes.searchsorted(blocks.tree.end[root]))))


def _base(tree: Tree, u: int) -> int:
    """The nearest node around a block that is no paragraph, heading, list or formatting.

    A list item with paragraphs of its own is such a node: a comment, a teaser.
    """
    below = -1
    while u > 0 and (tag := tree.tag.item(u)) in _INLINE and not (tag in _ITEMS and below >= 0):
        below, u = u, tree.parent.item(u)
    return u


def _trim(blocks: Blocks, body: list[int], prose: set[int]) -> list[int]:
    """The paragraphs from the first to the last with prose, and the short sentences right after that.

    A heading right before the first belongs to it.
    """
    places = [k for k, i in enumerate(body) if i in prose]
    if not places:
        return []
    start, stop = places[0], places[-1] + 1
    while stop < len(body) and body[stop] == body[stop - 1] + 1 and _is_last(blocks, body[stop]):
        stop += 1
    return body[start:stop]


def _is_last(blocks: Blocks, i: int) -> bool:
    """Whether a block after the last prose still reads as a paragraph: a short sentence, or a long line."""
    return blocks.is_sentence(i) or bool(blocks.weight[i] >= _LAST and blocks.linked[i] < _FEW_LINKS / 2)
