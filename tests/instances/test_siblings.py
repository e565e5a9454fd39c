"""Which pages of listed things have one template, and which groups of links lead to such pages."""

from instances.pages import article, product
from weblode.details.leaves import Leaves
from weblode.instances.siblings import Siblings
from weblode.pages.html import parse


def pages(*numbers, make=article):
    return [Leaves(parse(make(number))) for number in numbers]


def lists(n):
    rows = "<h1>Results</h1><p>All times are those of the capital<p>Corrected every evening<p>Sums may not add up"
    return [
        Leaves(parse(f"{rows}<table><tr><td>{i}<td>x{i}<td>y{i}</table><ol><li>z{i}<li>w{i}</ol>".encode()))
        for i in range(n)
    ]


def confirmed(groups):
    return Siblings(page for own in groups.values() for page in own).confirmed_groups(groups)


def test_the_groups_whose_pages_have_the_most_frequent_template_win():
    assert confirmed({1: pages(0, 1), 2: pages(2, 3), 3: lists(2), 4: []}) == {1, 2, 4}
    assert confirmed({1: pages(0, 1)}) == {1}
    assert confirmed({}) == set()


def test_groups_with_too_few_pages_are_not_refused():
    other = Leaves(parse(b"<table><tr><td>1<td>2</table>"))
    assert confirmed({1: pages(0, 1), 2: pages(2, 3), 3: [other], 4: []}) == {1, 2, 3, 4}


def test_of_two_unlike_groups_the_one_with_more_pages_wins_and_of_equals_the_first():
    assert confirmed({1: pages(0, 1), 2: lists(3)}) == {2}
    assert confirmed({1: pages(0, 1), 2: lists(2)}) == {1}


def test_pages_that_are_all_the_same_have_no_template():
    same = lists(1) * 2
    assert Siblings(same).template(same[0]) is None
    assert confirmed({1: pages(0, 1), 2: pages(2, 3), 3: same}) == {1, 2}


def test_a_page_has_the_template_of_those_that_are_like_it_also_one_that_comes_later():
    products = pages(0, 1, make=product)
    siblings = Siblings([*pages(0, 1, 2), *products])
    [later] = pages(2, make=product)
    assert siblings.template(later) is siblings.template(products[0]) is not None
    assert siblings.template(later) is not siblings.template(pages(3)[0])
