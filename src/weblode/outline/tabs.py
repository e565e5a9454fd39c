"""Tabs and the panels that they name: by their number and order.

A row of n alike short texts that link to no other page stands before n panels: the parts of the next part, or the next
n parts. Texts that are bold or headings are tabs before any n panels; others only if none of the panels has a label,
and they begin alike.
"""

from weblode.outline.atoms import BOLD

from .rows import PLAIN, StructureRows


def merge_tabs(work: StructureRows, parts: list[int]) -> list[int]:
    """The parts of a node, each panel below its tab."""
    below, label = work.draft.below, work.draft.label
    if not _may_have_tabs(work, parts):
        return parts
    rows: list[int] = []
    i = 0
    while i < len(parts):
        tabs, stop = _tabs_at(work, parts, i)
        panels, after = _panels_at(work, parts, stop, tabs) if len(tabs) > 1 else ([], stop)
        if not panels or not _may_name(work, tabs, panels):
            rows += parts[i:stop]
            i = stop
            continue
        rows += parts[i:stop]
        chosen = set(panels)
        left = [row for row in parts[stop:after] if row not in chosen]
        rest = [part for row in left for part in ([row] if work.mark[row] else below[row]) if part not in chosen]
        for tab, panel in zip(tabs, panels, strict=True):
            work.put(tab, below[panel] if label[panel] < 0 else [panel])
            work.rank[tab] = max(work.rank[tab], PLAIN)
        rows += rest
        i = after
    return rows


def _may_have_tabs(work: StructureRows, parts: list[int]) -> bool:
    """Whether several alike atoms, or a part without a label that begins with two, come before a panel: a quick test,
    which most nodes fail."""
    path, label, below, last = work.path, work.draft.label, work.draft.below, -1
    tabs = False
    for row in parts:
        if path[row] >= 0:
            tabs = tabs or path[row] == last
            last = path[row]
        elif below[row]:
            if tabs:
                return True
            if label[row] < 0 and len(below[row]) > 1:
                first, second = below[row][:2]
                tabs = path[first] == path[second] >= 0 or work.mark[first] or work.mark[second]
        elif tabs and is_panel(work, row):
            return True
    return False


def _tabs_at(work: StructureRows, parts: list[int], i: int) -> tuple[list[int], int]:
    """The tabs that begin with part `i`, and the index after them: the parts of a part, or the next alike parts."""
    row = parts[i]
    if work.draft.label[row] < 0:
        first = work.draft.below[row][0]
        if not work.mark[first] and (work.path[first] < 0 or leads_to_a_page(work, work.draft.label[first])):
            return [], i + 1
        tabs, stop = parts_without_marks(work, row), i + 1
    else:
        stop = i + 1
        while stop < len(parts) and (work.mark[parts[stop]] or work.path[parts[stop]] == work.path[row] >= 0):
            stop += 1
        while work.mark[parts[stop - 1]] and stop > i + 1:
            stop -= 1
        tabs = [part for part in parts[i:stop] if not work.mark[part]]
    return (tabs if _are_alike(work, tabs) else []), stop


def _panels_at(work: StructureRows, parts: list[int], i: int, tabs: list[int]) -> tuple[list[int], int]:
    """The panels of tabs from part `i` on, one for each, and the index of the part after them; none if they differ."""
    below, label = work.draft.below, work.draft.label
    while i < len(parts) and work.mark[parts[i]]:
        i += 1
    if i == len(parts):
        return [], i
    panels = parts_without_marks(work, parts[i])
    if not any([below[row] for row in panels[len(tabs) :]]):
        panels = panels[: len(tabs)]  # links to more are after the panels
    if len(panels) == len(tabs) and all([is_panel(work, row) for row in panels]):
        return panels, i + 1
    panels = parts[i : i + len(tabs)]
    after = i + len(tabs)
    if len(panels) < len(tabs) or not all([is_panel(work, row) for row in panels]):
        return [], i
    if after < len(parts) and is_panel(work, parts[after]) and work.begin[parts[after]] == work.begin[panels[-1]]:
        return [], i
    alike = all([label[row] < 0 or work.tables[label[row]] for row in panels])
    alike = alike and len({work.begin[row] for row in panels}) == 1
    return (panels, after) if alike or work.rank[tabs[0]] >= BOLD else ([], i)


def is_panel(work: StructureRows, row: int) -> bool:
    """Whether a row has parts or is a data table."""
    label = work.draft.label[row]
    return bool(work.draft.below[row]) or (label >= 0 and work.tables[label])


def parts_without_marks(work: StructureRows, row: int) -> list[int]:
    """The parts of a row without a label, except marks; empty for a row with a label."""
    return [] if work.draft.label[row] >= 0 else [part for part in work.draft.below[row] if not work.mark[part]]


def _are_alike(work: StructureRows, tabs: list[int]) -> bool:
    """Whether rows are at least two atoms of one tag path."""
    return len(tabs) > 1 and work.path[tabs[0]] >= 0 and len({work.path[tab] for tab in tabs}) == 1


def _may_name(work: StructureRows, tabs: list[int], panels: list[int]) -> bool:
    """Whether atoms are short and lead to no other page, and no panel is a large part of this one."""
    if any([work.size[panel] > work.most for panel in panels]):
        return False
    labels = [work.draft.label[tab] for tab in tabs]
    if len(tabs) == 2 and any([work.link[label] < 0 for label in labels]):
        return False  # two lines that nobody can click, above two parts, are a coincidence
    if not all([work.is_short(label) and work.has_letter(label) for label in labels]):
        return False
    distinct = len({work.words(label) for label in labels}) == len(labels)
    return distinct and len({_page(work, label) for label in labels}) == 1


def leads_to_a_page(work: StructureRows, label: int) -> bool:
    """Whether an atom leads to another page, and not to a place on one."""
    target = work.target(label)
    return bool(target) and b"#" not in target and target[:11].lower() != b"javascript:" and not target[:1].isspace()


def _page(work: StructureRows, label: int) -> bytes:
    """The page that an atom leads to, without the place on it; empty for this one or none, the link for another one."""
    page, mark, _ = work.target(label).strip().partition(b"#")
    return b"" if page.lower().startswith(b"javascript:") else page if mark or not page else b"%d" % work.link[label]
