"""The parts of a column's texts: which are columns, and what they are called."""

from weblode import kernels
from weblode.records.parts import PartedColumn, find, read
from weblode.records.places import FieldCell


def cells(*texts):
    every = (FieldCell((i, i + 1), text, href=f"/{i}") if text else None for i, text in enumerate(texts))
    return kernels.fastest().column(every)


def named(column):
    """The texts of the parts that have a name, by it."""
    return {part.name: list(part.texts) for part in column.parts if part.name}


def test_parts_are_named_by_the_words_before_them():
    column = find(cells(*(f"Filed 05/{i}/2016, No. 15-{i}00" for i in range(11, 16))))
    assert column.template == ("⊢ Filed", ", No.", "⊣")
    assert named(column)["filed"] == [f"05/{i}/2016" for i in range(11, 16)]
    assert named(column)["no"] == [f"15-{i}00" for i in range(11, 16)]
    assert (column.complete, column.label) == (True, "")


def test_a_number_is_named_by_the_words_after_it():
    column = find(cells(*(f"{i} replies, {i}0 views" for i in range(1, 6))))
    assert named(column) == {
        "replies": [f"{i} replies" for i in range(1, 6)],
        "views": [f"{i}0 views" for i in range(1, 6)],
    }


def test_words_of_a_text_that_is_one_phrase_name_the_text():
    column = find(cells(*(f"{i} replies" for i in range(11, 16))))
    assert (column.label, column.complete) == ("replies", False)
    assert all(part.name == "" for part in column.parts)


def test_texts_without_a_template_have_no_parts():
    assert find(cells("one", "two words", "some three words", "four")) == PartedColumn()
    assert find(cells()) == find(cells(None, None)) == PartedColumn()


def test_a_part_that_always_says_the_same_or_is_missing_mostly_is_no_column():
    same = find(cells(*(f"Filed {i}/5/2016, No. 7" for i in range(1, 7))))
    assert all("7" not in part.texts for part in same.parts)


def test_a_part_has_the_nodes_and_the_link_of_its_text_and_none_where_the_text_differs():
    texts = cells("Filed 1/1/2016, No. 1", None, "withdrawn")
    divided = read(("⊢ Filed", ", No.", "⊣"), texts, ["value:2", "value:9"])
    assert divided == [[FieldCell((0, 1), "1", href="/0"), None, None], [None] * 3]


def test_long_words_before_a_part_are_no_name():
    column = find(cells(*(f"The day on which it was filed is {i}/5/2016, No. 1{i}" for i in range(1, 7))))
    assert set(named(column)) == {"no"}
    assert not column.complete
