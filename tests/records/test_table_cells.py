"""Cells of tables whose rows are the records."""

from collections.abc import Sequence
from dataclasses import replace

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.place_rows import rows
from weblode.records.record_list import RecordList
from weblode.records.table_cells import numbered_cells
from weblode.rules.learning import learn
from weblode.tree import Tree

HEAD = "<tr><th>Employer</th><th>City</th><th>Area</th><th>Notice</th><th>Type</th></tr>"
NOTICES = (
    ("Star Works", "", "", "Apr 6, 2020", "layoff"),
    ("Harbour Line", "", "South", "Apr 15, 2020", "layoff"),
    ("Peak Sand", "Enid", "", "Mar 30, 2020", "closure"),
    ("Next Rigs", "", "", "Apr 9, 2020", "layoff"),
    ("Step Power", "", "North", "Mar 31, 2020", "closure"),
    ("Everide", "Moore", "North", "Mar 23, 2020", "layoff"),
)


def page(notices: Sequence[Sequence[str]], *, odd: str = "") -> Tree:
    body = "".join(
        f"<tr><td><a href='/notice/{i}'>{name}</a></td>{''.join(f'<td>{text}</td>' for text in others)}</tr>"
        for i, (name, *others) in enumerate(notices)
    )
    return parse(f"<table>{HEAD}{body}{odd}</table>".encode())


def only_list(tree: Tree) -> RecordList:
    return discover(tree, limit=1)[0]


def values(record_list: RecordList) -> dict[str, list[str]]:
    return {each.name: [cell.value if cell else "" for cell in each.cells] for each in record_list.fields}


def test_a_value_stands_in_the_column_of_its_cell_though_cells_before_it_are_empty() -> None:
    columns = values(only_list(page(NOTICES)))
    names = ("title", "city", "area", "notice", "type")
    assert columns == {name: list(texts) for name, texts in zip(names, zip(*NOTICES, strict=True), strict=True)}


def test_cells_that_no_row_has_both_of_are_two_columns() -> None:
    notices = [(name, city, "" if city else "West", day, why) for name, city, _, day, why in NOTICES]
    columns = values(only_list(page(notices)))
    assert columns["city"] == [city for _, city, *_ in notices]
    assert columns["area"] == [area for _, _, area, *_ in notices]


def test_a_rule_learnt_where_all_cells_are_full_reads_a_page_with_empty_ones() -> None:
    full = [(name, city or "Tulsa", area or "East", day, why) for name, city, area, day, why in NOTICES]
    rule = learn([only_list(page(full))])
    columns = values(rule.apply(page(NOTICES)))
    assert columns["notice"] == [day for *_, day, _ in NOTICES]
    assert columns["area"] == [area for _, _, area, *_ in NOTICES]


def test_rows_with_joined_cells_are_aligned_by_their_texts() -> None:
    tree = page(NOTICES, odd="<tr><td><a href='/notice/9'>Ridge</a></td><td colspan='4'>to be told</td></tr>")
    records = [(u, tree.end.item(u)) for u in range(len(tree.tag)) if tree.name_of(tree.tag.item(u)) == "tr"][1:]
    assert numbered_cells(tree, records, rows(tree, tree.parent.item(records[0][0]), records))[1] == []


def test_a_rule_from_before_cells_had_numbers_still_reads_its_page() -> None:
    full = [(name, city or "Tulsa", area or "East", day, why) for name, city, area, day, why in NOTICES]
    record_list = only_list(page(full))
    rule = learn([record_list])
    old = replace(rule, columns=tuple(each.but(place=replace(each.place, cell=0)) for each in rule.columns))
    assert values(old.apply(page(full))) == values(record_list)


def test_places_in_one_cell_have_its_number() -> None:
    cell = "<td><b>{}</b><p>{}</p></td>"
    body = "".join(f"<tr><td></td>{cell.format(name, day)}<td>{why}</td></tr>" for name, _, _, day, why in NOTICES)
    tree = parse(f"<table>{body}</table>".encode())
    record_list = only_list(tree)
    found = rows(tree, record_list.region, record_list.records)
    assert set(numbered_cells(tree, record_list.records, found)[1]) == {(2, 2, 3)}
