"""Nested records as tables, and the keys between them."""

from records.nesting import DIALECTS, PAGES, listed
from weblode.records.nested_tables import nested_tables, table_name


def test_a_child_table_refers_to_the_rows_above_it():
    tables = nested_tables(listed(DIALECTS["ul"](PAGES["three levels"])), fields=True)
    comments, replies = tables["comments",], tables["comments", "replies"]
    assert comments.names == ("page", "node", "region", "parent", "record", "author", "summary")
    assert comments["parent"] == (1, 1, 1, 2, 3)
    assert comments["record"] == (1, 2, 3, 4, 5)
    assert [comments["author"][parent - 1] for parent in replies["parent"]] == ["Ann", "Ann", "Eve", "Ann", "Ann"]
    assert set(comments["region"]) == set(replies["region"]) == {"/html/body/ul"}


def test_fields_named_as_a_key_get_a_number():
    rows = "".join(
        f"<li><b>{name}</b><ul class=towns><li><i itemprop=region>{name} North</i><p>one</p></li>"
        f"<li><i itemprop=region>{name} South</i><p>two</p></li></ul></li>"
        for name in ("Rome", "Oslo")
    )
    (table,) = nested_tables(listed(f"<ul>{rows}</ul>"), fields=True).values()
    assert "region_2" in table.names
    assert set(table["region"]) == {"/html/body/ul"}


def test_names_of_tables_are_short_and_differ():
    deep = [f"a_very_long_name_of_a_list_{chr(97 + i)}" for i in range(26)]
    assert table_name(["a"]) == "a"
    assert len(table_name(deep)) < 100
    assert table_name(deep) != table_name([*deep[:-1], "x"])
