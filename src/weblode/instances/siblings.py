"""Which groups of links lead to similar things, by comparing two pages of each.

OntoMiner, 2005, section 6.1 and 6.2: two pages of each group are aligned, the tag paths of their content are the
group's, and the group whose paths are the most frequent among all groups has the instance template; the others are
instances if they have it. We differ in that a group is refused only if its pages lack the template and its links had a
low score too: on real sites one list mixes articles, videos and galleries.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from weblode.instances.template import template
from weblode.tree import Tree

ALIKE = 0.3  # share of a group's content paths that the winning group must share


def confirmed_groups(groups: Mapping[int, Sequence[Tree]]) -> set[int]:
    """The groups whose pages have the winning template, and those with too few pages to decide."""
    paths = {group: template(pages[:2]).paths for group, pages in groups.items() if len(pages) > 1}
    with_content = {group: content for group, content in paths.items() if content}
    if len(with_content) < 2:
        return set(groups)
    count = Counter(path for content in with_content.values() for path in content)
    weight = {group: sum(count[path] - 1 for path in content) for group, content in with_content.items()}
    best = max(weight, key=lambda group: (weight[group], len(groups[group]), -group))
    unlike = {group for group in paths if len(paths[group] & with_content[best]) < ALIKE * max(1, len(paths[group]))}
    return set(groups) - unlike
