"""Rules for details after a redesign: the same columns, found by the values that pages had."""

from weblode.details.discover import discover
from weblode.details.leaves import Leaves
from weblode.details.relearning import relearn
from weblode.details.rule import learn_rule
from weblode.pages.html import parse

NAMES = ("Ann Lee", "Bob Ray", "Cid Fox", "Dan Orr", "Eve Poe", "Fay Kim")


def old_page(n):
    facts = f"<tr><th>Maker</th><td>{NAMES[n]}</td></tr><tr><th>Weight</th><td>{n + 3} kg</td></tr>"
    note = f"<p class=note>Kept in hall {n * 7}</p>"
    return f"<title>Lamp {n}</title><h1>Lamp {n}</h1>{note}<table>{facts}</table><p>Call us."


def new_page(n, labels=("Made by", "Heaviness")):
    rows = f"<li><b>{labels[1]}</b> <i>{n + 3} kg</i><li><b>{labels[0]}</b> <i>{NAMES[n]}</i>"
    return f"<title>Lamp {n}</title><div><h2>Lamp {n}</h2><ul>{rows}</ul></div><footer>Call us now or never.</footer>"


def leaves(make, numbers=range(6)):
    return [Leaves(parse(make(n).encode(), page=f"p{n}")) for n in numbers]


def rule():
    return learn_rule(list(discover(each.tree for each in leaves(old_page))), {})


EARLIER = {f"p{n}": {"title": f"Lamp {n}", "maker": NAMES[n], "weight": f"{n + 3} kg"} for n in range(6)}


def test_attributes_are_found_again_by_their_values_whatever_their_labels_are_now():
    before = rule()
    after = relearn(before, leaves(new_page), EARLIER)
    names = [each.name for each in after.template.attributes]
    assert names == [each.name for each in before.template.attributes]
    page = after.apply(parse(new_page(4).encode(), page="p4"))
    values = {name: own[0].value for name, own in zip(names, page.values, strict=True) if own}
    assert values == {"title": "Lamp 4", "maker": "Eve Poe", "weight": "7 kg"}


def test_attributes_are_found_again_by_their_labels_where_no_values_are_known():
    after = relearn(rule(), leaves(lambda n: new_page(n, ("Maker", "Weight"))), {})
    page = after.apply(parse(new_page(4, ("Maker", "Weight")).encode(), page="p4"))
    values = {each.name: own[0].value for each, own in zip(after.template.attributes, page.values, strict=True) if own}
    assert (values["maker"], values["weight"]) == ("Eve Poe", "7 kg")


def test_what_no_page_has_any_more_stays_as_an_empty_column():
    before = rule()
    after = relearn(before, leaves(new_page), EARLIER)
    empty = [each.name for each in after.template.attributes if not each.keys]
    assert empty == [each.name for each in before.template.attributes if each.name not in EARLIER["p0"]]
    assert after.table([]).as_table().names == before.table([]).as_table().names


def test_pages_of_something_else_teach_nothing():
    def other(n):
        return f"<title>News {n}</title><h1>Rain on day {n}</h1><p>By {NAMES[n]} B.</p><p>Posted at {n} o'clock</p>"

    assert relearn(rule(), leaves(other), EARLIER) is None


def test_one_page_teaches_nothing():
    assert relearn(rule(), leaves(new_page, [1, 1]), EARLIER) is None
