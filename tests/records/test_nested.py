"""Lists inside records: exact on made pages in several dialects of HTML, and threads."""

import json
from itertools import pairwise

import pytest

import weblode
from records.nesting import DIALECTS, PAGES, listed, plain
from weblode import formats, paths
from weblode.pages.html import parse
from weblode.records import nested
from weblode.records.nested_tables import nested_tables


def expected(record):
    author, summary, lists = record
    inside = {name: [expected(item) for item in items] for name, items in lists.items()}
    return {"author": author, "summary": summary} | ({"lists": inside} if inside else {})


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", PAGES)
def test_nested_lists_are_exact_in_every_dialect(dialect, case):
    found = listed(DIALECTS[dialect](PAGES[case]))
    assert [plain(row) for row in found.rows()] == [expected(record) for record in PAGES[case]]


def words(record):
    """All words of a record, those of its lists too."""
    author, summary, lists = record
    return " ".join([author, summary, *(words(item) for items in lists.values() for item in items)])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_text_of_a_record_stays_whole(dialect):
    found = listed(DIALECTS[dialect](PAGES["three levels"]))
    assert found.texts() == [words(record) for record in PAGES["three levels"]]


def test_the_json_of_a_nested_list_has_the_form_of_records_and_their_places():
    found = listed(DIALECTS["ul"](PAGES["one list"]))
    first = found.rows()[0]["lists"]
    assert first[0].keys() == {"name", "xpath", "records"}
    assert first[0]["xpath"] == "/html/body/ul/li[1]/ul"
    assert first[0]["records"][1] == {
        "xpath": ["/html/body/ul/li[1]/ul/li[2]"],
        "text": "Bob So wet again",
        "links": [],
        "fields": [
            {"name": "author", "value": "Bob", "xpath": "/html/body/ul/li[1]/ul/li[2]/b/text()[1]"},
            {"name": "summary", "value": "So wet again", "xpath": "/html/body/ul/li[1]/ul/li[2]/p/text()[1]"},
        ],
    }
    assert paths.find(found.tree, first[0]["xpath"]) == found.nested[0].parents[0]


def test_nested_lists_are_found_once_and_on_use_alone(monkeypatch):
    calls = []
    find = nested.find
    monkeypatch.setattr(nested, "find", lambda *given: calls.append(given) or find(*given))
    found = listed(DIALECTS["ul"](PAGES["one list"]))
    found.texts(), found.links(), found.places()
    assert calls == []
    assert found.fields is found.fields
    assert found.nested is found.nested
    assert len(calls) == 1


def thread(depth, author="Ann"):
    """A comment with one reply, which has one reply, and so on."""
    inside = f"<ul class=children>{thread(depth - 1, author)}</ul>" if depth else ""
    return f"<li class=comment><b>{author}</b><p>Level {depth} of a talk</p>{inside}</li>"


@pytest.mark.parametrize("depth", [1, 2, 5, 20])
def test_a_thread_of_single_replies_is_nested_to_its_end(depth):
    found = listed(f"<ul>{thread(depth, 'Ann')}{thread(0, 'Bob')}{thread(1, 'Cid')}</ul>")
    row, texts = found.rows()[0], []
    while "lists" in row:
        (part,) = row["lists"]
        (row,) = part["records"]
        texts.append(row["fields"][1]["value"])
    assert texts == [f"Level {level} of a talk" for level in range(depth - 1, -1, -1)]


def test_replies_without_a_class_go_on_as_the_replies_above_them():
    reply = "<li><b>Cid</b><p>I agree</p>{}</li>"
    deep = f"<ul>{reply.format('<ul>' + reply.format('') + '</ul>')}</ul>"
    two = "<ul><li><b>Dan</b><p>Not I</p></li><li><b>Eve</b><p>Nor me</p></li></ul>"
    found = listed(f"<ul><li><b>Ann</b><p>Rain</p>{deep}</li><li><b>Bob</b><p>Snow</p>{two}</li></ul>")
    (first,) = found.rows()[0]["lists"][0]["records"]
    assert [len(part["records"]) for part in first["lists"]] == [1]


def test_levels_are_bounded_and_the_rest_stays_a_field():
    found = listed(f"<ul>{thread(nested.LEVELS + 10)}{thread(0)}{thread(1)}</ul>")
    row, levels = found.rows()[0], 0
    while "lists" in row:
        row, levels = row["lists"][0]["records"][0], levels + 1
    assert levels == nested.LEVELS
    assert "Level 0 of a talk" in row["text"]
    assert json.dumps(found.as_dict())


def test_rules_give_nested_lists_by_the_same_computation(tmp_path):
    found = listed(DIALECTS["div"](PAGES["three levels"]))
    rule = weblode.learn([found])
    assert [each.name for each in rule.columns] == ["author", "summary"]
    rule.save(tmp_path / "rule.json")
    applied = weblode.Rule.load(tmp_path / "rule.json").apply(found.tree)
    assert [plain(row) for row in applied.rows()] == [expected(record) for record in PAGES["three levels"]]


def test_the_same_page_gives_the_same_lists(tmp_path):
    html = DIALECTS["flat"](PAGES["three levels and two lists"])
    assert json.dumps(listed(html).as_dict()) == json.dumps(listed(html).as_dict())
    for names, table in nested_tables(listed(html)).items():
        formats.write(table, tmp_path / "table.csv")
        assert formats.read(tmp_path / "table.csv") == table, names


def test_a_list_inside_ends_where_another_record_ends_its_own():
    items = "".join(f"<li><b>Part {k}</b> of it, number {k}</li>" for k in range(4))
    tree = parse("".join(f"<div class=r><h3>Thing {i}</h3><ul>{items}<li><b>Part 4</b> and" for i in range(5)).encode())
    starts = [u for u in range(len(tree)) if tree.attributes(u).get("class") == "r"]
    records = list(pairwise(starts))  # the last one is none, and stands in the one before
    lists = nested.find(tree, records, ())
    assert sum(len(each.items) for each in lists) == 20
    assert all(any(a <= start < stop <= b for a, b in records) for each in lists for start, stop in each.items)


def test_an_item_ends_where_its_record_does():
    part = "<h3>{0}</h3><p>some words <b>{0}</b></p><p>more words</p>"
    page = "".join("<div>" + "".join(part.format(f"{name}{i}") for i in range(4)) + "</div>" for name in "ab")
    tree = parse(page.encode())
    one, (first, stop) = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "div"]
    for end in (stop, stop - 2):  # the second time the last record ends before its element does
        [listed_items] = nested.find(tree, [one, (first, end)])
        assert (len(listed_items.items), listed_items.items[-1][1]) == (8, end)
