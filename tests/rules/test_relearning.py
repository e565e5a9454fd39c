"""Rules that learn from a page which was redesigned."""

from dataclasses import replace

import pytest
from rules.made import page

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.rules import relearning
from weblode.rules.learning import learn
from weblode.rules.matching import value_shape
from weblode.rules.relearning import likeness, relearn
from weblode.rules.rule import Rule

NAMES = ["Anvil", "Bucket", "Candle", "Drum", "Engine", "Fork", "Glove", "Hammer", "Iron", "Jug"]
BEFORE = "<li><a href=/{0}>{1} of size {0}</a> <b class=price>${0}.50</b> <i class=code>SKU-{0}77</i></li>"
AFTER = "<tr><td>SKU-{0}77</td><td><h4><a href=/p/{0}>{1} of size {0}</a></h4></td><td>now ${0}.50</td></tr>"
DATE = "2024-05-06"


def shop(row, numbers, around="<div><ul>{}</ul></div>"):
    items = "".join(row.format(10 + i, NAMES[i % len(NAMES)]) for i in numbers)
    return parse(f"<h1>Shop</h1>{around.format(items)}<p>footer".encode(), page="p.html")


def redesigned(numbers):
    return shop(AFTER, numbers, "<main><table>{}</table></main>")


def rule_of(tree):
    return learn(discover(tree, threshold=0.0)[:1])


def columns(record_list):
    return {each.name: [cell.value if cell else None for cell in each.cells] for each in record_list.fields}


def test_a_redesign_keeps_the_names_of_the_columns_and_their_order():
    rule = rule_of(shop(BEFORE, range(8)))
    before = columns(rule.apply(shop(BEFORE, range(8))))
    assert list(before) == ["title", "price", "code"]
    relearnt = relearn(rule, redesigned(range(3, 9)), DATE)
    after = columns(relearnt.records)
    assert list(after) == ["title", "price", "code"]
    assert after["title"][0] == "Drum of size 13"
    assert after["code"][0] == "SKU-1377"
    assert after["price"][0].endswith("$13.50")
    assert (relearnt.missing, relearnt.likeness > 0.6) == ([], True)


def test_pages_of_both_designs_are_read_after_it():
    rule = relearn(rule_of(shop(BEFORE, range(8))), redesigned(range(8)), DATE).rule
    for tree in (shop(BEFORE, range(5, 10)), redesigned(range(5, 10))):
        assert columns(rule.apply(tree))["code"] == [f"SKU-{10 + i}77" for i in range(5, 10)]
    assert [each.until for each in rule.earlier] == [DATE]
    assert rule.pages == 2


def test_the_history_is_saved_and_loaded(tmp_path):
    rule = relearn(rule_of(shop(BEFORE, range(8))), redesigned(range(8)), DATE).rule
    rule.save(tmp_path / "rule.json")
    assert Rule.load(tmp_path / "rule.json") == rule


@pytest.mark.parametrize("earlier", [5, [5], [{"ways": []}], [{"until": DATE, "ways": [{}]}]])
def test_a_history_that_is_none_is_an_error(tmp_path, earlier):
    import json

    path = tmp_path / "rule.json"
    rule_of(shop(BEFORE, range(8))).save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"earlier": earlier}))
    with pytest.raises(RuleError, match=r"rule\.json"):
        Rule.load(path)


@pytest.mark.parametrize("n", [1, 2, 8, 40])
def test_a_page_that_did_not_change_teaches_nothing(n):
    rule = rule_of(shop(BEFORE, range(8)))
    relearnt = relearn(rule, shop(BEFORE, range(n)), DATE)
    assert relearnt.rule is rule
    assert len(relearnt.records.records) == n


@pytest.mark.parametrize(
    "changed", [b"", b"<p>gone", b"<ol>" + b"<li><img src=/a.png>17</li><li><img src=/b.png>19</li>" * 5 + b"</ol>"]
)
def test_a_page_without_a_list_like_it_is_an_error_that_says_so(changed):
    with pytest.raises(RuleError, match=r"no longer looks like the rule, and .*; learn the rule again"):
        relearn(rule_of(shop(BEFORE, range(8))), parse(changed), DATE)


def test_a_column_that_the_new_design_lacks_stays_empty_and_is_named():
    without = AFTER.replace("<td>SKU-{0}77</td>", "")
    relearnt = relearn(rule_of(shop(BEFORE, range(8))), shop(without, range(8), "<main><table>{}</table></main>"), DATE)
    assert list(columns(relearnt.records)) == ["title", "price", "code"]
    assert relearnt.missing == ["code"]


