"""Ways that give the lists of discovery again, whatever these were cut by."""

from dataclasses import replace

import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.fitting import fitting_way, likeness, once, unwrapped
from weblode.rules.learning import learn
from weblode.rules.rule import Rule

WORDS = "granite meadow lantern harbour thistle copper willow ember saddle orchard".split()


def text(i):
    return f"{WORDS[i % 10]} {WORDS[(3 * i + 1) % 10]} {WORDS[(7 * i + 2) % 10]}"


def card(i):
    return f'<div class="card"><h3><a href="/{i}">{text(i)}</a></h3><p>{text(i + 1)} and {text(i + 2)}</p></div>'


def rows(i):
    head = f'<tr><td><b><a href="/{i}">{text(i)}</a></b></td></tr>'
    return head + "".join(f"<tr><td>{text(i + k)}</td></tr>" for k in range(1 + i % 3))


def page_of(body):
    return parse(f"<h1>Results</h1>{body}<p>footer".encode(), page="p.html")


def list_of(tree, records, **about):
    region = tree.parent.item(records[0][0])
    about = {"separator": tree.tag.item(records[0][0]), "placement": "around", **about}
    return RecordList(tree, "consensus", region, records=tuple(records), **about)


def named(tree, tag, word=""):
    nodes = [u for u in range(len(tree)) if tree.name(u) == tag and word in tree.attributes(u).get("class", "")]
    return [(u, tree.end.item(u)) for u in nodes]


def test_elements_of_a_class_are_found_wherever_they_stand():
    body = "".join(
        f"<section>{'<div>' * (i % 2)}{card(i)}{'</div>' * (i % 2)}<div>ad {i}</div></section>" for i in range(8)
    )
    tree = page_of(body)
    way = fitting_way([list_of(tree, named(tree, "div", "card"), beside=True)])
    assert (way.anywhere, way.where) == (True, (".card",))
    more = page_of("".join(f"<main>{card(i)}</main>" for i in range(20, 23)))
    assert way.best(more).texts() == [more.text(a, b, line=" ") for a, b in named(more, "div", "card")]


def test_rows_that_begin_a_record_are_told_from_its_other_rows():
    tree = page_of(f"<table>{''.join(map(rows, range(9)))}</table>")
    starts = [a for a, b in named(tree, "tr") if (tree.tag[a:b] == tree.number("a")).any()]
    table = tree.parent.item(starts[0])
    records = list(zip(starts, [*starts[1:], tree.end.item(table)], strict=True))
    found = list_of(tree, records, placement="before", joined=True)
    way = fitting_way([found])
    assert likeness(found, way.best(tree)) > 0.99
    other = page_of(f"<table>{''.join(map(rows, range(4, 9)))}</table>")
    assert len(way.best(other).records) == 5


def test_a_record_in_another_one_ends_it():
    body = "".join(f"<dl><dt><a href=/{i}>{text(i)}</a><dd>{text(i + 1)} {text(i + 2)}" for i in range(8))
    tree = page_of(body)
    starts = [a for a, _ in named(tree, "dl")]
    records = [(u, min(tree.end.item(u), stop)) for u, stop in zip(starts, [*starts[1:], len(tree)], strict=True)]
    way = fitting_way([list_of(tree, records, beside=True)])
    assert way.anywhere
    assert list(way.best(tree).records) == records


def test_a_simple_list_has_a_simple_way():
    tree = page_of(f"<div>{''.join(map(card, range(8)))}</div>")
    way = fitting_way(discover(tree, threshold=0.0)[:1])
    assert (way.where, way.anywhere, way.least, way.alike) == ((), False, 0, 0.7)


def test_a_poor_record_that_was_learnt_is_found_again():
    tree = page_of(f"<ul>{''.join(f'<li>{card(i)}</li>' for i in range(7))}<li><a href=/x>{text(5)}</a></li></ul>")
    found = list_of(tree, named(tree, "li"))
    assert len(fitting_way([found]).best(tree).records) == 8


def test_a_row_that_is_alone_in_its_table_is_a_row():
    tables = [range(3), range(3, 4), range(4, 8)]
    row = "<tr><td><a href=/{0}>{1}</a><td>{2}</tr>"
    parts = ["".join(row.format(i, text(i), text(i + 1)) for i in numbers) for numbers in tables]
    tree = page_of("".join(f"<table>{part}</table>" for part in parts))
    wholes = named(tree, "tr")
    [alone] = [u for u in range(len(tree)) if tree.name(u) == "tbody" and len(tree.children(u)) == 1]
    records = [(alone, tree.end.item(alone)) if tree.parent.item(a) == alone else (a, b) for a, b in wholes]
    assert list(unwrapped(list_of(tree, records, beside=True)).records) == wholes


def test_a_list_that_a_page_has_again_and_again_is_taken_once():
    part = f"<div><ul>{''.join(f'<li><a href=/{i}>{text(i)}</a></li>' for i in range(6))}</ul></div>"
    tree = page_of("<h2>Menu</h2>".join([part] * 5))
    found = list_of(tree, named(tree, "li"), beside=True)
    assert len(found.records) == 30
    assert len(once(found).records) == len(learn([found]).apply(tree).records) == 6
    assert once(replace(found, beside=False)).records == found.records


def test_a_way_with_conditions_is_saved_and_loaded(tmp_path):
    tree = page_of("".join(f"<section>{card(i)}<div>ad {i}</div></section>" for i in range(8)))
    rule = learn([list_of(tree, named(tree, "div", "card"), beside=True)])
    rule.save(tmp_path / "rule.json")
    assert Rule.load(tmp_path / "rule.json") == rule


@pytest.mark.parametrize("where", [["?"], ["!"], ["^."], ["a//b"], [""]])
def test_odd_conditions_of_a_file_find_nothing_and_fail_nowhere(where):
    tree = page_of("".join(map(card, range(4))))
    way = replace(fitting_way(discover(tree, threshold=0.0)[:1]), where=tuple(where), anywhere=True)
    assert way.best(tree) is None or way.best(tree).records
