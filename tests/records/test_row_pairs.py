"""Tables in which rows of two forms take turns: the records are the pairs."""

import numpy as np
import pytest

from weblode.pages.html import parse
from weblode.paths import find
from weblode.records.discover import discover
from weblode.records.row_pairs import row_pairs
from weblode.tree import Tree

TABLE = "/html/body/table/tbody"
UPPER = "<tr><td>{0}.<td><a href=/v/{0}>^</a><td><a href=/{0}>{1}</a>"
LOWER = "<tr><td colspan=2><td>{0} points by <a href=/u/{0}>reader {0}</a>"
TITLES = ("A sensor of plastic", "Flow matching, an introduction", "Keypads", "Events at scale", "Lattices", "Boards")


def page(rows: str) -> Tree:
    return parse(f"<table>{rows}</table>".encode())


def ranges(tree: Tree, *numbers: int) -> np.ndarray:
    nodes = [find(tree, f"{TABLE}/tr[{i}]") for i in numbers]
    return np.array([(u, tree.end.item(u)) for u in nodes], dtype=np.int32)


def first_texts(tree: Tree, pairs: np.ndarray | None) -> list[str]:
    assert pairs is not None
    return [tree.text(start, stop, line=" ").split()[0] for start, stop in pairs.tolist()]


def in_turns(n: int) -> str:
    return "".join(f"<tr><td>{i}a<td>x<td>y<tr><td>{i}b<td><i>z</i>" for i in range(n))


@pytest.mark.parametrize("taken", [(1, 2, 3, 4, 5, 6), (1, 3, 5), (1, 5)])
def test_rows_that_take_turns_are_halves_of_records(taken: tuple[int, ...]) -> None:
    tree = page(in_turns(3))
    assert first_texts(tree, row_pairs(tree, ranges(tree, *taken))) == ["0a", "1a", "2a"]


def test_a_header_as_wide_as_the_upper_rows_stays_out() -> None:
    tree = page(f"<tr><th>number<th>title<th>size{in_turns(4)}")
    assert first_texts(tree, row_pairs(tree, ranges(tree, 2, 4, 6))) == ["0a", "1a", "2a", "3a"]


def test_records_that_begin_with_the_second_row_say_which_row_is_the_first() -> None:
    tree = page(f"<tr><td>caption<td>and more{in_turns(4)}")
    assert first_texts(tree, row_pairs(tree, ranges(tree, 2, 4, 6, 8))) == ["0a", "1a", "2a", "3a"]


def test_rows_without_text_between_records_do_not_count() -> None:
    rows = "".join(f"<tr><td>{i}a<td>x<td>y<tr><td>{i}b<td><i>z</i><tr><td>" for i in range(3))
    tree = page(rows)
    pairs = row_pairs(tree, ranges(tree, 1, 2, 4, 5))
    assert first_texts(tree, pairs) == ["0a", "1a", "2a"]
    assert pairs is not None
    assert pairs[0].tolist() == [find(tree, f"{TABLE}/tr[1]"), tree.end.item(find(tree, f"{TABLE}/tr[2]"))]


def test_rows_of_one_form_are_no_pairs() -> None:
    tree = page("<tr><td>1<td>x" * 8)
    assert row_pairs(tree, ranges(tree, 1, 2, 3, 4)) is None


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (
            "<tr><td rowspan=2>{0}.5.2018<td><a href=/{0}>Film {0}</a><td>$5.00",
            "<tr><td><a href=/b{0}>More {0}</a><td>$6.00",
        ),
        (
            "<tr><td><a href=/{0}>Item {0}</a><td>$5.00<td>{0} left",
            "<tr><td><a href=/b{0}>Thing {0}</a><td colspan=2>sold out",
        ),
        ("<tr><td><a href=/{0}>Item {0}</a><td>$5.00<td>note {0}", "<tr><td><a href=/b{0}>Thing {0}</a><td>$6.00"),
    ],
    ids=["rowspan", "colspan", "a cell is lacking"],
)
def test_rows_that_lack_what_those_beside_them_have_are_records_of_their_own(upper: str, lower: str) -> None:
    tree = page("".join(upper.format(i) + lower.format(i) for i in range(6)))
    assert row_pairs(tree, ranges(tree, *range(1, 13))) is None


def test_two_rows_that_take_turns_only_here_and_there_are_no_pairs() -> None:
    tree = page(in_turns(3) + "<tr><td>1<td>x<td>y" * 6)
    assert row_pairs(tree, ranges(tree, 1, 2, 3, 4, 5, 6, 7, 8)) is None


def test_rows_without_a_partner_at_one_end_decide_nothing() -> None:
    tree = page(in_turns(3) + "<tr><td>3a<td>x<td>y")
    assert row_pairs(tree, ranges(tree, 1, 2, 3, 4, 5, 6, 7)) is None


def test_news_in_two_rows_each_are_records_of_two_rows() -> None:
    rows = "".join(UPPER.format(i, title) + LOWER.format(i) for i, title in enumerate(TITLES))
    [found] = discover(parse(f"<h1>News</h1><table>{rows}</table>".encode()), limit=1)
    assert [[text.rsplit(" ", 2)[0] for text in found.texts()][i] for i in (0, 5)] == [
        f"{i}. ^ {TITLES[i]} {i} points by" for i in (0, 5)
    ]
    assert len(found.records) == len(TITLES)


def test_a_list_of_pairs_is_given_once_among_rivals() -> None:
    rows = "".join(UPPER.format(i, title) + LOWER.format(i) for i, title in enumerate(TITLES))
    lists = discover(parse(f"<h1>News</h1><table>{rows}</table>".encode()), limit=10)
    records = [each.records for each in lists]
    assert len(set(records)) == len(records)