def test_what_the_rule_did_not_know_is_hidden():
    more = AFTER.replace("</tr>", "<td class=stock>{0} left in the store</td></tr>")
    relearnt = relearn(rule_of(shop(BEFORE, range(8))), shop(more, range(8), "<main><table>{}</table></main>"), DATE)
    assert list(columns(relearnt.records)) == ["title", "price", "code"]
    assert any(
        "left in the store" in (cell.value if cell else "")
        for each in relearnt.records.all_fields
        for cell in each.cells
    )


def test_today_is_the_date_of_the_history():
    [earlier] = relearn(rule_of(shop(BEFORE, range(8))), redesigned(range(8))).rule.earlier
    assert len(earlier.until) == len(DATE)


def test_a_list_is_like_itself_and_unlike_another():
    rule = rule_of(shop(BEFORE, range(8)))
    own = rule.apply(shop(BEFORE, range(8)))
    other = discover(page(8), threshold=0.0)[0]
    assert likeness(rule.columns, own.found_fields) > 0.9
    assert likeness(rule.columns, other.found_fields) < likeness(rule.columns, own.found_fields) - 0.2
    assert likeness((), own.found_fields) == likeness(rule.columns, ()) == 0.0


@pytest.mark.parametrize(
    ("text", "shape"), [("", ""), ("A-14497", "A-0"), ("Jan 3, 2020", "Aa 0, 0"), ("$5.50", "$0.0"), ("東京都", "a")]
)
def test_the_shape_of_a_value_has_the_kinds_of_its_characters(text, shape):
    assert value_shape(text) == shape


def test_a_page_with_fewer_columns_does_not_spoil_the_rule_for_the_others():
    rule = rule_of(shop(BEFORE, range(8)))
    sparse = shop("<li><a href=/{0}>{1} of size {0}</a></li>", range(9))
    taught = relearn(rule, sparse, DATE).rule
    after = columns(taught.apply(shop(BEFORE, range(5, 10))))
    assert after == columns(rule.apply(shop(BEFORE, range(5, 10))))
    assert all(after["price"])


def test_columns_that_move_inside_the_same_records_are_found_again():
    rule = rule_of(shop(BEFORE, range(8)))
    moved = "<li><a href=/{0}>{1} of size {0}</a> <p><em>SKU-{0}77</em></p><p><u>${0}.50</u></p></li>"
    after = columns(relearn(rule, shop(moved, range(8)), DATE).records)
    assert list(after) == ["title", "price", "code"]
    assert (after["price"][0], after["code"][0]) == ("$10.50", "SKU-1077")


def test_columns_that_few_records_have_are_less_like_those_of_a_rule():
    names = ["Anna", "Bertha", "Clara", "Dora", "Emma", "Frida", "Greta", "Hanna"]

    def page(dated):
        dates = [f"<i>{i + 10} March 2024</i>" if i < dated else "" for i in range(len(names))]
        items = "".join(
            f"<li><a href=/{name}>The ship {name}</a> {day}<p>a line about {name}</p>"
            for name, day in zip(names, dates, strict=True)
        )
        return discover(parse(f"<ul>{items}</ul>".encode()), threshold=0.0)[0]

    rule = learn([page(8)])
    whole, few = (likeness(rule.columns, page(dated).found_fields) for dated in (8, 2))
    assert whole > 0.9
    assert few < whole - 0.1


def test_a_list_that_no_rule_gives_again_makes_room_for_another_one_of_its_records(monkeypatch):
    [first] = discover(page(8))
    other, shorter = replace(first, certainty={}), replace(first, records=first.records[:4])
    lists = [first, shorter, other]
    monkeypatch.setattr(relearning, "_gives", lambda _, given: given is not first)
    assert relearning._repeatable(lists, [0.9, 0.9, 0.85], 0)[0] is other
    assert relearning._repeatable(lists, [0.9, 0.9, 0.5], 0)[0] is first  # the other is too unlike the rule
    assert relearning._repeatable(lists, [0.9, 0.9, 0.85], 1)[0] is shorter


def test_records_that_the_new_rule_does_not_give_are_told():
    [found] = discover(page(8))
    relearnt = relearning.Relearnt(learn([found]), found, 0.84, "the rule gives 4 of the 5 records found there")
    assert relearnt.summary == "its columns are 84% like those before; the rule gives 4 of the 5 records found there"
    assert replace(relearnt, difference="").summary == "its columns are 84% like those before"
    assert relearn(rule_of(shop(BEFORE, range(8))), redesigned(range(8))).difference == ""
