"""Pages that are JSON: a list is read as records with the names it has; whatever is no such list is a page of HTML."""

import json

import pytest

from weblode import paths
from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.rules.learning import learn

CASES = [
    {"id": 100 + n, "title": f"Smith v. Jones {n}", "judge": {"name": f"Judge {n}"}, "fee": 1.50, "sealed": n % 2 == 0}
    for n in range(6)
]


def page(value, **options):
    return parse(json.dumps(value).encode(), page="p", **options)


def test_a_list_in_json_is_records_with_its_own_names():
    [records] = discover(page({"total": 6, "cases": CASES}))
    table = records.as_table()
    assert table["title"] == tuple(each["title"] for each in CASES)
    assert table["judge/name"] == tuple(each["judge"]["name"] for each in CASES)
    assert table["id (number)"] == tuple(each["id"] for each in CASES)
    assert len(table) == 6


def test_numbers_and_words_stay_as_they_are_written():
    tree = parse(b'[{"a": 1.50, "b": 1e5, "c": true, "d": false, "e": null, "f": 12345678901234567890}, {"a": 2}]')
    assert tree.text(0).split() == ["1.50", "1e5", "true", "false", "12345678901234567890", "2"]


def test_texts_with_markup_are_as_a_person_reads_them():
    assert page([{"a": "Salt &amp; <b>pepper</b>"}, {"a": "x"}]).text(0).split() == ["Salt", "&", "pepper", "x"]


def test_a_rule_for_json_is_applied_to_other_pages_of_it():
    rule = learn(discover(page(CASES)))
    others = [{**each, "title": f"Roe v. Poe {each['id']}"} for each in CASES[:4]]
    assert rule.apply(page(others)).as_table()["title"] == tuple(each["title"] for each in others)


def test_every_node_has_a_path_that_leads_back_to_it():
    tree = page([{"a b/c": 1, "": 2, "9x": [3, [4, {"ä": 5}]], "$": 6}] * 2)
    for u in range(len(tree)):
        assert paths.find(tree, paths.xpath(tree, u)) == u


@pytest.mark.parametrize(
    "text", ["{", "[1, 2]", "[]", '{"a": {"b": 1}}', "[{a: 1}]", "[" * 100_000, '[{"a": 1}] <p>b', "{}"]
)
def test_what_is_no_list_of_objects_is_read_as_html(text):
    assert not parse(text.encode()).is_xml


def test_json_with_a_mark_of_its_encoding_is_json_too():
    assert parse(b"\xef\xbb\xbf" + b'[{"a": 1}, {"a": 2}]').is_xml
    assert parse('[{"a": "ä"}, {"a": 2}]'.encode("utf-16")).text(0).split() == ["ä", "2"]


def test_limits_hold_for_json():
    with pytest.raises(LimitError, match="nodes"):
        page([{"a": 1}] * 400, limits=Limits(nodes=900))


def test_json_that_would_take_too_much_memory_is_not_read_as_json():
    assert not page([{"a": 1}] * 1000, limits=Limits(nodes=900)).is_xml


def test_half_of_a_pair_of_surrogates_is_a_question_mark():
    data = b'[{"name": "\\ud800 x", "\\udfffkey": "a"}, {"name": "\\ud83d\\ude00 y", "\\udfffkey": "b\\udc00"}]'
    tree = parse(data, page="p")
    assert [tree.string(v) for v in tree.leaves.tolist()] == ["? x", "a", "\U0001f600 y", "b?"]
    assert "key" in {tree.name(v) for v in range(len(tree.tag))}
