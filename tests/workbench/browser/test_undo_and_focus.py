"""Choices one after another, the way back and forth, and where the keyboard is meanwhile, in a real browser."""

import re

import pytest

SHOP = "<!DOCTYPE html><title>Shop</title><ul>{}</ul>".format(
    "".join(
        f'<li><h3><a href="/{i}">Book {i}</a></h3><p class=author>Author {i % 3}</p><p class=price>${i}.50</p></li>'
        for i in range(1, 9)
    )
)
TICKS = "thead input[type=checkbox]"


@pytest.fixture(scope="module")
def bench(workbench):
    return workbench()


@pytest.fixture
def records(bench, browser_page):
    """The records view of a shop."""
    browser_page.goto(f"{bench.url}/records/{bench.opened(SHOP)}")
    browser_page.get_by_role("heading", name="8 records").wait_for()
    return browser_page


def settled(page):
    """The page, once its choices are settled."""
    page.locator(".candidates:not([aria-busy])").wait_for()
    return page


def at_once(page, *actions):
    """Do things before the first is answered."""
    known = """const ticks = [...document.querySelectorAll("thead input[type=checkbox]")];
        const names = [...document.querySelectorAll(".slot-name")];
        const write = (input, text) => { input.value = text; input.dispatchEvent(new Event("change")); };"""
    page.evaluate(f"() => {{ {known} {'; '.join(actions)} }}")
    settled(page)


def focused(page):
    return page.evaluate("document.activeElement.dataset.focus ?? document.activeElement.tagName")


def ticked(page):
    return [each.is_checked() for each in page.locator(TICKS).all()]


# ---------------------------------------------------------------- the keyboard
def test_the_keyboard_stays_where_it_was_after_each_edit_of_a_slot(records):
    tick, name = records.locator(TICKS).nth(1), records.locator(".slot-name").first
    original = name.get_attribute("data-focus").removeprefix("name ")
    tick.focus()
    with records.expect_response(re.compile("drop=author")):
        records.keyboard.press("Space")
    settled(records)
    assert focused(records) == "keep author"
    name.fill("Book")
    with records.expect_response(re.compile("=Book")):
        name.press("Enter")
    settled(records)
    assert focused(records) == f"name {original}"
    name.fill("Title")
    with records.expect_response(re.compile("=Title")):
        name.press("Tab")
    settled(records)
    assert focused(records) == f"kind {original}"
    records.keyboard.press("Shift+Tab")
    assert focused(records) == f"name {original}"


def test_a_name_that_is_being_written_stays_when_an_edit_before_it_is_answered(records):
    records.locator(".slot-name").nth(2).press_sequentially("X")
    at_once(records, "ticks[1].click()")
    assert records.locator(".slot-name").nth(2).input_value() == "Xprice"
    assert records.locator(".slot-name").nth(2).evaluate("it => it === document.activeElement")
    with records.expect_response(re.compile("name.price=")):
        records.locator(".slot-name").nth(2).press("Tab")


def test_the_keyboard_stays_on_the_button_that_corrects_a_table(bench, browser_page):
    page = bench.opened("<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>")
    browser_page.goto(f"{bench.url}/tables/{page}")
    browser_page.get_by_role("button", name="first column").press("Enter")
    browser_page.locator(".orientation strong:text-is('row')").wait_for()
    assert browser_page.evaluate("document.activeElement.textContent") == "first column"


# ---------------------------------------------------------------- undo and redo
def test_choices_that_come_quickly_are_each_undone_and_redone(records):
    at_once(records, "ticks[0].click()", "ticks[1].click()")
    assert ticked(records)[:3] == [False, False, True]
    records.keyboard.press("Control+z")
    assert ticked(settled(records))[:3] == [False, True, True]
    records.keyboard.press("u")
    assert ticked(settled(records))[:3] == [True, True, True]
    assert "drop" not in records.url
    records.keyboard.press("Control+Shift+Z")
    assert ticked(settled(records))[:3] == [False, True, True]
    records.keyboard.press("Control+y")
    assert ticked(settled(records))[:3] == [False, False, True]
    records.keyboard.press("Control+y")
    records.get_by_text("There is nothing to redo.").wait_for()
    assert records.get_by_role("button", name="Redo").is_disabled()


def test_a_new_choice_ends_what_can_be_redone(records):
    at_once(records, "ticks[0].click()")
    records.keyboard.press("u")
    at_once(records, "ticks[1].click()")
    records.keyboard.press("Control+Shift+Z")
    records.get_by_text("There is nothing to redo.").wait_for()
    assert ticked(records)[:3] == [True, False, True]


def test_of_two_quick_choices_only_the_one_that_cannot_be_is_taken_back(records):
    at_once(records, "ticks[2].click()", "write(names[0], 'author')")
    assert "no field can be called 'author'" in records.get_by_role("alert").inner_text()
    assert ticked(records)[:3] == [True, True, False]
    assert "drop=price" in records.url
    assert "author" not in records.url
    records.get_by_role("button", name="Undo").click()
    assert ticked(settled(records))[:3] == [True, True, True]


@pytest.mark.expects_errors  # the answer to the last number is 400
def test_parameters_say_what_is_asked_for_also_after_an_undo_and_a_refusal(records):
    records.get_by_text("What patterns must be like").click()
    repeats = records.get_by_label("Fewest repeats")
    usual = repeats.input_value()
    with records.expect_response(re.compile("count=50")):
        repeats.fill("50")
    settled(records)
    with records.expect_response(re.compile("count=1$")):
        repeats.fill("1")
    settled(records)
    records.get_by_text("not a number of 2 or more").wait_for()
    assert repeats.input_value() == "50"
    records.get_by_role("button", name="Undo").click()
    assert settled(records).get_by_label("Fewest repeats").input_value() == usual
