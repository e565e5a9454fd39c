import json

import pytest

from bench.workbench import large
from weblode.outline.build import outline
from weblode.outline.forms import as_json
from weblode.outline.segment_types import TYPES
from weblode.pages.html import parse
from weblode.workbench.outline import segment_nodes

PAGE = """<!DOCTYPE html><title>Shop</title><body>
<nav><a href=/a>Fruit</a><a href=/b>Nuts</a><a href=/c>Roots</a></nav>
<h2>Fruit</h2><ul><li><a href=/apple>Apple</a><li><a href=/pear>Pear</a><li><a href=/plum>Plum</a></ul>
<h2>Nuts</h2><ul><li><a href=/hazel>Hazel nut</a><li><a href=/wal>Walnut</a><li><a href=/pea>Peanut</a></ul>
<p>Imprint"""


def rows_of(answer):
    """The rows of an outline, from its columns, each with the row above it and the first that is not below it."""
    told = answer.json()
    columns = {name: told["rows"][name] for name in ("depth", "kind", "label", "start", "stop")}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    for i, row in enumerate(rows):
        row["kind"] = told["kinds"][row["kind"]]
        row["parent"] = max((k for k in range(i) if rows[k]["depth"] < row["depth"]), default=-1)
        row["end"] = next((k for k in range(i + 1, len(rows)) if rows[k]["depth"] <= row["depth"]), len(rows))
    return rows


def test_rows_have_their_place_their_kind_and_their_nodes(client, opened):
    page = opened(PAGE)
    tree = parse(PAGE.encode())
    answer = client.get(f"/outline/{page}.json")
    rows = rows_of(answer)
    fruit = next(i for i, row in enumerate(rows) if row["label"] == "Fruit" and row["end"] > i + 1)
    below = rows[fruit + 1 : rows[fruit]["end"]]
    assert [row["label"] for row in below] == ["Apple", "Pear", "Plum"]
    assert {row["parent"] for row in below} == {fruit}
    assert [row["kind"] for row in below] == ["item"] * 3
    assert {fruit + 1, fruit + 2, fruit + 3} < set(answer.json()["rows"]["linked"])
    for row in below:
        assert tree.text(row["start"], row["stop"]) == row["label"]
    group = rows[fruit]
    assert tree.text(group["start"], group["stop"], line=" ") == "Fruit Apple Pear Plum"
    [label] = [nodes for row, *nodes in answer.json()["rows"]["labels"] if row == fruit]
    assert tree.text(*label) == "Fruit"


def test_all_that_is_known_of_a_row_is_told_when_it_is_asked_for(client, opened):
    page = opened(PAGE)
    tree = parse(PAGE.encode())
    plum = client.get(f"/outline/{page}.json").json()["rows"]["label"].index("Plum")
    told = client.get(f"/outline/{page}/row.json?row={plum}").json()
    first, stop = told["leaves"]
    assert (told["row"], told["kind"], told["label"], told["href"]) == (plum, "item", "Plum", "/plum")
    assert told["xpath"] == "/html/body/ul[1]/li[3]/a"
    assert tree.text(int(tree.leaves[first]), int(tree.leaves[stop - 1]) + 1) == "Plum"
    assert tree.text(*told["nodes"]) == "Plum"


def test_the_rows_of_a_large_page_are_few_bytes(client, opened):
    data = large(500_000)
    assert len(client.get(f"/outline/{opened(data)}.json").content) < 1.25 * len(data)


def test_row_0_is_the_page(client, opened):
    first = rows_of(client.get(f"/outline/{opened(PAGE)}.json"))[0]
    assert (first["label"], first["parent"], first["start"], first["stop"]) == (
        "Shop",
        -1,
        0,
        len(parse(PAGE.encode())),
    )


