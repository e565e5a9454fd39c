"""Trees of pages that are needed several times, made once as long as they fit into memory."""

from weblode.errors import LimitError
from weblode.limits import DEFAULT, Limits
from weblode.pages.html import parse
from weblode.pages.page import Page
from weblode.tree import Tree

BYTES = 128 * 2**20
_REFUSAL = 1000  # bytes of an error that is kept instead of a tree


class TreeCache:
    """Trees by page and address, up to a number of bytes; beyond it, pages are parsed again each time.

    The first trees stay and later ones are not kept: `mine` goes over the pages of a level in the same order several
    times, where dropping the oldest would drop each tree just before it is needed again.
    """

    def __init__(self, limits: Limits = DEFAULT, most: int = BYTES) -> None:
        self._limits, self._most, self._bytes = limits, most, 0
        self._trees: dict[tuple[str, str | None], Tree | LimitError] = {}

    def tree(self, page: Page, url: str | None) -> Tree:
        """The tree of a page that lives at an address. Raises LimitError if the page is over a limit."""
        key = (page.name, url)
        tree = self._trees.get(key)
        if tree is None:
            tree = self._parse(page, url)
            size = _REFUSAL if isinstance(tree, LimitError) else tree.nbytes
            if self._bytes + size <= self._most:
                self._trees[key] = tree
                self._bytes += size
        if isinstance(tree, LimitError):
            raise tree
        return tree

    def clear(self) -> None:
        """Forget all trees."""
        self._trees.clear()
        self._bytes = 0

    def _parse(self, page: Page, url: str | None) -> Tree | LimitError:
        try:
            return parse(page.data, page=page.name, url=url, charset=page.charset, limits=self._limits)
        except LimitError as error:
            return error
