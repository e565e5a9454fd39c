"""Slots: fields renamed, of another kind, or left out, on the page where they were chosen and on the next."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode.errors import RuleError
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.fields import as_table
from weblode.rules.drift import drift, hints
from weblode.rules.learning import learn
from weblode.rules.relearning import relearn
from weblode.rules.rule import Rule
from weblode.rules.slots import Slot, choose

ROW = "<li><a href=/{0}>Title {0}</a> <p class=price>${0}.50</p> <p class=maker>Maker {0}</p><p>{0}</p></li>"


def page(n, *, start=1, row=ROW):
    items = "".join(row.format(i) for i in range(start, start + n))
    return parse(f"<h1>Shop</h1><ul>{items}</ul><p>footer".encode(), page="p.html")


def listed(n=6, **more):
    return discover(page(n, **more), threshold=0.0)[0]


def names(found):
    return [each.name for each in found.fields]


def test_the_fields_are_as_before_if_nothing_is_chosen():
    assert names(listed()) == ["title", "price", "maker", "number"]
    chosen, before = choose(listed(), {}).fields, listed().fields
    assert [replace(each, column=each.column.but(examples=())) for each in chosen] == before


def test_a_field_is_renamed_and_another_left_out():
    found = choose(listed(), {"title": Slot(name="Product"), "maker": Slot(keep=False)})
    assert names(found) == ["Product", "price", "number"]
    assert [cell.value for cell in found.fields[0].cells] == [f"Title {i}" for i in range(1, 7)]
    fields = found.as_dict()["records"][0]["fields"]
    assert [each["name"] for each in fields if "hidden" not in each] == ["Product", "price", "number"]
    assert found.records == listed().records


def test_names_can_change_places_and_one_that_is_left_out_frees_its_own():
    found = choose(listed(), {"title": Slot(name="maker"), "maker": Slot(name="title"), "price": Slot(keep=False)})
    assert names(found) == ["maker", "title", "number"]
    found = choose(listed(), {"price": Slot(keep=False), "number": Slot(name="price")})
    assert names(found) == ["title", "maker", "price"]
    assert [cell.value for cell in found.fields[2].cells] == [str(i) for i in range(1, 7)]
    assert names(learn([found]).apply(page(4, start=70))) == ["title", "maker", "price"]


def test_what_was_left_out_can_be_had_back():
    without = choose(listed(), {"maker": Slot(keep=False)})
    assert names(choose(without, {"maker": Slot()})) == ["title", "price", "maker", "number"]
    assert names(choose(without, {"title": Slot(name="Product")})) == ["Product", "price", "number"]


def test_values_that_are_not_of_the_kind_chosen_keep_their_text():
    row = ROW.replace("Maker {0}", "{0}0")
    found = choose(listed(row=row), {"maker": Slot(kind="date"), "number": Slot(kind="text")})
    about = {each.name: each for each in found.fields}
    assert about["maker"].typed == (None,) * 6
    assert about["maker"].cells[0].value == "10"
    assert about["number"].typed == ()
    table = as_table("p", found.records, found.fields)
    assert table["maker (date)"] == (None,) * 6
    assert (table["maker"][0], "number (number)" in table.names) == ("10", False)


def test_a_kind_that_some_values_are_of_reads_these():
    row = ROW.replace("<p>{0}</p>", "<p>{1}</p>")
    items = "".join(row.format(i, f"about {i}" if i % 2 else i) for i in range(1, 7))
    [found] = discover(parse(f"<ul>{items}</ul>".encode()), threshold=0.0)
    assert found.fields[3].column.kind == "text"
    typed = choose(found, {found.fields[3].name: Slot(kind="number")}).fields[3].typed
    assert typed == (None, 2.0, None, 4.0, None, 6.0)


@pytest.mark.parametrize(
    ("slots", "told"),
    [
        ({"titel": Slot()}, "no field 'titel'; the fields are title, price, maker, number"),
        ({"title": Slot(name="")}, "'title' cannot be called ''; give a name"),
        ({"title": Slot(name="  ")}, "'title' cannot be called '  '; give a name"),
        ({"title": Slot(name="a\nb")}, r"'title' cannot be called 'a\\nb'; give a name"),
        ({"title": Slot(name="a\udc80")}, r"'title' cannot be called 'a\\udc80'; give a name"),
        ({"title": Slot(name="price")}, "no field can be called 'price': .* another field.*; choose another name"),
        ({"title": Slot(name="PRICE")}, "no field can be called 'price': .* another field.*; choose another name"),
        ({"title": Slot(name="a"), "price": Slot(name="A")}, "no field can be called 'A'"),
        ({"title": Slot(name="page")}, "no field can be called 'page': 'page' is a column of every table of records"),
        ({"title": Slot(name="Record")}, "no field can be called 'Record': 'Record' is a column of every table"),
        ({"title": Slot(name="number (number)")}, r"no field can be called 'number': 'number \(number\)' is"),
        ({"number": Slot(name="title (URL)")}, r"no field can be called 'title \(URL\)'"),
        ({"title": Slot(kind="name")}, "'title' cannot be of the kind 'name'; choose one of text, number, price"),
    ],
)
def test_a_choice_that_cannot_be_is_one_clear_line(slots, told):
    with pytest.raises(RuleError, match=told):
        choose(listed(), slots)


# ---------------------------------------------------------------- rules
CHOICE = {"title": Slot(name="Product"), "maker": Slot(keep=False), "number": Slot(name="Sold", kind="text")}


def test_a_rule_keeps_what_was_chosen_on_the_next_page(tmp_path):
    learn([choose(listed(), CHOICE)]).save(tmp_path / "rule.json")
    rule = Rule.load(tmp_path / "rule.json")
    assert rule == learn([choose(listed(), CHOICE)])
    found = rule.apply(page(4, start=50))
    assert names(found) == ["Product", "price", "Sold"]
    assert found.fields[1].typed == (50.5, 51.5, 52.5, 53.5)
    assert found.fields[2].typed == ()
    assert drift(rule, found) == []


def test_what_is_new_on_a_page_is_told_and_takes_no_name_of_what_was_left_out():
    rule = learn([choose(listed(), {"price": Slot(keep=False)})])
    found = rule.apply(page(4, row=ROW.replace("</li>", "<div class=price>New {0}</div></li>")))
    assert names(found) == ["title", "maker", "number"]
    assert hints(rule, found) == ["most records have fields that the rule does not know: price_2"]


def test_several_pages_teach_a_rule_with_what_was_chosen_on_one():
    more = ROW.replace("</li>", "<div class=author>By {0}</div></li>")
    lists = [listed(), choose(listed(start=20), CHOICE), listed(start=90, row=more)]
    rule = learn(lists)
    assert names(rule.apply(page(4, start=50, row=more))) == ["Product", "price", "Sold", "author"]
    assert rule.pages == 3


def test_a_rule_that_learns_a_redesign_keeps_what_was_chosen():
    rule = learn([choose(listed(), CHOICE)])
    other = ROW.replace("<li>", "<section><article>").replace("</li>", "</article></section>")
    taught = relearn(rule, page(9, start=30, row=other), "2020-01-01").rule
    for row in (ROW, other):
        filled = [each.name for each in taught.apply(page(4, start=50, row=row)).fields if any(each.cells)]
        assert filled == ["Product", "price", "Sold"]


def test_a_choice_is_kept_where_the_rule_has_another_region():
    found = listed()
    tree = found.tree
    # The consensus may have a region above the one that a separator cuts: places are told from there.
    odd = replace(found, method="consensus", region=int(tree.parent[found.region]), certainty={})
    picked = choose(odd, CHOICE)
    assert names(picked) == ["Product", "price", "Sold"]
    assert names(learn([picked]).apply(page(4, start=50))) == ["Product", "price", "Sold"]


def test_a_rule_of_before_there_were_slots_is_read_as_before(tmp_path):
    path = tmp_path / "rule.json"
    rule = learn([listed()])
    rule.save(path)
    kept = json.loads(path.read_text())
    assert all(column.pop("kept") for column in kept["columns"])
    path.write_text(json.dumps(kept))
    assert (kept["version"], Rule.load(path)) == (2, rule)
    path.write_text(json.dumps({**kept, "columns": [{**kept["columns"][0], "kept": "no"}]}))
    with pytest.raises(RuleError, match="its kept cannot be 'no'"):
        Rule.load(path)


WORDS = st.text("abcdefghij KLMNOÄé&()", min_size=1, max_size=12).filter(lambda text: text.strip() and "(" not in text)
SLOTS = st.builds(
    Slot, name=st.none() | WORDS, kind=st.sampled_from([None, "text", "number", "url"]), keep=st.booleans()
)
SITES = st.lists(st.sampled_from("p h3 div section address".split()), min_size=2, max_size=6)


def site(tags, numbers, gaps=()):
    """A page with a list of records: what its template has, with other words; some fields are missing in some."""
    records = [
        "".join(
            f"<{tag} class=c{'abcdef'[k]}x>word{k} of {i}</{tag}>"
            for k, tag in enumerate(tags)
            if not k or (i, k) not in gaps
        )
        for i in numbers
    ]
    return parse(f"<h1>Site</h1><ul>{''.join(f'<li>{each}</li>' for each in records)}</ul>".encode())


@given(SITES, st.data())
@settings(max_examples=120, deadline=None)
def test_names_chosen_on_one_page_come_out_on_another_of_the_site(tags, data):
    [found] = discover(site(tags, range(1, 9)), "omini", threshold=0.0)
    before = names(found)
    slots = data.draw(st.dictionaries(st.sampled_from(before), SLOTS))
    wanted = [(k, slot.name or name) for k, name in enumerate(before) if (slot := slots.get(name, Slot())).keep]
    taken = [name.lower() for _, name in wanted]
    if len(set(taken)) < len(taken):
        with pytest.raises(RuleError, match="choose another name"):
            choose(found, slots)
        return
    rule = learn([choose(found, slots)])
    gaps = data.draw(st.sets(st.tuples(st.integers(20, 26), st.integers(1, len(tags) - 1)), max_size=4))
    other = rule.apply(site(tags, range(20, 27), gaps))
    assert names(other) == [name for _, name in wanted]
    numbers = [int(text.split()[2]) for text in other.texts()]  # a record that lacks too much is none by the rule
    assert set(range(20, 27)) - {i for i, _ in gaps} <= set(numbers)
    for (k, _), field in zip(wanted, other.fields, strict=True):
        values = [cell and cell.value for cell in field.cells]
        assert values == [None if (i, k) in gaps else f"word{k} of {i}" for i in numbers]
    assert not [line for line in drift(rule, other) if "does not know" in line]
