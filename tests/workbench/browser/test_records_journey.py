"""From a pasted page to a file with the slots as they were named, and a rule that does it again, in a real browser."""

import csv
import re
from contextlib import contextmanager
from importlib.resources import files

import pytest

from bench.workbench import large


def shop(word: str, n: int = 8) -> str:
    rows = "".join(
        f'<li><h3><a href="/{word}/{i}">{word} {i}</a></h3><p class=author>Author {i % 3}</p>'
        f"<p class=price>${i}.50</p></li>"
        for i in range(1, n + 1)
    )
    style = "<style>body { font-family: sans-serif } .price { color: #0a7 }</style>"
    return f"<!DOCTYPE html><title>{word}s</title>{style}<h1>{word}s of the week</h1><ul>{rows}</ul><p>The end."


@pytest.fixture(scope="module")
def bench(workbench):
    return workbench()


@pytest.fixture
def pasted(browser_page, bench):
    """The records view of a page that was pasted into the form."""
    browser_page.goto(f"{bench.url}/")
    browser_page.get_by_label("HTML").fill(shop("Book"))
    browser_page.get_by_role("button", name="Open").click()
    browser_page.get_by_role("heading", name="8 records").wait_for()
    return browser_page


def frame(page):
    return page.frame_locator("iframe.page")


@contextmanager
def table_read_anew(page):
    """Wait until the table, and the links to its files, show what was changed."""
    with page.expect_response(re.compile(r"/records/.*\.json")):
        yield
    page.locator(".candidates:not([aria-busy])").wait_for()


def name_slot(page, number: int, name: str) -> None:
    slot = page.locator(".slot-name").nth(number)
    slot.fill(name)
    with table_read_anew(page):
        slot.press("Enter")


def test_from_a_pasted_page_to_a_file_with_renamed_slots(pasted, tmp_path):
    name_slot(pasted, 0, "Book")
    name_slot(pasted, 2, "Cost")
    with table_read_anew(pasted):
        pasted.locator("thead input[type=checkbox]").nth(1).uncheck()
    with pasted.expect_download() as download:
        pasted.get_by_role("link", name="CSV").click()
    path = tmp_path / "records.csv"
    download.value.save_as(path)
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [(row["Book"], row["Cost (number)"]) for row in rows[:2]] == [("Book 1", "1.5"), ("Book 2", "2.5")]
    assert len(rows) == 8
    assert not any("author" in name.lower() for name in rows[0])


def test_a_rule_is_saved_and_tested_on_a_second_page(pasted):
    name_slot(pasted, 0, "Book")
    pasted.get_by_role("button", name="Save rule").click()
    pasted.get_by_label("Name of the rule").fill("books")
    pasted.get_by_role("button", name="Save", exact=True).click()
    pasted.get_by_role("button", name="Test it on another page").click()
    dialog = pasted.get_by_role("dialog")
    dialog.get_by_label("HTML").fill(shop("Pamphlet", 5))
    dialog.get_by_role("button", name="Open").click()
    pasted.get_by_role("heading", name="5 records").wait_for()
    assert pasted.url.endswith("?rule=books")
    assert "fits this page by 100 %" in pasted.locator(".told").inner_text()
    assert pasted.locator(".slot-name").first.input_value() == "Book"
    assert pasted.locator("tbody tr").first.inner_text().split()[1:3] == ["Pamphlet", "1"]


def test_a_rule_of_the_same_name_is_asked_about(pasted):
    for word in ("Save", "Replace"):
        pasted.get_by_role("button", name="Save rule").click()
        pasted.get_by_label("Name of the rule").fill("twice")
        pasted.get_by_role("button", name=word, exact=True).click()
        pasted.get_by_text("The rule twice is saved.").wait_for()


def test_a_row_lights_its_record_up_in_the_page_and_the_reverse(pasted):
    pasted.locator("tbody tr").nth(4).hover()
    assert frame(pasted).locator("weblode-mark[data-lit]").get_attribute("data-key") == "4"
    frame(pasted).get_by_text("Book 2", exact=True).hover()
    pasted.locator("tbody tr.lit").filter(has_text="Book 2").wait_for()


def test_records_are_outlined_where_they_stand(pasted):
    inner = frame(pasted)
    assert inner.locator("weblode-mark[data-key='0']").count() == 1
    box, item = (inner.locator(each).bounding_box() for each in ("weblode-mark[data-key='2']", "li:nth-child(3)"))
    assert all(abs(box[side] - item[side]) <= 1 for side in ("x", "y", "width", "height"))


