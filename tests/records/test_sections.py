"""Lists under dates, and lists in several tables."""

import numpy as np
import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.sections import are_sections, may_be_sections

NAMES = "Ray Cole Kinmon Good Blalock Farmer Demoski Robbins Dulier McDaniels Austin Huffman".split()
COUNTS = (2, 3, 1, 4, 1, 2, 3, 2)


def case(i):
    name, other = NAMES[i % len(NAMES)], NAMES[(5 * i + 3) % len(NAMES)]
    return f"<tr><td><a href=/{i}.pdf>A{12000 + 37 * i}</a></td><td>{name} v. {other}</td></tr>"


def days(head, *, counts=COUNTS, special=""):
    parts, i = [], 0
    for day, n in enumerate(counts):
        rows = "".join(case(i + k) for k in range(n))
        line = special if special and day % 3 == 1 else head
        parts.append(f"<div><h4>{line.format(day + 3)}</h4><table>{rows}</table></div>")
        i += n
    return parse(f"<h1>Decisions</h1><div>{''.join(parts)}</div><p>footer".encode())


def lists(tree):
    outer = [u for u in range(len(tree)) if tree.name(u) == "div"][1:]
    rows = [u for u in range(len(tree)) if tree.name(u) == "tr"]
    return ranges(tree, outer), ranges(tree, rows)


def ranges(tree, nodes):
    return np.array([(u, tree.end.item(u)) for u in nodes], dtype=np.int32)


def as_pieces(records):
    """Records as the kernel gives them: each is one."""
    return np.insert(records, 2, 1, axis=1)


@pytest.mark.parametrize("head", ["October {}, 2019", "{} May 2014", "2019-11-0{}"])
def test_what_stands_under_dates_is_the_list(head):
    tree = days(head)
    sections, things = lists(tree)
    assert may_be_sections(tree, as_pieces(sections))
    assert are_sections(tree, sections, things)
    [best] = discover(tree, threshold=0.0)[:1]
    assert len(best.records) == sum(COUNTS)
    assert best.texts()[0].startswith("A12000")


def test_some_of_the_dates_may_have_words_around_them():
    tree = days("July {0}, 2018", special="Further releases of July {0}, 2018")
    assert are_sections(tree, *lists(tree))


@pytest.mark.parametrize("date", ["2019-02-0{}", "February {}, 2019", "Friday, February {}, 2019"])
def test_all_dates_may_stand_behind_the_same_words(date):
    tree = days(f"Published in the journal of {date}:")
    sections, things = lists(tree)
    assert may_be_sections(tree, as_pieces(sections))
    assert are_sections(tree, sections, things)


@pytest.mark.parametrize("head", ["Court {}", "{} things", "Anchorage", "Decisions of the court, division {}"])
def test_what_stands_under_other_headings_is_left_to_the_judges(head):
    tree = days(head)
    assert not are_sections(tree, *lists(tree))


def test_things_of_which_each_section_has_as_many_are_its_parts():
    tree = days("October {}, 2019", counts=(2,) * 8)
    assert not are_sections(tree, *lists(tree))


def test_no_sections_are_those_that_hold_nothing_or_no_links():
    tree = days("October {}, 2019")
    sections, things = lists(tree)
    assert not are_sections(tree, things, sections)
    assert not are_sections(tree, sections, things[: len(sections) + 1])
    plain = parse(b"<div>" + b"".join(b"<p>May %d, 2014<p>x" % i for i in range(5)) + b"</div>")
    lines = ranges(plain, [u for u in range(len(plain)) if plain.name(u) == "p"])
    assert not may_be_sections(plain, as_pieces(lines))


def tables(head="<tr><th>Number</th><th>Title</th></tr>", *, counts=COUNTS):
    parts, i = [], 0
    for n in counts:
        rows = "".join(f"<tr><td>A-{40 + i + k}</td><td>{NAMES[(i + k) % 12]} v. State</td></tr>" for k in range(n))
        parts.append(f"<div><h4>Part</h4><table>{head}<tbody>{rows}</tbody></table></div>")
        i += n
    tree = parse(f"<h1>Decisions</h1><div>{''.join(parts)}</div><p>footer".encode())
    sections, rows = lists(tree)
    return tree, sections, rows[["A-" in tree.text(*row) for row in rows.tolist()]]


def test_rows_of_several_tables_with_one_header_are_one_list():
    tree, sections, rows = tables()
    assert may_be_sections(tree, as_pieces(sections))
    assert are_sections(tree, sections, rows)


def test_tables_with_other_headers_or_none_are_left_to_the_judges():
    assert not are_sections(*tables(""))
    tree, sections, rows = tables("<tr><th>Number</th><th>Title</th></tr>", counts=(2, 2, 2, 2))
    assert not are_sections(tree, sections, rows)  # each has as many: they may be the parts of a thing
    other = parse(
        "".join(f"<table><tr><th>A{i}</th><th>B</th></tr><tr><td>x{i}" + "<tr><td>y" * i for i in range(5)).encode()
    )
    whole = [u for u in range(len(other)) if other.name(u) == "table"]
    cells = [u for u in range(len(other)) if other.name(u) == "tr" and "A" not in other.text(u)]
    assert not are_sections(other, ranges(other, whole), ranges(other, cells))


def test_the_cells_of_a_dated_row_are_no_things_under_a_date():
    rows = []
    for i, n in enumerate(COUNTS):
        links = "".join(f"<td><a href=/{i}/{k}>file {i} {k}.png</a> of {NAMES[i]}" for k in range(n))
        rows.append(f"<tr><td>{i + 3} October 2019{links}")
    tree = parse(f"<h1>Uploads</h1><table>{''.join(rows)}</table><p>footer".encode())
    nodes = [u for u in range(len(tree)) if tree.name(u) == "tr"]
    cells = [u for u in range(len(tree)) if tree.name(u) == "td" and tree.parent[u] != u - 1]
    assert may_be_sections(tree, as_pieces(ranges(tree, nodes)))
    assert not are_sections(tree, ranges(tree, nodes), ranges(tree, cells))
