"""Pages whose reading is divided: the same results, whoever does the work, and no trees among them."""

import pickle

import pytest

from details.sites import page, products, trees, values
from weblode.details import readers
from weblode.details.discover import discover

OTHER = "<body class=b><div><section><h2>Town {0}</h2><dl><dt>Mayor:<dd>Ann{0} Lee<dt>Founded:<dd>1{0}50</dl><i>Map"
PAGES = [page(row) for row in products(85)] + [OTHER.format(i) for i in range(9)] + ["<h1>Alone</h1><p>Size: 12 m"]


def copied(work, items, *, pages, done):
    """The results of work as another process hands them over; the last items are done first."""
    assert all(names for names in map(pages, items))
    results = [pickle.loads(pickle.dumps(work(item))) for item in reversed(items)]
    for item in items:
        done(item)
    return reversed(results)


@pytest.mark.parametrize("most", [50, 1000])
@pytest.mark.parametrize("all_columns", [False, True])
def test_results_are_those_of_one_process(most, all_columns, monkeypatch):
    monkeypatch.setattr(readers, "_AT_ONCE", most)
    alone = discover(trees(PAGES), all_columns=all_columns)
    together = discover(trees(PAGES), all_columns=all_columns, spread=copied)
    assert [each.rows() for each in together] == [each.rows() for each in alone]
    assert [each.equal for each in together] == [each.equal for each in alone]
    assert [len(each.pages) for each in alone] == [85, 9, 1]
    assert all(one.tree is None for each in together for one in each.pages)


def test_a_template_reads_the_same_after_it_was_pickled():
    [group] = discover(trees(PAGES[:50]))
    [again] = discover(trees(PAGES[:50]), spread=copied)
    assert group.template is not None
    assert pickle.loads(pickle.dumps(group.template)).attributes == again.template.attributes
    assert values(group) == values(again) == products(50)


def test_what_is_lost_is_left_out_and_its_template_is_learnt_from_others():
    lost = []

    def losing(work, items, *, pages, done):
        for item in items:
            if not lost and len(pages(item)) == 40:
                lost.extend(pages(item))
                yield None
            else:
                yield work(item)
                done(item)

    [group] = discover(trees(PAGES[:85]), spread=losing)
    assert lost == [f"{i}.html" for i in range(40)]
    assert values(group) == products(45, start=40)


def test_without_xpaths_pages_have_the_same_table():
    [group] = discover(trees(PAGES[:50]), spread=copied, xpaths=False)
    [whole] = discover(trees(PAGES[:50]))
    assert group.as_table() == whole.as_table()
    assert all(each.xpaths == () for each in group.pages)


SAVED = "<title>Lamp</title><h1>Lamp</h1><p>{0}</p><dl><dt>Price:<dd>{1} $<dt>Maker:<dd>Ito</dl>" + "<p>Read at {2}"
LONG = "It stands on the table and gives light to all who sit there. " * 5


def test_a_page_that_was_saved_twice_is_read_alone():
    more = "".join(f"<p>Line {n} of the page" for n in range(60))
    pages = [SAVED.format(LONG, price, time) + more for price, time in ((5, "noon"), (6, "night"))]
    [group] = discover(trees(pages, url=lambda _: ""))
    assert group.template is None
    rows = values(group)
    assert [(row["title"], row["maker"], row["price"]) for row in rows] == [
        ("Lamp", "Ito", "5 $"),
        ("Lamp", "Ito", "6 $"),
    ]


def test_a_page_that_was_saved_twice_may_have_lost_an_attribute():
    pages = [SAVED.format(LONG, 5, "noon"), SAVED.format(LONG, 6, "x").replace("<dt>Maker:<dd>Ito", "")]
    [group] = discover(trees(pages, url=lambda _: "https://a.example/lamp"))
    assert group.template is None
    assert [(row["price"], row.get("maker")) for row in values(group)] == [("5 $", "Ito"), ("6 $", None)]


def test_pages_of_different_addresses_are_never_one():
    [group] = discover(trees([SAVED.format(LONG, 5, "noon"), SAVED.format(LONG, 6, "noon")]))
    assert group.template is not None
    assert [row["price"] for row in values(group)] == ["5 $", "6 $"]