def test_another_candidate_is_chosen_and_taken_back_by_keys(pasted):
    before = pasted.locator("button.candidate[aria-pressed=true]").get_attribute("data-key")
    pasted.locator("button.candidate").first.focus()
    pasted.keyboard.press("j")
    chosen = pasted.evaluate("document.activeElement.dataset.key")
    with pasted.expect_response(re.compile(rf"choice={re.escape(chosen)}")):
        pasted.keyboard.press("Enter")
    pasted.locator(f"button.candidate[aria-pressed=true][data-key='{chosen}']").wait_for()
    pasted.keyboard.press("u")
    pasted.locator(f"button.candidate[aria-pressed=true][data-key='{before}']").wait_for()


@pytest.mark.expects_errors  # the answer to the last number is 400
def test_what_patterns_must_be_like_changes_the_candidates_at_once(pasted):
    patterns = pasted.locator("button.candidate").filter(has_text="iepad")
    assert patterns.count() >= 1
    pasted.get_by_text("What patterns must be like").click()
    pasted.get_by_label("Fewest repeats").fill("50")
    patterns.first.wait_for(state="detached")
    pasted.get_by_label("Fewest repeats").fill("1")
    pasted.get_by_text("not a number of 2 or more").wait_for()


@pytest.mark.expects_errors
def test_an_address_that_is_not_public_is_refused_with_the_reason(browser_page, bench):
    browser_page.goto(f"{bench.url}/records")
    browser_page.get_by_label("Address or file").fill(f"{bench.url}/records")
    browser_page.get_by_role("button", name="Open").click()
    assert "not a public address" in browser_page.get_by_role("alert").inner_text()


def test_the_address_of_a_view_shows_the_same_choice_again(pasted):
    name_slot(pasted, 0, "Book")
    address = pasted.url
    pasted.goto("about:blank")
    pasted.goto(address)
    pasted.get_by_role("heading", name="8 records").wait_for()
    assert pasted.locator(".slot-name").first.input_value() == "Book"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(pasted, axe, width, theme):
    pasted.set_viewport_size({"width": width, "height": 900})
    pasted.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    axe(pasted)


@pytest.mark.parametrize("path", ["/records", "/records/0000000000000000"])
@pytest.mark.expects_errors
def test_axe_finds_nothing_serious_where_there_is_nothing(browser_page, bench, axe, path):
    browser_page.goto(f"{bench.url}{path}")
    browser_page.locator(".view").wait_for()
    axe(browser_page)


def test_nothing_is_wider_than_a_phone(pasted):
    pasted.set_viewport_size({"width": 360, "height": 700})
    assert pasted.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_bundled_shop_makes_a_picture(browser_page, bench, screenshots):
    page = bench.opened((files("weblode.demo") / "bookshop.html").read_bytes())
    browser_page.goto(f"{bench.url}/records/{page}")
    browser_page.get_by_role("heading", name="8 records").wait_for()
    with browser_page.expect_response(re.compile(r"drop=image")):
        browser_page.locator("thead input[type=checkbox]").first.uncheck()
    name_slot(browser_page, 2, "author")
    name_slot(browser_page, 3, "about")
    browser_page.locator("tbody tr").nth(1).hover()
    browser_page.screenshot(path=screenshots / "records.png")
    names = [each.input_value() for each in browser_page.locator(".slot-name").all()]
    assert names == ["image", "title", "author", "about", "price", "stock"]


def test_a_name_that_another_slot_has_is_told_and_taken_back(pasted):
    name_slot(pasted, 0, "Book")
    name_slot(pasted, 1, "book")
    assert "no field can be called 'book'" in pasted.get_by_role("alert").inner_text()
    assert [each.input_value() for each in pasted.locator(".slot-name").all()][:2] == ["Book", "author"]
    assert "name.author" not in pasted.url


def test_a_page_of_five_megabytes_can_be_worked_with(browser_page, bench):
    browser_page.goto(f"{bench.url}/records/{bench.opened(large())}")
    browser_page.get_by_role("heading", name=re.compile(r"4\d,\d\d\d records")).wait_for()
    frame(browser_page).locator("weblode-mark[data-key='7']").wait_for()
    browser_page.locator("tbody tr").nth(7).hover()
    assert frame(browser_page).locator("weblode-mark[data-lit]").get_attribute("data-key") == "7"
    name_slot(browser_page, 0, "Thing")
    assert browser_page.locator("tbody tr").count() == 500
