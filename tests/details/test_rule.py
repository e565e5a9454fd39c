"""Rules for details: learnt, saved, loaded, applied to other pages; and what is refused."""

import base64
import json
from dataclasses import dataclass

import pytest

import weblode
from details.sites import DIALECTS, LABELS, json_ld, page, products, read, trees, values, without_none
from weblode.details.discover import discover
from weblode.details.rule import DetailRule, learn_rule
from weblode.errors import RuleError
from weblode.pages.html import parse


@dataclass(frozen=True)
class Changed:
    name: str | None = None
    kind: str | None = None
    keep: bool = True


def learnt(pages, changes=None):
    return learn_rule(discover(trees(pages)), changes or {})


def reloaded(rule, path):
    rule.save(path)
    return DetailRule.load(path)


def applied(rule, pages):
    return rule.table([rule.apply(tree) for tree in trees(pages)])


@pytest.fixture
def rule():
    return learnt([page(row) for row in products(5)])


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_rule_saved_and_loaded_gives_the_same_columns_of_new_pages(dialect, tmp_path):
    rows = [{**row, "city": row["city"] if i % 3 else None} for i, row in enumerate(products(12))]
    pages = [page(row, dialect) for row in rows]
    rule = learnt(pages[:8])
    loaded = reloaded(rule, tmp_path / "rule.json")
    table = applied(loaded, pages[8:])
    assert values(table) == without_none(rows[8:])
    assert loaded.template.attributes == rule.template.attributes
    assert table.rows() == applied(rule, pages[8:]).rows()
    assert table.as_table() == applied(rule, pages[8:]).as_table()


def test_a_rule_gives_the_pages_that_it_was_learnt_on_back(tmp_path):
    pages = [page(row, head=json_ld(row)) for row in products(6)]
    group = read(pages)
    loaded = reloaded(learn_rule([group], {}), tmp_path / "rule.json")
    assert applied(loaded, pages).rows() == group.rows()


def test_columns_and_types_are_the_same_whatever_a_page_has(rule):
    lacking = page({"title": "Stool B9x", "price": "not for sale"})
    odd, full = applied(rule, [lacking]).as_table(), applied(rule, [page(products(6)[5])]).as_table()
    texts = [name for name in full.columns if "(" not in name]
    assert [name for name in odd.columns if "(" not in name] == texts
    assert list(odd.columns["price"]) == ["not for sale"]
    assert list(odd.columns["maker"]) == [None]


def test_a_rule_file_is_json_with_its_kind_and_version(rule, tmp_path):
    rule.save(tmp_path / "rule.json")
    document = json.loads((tmp_path / "rule.json").read_text(encoding="utf-8"))
    assert (document["rule"], document["version"]) == ("details", 1)
    assert [each["name"] for each in document["attributes"]] == ["title", "maker", "city", "weight", "price"]
    before = (tmp_path / "rule.json").read_bytes()
    rule.save(tmp_path / "rule.json")
    assert (tmp_path / "rule.json").read_bytes() == before


def test_names_in_the_file_may_be_changed(rule, tmp_path):
    rule.save(tmp_path / "rule.json")
    text = (tmp_path / "rule.json").read_text(encoding="utf-8").replace('"name": "maker"', '"name": "Hersteller"')
    (tmp_path / "rule.json").write_text(text, encoding="utf-8")
    table = applied(DetailRule.load(tmp_path / "rule.json"), [page(products(1)[0])])
    assert values(table)[0]["Hersteller"] == products(1)[0]["maker"]


# ---------------------------------------------------------------- refused
@pytest.mark.parametrize(
    "other",
    [
        "",
        "<p>words",
        "<title>News</title><article><h1>Other</h1><p>A text about nothing in the shop.</p></article>",
        "<h1>Corner Shop</h1><dl><dt>Maker:<dd>somebody</dl>",
    ],
)
def test_a_page_that_is_not_of_the_template_is_refused(rule, other):
    [tree] = trees([other])
    with pytest.raises(RuleError, match=r"^0\.html: is not of the rule's template: .* learn the rule again"):
        rule.apply(tree)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": None},
        {"attributes": None},
        {"attributes": 5},
        {"attributes": [5]},
        {"attributes": [{}]},
        {"attributes": [{"name": "x"}]},
        {"expected": "much"},
        {"expected": None},
        {"expected": []},
        {"known": None},
        {"known": "%%%"},
        {"known": 7},
        {"constants": base64.b64encode(b"abc").decode()},
        {"once": []},
        {"prefixed": {}},
    ],
    ids=str,
)
def test_a_broken_rule_file_is_one_clear_error(rule, tmp_path, change):
    path = tmp_path / "rule.json"
    rule.save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(RuleError, match=r"rule\.json: is not a .*learn the rule again") as error:
        DetailRule.load(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": 5},
        {"name": None},
        {"kind": "colour"},
        {"kind": []},
        {"keys": None},
        {"keys": ["xyz"]},
        {"keys": [5]},
        {"keys": 5},
        {"keys": ["-1"]},
        {"keys": ["fffffffffffffffff"]},
        {"around": [1]},
        {"around": None},
        {"around": [1, 2]},
        {"label": None},
        {"source": 1},
        {"declared": 5},
        {"many": "no"},
        {"prefix": 3},
    ],
    ids=str,
)
def test_a_broken_attribute_is_one_clear_error(rule, tmp_path, change):
    path = tmp_path / "rule.json"
    rule.save(path)
    document = json.loads(path.read_text())
    document["attributes"][1] |= change
    path.write_text(json.dumps(document))
    with pytest.raises(RuleError, match=r"rule\.json: is not a valid rule for details .*learn the rule again"):
        DetailRule.load(path)


