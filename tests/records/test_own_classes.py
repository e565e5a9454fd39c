"""Classes of whole records: stripes of a table, the first and the last of a list."""

import pytest

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.own_classes import classes_of_records

HEAD = "<tr><th>Number<th>Company<th>State</tr>"
COMPANIES = (
    ("301", "Paper Battery", "", "NY"),
    ("302", "Lamp Chemicals", "1311", "TX"),
    ("303", "Tower Crane", "", "NH"),
    ("304", "Ann Orange", "", ""),
    ("305", "Forest Films", "", "NY"),
    ("306", "Bridge Supply", "2834", "CA"),
    ("307", "River Zone", "", "WA"),
    ("308", "Tom Silver", "", ""),
)


def companies(stripe):
    rows = []
    for i, (number, name, code, state) in enumerate(COMPANIES):
        own = f" class={stripe}" if stripe and i % 2 else ""
        about = f"<br>CODE: <a href='/code/{code}'>{code}</a> - SERVICES OF ALL KINDS" if code else ""
        area = f"<a href='/in/{state}'>{state}</a>" if state else ""
        rows.append(f"<tr{own}><td><a href='/{number}'>{number}</a><td>{name}{about}<td>{area}</tr>")
    return parse(f"<h1>Companies</h1><table>{HEAD}{''.join(rows)}</table>".encode())


@pytest.mark.parametrize("stripe", ["", "blue"])
def test_stripes_do_not_part_a_column(stripe):
    record_list = discover(companies(stripe))[0]
    columns = {each.name: [cell.value if cell else "" for cell in each.cells] for each in record_list.fields}
    assert columns["company"] == [name for _, name, *_ in COMPANIES]


def test_the_class_of_a_record_names_no_value():
    words = (
        "Lamps for long evenings",
        "A tower to climb at noon",
        "Where rivers begin",
        "Old bridges",
        "An island alone",
    )
    posts = "".join(
        f"<li class='post category-{i}'><h3><a href='/{i}'>{title}</a></h3><p>{title[::-1]} {i * 31} and a few plain "
        f"words that say more of it than that</p></li>"
        for i, title in enumerate(words)
    )
    [record_list] = discover(parse(f"<h1>Posts</h1><ul>{posts}</ul>".encode()))
    assert [each.name for each in record_list.fields] == ["title", "description"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p class=odd>a<p class=even>b", {"odd", "even"}),
        ("<p>a<p class=' one  two '>b", {"one two"}),
        ("<p class=x>a<p class=x>b", set()),
        ("<p>a<p>b", set()),
    ],
)
def test_classes_count_where_records_have_different_ones(page, expected):
    tree = parse(page.encode())
    records = [(u, tree.end.item(u)) for u in range(len(tree)) if tree.name(u) == "p"]
    assert classes_of_records(tree, records) == expected
    assert classes_of_records(tree, []) == frozenset()
