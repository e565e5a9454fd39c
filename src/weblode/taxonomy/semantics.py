"""Labels of different home pages that mean the same, by the labels below them: an option.

The paper leaves `World` and `International` open (2005, section 5.3). The words alone do not show it; the labels below
a label on its site do. Two labels of the same site have different meanings. What the pages of concepts list is compared
by `second_names`.
"""

from collections.abc import Iterable, Iterator

from weblode.taxonomy.concepts import LabelLikeness
from weblode.taxonomy.keys import root
from weblode.taxonomy.labels import Labels

SAME_NARROWER = 0.8  # the similarity of two labels above the same labels
_COMMON = 2  # labels that two must share below them, and
_SHARE = 0.5  # the share of those among all labels below either


def above_the_same(labels: Labels, chosen: Iterable[str]) -> Iterator[LabelLikeness]:
    """Pairs of a chosen label and a label that other sites have above the same labels, or above related words."""
    below: dict[str, dict[str, str]] = {}  # by label, those below it by their roots
    for group in labels.groups:
        for upper in group.above[:1]:
            if upper in labels.uses:
                below.setdefault(upper, {}).update({root(key): key for key in group.keys if key != upper})
    uppers = sorted(key for key, keys in below.items() if len(keys) >= _COMMON)
    for one in sorted(set(chosen) & set(uppers)):
        for other in uppers:
            if one == other or labels.uses[one].keys() & labels.uses[other].keys():
                continue
            both = below[one].keys() & below[other].keys()
            if len(both) >= _COMMON and len(both) >= _SHARE * len(below[one].keys() | below[other].keys()):
                names = ", ".join(sorted(labels.text(below[one][each]) for each in both))
                why = f"{labels.text(other)!r} and {labels.text(one)!r}: both are above {names}"
                yield LabelLikeness(SAME_NARROWER, one, other, why)
