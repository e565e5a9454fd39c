"""The facts on a list, both implementations: what is measured of its records, their place and the page."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.made import facts_of, found
from strategies import NESTED, written

from weblode import kernels
from weblode.kernels import lists as definition
from weblode.kernels.list_facts import FACTS, MANY_PAGES, MUCH_PROSE, ListCandidate, ListOrigin, ListPieces
from weblode.pages.html import parse


def test_what_is_measured_of_a_list_by_hand(kernel):
    facts = facts_of(
        kernel,
        "<h1>four</h1><ul><li><a href=/>ab</a> cd<li><a href=/>ef</a> ghij</ul><nav>menu</nav>",
        ["ab cd", "ef ghij"],
    )
    text = sum(map(len, ("four", "ab", "cd", "ef", "ghij", "menu")))  # white space at the ends has no width
    assert facts["share"] == 10 / text
    assert facts["links"] == 4 / 10
    assert facts["plain_share"] == 6 / (text - 4)
    assert (facts["records"], facts["size"], facts["smallest"]) == (2, 6, 4 / 6)
    assert (facts["first_size"], facts["last_size"]) == (4 / 6, 1)
    assert (facts["anchors"], facts["linked"], facts["leaves"]) == (1, 1, 2)
    assert (facts["likeness"], facts["common"], facts["repetition"]) == (1, 4, 1)
    assert (facts["first_common"], facts["last_common"], facts["weakest"]) == (1, 1, 1)
    assert (facts["cover"], facts["outer"], facts["complete"]) == (1, 1, 1)
    assert (facts["position"], facts["heading_before"], facts["distinct"]) == (4 / text, 1, 1)
    assert (facts["page_links"], facts["page_prose"], facts["digits"]) == (4 / text, 0, 0)
    assert facts["aside"] == facts["nav"] == facts["sibling_spread"] == facts["marked"] == facts["mixed"] == 0


def test_records_at_a_side_of_the_page_are_known(kernel):
    page = "<{0}><ul><li>ab<li>cd</ul></{0}><p>" + "much more text than the list has"
    for tag in ("nav", "aside"):
        assert facts_of(kernel, page.format(tag), ["ab", "cd"])[tag] == 1
    assert facts_of(kernel, page.format("footer"), ["ab", "cd"])["edge"] == 1
    assert facts_of(kernel, page.replace("<ul", "<ul class=menu").format("p"), ["ab", "cd"])["minor"] == 1
    assert facts_of(kernel, page.replace("<ul", "<ul id=results").format("p"), ["ab", "cd"])["major"] == 1


def test_pieces_left_out_are_measured_too(kernel):
    item = "<li><a href=/>title</a> <i>text</i> <b>1</b>"
    page = f"<ul>{item * 4}<li>ads{item * 4}</ul>"
    facts = facts_of(kernel, page, ["title text 1"] * 8)
    assert (facts["kept"], facts["dropped_inside"], facts["left_out"]) == (8 / 9, 1 / 8, definition.LIGHT)
    assert facts["dropped_size"] == 3 / 10
    assert facts["distinct"] == 1 / 8
    assert 0 < facts["dropped_common"] < facts["weakest"] == 1


def test_dates_prices_and_numbers_of_records_are_known(kernel):
    page = "<ul><li><b>1.</b> <i>book</i> <u>$5</u><li><b>2 of</b> <i>it 1999</i><li><b>x</b> <i>12:30</i></ul>"
    facts = facts_of(kernel, page, ["1. book $5", "2 of it 1999", "x 12:30"])
    assert (facts["dated"], facts["priced"]) == (2 / 3, 1 / 3)
    assert (facts["first_digits"], facts["numbered"]) == (2 / 3, 1 / 3)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("<a>1</a> <a>2</a> <a>3</a>", 3),
        ("<b>1</b> <i>|</i> <a>2</a> <i>|</i> <i>|</i> <a>3</a> <a>Next</a>", 3),
        ("<b>1</b> <i>|</i> <i>|</i> <i>|</i> <a>2</a> <a>3</a>", 2),  # so far apart they are no row
        ("<a>5</a> <a>7</a> <a>1</a> <a>2</a>", 2),
        ("<a>39</a> <a>40</a> <a>41</a> <a>0</a>", 2),  # higher numbers are not known
        ("<a>" + "</a> <a>".join(map(str, range(1, 31))) + "</a>", MANY_PAGES),
        ("<a>Next</a>", 0),
    ],
)
def test_the_numbers_of_further_pages_are_counted(kernel, numbers, expected):
    assert facts_of(kernel, f"<ul><li>ab<li>cd</ul><p>{numbers}", ["ab", "cd"])["pager"] == expected


def test_prose_in_a_list_and_before_it_and_outside_is_told_apart(kernel):
    article, comment = "a" * 100, "c" * 60
    page = f"<p>{article}<ul><li>{comment}<li>short<li>{comment}</ul><p>{article * 60}"
    facts = facts_of(kernel, page.replace(article * 60, article), [comment, "short", comment])
    assert (facts["prose_share"], facts["prose_before"]) == (120 / 320, 100 / 320)
    assert facts["prose_outside"] == 200
    several = f"<ul>{f'<li>{comment * 9}' * 9}</ul>"
    facts = facts_of(kernel, f"<p>{article * 60}</p>{several}", [comment * 9] * 9)
    assert facts["prose_outside"] == MUCH_PROSE


def test_a_page_without_prose_has_none_outside_a_list(kernel):
    facts = facts_of(kernel, "<ul><li>ab<li>cd</ul>", ["ab", "cd"])
    assert facts["prose_share"] == facts["prose_before"] == facts["prose_outside"] == 0


def test_a_head_of_a_table_is_known_by_its_cells(kernel):
    page = "<table><tr><th>n<th>m<tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6</table>"
    facts = facts_of(kernel, page, ["n m", "1 2", "3 4", "5 6"])
    assert (facts["first_head"], facts["digits"]) == (1, 3 / 4)
    assert facts_of(kernel, page.replace("th>", "td>"), ["n m", "1 2", "3 4", "5 6"])["first_head"] == 0


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("<h2>Books</h2>", 1),
        ("<h2><span><b>Books</b></span></h2>", 1),
        ("<h2><span><b><i>Books</i></b></span></h2>", 0),  # so deep inside, it is not looked for
        ("<h2>Books</h2><p>all of them</p>", 0),
        ("<h2> </h2>", 0),
        ("", 0),
    ],
)
def test_a_heading_counts_if_it_is_the_last_text_before_the_list(kernel, before, expected):
    assert facts_of(kernel, f"{before}<ul><li>ab<li>cd</ul>", ["ab", "cd"])["heading_before"] == expected


def test_the_spread_of_sizes_is_their_variance_by_the_square_of_their_mean(kernel):
    texts = ["ab", "abcd", "abcdefghi"]
    facts = facts_of(kernel, "<ul>" + "".join(f"<li>{text}" for text in texts) + "</ul>", texts)
    assert facts["size_spread"] == pytest.approx((9 + 1 + 16) / 3 / 5**2)
    assert (facts["smallest"], facts["size"], facts["largest"]) == (2 / 4, 4, 9 / 4)
    assert facts["leaf_spread"] == facts["sibling_spread"] == 0


def test_long_texts_are_prose_unless_they_are_links(kernel):
    long = "many words of a story " * 3
    facts = facts_of(
        kernel,
        f"<ul><li>{long}<li><a href=/>{long}</a><li>few</ul>",
        [long.strip(), long.strip(), "few"],
    )
    assert facts["prose_records"] == 1 / 3
    assert facts["prose"] == facts["page_prose"] == 65 / (65 + 65 + 3)


def test_the_best_mark_is_the_one_of_most_records(kernel):
    page = "<div><p class='r x'>one<p class=r>two<p>three</div><div><p class=r>four</div>"
    facts = facts_of(kernel, page, ["one", "two", "three"])
    assert (facts["marked"], facts["mark_complete"]) == (2 / 3, 2 / 3)  # one of the three stands elsewhere


def test_text_between_records_is_not_covered_by_them(kernel):
    page = "<section><p class=r>abc<div>four</div><p class=r>def</section><div>ab</div>"
    facts = facts_of(kernel, page, ["abc", "def"])
    assert (facts["cover"], facts["outer"], facts["share"]) == (6 / 10, 6 / 10, 6 / 12)
    assert (facts["position"], facts["end"]) == (0, 10 / 12)


def test_large_counts_are_reduced(kernel):
    texts = [f"{i} of many" for i in range(60)]
    facts = facts_of(kernel, "<ul>" + "".join(f"<li>{text}" for text in texts) + "</ul>", texts)
    assert (facts["records"], facts["distinct"], facts["digits"]) == (50, 1, 1)


SETS = st.lists(st.sets(st.integers(0, 6), min_size=1), min_size=2, max_size=6)


def candidate(features, is_record):
    pieces = [(i, i + 1) for i in range(len(features))]
    origin = ListOrigin(0, 1, 1, definition.AROUND, definition.TAG, definition.ONE)
    cut = ListPieces(origin, pieces, [], {}, features, [1] * len(features))
    return ListCandidate(cut, definition.LIGHT, is_record)


@given(SETS)
def test_features_of_four_records_in_five_are_common(features):
    n, all_of_them = len(features), set().union(*features)
    common = {each for each in all_of_them if 5 * sum(each in part for part in features) >= 4 * n}
    assert candidate(features, [True] * n).common == common


def test_what_is_common_to_records_leaves_out_the_pieces_that_are_none():
    some = candidate([{1, 2}, {7}, {1, 3}], [True, False, True])
    assert (some.common, some.cut.common, some.dropped) == ({1}, set(), [1])
    assert some.cut.common_counts == [0, 0, 0]
    assert some.likeness == 2 / 4


@given(st.lists(NESTED, min_size=1, max_size=4).map(lambda parts: "".join(map(written, parts))), st.integers(1, 3))
@settings(max_examples=60)
def test_likeness_is_the_share_of_tag_paths_that_two_records_have_in_common(page, times):
    tree = parse((page * times).encode())
    for kernel in filter(None, (kernels.python(), kernels.native())):
        lists = found(kernel, tree)
        for i, row in enumerate(lists.facts):
            facts = dict(zip(FACTS, row.tolist(), strict=True))
            rows = lists.pieces[lists.offsets[i] : lists.offsets[i + 1]]
            sets = [set(tree.path[a:b].tolist()) for a, b, is_record in rows.tolist() if is_record]
            if not facts["mixed"]:
                shared = sum(len(one & other) for one, other in permutations(sets, 2))
                assert facts["likeness"] == pytest.approx(shared / ((len(sets) - 1) * sum(map(len, sets))))
            assert facts["kept"] == np.mean(rows[:, 2])
