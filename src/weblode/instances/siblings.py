"""Which groups of links lead to things of a kind, by looking at two pages of each.

OntoMiner, 2005, section 6.1 and 6.2: two pages of each group are aligned, the tag paths of their content are the
group's, and the group whose paths are the most frequent among all groups has the instance template; the others are
instances as far as they have it. We differ in that a group is refused only if its pages lack the template and its
links did not look much like those of things either: on real sites one list mixes articles, videos and galleries.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from weblode.instances.template import template
from weblode.tree import Tree

ALIKE = 0.3  # share of a group's content paths that the winning group must have


def confirmed(groups: Mapping[int, Sequence[Tree]]) -> set[int]:
    """Of the groups, each with some of its pages, those that have the winning template, or no two pages to tell by."""
    paths = {group: template(pages[:2]).paths for group, pages in groups.items() if len(pages) > 1}
    known = {group: found for group, found in paths.items() if found}
    if len(known) < 2:
        return set(groups)
    count = Counter(path for found in known.values() for path in found)
    weight = {group: sum(count[path] - 1 for path in found) for group, found in known.items()}
    best = max(weight, key=lambda group: (weight[group], len(groups[group]), -group))
    unlike = {group for group in paths if len(paths[group] & known[best]) < ALIKE * max(1, len(paths[group]))}
    return set(groups) - unlike
