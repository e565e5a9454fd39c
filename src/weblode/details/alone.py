"""The attributes of a page without siblings: values that the page itself labels, and what it tells about its thing.

A label is told by its shape: it ends in a colon, is a term or header cell, in bold, or stands at a place where the page
has several texts each at the start of a row. Its values are the texts after it in its row.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median

import numpy as np

from weblode.articles.article import ArticleParts
from weblode.articles.attributes import article_attributes, merge, mined
from weblode.articles.blocks import Blocks, words
from weblode.articles.metadata import metadata
from weblode.caches import regex
from weblode.details.articles import parts
from weblode.details.leaves import LABEL, Flags, Leaves
from weblode.details.slots import is_name, prefix_of
from weblode.ontology import Attribute
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.locales import page_locale
from weblode.values.prices import read_price
from weblode.values.prose import is_prose

_COLON = (":", "\uff1a")
_NO_NAME = regex(r"[{}<>|\\]")  # signs of code and of titles of pages, that no label has
_TIME = regex("\\d[:\uff1a]\\d")  # a colon that ends no label: "5 May at 10:30"
_NUMBER = regex(r"[\d¼-¾⅐-⅞]")  # what an amount begins with: "2 cups"
_AMOUNT = regex(r"\W?\d*[.,/ ]?[\d¼-¾⅐-⅞]+\W?")  # one number, without its unit; a telephone number is several
_UNIT = regex(r"[a-z]{1,5}")  # what an amount may end with, before the next: "1 hr 30 mins"
_GOES_ON = regex(r"[^\W\d_A-Z]|[,.;%°)’'-]")  # how a text begins that is the rest of another
_APART = regex(r"[\n|•·]")  # what stands between two values
_WORDS = 5  # of a label
_FEW = 2  # labels at one place, for it to be a place of labels
_PHRASE = 3  # words between links from which they are parts of a sentence
_VALUE = 300  # characters of a value; more is prose
_POSTS = 3  # labels at one place with prose between them, for a thread of posts
_PROSE = 100  # characters of that prose, in the median: about a sentence; chosen by sight, not fitted
_MOST = 60  # pairs of a page
_UNLABELLED = 12  # prices and paragraphs of a page without a label: more are a list of other things

_DL, _DT, _DD = (NUMBERS[name] for name in ("dl", "dt", "dd"))

Pairs = dict[str, list[int]]  # by label: the texts that are its values


def labelled(page: Leaves, *, with_hidden: bool = False) -> Pairs:
    """The labels of a page, each with the numbers of the texts that are its values, in document order.

    Hidden texts are left out, unless `with_hidden`: to ask costs as much as five parses of an article page.
    """
    usable = ~(page.button | page.title | page.beside)
    pairs = _pairs(page, _labels(page) & usable, usable)
    if pairs and not with_hidden and page.hidden.any():
        usable &= ~page.hidden
        pairs = _pairs(page, _labels(page) & usable, usable)
    first = sorted(pairs.items(), key=lambda each: each[1][0])
    return dict(first[:_MOST])


def _pairs(page: Leaves, label: Flags, usable: Flags) -> Pairs:
    """The labels among the usable texts, with their values."""
    labels: dict[int, tuple[str, list[int]]] = {}  # by the text that has the label: the label, and its values
    can_begin = usable & ~label & page.signed & ~page.linked & ~page.heading & (page.length <= _VALUE)
    title = page.page_title
    for i in np.flatnonzero(can_begin).tolist():
        text = page.texts[i]
        if (
            (prefix := prefix_of(text))
            and is_label(prefix)
            and not _TIME.match(text, len(prefix) - 1)
            and text not in title
        ):
            labels[i] = (prefix, [i])
    numbers = np.flatnonzero(label).tolist()
    rows = _RowTexts(page, label, usable) if numbers else None
    for i in numbers:
        if rows and (values := rows.values(i)):
            labels[i] = (page.texts[i].rstrip(" :\uff1a"), values)
    posts = _posts(page, labels)
    pairs: Pairs = {}
    for i, (name, values) in labels.items():
        if page.place[i] not in posts:
            pairs.setdefault(name, []).extend(values)
    return pairs


def is_label(text: str) -> bool:
    """Whether a text can be a label: a name of a few words."""
    return len(text) <= LABEL and len(text.split()) <= _WORDS and is_name(text) and not _NO_NAME.search(text)


def _posts(page: Leaves, labels: Mapping[int, tuple[str, Sequence[int]]]) -> set[int]:
    """The places whose labels name no attributes: the authors and dates of posts, with the posts between them."""
    at: defaultdict[int, list[int]] = defaultdict(list)
    for i in sorted(labels):
        at[page.place.item(i)].append(i)
    if max(map(len, at.values()), default=0) < _POSTS:
        return set()
    other = page.length.astype(np.int64)  # the characters that are neither labels nor values
    other[[k for i, (_, values) in labels.items() for k in (i, *values)]] = 0
    before = np.concatenate(([0], np.cumsum(other))).tolist()
    return {
        place
        for place, own in at.items()
        if len(own) >= _POSTS and median(before[j] - before[i] for i, j in pairwise(own)) > _PROSE
    }


def _labels(page: Leaves) -> Flags:
    """Whether each text is a label by its shape."""
    n, texts, unlinked = len(page), page.texts, ~page.linked
    if not n:
        return np.zeros(0, dtype=np.bool_)
    same_row = page.row[1:] == page.row[:-1]
    starts = np.concatenate(([True], ~same_row))
    followed = np.concatenate((same_row & (page.row[1:] >= 0), [False]))
    colon = page.labels.copy()  # what ends in a colon looks like a label
    colon[colon] = [texts[i].endswith(_COLON) for i in np.flatnonzero(colon).tolist()]
    # A colon may also begin the value: "<b>Weight</b>: 2 kg".
    begins = [i for i in np.flatnonzero(page.signed).tolist() if i and texts[i].startswith(_COLON)]
    colon[[i - 1 for i in begins if page.block[i] == page.block[i - 1]]] = True
    leads = starts & followed & unlinked
    term = page.term & unlinked
    can_be = (leads | ((colon | term) & ~page.heading)) & (page.length <= LABEL)
    can_be &= ~_explained(page)
    can_be[can_be] = [is_label(texts[i]) for i in np.flatnonzero(can_be).tolist()]
    # A place of labels has several, and hardly any text that is not the first of its row.
    at = Counter(page.place[leads & can_be].tolist())
    amounts = Counter(page.place.item(i) for i in np.flatnonzero(leads & can_be).tolist() if _NUMBER.match(texts[i]))
    usual = [place for place, times in at.items() if times >= _FEW and 2 * amounts[place] <= times]
    by_place = np.zeros(n, dtype=np.bool_)
    if usual:
        total = Counter(page.place.tolist())
        by_place = leads & np.isin(page.place, np.array([x for x in usual if 2 * at[x] >= total[x]], dtype=np.uint64))
    return np.asarray(can_be & ~page.heading & (colon | by_place | term))


def _explained(page: Leaves) -> Flags:
    """Whether each text is a term of a definition list that explains its terms in prose, as lists of options do."""
    tree = page.tree
    explained = np.zeros(len(page), dtype=np.bool_)
    lists: defaultdict[int, list[int]] = defaultdict(list)
    for u in np.flatnonzero(tree.tag == _DD).tolist():
        lists[_list_around(tree, u)].append(u)
    own_prose = {u: sum(_is_prose(tree, v) for v in own) for u, own in lists.items() if u >= 0 and len(own) > 1}
    prose = {u for u, n in own_prose.items() if 2 * n > len(lists[u])}
    for u in np.flatnonzero(tree.tag == _DT).tolist() if prose else ():
        if _list_around(tree, u) in prose:
            explained[page.node.searchsorted(u) : page.node.searchsorted(tree.end[u])] = True
    return explained


def _is_prose(tree: Tree, u: int) -> bool:
    """Whether the text of a node is prose; long ones are not looked at, since lists may be nested."""
    return bool(tree.text_before[tree.end[u]] - tree.text_before[u] > _VALUE) or is_prose(tree.text(u, line=" "))


def _list_around(tree: Tree, u: int) -> int:
    """The definition list that an item of one is in, perhaps within another element; -1 for none."""
    for _ in range(2):
        u = tree.parent.item(u)
        if u < 0 or tree.tag[u] == _DL:
            return u
    return -1


def whole_values(page: Leaves, numbers: Sequence[int]) -> list[list[int]]:
    """The texts that are values of a label, those together that are parts of one: "6" and "servings".

    Several links or elements of one kind on a line are several values, and what connects links ("and") is none.
    """
    runs: list[list[int]] = []
    for i in numbers:
        if runs and _goes_on(page, runs[-1][-1], i):
            runs[-1].append(i)
        else:
            runs.append([i])
    return [value for run in runs for value in _divided(page, run)]


def _goes_on(page: Leaves, i: int, j: int) -> bool:
    """Whether a text goes on in the one after it: on the same line, with a number before or a small letter after."""
    if j != i + 1 or page.block[i] != page.block[j]:
        return False
    before, after = page.texts[i], page.texts[j]
    if not (_AMOUNT.fullmatch(before) or _GOES_ON.match(after) or (_UNIT.fullmatch(before) and _AMOUNT.match(after))):
        return False
    return not _APART.search(page.tree.passages([(page.number.item(i), page.number.item(j) + 1)])[0])


def _divided(page: Leaves, run: list[int]) -> list[list[int]]:
    """The values in some texts that go on in each other."""
    linked = [i for i in run if page.linked[i]]
    if len(linked) == len(run) or len({page.place.item(i) for i in run}) == 1:
        return [[i] for i in run]
    if linked and all(len(page.texts[i].split()) < _PHRASE for i in run if not page.linked[i]):
        return [[i] for i in linked]
    return [run]


class _RowTexts:
    """The texts of a page, of which some are labels and some are usable, as lists: each is looked at several times."""

    def __init__(self, page: Leaves, label: Flags, usable: Flags) -> None:
        self._page, self._label = page, label.tolist()
        self._row, self._usable = page.row.tolist(), (usable & (page.length <= _VALUE)).tolist()

    def values(self, i: int) -> list[int]:
        """The texts after a label in its row, up to the next label; of one that ends its row, those of the next row."""
        values: list[int] = []
        label, rows, n = self._label, self._row, len(self._row)
        row, j = rows[i], i + 1
        if j < n and not label[j] and (rows[j] != row or row < 0):
            row = rows[j] if self._is_sure(i) else -2
        while j < n and not label[j] and rows[j] == row and len(values) < _MOST:
            if self._usable[j]:
                values.append(j)
            if row < 0:
                break
            j += 1
        return values

    def _is_sure(self, i: int) -> bool:
        """Whether a text is a label of what follows it, wherever that is."""
        texts = self._page.texts
        return texts[i].endswith(_COLON) or texts[i + 1].startswith(_COLON) or bool(self._page.term[i])


def unlabelled(page: Leaves) -> tuple[Attribute, ...]:
    """What a page says without labels: the parts of its article, prices, a description, what it tells machines."""
    lines, article_parts = parts(None, page)
    result = list(article_attributes(lines, article_parts))
    used = article_parts.used
    area = [i for i in _area(lines, article_parts) if i not in used]
    return merge([*result, *_prices_and_prose(lines, area, result)], metadata(page.tree))


def _area(lines: Blocks, parts: ArticleParts) -> list[int]:
    """The blocks about the thing itself: from its title to the end of its body, or those around its title."""
    if parts.body and parts.title < parts.body[0]:
        return [i for i in range(parts.title + 1, parts.body[-1] + 1) if not lines.beside[i]]
    return around_title(lines, parts)


def around_title(lines: Blocks, parts: ArticleParts) -> list[int]:
    """The blocks after the title in the smallest node around it that contains half of the body; without a body, half of
    the page's text outside links."""
    tree = lines.tree
    weight = np.where(lines.beside, 0, lines.length * (1 - lines.linked))
    if parts.body:
        weight = np.zeros(len(lines))
        weight[list(parts.body)] = 1
    node = int(lines.node[parts.title]) if parts.title >= 0 else 0
    nodes, before = tree.leaves[lines.first], np.concatenate(([0], np.cumsum(weight)))
    low, high = 0, len(lines)
    while node > 0:
        low, high = int(nodes.searchsorted(node)), int(nodes.searchsorted(tree.end[node]))
        if before[high] - before[low] >= before[-1] / 2:
            break
        node = int(tree.parent[node])
    return [i for i in range(low, high) if not lines.beside[i] and i > parts.title]


def _prices_and_prose(lines: Blocks, area: Sequence[int], others: Sequence[Attribute]) -> list[Attribute]:
    """The prices among some blocks as "price", and without a body prose as "description"."""
    tree = lines.tree
    has_body, locale = any(one.name == "body" for one in others), page_locale(tree)
    result: list[Attribute] = []
    for i in area:
        text = lines.text(i)
        if lines.linked[i] > 0.5 or not words(text) or any(text in one.value for one in others):
            continue
        name = "price" if read_price(text, locale) else "description" if lines.prose[i] and not has_body else ""
        if name:
            result.append(mined(tree, name, text, int(lines.node[i])))
        if len(result) == _UNLABELLED:
            break
    return result
