"""Names and kinds of attributes, and which columns say the same."""

import pytest
from processor import within

from details.sites import LABELS, page, products, read, terms, values
from weblode.details.leaves import Leaves
from weblode.details.template import learn, name_of
from weblode.pages.html import parse


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("ISBN-13:", "isbn_13"),
        ("  Date of   birth ", "date_of_birth"),
        ("价格\uff1a", "价格"),
        ("ВЫСОТА", "высота"),
        ("***", ""),
        ("", ""),
        ("_a_", "a"),
        ("a" * 99, "a" * 40),
    ],
)
def test_a_label_as_a_name(label, name):
    assert name_of(label) == name


def kinds(values_of, label="Thing"):
    rows = [{**row, "thing": value} for row, value in zip(products(len(values_of)), values_of, strict=True)]
    group = read([page(row, labels={**LABELS, "thing": label}) for row in rows])
    return {each.name: each.kind for each in group.columns}[name_of(label)]


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["12", "17", "1,200"], "number"),
        (["$12", "$17.50", "$3"], "price"),
        (["3 March 2021", "14 April 2020", "1 May 2019"], "date"),
        (["red", "blue", "green"], "text"),
        (["12", "red", "3 March 2021"], "text"),
    ],
)
def test_the_kind_of_an_attribute_is_that_of_its_values(texts, kind):
    assert kinds(texts) == kind


def test_a_column_that_says_what_another_does_is_left_out():
    rows = products(5)
    group = read([page(row, extra=f"<p class=again>{row['maker'].upper()}</p>") for row in rows])
    assert values(group) == rows


def test_names_are_unique_and_not_empty():
    labels = {"maker": "Price", "city": "price", "weight": "PRICE:", "price": "Title"}
    group = read([page(row, labels=labels) for row in products(5)])
    names = [each.name for each in group.columns]
    assert all(names)
    assert len(set(names)) == len(names) == 5


def test_pages_that_are_all_the_same_have_no_attributes():
    own = page(products(1)[0], terms)
    template = learn([Leaves(parse(own.encode())) for _ in range(4)])
    assert template.attributes == ()


def test_the_share_of_constants_that_every_page_has_is_known():
    group = read([page(row) for row in products(5)])
    assert 0.5 < group.template.expected <= 1


def named_by_class(words):
    """The name of an attribute without a label, whose values stand in elements of a class."""
    about = "<p>All of this was measured in our shop by two people, who were paid.</p>"
    form = f"{about}<div><p class='{words}'>{{}}</p></div>"
    rows = [{"title": row["title"], "city": row["city"]} for row in products(6)]
    made = [page(row, lambda pairs: form.format(pairs[0][1])) for row in rows]
    return [each.name for each in read(made).columns if each.source != "title"]


@pytest.mark.parametrize("words", ["svelte-1tky8bj", "css-1x2y3z", "sc-abc", "ember1234", "tyjcwt", "brxe-uatnqd"])
def test_class_names_that_tools_make_are_no_names(words):
    assert named_by_class(words) == ["field_2"]


def test_a_class_word_of_many_letters_costs_little():
    with within(2):
        named_by_class("a" * 50_000)


@pytest.mark.parametrize(("words", "name"), [("origin", "origin"), ("origin svelte-1tky8bj", "origin")])
def test_class_names_that_people_write_are_names(words, name):
    assert named_by_class(words) == [name]
