"""An application ontology as a drawing: a text tree for the terminal, and SVG in the style of figure 3.1.

Dashed boxes are lexical sets, solid ones are not; constraints are next to the sets they apply to; "Birth Date: Date" is
a special set. The entity of interest has the arrow and the dot.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from weblode.application.identify import identifying_fields
from weblode.application.layout import layout
from weblode.application.model import Application, Participation
from weblode.terminal import printable

_LETTER, _LINE, _ROW, _GAP = 7.2, 26, 40, 330  # pixels: width of a letter, height of a box, of a row, between columns
_LONGEST = 40  # letters of a name in a drawing


@dataclass
class _Node:
    """A set in the tree of a drawing, with the relationship that leads to it."""

    name: str
    here: Participation | None = None  # its own constraint
    there: Participation | None = None  # the constraint of the set before it
    words: str = ""
    below: list["_Node"] = field(default_factory=list)


def _tree(application: Application) -> tuple[_Node, list[str]]:
    """The sets as a tree below the entity, and those that no relationship leads to."""
    root = _Node(application.entity)
    seen = {application.entity}
    waiting = [root]
    while waiting:
        node = waiting.pop(0)
        for relationship in application.relationships:
            mine = next((each for each in relationship.participants if each.name == node.name), None)
            for place, other in enumerate(relationship.participants):
                if mine and other.name not in seen:
                    seen.add(other.name)
                    words = relationship.words[place - 1] if place else f"({relationship.words[0]})"
                    node.below.append(_Node(other.name, other, mine, words))
                    waiting.append(node.below[-1])
    return root, [name for name in application.sets if name not in seen]


def _label(application: Application, name: str) -> str:
    above = application.sets[name].special_of
    return printable(f"{name}: {above}" if above else name, _LONGEST)


def lines(application: Application) -> Iterator[str]:
    """The ontology as text: the tree of its sets, the fields that identify a record, and its tables."""
    root, loose = _tree(application)
    yield f"{printable(application.name, 80)}: {printable(application.about, 200)}".rstrip(": ")
    yield f"-> ● {_label(application, root.name)}"
    waiting = [(node, "", i == len(root.below) - 1) for i, node in enumerate(root.below)][::-1]
    while waiting:
        node, indent, last = waiting.pop()
        frame = application.sets[node.name]
        kind = f"  {frame.type}" if application.is_lexical(node.name) else ""
        parts = " ".join(part for part in (f"[{node.there}]", printable(node.words, _LONGEST)) if part)
        yield f"{indent}{'└─' if last else '├─'} {parts} {_label(application, node.name)} [{node.here}]{kind}"
        below = [(each, indent + ("   " if last else "│  "), i == 0) for i, each in enumerate(reversed(node.below))]
        waiting += below
    if loose:
        yield f"general: {', '.join(_label(application, name) for name in loose)}"
    fields = identifying_fields(application)
    names = ", ".join(printable(each.descriptor, 2 * _LONGEST) for each in fields)
    yield f"a record is identified by {names or 'nothing: OM has no answer'}"
    for plan in layout(application):
        yield f"table {plan.name}: {', '.join(each.column for each in plan.fields)}"


# ---------------------------------------------------------------- SVG
@dataclass
class _Placed:
    node: _Node
    x: float
    y: float
    width: float


def svg(application: Application) -> str:
    """The ontology as an SVG image."""
    root, loose = _tree(application)
    placed = _places(application, root)
    height = max(each.y for each in placed.values()) + 2 * _ROW
    width = max(each.x + each.width for each in placed.values()) + 40
    parts = [_connection(placed[id(node)], placed[id(each)]) for node in _walk(root) for each in node.below]
    parts += [_box(application, each, entity=each.node is root) for each in placed.values()]
    for i, name in enumerate(loose):
        parts.append(
            _box(application, _Placed(_Node(name), 40, height + i * _ROW, _width(application, name)), entity=False)
        )
    height += len(loose) * _ROW
    title = escape(printable(application.name, 200))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="12"><title>{title}</title>\n'
        f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _walk(root: _Node) -> list[_Node]:
    nodes, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        waiting += reversed(node.below)
    return nodes


def _width(application: Application, name: str) -> float:
    return _LETTER * len(_label(application, name)) + 16


def _places(application: Application, root: _Node) -> dict[int, _Placed]:
    """The position of each set: a column for each level, a row for each set without sets below it."""
    depth = {id(root): 0}
    order = _walk(root)
    for node in order:
        depth.update((id(each), depth[id(node)] + 1) for each in node.below)
    row = 0
    y: dict[int, float] = {}
    for node in order:
        if not node.below:
            y[id(node)] = _ROW * (row + 1)
            row += 1
    for node in reversed(order):
        if node.below:
            y[id(node)] = (y[id(node.below[0])] + y[id(node.below[-1])]) / 2
    return {
        id(node): _Placed(node, 40 + depth[id(node)] * _GAP, y[id(node)], _width(application, node.name))
        for node in order
    }


def _box(application: Application, each: _Placed, *, entity: bool) -> str:
    lexical = application.is_lexical(each.node.name)
    dashes = ' stroke-dasharray="4 3"' if lexical else ""
    label = escape(_label(application, each.node.name))
    mark = f'<text x="{each.x - 34:.0f}" y="{each.y + 4:.0f}">-&gt; ●</text>' if entity else ""
    return (
        f'<rect x="{each.x:.0f}" y="{each.y - _LINE / 2:.0f}" width="{each.width:.0f}" height="{_LINE}" fill="white" '
        f'stroke="black"{dashes}/><text x="{each.x + 8:.0f}" y="{each.y + 4:.0f}">{label}</text>{mark}'
    )


def _connection(one: _Placed, other: _Placed) -> str:
    """The line between two sets, with the words in its middle and a constraint at each end."""
    x1, x2 = one.x + one.width, other.x
    words = escape(printable(other.node.words, _LONGEST))
    return (
        f'<line x1="{x1:.0f}" y1="{one.y:.0f}" x2="{x2:.0f}" y2="{other.y:.0f}" stroke="gray"/>'
        f'<text x="{x2 - 6:.0f}" y="{other.y - 4:.0f}" text-anchor="end" stroke="white" '
        'stroke-width="4" paint-order="stroke">'
        f'<tspan fill="gray">{escape(str(other.node.there))} </tspan>{words}'
        f'<tspan fill="gray"> {escape(str(other.node.here))}</tspan></text>'
    )
