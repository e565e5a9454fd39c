"""Records that a page has twice, for wide screens and for narrow ones."""

import pytest

from records.pages import words
from weblode.pages.html import parse
from weblode.records.copies import REPEATS, without_copies
from weblode.records.discover import discover, discover_all
from weblode.rules.learning import learn


def card(i, kind="wide"):
    return (
        f"<div class='card {kind}'><a href=/b/{i}>Title number {i}</a><p>{words(i)}</p><span>${i + 3}.50</span></div>"
    )


def grid(numbers, kind="wide"):
    return f"<div class='grid {kind}'>{''.join(card(i, kind) for i in numbers)}</div>"


BESIDE = "".join(card(i) + card(i) for i in range(12))


@pytest.mark.parametrize("body", [f"<div>{BESIDE}</div>", f"<main>{grid(range(12))}{grid(range(12))}</main>"])
def test_of_a_list_that_is_there_twice_one_stays(body):
    (found,) = discover(parse(f"<body>{body}</body>".encode()))
    assert len(found.records) == 12
    assert len(set(found.texts())) == 12


def test_copies_beside_their_records_are_left_out_with_a_reason():
    (found,) = discover(parse(f"<div>{BESIDE}</div>".encode()))
    assert [each.reason for each in found.dropped] == [REPEATS] * 12


def test_equal_texts_with_other_links_are_records():
    rows = "".join(f"<li><a href=/{i}>Garden guide, part {i // 2}</a> {words(i // 2)}</li>" for i in range(16))
    (found,) = discover(parse(f"<ul>{rows}</ul>".encode()))
    assert len(found.records) == 16


def test_rows_that_are_often_equal_are_records():
    rows = "".join(f"<tr><td>Station {i % 3}</td><td>{i % 2} passengers</td><td>on time</td></tr>" for i in range(24))
    found = discover(parse(f"<table>{rows}</table>".encode()), limit=1)
    assert len(found[0].records) == 24


def test_a_few_equal_results_are_records():
    body = "".join(card(i) for i in (0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9))
    (found,) = discover(parse(f"<div>{body}</div>".encode()))
    assert len(found.records) == 12


def test_among_all_lists_a_copy_of_another_is_none():
    menu = "".join(f"<li><a href=/m{i}>Section {i}</a></li>" for i in range(6))
    page = f"<nav><ul>{menu}</ul></nav><main>{grid(range(12))}</main><footer><ul>{menu}</ul></footer>"
    lists = discover_all(parse(page.encode()))
    assert [len(each.records) for each in lists] == [12, 6]


def test_a_rule_learnt_from_it_leaves_the_copies_out_too():
    tree = parse(f"<div>{BESIDE}</div>".encode())
    rule = learn([discover(tree)[0]])
    other = "".join(card(i) + card(i) for i in range(20, 30))
    assert [len(rule.apply(parse(f"<div>{body}</div>".encode())).records) for body in (BESIDE, other)] == [12, 10]


def test_equal_items_below_two_headings_are_no_copies():
    items = "".join(
        f"<li><a href=/{name}>{name} of the store</a> in stock</li>" for name in ("Anvil", "Bucket", "Drum", "Fork")
    )
    tree = parse(f"<main><h2>Berlin</h2><ul>{items}</ul><h2>Hamburg</h2><ul>{items}</ul></main>".encode())
    records = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"]
    assert without_copies(tree, records) == (tuple(records), ())


def test_equal_records_without_links_and_pictures_are_no_copies():
    items = "".join(f"<li>{name} at nine</li>" for name in ("Yoga", "Boxing", "Dance", "Judo"))
    tree = parse(f"<ul>{items}</ul><ul>{items}</ul>".encode())
    records = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"]
    assert without_copies(tree, records) == (tuple(records), ())