@pytest.mark.parametrize("method", ["structure", "ontominer"])
def test_every_row_lies_within_the_row_above_it(client, opened, method):
    rows = rows_of(client.get(f"/outline/{opened(PAGE)}.json", params={"method": method}))
    assert len(rows) > 9
    for row in rows[1:]:
        above = rows[row["parent"]]
        assert above["start"] <= row["start"] < row["stop"] <= above["stop"]


def test_segments_have_the_largest_nodes_that_hold_their_leaves_alone():
    found = outline(parse(PAGE.encode()))
    tree = found.tree
    ranges = segment_nodes(found)
    assert len(ranges) == len(found.segments) > 1
    for (start, stop), (first, last) in zip(ranges, found.segment_ranges(), strict=True):
        assert [int(tree.leaf[u]) for u in range(start, stop) if tree.leaf[u] >= 0] == list(range(first, last + 1))


def test_every_segment_has_a_type(client, opened):
    answer = client.get(f"/outline/{opened(PAGE)}.json").json()
    assert len(answer["segment_types"]) == len(answer["segments"]) > 1
    assert set(answer["segment_types"]) <= set(TYPES)


def test_layers_are_told_in_their_order_and_unknown_ones_refused(client, opened):
    page = opened(PAGE)
    assert client.get(f"/outline/{page}.json?layers=labels,segments").json()["layers"] == ["segments", "labels"]
    assert client.get(f"/outline/{page}.json?layers=").json()["layers"] == []
    answer = client.get(f"/outline/{page}.json?layers=boxes")
    assert answer.status_code == 400
    assert "there is no layer 'boxes'; choose one of segments, " in answer.json()["error"]


def test_an_unknown_method_is_refused_with_those_there_are(client, opened):
    answer = client.get(f"/outline/{opened(PAGE)}.json?method=magic")
    assert answer.status_code == 400
    assert answer.json()["error"] == "'magic' is unknown; choose from structure, ontominer"


def test_a_row_beyond_the_last_is_the_last(client, opened):
    answer = client.get(f"/outline/{opened(PAGE)}.json?row=9999").json()
    assert answer["row"] == len(answer["rows"]["kind"]) - 1


def test_a_page_without_text_has_one_row_and_no_segments(client, opened):
    answer = client.get(f"/outline/{opened('<script>x</script>')}.json").json()
    assert len(answer["rows"]["kind"]) == 1
    assert answer["segments"] == answer["segment_types"] == []


def test_a_page_that_was_not_opened_is_not_found(client):
    answer = client.get("/outline/0123456789abcdef.json")
    assert answer.status_code == 404
    assert "open it again" in answer.json()["error"]


def test_the_outline_is_saved_as_the_command_writes_it(client, opened):
    page = opened(PAGE, "shop.html")
    wanted = "".join(as_json(outline(parse(PAGE.encode(), page="shop.html"))))
    answer = client.get(f"/outline/{page}/outline.json")
    assert answer.text == wanted
    assert "outline.json" in answer.headers["content-disposition"]
    papers = client.get(f"/outline/{page}/outline.json?method=ontominer")
    assert json.loads(papers.text) != json.loads(wanted)


def test_the_outline_is_saved_as_xml_and_as_text(client, opened):
    page = opened(PAGE)
    xml = client.get(f"/outline/{page}/outline.xml").text
    assert xml.startswith("<?xml")
    assert xml.endswith("</outlines>\n")
    assert "  Fruit\n    Apple\n" in client.get(f"/outline/{page}/outline.txt").text


def test_an_outline_in_an_unknown_format_is_refused(client, opened):
    answer = client.get(f"/outline/{opened(PAGE)}/outline.pdf")
    assert answer.status_code == 400
    assert answer.json()["error"] == "there is no format 'pdf'; choose one of json, xml, txt"


def test_long_labels_are_cut_in_the_view_and_whole_in_the_file(client, opened):
    page = opened(f"<p>{'word ' * 200}<p>other")
    assert max(len(row["label"]) for row in rows_of(client.get(f"/outline/{page}.json"))) == 300
    assert ("word " * 200).strip() in client.get(f"/outline/{page}/outline.json").text
