"""Pages of listed things, sorted by template: which read each other's attributes, and which groups of links are alike.

OntoMiner, 2005, section 6.1 and 6.2: two pages of each group of links are aligned; the group whose template is the most
frequent has the instance template, and the others are instances if they have it. We differ in that templates are those
of `details`, learnt from all pages of a sample at once, and in that a group is refused only if its pages lack the
template and its links had a low score too: on real sites one list mixes articles, videos and galleries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from weblode.details.groups import Grouping
from weblode.details.learning import learn_template
from weblode.details.leaves import Leaves
from weblode.details.template import DetailTemplate

_PAGES = 8  # of a template that it is learnt from: more add little


class Siblings:
    """The templates of some pages, learnt from these; further pages are sorted into them."""

    def __init__(self, pages: Iterable[Leaves]) -> None:
        self._grouping = Grouping()
        self._kinds: dict[Leaves, int] = {}
        distinct: dict[int, dict[bytes, Leaves]] = {}  # by kind and text: a page that is listed twice teaches once
        for page in pages:
            kind = self._kinds[page] = self._grouping.add(page)
            distinct.setdefault(kind, {}).setdefault(page.text.tobytes(), page)
        self._templates = {
            kind: learn_template(list(own.values())[:_PAGES])[0] for kind, own in distinct.items() if len(own) > 1
        }

    def _kind(self, page: Leaves) -> int:
        """The number of the template of a page."""
        return self._kinds[page] if page in self._kinds else self._grouping.add(page)

    def template(self, page: Leaves) -> DetailTemplate | None:
        """The template of a page; None if no other page has it."""
        return self._templates.get(self._kind(page))

    def confirmed_groups(self, groups: Mapping[int, Sequence[Leaves]]) -> set[int]:
        """The groups of links some of whose pages have the most frequent template, and those with too few pages."""
        kinds = {group: [self._kind(page) for page in pages] for group, pages in groups.items() if len(pages) > 1}
        count = Counter(kind for own in kinds.values() for kind in own if kind in self._templates)
        best = max(count, key=lambda kind: count[kind], default=-1)
        return {group for group in groups if best < 0 or group not in kinds or best in kinds[group]}
