"""Multi-level division: the paper's example, pages written here, any bytes."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import BYTES

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records import division
from weblode.records.discover import discover
from weblode.records.division import LEVELS, divide, division_levels
from weblode.records.record_list import RecordList
from weblode.records.tokens import ENCODINGS, encode
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.rules.slots import Slot, choose


def listed(rows, tag="p"):
    """A page of these rows, and the node ranges of its records."""
    tree = parse(f"<div>{''.join(rows)}</div>".encode(), page="p.html")
    return tree, [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == tag]


def texts(rows, levels=LEVELS, tag="p"):
    """The texts of the blocks of each record, None where a record lacks a block."""
    tree, records = listed(rows, tag)
    blocks = divide(tree, records, levels)
    return [
        [tree.text(*nodes, line=" ") if nodes else None for nodes in record] for record in zip(*blocks, strict=True)
    ]


# Section 3.1, figure 6: `<P><TEXT><BR>[<TEXT>]<BR><TEXT><BR><TEXT>`, and inside the third block
# `[<FONT>]<TEXT><B><TEXT></B><TEXT>[</FONT>]`: score, date, and size with address.
def result(i, *, about=True, font=True):
    facts = f"8{i}% <b>Date: {i} Jun 1999</b>, Size {i}.1K, http://www.{i}.com/"
    facts = f"<font size=2>{facts}</font>" if font else facts
    return f"<p><a href=/{i}>Title {i}</a><br>{f'About {i}' if about else ''}<br>{facts}<br>More like {i}"


RESULTS = [result(1), result(2, font=False), result(3, about=False), result(4), result(5, font=False)]


def test_one_level_divides_the_results_of_the_paper_into_four_blocks():
    rows = texts(RESULTS, LEVELS[:1])
    assert rows[0] == ["Title 1", "About 1", "81% Date: 1 Jun 1999, Size 1.1K, http://www.1.com/", "More like 1"]
    assert [row[1] for row in rows] == ["About 1", "About 2", None, "About 4", "About 5"]
    assert {len(row) for row in rows} == {4}


def test_the_second_level_divides_the_third_block_of_the_paper_into_score_date_and_address():
    expected = [
        [f"Title {i}", f"About {i}", f"8{i}%", f"Date: {i} Jun 1999", f", Size {i}.1K, http://www.{i}.com/"]
        for i in range(1, 6)
    ]
    expected[2][1] = None
    assert [row[:5] for row in texts(RESULTS)] == expected


def test_levels_are_applied_one_after_the_other():
    rows = [f"<p><a href=/>T{i}</a> by <b>A{i}</b>" for i in range(3)]
    assert texts(rows, ("block-level",))[0] == ["T0 by A0"]
    assert texts(rows, ("block-level", "no-physical"))[0] == ["T0", "by A0"]
    assert texts(rows, ("block-level", "no-physical", "all-tag"))[0] == ["T0", "by", "A0"]


def test_a_block_whose_tags_differ_from_record_to_record_is_not_divided():
    sentences = [
        "a <b>b</b> c",
        "<i>a</i> <u>b</u> <s>c</s>",
        "<em>a b</em> <code>c</code>",
        "<q>a</q> <cite>b</cite> c",
    ]
    rows = [f"<p>T{i}<br>{sentence}" for i, sentence in enumerate(sentences)]
    assert texts(rows) == [[f"T{i}", "a b c"] for i in range(4)]


def test_an_element_that_a_block_ends_inside_is_closed_there():
    assert texts(["<p><b>one<br>two</b> three"] * 2) == [["one", "two", "three"]] * 2


def test_no_image_is_lost_at_any_level():
    rows = [f"<p><img src={i}.png> T{i}<br><a href=/><img src=s{i}.png></a>" for i in range(5)]
    tree, records = listed(rows)
    for levels in (LEVELS[:1], LEVELS):
        columns = RecordList(tree, "iepad", records[0][0] - 1, 0, "around", tuple(records), levels=levels).fields
        values = {cell.value for each in columns for cell in each.cells if cell}
        assert values == {text for i in range(5) for text in (f"{i}.png", f"T{i}", f"s{i}.png")}


def test_the_levels_after_an_encoding_are_the_finer_ones():
    assert division_levels("block-level") == LEVELS
    assert division_levels("no-physical") == ("no-physical", "all-tag")
    assert division_levels("all-tag") == ("all-tag",)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_blocks_have_the_tokens_of_the_page(encoding):
    tree, _ = listed([*RESULTS, "<p><select><option>x</select><svg><text>y</text></svg><my-tag>z</my-tag>"])
    page = division._Division(tree, [(0, len(tree))], (encoding,))
    assert [token for token, _, _ in page._tokens((0, len(tree)), 0)] == encode(tree, encoding).row.tolist()


def test_mismatches_are_the_tokens_that_few_strings_share():
    table = np.array([[1, 2, -1], [1, 3, -1], [1, 2, 4]])
    assert division._mismatches(table, np.array([8, 1, 1])) == pytest.approx(2 / 21)
    assert division._mismatches(table[:0], np.array([])) == 0.0


# ---------------------------------------------------------------- as fields
ITEMS = "".join(f"<li><a href=/{i}>Title {i}</a> by <b>Author {i}</b><p>Words about {i}</p></li>" for i in range(6))
PAGE = f"<h1>Results</h1><ul>{ITEMS}</ul>".encode()


def values(record_list):
    return {each.name: each.cells[0].value for each in record_list.fields if each.cells[0]}


def test_iepad_divides_its_records_by_levels_and_other_methods_by_places():
    rows = "".join(f"<li>score {i} <b>of {i * i}</b> given<p>Words about {i}</p></li>" for i in range(6))
    tree = parse(f"<h1>Results</h1><ul>{rows}</ul>".encode())
    found = {method: list(values(discover(tree, method)[0]).values()) for method in ("iepad", "omini")}
    assert found == {
        "iepad": ["score 0", "of 0", "Words about 0"],
        "omini": ["score 0 of 0 given", "Words about 0"],
    }


def test_a_rule_from_iepad_divides_other_pages_by_the_same_levels(tmp_path):
    (found,) = discover(parse(PAGE), "iepad")
    names = list(values(found))
    chosen = choose(found, {names[0]: Slot(name="Book")})
    rule = learn([chosen])
    rule.save(tmp_path / "rule.json")
    other = parse(PAGE.replace(b"Title", b"Other").replace(b"Author", b"Writer"))
    again = Rule.load(tmp_path / "rule.json").apply(other)
    assert Rule.load(tmp_path / "rule.json") == rule
    assert (again.levels, list(values(again))) == (LEVELS, ["Book", *names[1:]])
    assert values(again)["Book"] == "Other 0"
    assert "Writer 0" in values(again).values()


@pytest.mark.parametrize("levels", ["[5]", '["tags"]', '"all-tag"'])
def test_a_rule_with_levels_that_do_not_exist_is_refused(tmp_path, levels):
    rule = learn(discover(parse(PAGE), "iepad"))
    rule.save(tmp_path / "rule.json")
    text = (tmp_path / "rule.json").read_text()
    start = text.index('"levels": ')
    (tmp_path / "rule.json").write_text(text[:start] + f'"levels": {levels}\n}}\n')
    with pytest.raises(RuleError, match=r"is no encoding|must be a list"):
        Rule.load(tmp_path / "rule.json")


def test_records_that_are_too_long_to_align_are_divided_by_places(monkeypatch):
    monkeypatch.setattr(division, "_STEPS", 10)
    tree = parse(PAGE)
    (found,) = discover(tree, "iepad")
    assert divide(tree, found.records) is None
    assert values(found) == values(discover(tree, "omini")[0])


@given(BYTES)
@settings(max_examples=100, deadline=None)
def test_any_page_gives_blocks_in_order_and_without_overlap(data):
    tree = parse(data * 6)
    for found in discover(tree, "iepad", limit=3):
        for record in zip(*(divide(tree, found.records) or []), strict=True):
            edges = [u for nodes in record if nodes for u in nodes]
            assert edges == sorted(edges)
        assert all(len(each.cells) == len(found.records) for each in found.fields)