def test_two_attributes_of_one_name_in_the_file_are_refused(rule, tmp_path):
    path = tmp_path / "rule.json"
    rule.save(path)
    path.write_text(path.read_text().replace('"name": "maker"', '"name": "city"'))
    with pytest.raises(RuleError, match=r"rule\.json: .*city"):
        DetailRule.load(path)


@pytest.mark.parametrize("name", ["page", "node", "page_url"])
def test_an_attribute_named_as_one_of_our_columns_is_refused(rule, tmp_path, name):
    path = tmp_path / "rule.json"
    rule.save(path)
    path.write_text(path.read_text().replace('"name": "maker"', f'"name": "{name}"'))
    with pytest.raises(RuleError, match=rf"rule\.json: .*{name}"):
        DetailRule.load(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "{}", "[" * 100_000, "\ufffd"])
def test_a_file_of_something_else_is_no_rule_for_details(tmp_path, text):
    path = tmp_path / "rule.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=r"rule\.json: .*`weblode learn --details`") as error:
        DetailRule.load(path)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_no_rule_for_details(tmp_path):
    with pytest.raises(RuleError, match=r"missing\.json: cannot be read as a rule"):
        DetailRule.load(tmp_path / "missing.json")


def test_a_rule_that_cannot_be_written_is_a_rule_error(rule, tmp_path):
    with pytest.raises(RuleError):
        rule.save(tmp_path / "no folder" / "rule.json")


# ---------------------------------------------------------------- learning
def test_attributes_are_renamed_typed_and_left_out():
    changes = {"maker": Changed(name="Made by"), "weight": Changed(kind="text"), "city": Changed(keep=False)}
    rule = learnt([page(row) for row in products(5)], changes)
    assert [(each.name, each.kind) for each in rule.template.attributes] == [
        ("title", "text"),
        ("Made by", "text"),
        ("weight", "text"),
        ("price", "price"),
    ]
    assert repr(rule) == "<DetailRule: title, Made by, weight, price>"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"nothing": Changed(keep=False)}, "no attribute 'nothing': there are title, maker, city, weight, price"),
        ({"maker": Changed(name="city")}, "two attributes have one name, 'city': choose another name"),
        ({"maker": Changed(kind="colour")}, "no kind 'colour': choose text"),
        ({"maker": Changed(name="page")}, "an attribute cannot be called 'page': choose another name"),
    ],
)
def test_changes_that_make_no_sense_are_refused(changes, message):
    with pytest.raises(RuleError, match=message):
        learnt([page(row) for row in products(3)], changes)


def test_a_name_may_be_that_of_an_attribute_that_is_left_out():
    changes = {"maker": Changed(name="city"), "city": Changed(keep=False)}
    rule = learnt([page(row) for row in products(3)], changes)
    assert [each.name for each in rule.template.attributes] == ["title", "city", "weight", "price"]


@pytest.mark.parametrize(
    "pages", [[], [page(products(1)[0])], ["", ""], ["<p>same"] * 3], ids=["none", "one", "empty", "same"]
)
def test_pages_without_a_template_teach_no_rule(pages):
    with pytest.raises(RuleError, match="give two or more pages"):
        learnt(pages)


def test_labels_in_any_script_survive_the_file(tmp_path):
    labels = {**LABELS, "maker": "制造商", "city": "Город"}
    rows = products(8)
    pages = [page(row, labels=labels) for row in rows]
    loaded = reloaded(learnt(pages[:5]), tmp_path / "rule.json")
    assert [row["制造商"] for row in values(applied(loaded, pages[5:]))] == [row["maker"] for row in rows[5:]]


def test_the_front_door_has_the_rule():
    assert weblode.DetailRule is DetailRule


def test_a_rule_reads_what_the_pages_gave_that_it_was_learnt_on():
    page = (
        "<title>{0}</title><h1>{0}</h1><ul><li>Tags: <b>x{0}</b>, <b>y{0}</b>, <b>z{0}</b><li>Maker: <b>m{0}</b>"
        "<li>Size: <b>s{0}</b></ul><p>Sold by us"
    )
    trees = [parse(page.format(name).encode()) for name in "Lamp Chair Desk Sofa Bed Rug".split()]
    things = discover(trees)
    rule = learn_rule(list(things), {})
    assert rule.table([rule.apply(tree) for tree in trees]).rows() == things[0].rows()


def test_titles_lose_only_the_words_that_all_had():
    page = "<title>{0} | Reads</title><h1>Review of {0}</h1><dl><dt>Pages:<dd>{1}</dl><p>Sold by us"
    trees = [parse(page.format(name, i + 100).encode()) for i, name in enumerate("Lamp Chair Desk Sofa".split())]
    rule = learn_rule(list(discover(trees)), {})
    other = parse(page.replace("Review of ", "").format("Great Expectations Again", 7).encode())
    titles = [row["title"] for row in rule.table([rule.apply(trees[0]), rule.apply(other)]).to_dicts()]
    assert titles == ["Lamp", "Great Expectations Again"]


def test_numbers_are_read_as_their_own_page_writes_them():
    page = "<html lang={2}><title>{0}</title><h1>{0}</h1><dl><dt>Price:<dd>€{1}</dl><p>Sold by us"
    german = [parse(page.format(name, f"1.{i}00", "de").encode()) for i, name in enumerate("Uhr Tisch Bett".split())]
    english = parse(page.format("Clock", "1,300", "en").encode())
    rule = learn_rule(list(discover(german)), {})
    for pages in ([german[0], english], [english, german[0]]):
        rows = rule.table([rule.apply(tree) for tree in pages]).to_dicts()
        assert {row["title"]: row["price (number)"] for row in rows} == {"Uhr": 1000.0, "Clock": 1300.0}
