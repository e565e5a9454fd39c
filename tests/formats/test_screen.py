"""Tables that fit a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from weblode.formats.screen import cut_text, fit_widths, screen_lines, text_width


def shown(names, columns, width):
    return "".join(screen_lines(names, columns, width))


def test_a_table_with_room_is_shown_whole():
    assert shown(["title", "price", "new"], [["Salt", None], [8.5, 12.0], [True, False]], 80) == (
        "title  price  new\n-----  -----  ---\nSalt     8.5  yes\n          12  no\n"
    )


def test_wide_columns_are_cut_first():
    lines = shown(["title", "about", "year"], [["Salt"], ["A novel of three generations"], [2023]], 30).splitlines()
    assert lines[2] == "Salt   A novel of three…  2023"


def test_columns_without_room_are_named():
    lines = shown([f"column {i}" for i in range(9)], [["some words"]] * 9, 40).splitlines()
    assert lines[-1] == "... 6 more columns: column 3, column 4,…"


def test_wide_characters_take_two_places_and_marks_none():
    assert (text_width("山の"), text_width("e\u0301"), text_width("é")) == (4, 1, 1)
    assert shown(["a", "b"], [["山の天気", "x"], ["1", "2"]], 80).splitlines()[2:] == ["山の天気  1", "x         2"]


def test_control_characters_and_line_ends_are_gone():
    assert shown(["a"], [["x\x1b[31m\ny"]], 80).splitlines()[2:] == ["x[31m y"]


@given(st.lists(st.integers(1, 200), min_size=1, max_size=12), st.integers(1, 200))
def test_the_widths_fit_and_no_column_grows(natural, width):
    widths = fit_widths(natural, width)
    assert 1 <= len(widths) <= len(natural)
    assert all(1 <= width <= own for width, own in zip(widths, natural, strict=False))
    if width >= 14:
        assert sum(widths) + 2 * (len(widths) - 1) <= width
    if sum(natural) + 2 * (len(natural) - 1) <= width:
        assert widths == natural


@given(st.text(max_size=30), st.integers(1, 30))
def test_a_cut_text_fits(text, width):
    assert text_width(cut_text(text, width)) <= width


@given(st.lists(st.lists(st.text(max_size=20), min_size=2, max_size=2), min_size=1, max_size=8), st.integers(10, 120))
def test_no_line_is_wider_than_the_terminal(columns, width):
    names = [f"name {i}" for i in range(len(columns))]
    assert all(text_width(line.rstrip("\n")) <= width for line in screen_lines(names, columns, width))
