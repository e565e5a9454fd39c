"""Labels by punctuation and by list items: texts that announce what follows, and the entries of menus.

- A text that ends with a colon names the list or the links after it, even if it is one of several links; at the
  beginning of its node all that follows, were that bold.
- In a list item, a text names the lists after it: past an arrow or the like, past a caption that is no link, also
  where a box holds both and the caption is the button that opens the list; an image does if it is before nothing but
  links.
- Elsewhere a linked image names three links of text or more after it, most of them alike, if there is nothing else.
"""

import re
from itertools import pairwise

from weblode.outline.atoms import BOLD
from weblode.tags import NUMBERS

from .rows import ITEMS, LEADING, SHORT, StructureRows

_BUTTON = NUMBERS["button"]
_FEWEST = 3  # links below an image that names them
# Between the items of a list, but not before a list.
_BAR = re.compile(r"[\s|/,\u00b7\u2022\u2013\u2014_.-]*").fullmatch


def announcing_rank(work: StructureRows, parts: list[int], i: int) -> int:
    """The rank of a text that ends with a colon as the label of the parts after it; 0 if it is none."""
    row, label = parts[i], work.draft.label[parts[i]]
    rest = [part for part in parts[i + 1 :] if not work.mark[part]]
    if not rest or not work.text[label] or work.width(label) > 2 * SHORT:
        return 0
    path, labels = work.path[row], work.draft.label
    if any([labels[part] < 0 and work.begin[part] == path for part in rest]):
        return 0  # the fields of a form, or attributes and their values
    below = labels[rest[0]]
    if below >= 0 and (work.link[below] < 0 or len(rest) < 2 or work.colon[below]):
        return 0
    others = [labels[part] for part in rest]
    if i or any([other >= 0 and work.colon[other] and work.paths[other] == path for other in others]):
        return LEADING
    return max([LEADING] + [work.rank[part] + 1 for part in rest])


def unwrap_entry(work: StructureRows, node: int, parts: list[int]) -> list[int]:
    """The parts of a list item, the first of them unwrapped if it has a link and the button of the menu after it."""
    first, labels = parts[0], work.draft.label
    if work.tag[node] not in ITEMS or labels[first] >= 0 or not work.is_nameless(parts[-1]):
        return parts
    header = work.draft.below[first]
    if len(header) < 2 or work.path[header[0]] < 0 or work.link[labels[header[0]]] < 0:
        return parts
    return header + parts[1:] if all([_is_in_button(work, node, row) for row in header[1:]]) else parts


def _is_in_button(work: StructureRows, node: int, row: int) -> bool:
    """Whether a row is a single atom in a button inside a node, and no link."""
    if work.draft.label[row] < 0 or work.draft.below[row] or work.link[work.draft.label[row]] >= 0:
        return False
    u = work.at[row]
    while u > node and work.tag[u] != _BUTTON:
        u = work.parent[u]
    return bool(u > node)


def is_entry(work: StructureRows, node: int, parts: list[int]) -> bool:
    """Whether the first part of a list item, a single atom, names the lists in it, or an image the links after it."""
    if work.tag[node] not in ITEMS:
        return _is_header_of_links(work, node, parts)
    first, second = parts[0], parts[1]
    label = work.draft.label[first]
    if not work.text[label]:
        return _is_menu(work, second)
    if work.path[parts[-1]] >= 0:
        return False
    if work.mark[second]:
        return _is_past_marks(work, parts)
    if len(parts) < 3 or work.link[label] < 0 or work.rank[first] >= BOLD or not work.is_nameless(parts[-1]):
        return False
    captions = [work.draft.label[row] for row in parts[1:-1] if work.path[row] >= 0]
    if len(captions) < len(parts) - 2:
        return False
    return all([work.link[caption] < 0 and work.paths[caption] != work.path[first] for caption in captions])


def _is_header_of_links(work: StructureRows, node: int, parts: list[int]) -> bool:
    """Whether a linked image that is no logo is before nothing but links of text, most of them of one tag path."""
    links, labels = parts[1:], work.draft.label
    if len(links) < _FEWEST or not work.is_image(parts[0]) or work.link[labels[parts[0]]] < 0:
        return False
    if work.leads_away(node, labels[parts[0]]):
        return False
    if any([work.path[row] < 0 or work.is_image(row) or work.link[labels[row]] < 0 for row in links]):
        return False
    alike = sum([work.begin[row] == work.begin[links[0]] for row in links])
    return 2 * alike > len(links) and len({work.link[labels[row]] for row in links}) == len(links)


def _is_past_marks(work: StructureRows, parts: list[int]) -> bool:
    """Whether a text is before marks and parts without labels; the first mark is not one between items."""
    if _BAR(work.words(work.draft.label[parts[1]])):
        return False
    lists = [row for row in parts[1:] if not work.mark[row]]
    return bool(lists) and all([work.is_nameless(row) for row in lists]) and work.has_letter(work.draft.label[parts[0]])


def _is_menu(work: StructureRows, row: int) -> bool:
    """Whether a part has no label and nothing but alike links, or columns of them."""
    below, label = work.draft.below, work.draft.label
    rows = below[row] if label[row] < 0 else []
    if rows and all([label[part] < 0 for part in rows]):
        rows = [part for column in rows for part in below[column]]
    if len(rows) < 2 or any([label[part] < 0 or work.link[label[part]] < 0 for part in rows]):
        return False
    return all(
        [
            work.begin[one] == work.begin[other] and work.link[label[one]] != work.link[label[other]]
            for one, other in pairwise(rows)
        ]
    )
