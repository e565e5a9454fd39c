"""Rules: learnt once, applied again, refused where the page has changed."""

import json

import pytest
from rules.made import ITEMS, discover, page

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.rules.learning import learn
from weblode.rules.rule import Rule


def test_a_rule_finds_the_records_of_the_next_page_without_discovery():
    rule = learn(discover(page(8)))
    found = rule.apply(page(5, start=100))
    assert [text.split()[1] for text in found.texts()] == ["100", "101", "102", "103", "104"]
    assert found.score == 1.0


def test_a_rule_finds_what_discovery_found_on_its_own_page():
    tree = page(8)
    assert learn(discover(tree)).apply(tree).records == discover(tree)[0].records


def table_names(record_list):
    return record_list.as_table().names


def test_the_columns_of_a_rule_are_the_same_on_every_page():
    row = "<li><a href=/{0}>Name {0}</a> <b class=price>${0}.50</b> <p>Colour: c{0}, Size: {0}</p><i>1{0} May 2020</i>"
    rule = learn(discover(page(8, row=row)))
    names = table_names(rule.apply(page(8, row=row)))
    assert names == (
        *("page", "node", "page_url", "record", "title", "url", "price", "price (number)", "price (currency)"),
        *("colour", "size", "size (number)", "date", "date (date)"),
    )
    others = [
        "<li><a>Name {0}</a> <b class=price>soon</b> <p>Colour: c{0}, Size: {0}</p><i>1{0} May 2020</i></li>",
        "<li><a href=/{0}>Name {0}</a> <p>Size: {0}, Colour: red</p><i>today</i><u>new {0}</u></li>",
        "<li><a href=/{0}>Name {0}</a> <i>Sold out</i> <p>whatever {0}</p></li>",
    ]
    for other in others:
        assert table_names(rule.apply(page(5, row=other))) == names


@pytest.mark.parametrize(
    ("learnt", "beside"),
    [
        ("2020-05-{0}", "(date)"),
        ("2020-05-{0} 10:30", "(date) (time)"),
        ("2020-05-{0}T10:30:00+02:00", "(date) (utc)"),
    ],
)
def test_the_times_beside_the_dates_of_a_rule_are_the_same_on_every_page(learnt, beside):
    row = "<li><a href=/{0}>Name {0}</a> <i>DATE</i>"
    rule = learn(discover(page(8, start=10, row=row.replace("DATE", learnt))))
    names = table_names(rule.apply(page(8, start=10, row=row.replace("DATE", learnt))))
    assert names[6:] == ("date", *(f"date {each}" for each in beside.split()))
    for other in ("2020-05-{0}", "2020-05-{0} 9:15", "2020-05-{0}T10:30:00Z", "soon"):
        found = rule.apply(page(5, start=20, row=row.replace("DATE", other)))
        assert table_names(found) == names
        days = ["2020-05-20", "2020-05-24"] if other != "soon" else ["None", "None"]
        assert [str(found.as_table()["date (date)"][i]) for i in (0, -1)] == days


def test_pages_with_and_without_offsets_teach_a_rule_the_clock_of_the_page():
    row = "<li><a href=/{0}>Name {0}</a> <i>2020-05-{0}DATE</i>"
    pages = [page(8, start=10, row=row.replace("DATE", each)) for each in ("", "T10:30:00Z", " 9:15")]
    for n, beside in ((1, ()), (2, ("date (utc)",)), (3, ("date (time)",))):
        rule = learn([each for tree in pages[:n] for each in discover(tree)])
        assert table_names(rule.apply(pages[0]))[8:] == beside


def test_a_rule_has_the_same_columns_where_the_address_of_a_page_is_known():
    rule = learn(discover(page(8)))
    known = parse(b"<base href=https://a.example/b/>" + b"<div><ul>" + ITEMS + b"</ul></div>", url="https://a.example/")
    tables = [rule.apply(page(4)).as_table(), rule.apply(known).as_table()]
    assert tables[0].names == tables[1].names
    assert [table["page_url"][0] for table in tables] == [None, "https://a.example/"]


def test_a_rule_is_a_small_readable_file(tmp_path):
    rule = learn(discover(page(8)))
    rule.save(tmp_path / "rule.json")
    kept = json.loads((tmp_path / "rule.json").read_text())
    way = kept["ways"][0]
    assert (kept["version"], way["region"], way["separator"]) == (2, "/html/body/div/ul", "li")
    assert way["shape"] == ["li", "li/a", "li/i"]
    assert [column["name"] for column in kept["columns"] if not column["hidden"]] == ["title", "text_of_record"]
    assert Rule.load(tmp_path / "rule.json") == rule


@pytest.mark.parametrize(
    "changed",
    [
        b"<p>nothing here",
        b"",
        b"<div><ul></ul></div>",
        b"<div><ul><li>Home<li>Help<li>About</ul></div>",
        b"<div><ul><p>a<p>b</ul></div>",
    ],
)
def test_a_page_that_changed_is_an_error_that_says_so(changed):
    with pytest.raises(RuleError, match=r"no longer looks like the rule: .*; learn the rule again"):
        learn(discover(page(8))).apply(parse(changed))


WAY = {"region": "/html", "separator": "p", "placement": "around", "shape": [], "size": 3}
COLUMN = {"name": "a", "kind": "text", "place": {"path": "p"}}
GOOD = {"version": 2, "ways": [WAY], "columns": [COLUMN]}
BAD = [
    {"version": 99},
    {"version": True},
    {"version": 2},
    {"version": 2, "ways": [5]},
    {**GOOD, "columns": {}},
    {**GOOD, "expected": []},
    *(
        {**GOOD, "ways": [{**WAY, **wrong}]}
        for wrong in (
            {"region": 5},
            {"separator": ["li"]},
            {"shape": "abc"},
            {"shape": [["a"]]},
            {"shape": [""]},
            {"shape": ["/li"]},
            {"shape": ["li//a"]},
            {"placement": "sideways"},
            {"size": "3"},
        )
    ),
    *({**GOOD, "columns": [{**COLUMN, **wrong}]} for wrong in ({"place": 5}, {"name": None}, {"share": "much"})),
]


def test_fields_that_a_rule_does_not_know_are_passed_over(tmp_path):
    (tmp_path / "rule.json").write_text(json.dumps({**GOOD, "note": "mine"}))
    assert Rule.load(tmp_path / "rule.json").ways[0].region == "/html"


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 200_000, *map(json.dumps, BAD)], ids=range(4 + len(BAD)))
def test_a_file_that_is_no_rule_is_one_clear_line(tmp_path, content):
    path = tmp_path / "rule.json"
    path.write_text(content)
    with pytest.raises(RuleError, match=r"rule\.json: "):
        Rule.load(path)


def test_a_page_may_lack_a_constant_text_of_the_rule():
    row = "<li><h3>Title {0}</h3> <i>by</i> <a href=/{0}>Name {0}</a> <p>Some words about {0}</p></li>"
    rule = learn(discover(page(8, row=row)))
    assert "by" in [each.name for each in rule.columns]
    without = rule.apply(page(5, row=row.replace("<i>by</i> ", "")))
    assert table_names(without) == table_names(rule.apply(page(8, row=row)))
