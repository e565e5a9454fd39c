"""The outline and the tables of a page, in a real browser."""

import csv

import pytest

SHOP = """<!DOCTYPE html><title>Shop</title><body><style>body {{ font-family: sans-serif }}</style>
<nav><a href=/a>Fruit</a> <a href=/b>Nuts</a> <a href=/c>Roots</a></nav>
<h2>Fruit</h2><ul><li><a href=/apple>Apple</a><li><a href=/pear>Pear</a><li><a href=/plum>Plum</a></ul>
<h2>Nuts</h2><ul><li><a href=/hazel>Hazel nut</a><li><a href=/wal>Walnut</a><li><a href=/pea>Peanut</a></ul>
{more}
<h2>Towns</h2><table border><caption>Towns</caption><tr><th>Town<th>People<th>Lake<tr><td>Bern<td>134,000<td>no
<tr><td>Chur<td>38,000<td>no<tr><td>Thun<td>43,000<td>yes</table><p>Imprint"""
PAGE = SHOP.format(more="")


@pytest.fixture(scope="module")
def bench(workbench):
    """A workbench for all tests of this file."""
    return workbench()


@pytest.fixture
def at(bench, browser_page):
    """Goes to a view of a page and waits until its frame is there."""

    def going(view, html=PAGE, query=""):
        browser_page.goto(f"{bench.url}/{view}/{bench.opened(html)}{query}")
        browser_page.locator("iframe.page").wait_for()
        framed(browser_page).locator("weblode-marks").first.wait_for(state="attached")
        return browser_page

    return going


def framed(page):
    return page.frame_locator("iframe.page")


def row(page, label):
    return page.locator("[role=treeitem]", has=page.locator(f".said:text-is('{label}')")).last


def box_of(locator):
    """Left, top, right and bottom, in whole pixels."""
    found = locator.bounding_box()
    return (
        round(found["x"]),
        round(found["y"]),
        round(found["x"] + found["width"]),
        round(found["y"] + found["height"]),
    )


# ---------------------------------------------------------------- the outline
def test_hovering_a_row_lights_its_box_up_in_the_page(at):
    page = at("outline")
    row(page, "Pear").hover()
    lit = framed(page).locator("weblode-mark[data-lit]")
    lit.wait_for(state="attached")
    left, top, right, bottom = box_of(lit)
    inner = box_of(framed(page).locator("a", has_text="Pear"))
    assert (left, top, right, bottom) == inner
    row(page, "Nuts").hover()
    page.wait_for_function(
        "document.querySelector('iframe').contentDocument.querySelector('[data-lit]').offsetHeight > 60"
    )


def test_hovering_the_page_lights_the_row_up_and_a_click_chooses_it(at):
    page = at("outline")
    link = framed(page).locator("a", has_text="Walnut")
    link.hover()
    assert page.locator("[role=treeitem].lit").inner_text().splitlines()[-2:] == ["Walnut", "↗"]
    link.click()
    assert row(page, "Walnut").get_attribute("aria-selected") == "true"
    assert "row=" in page.url
    page.locator(".about").get_by_text("/html/body/ul[2]/li[2]/a").wait_for()
    page.reload()
    row(page, "Walnut").wait_for()
    assert row(page, "Walnut").get_attribute("aria-selected") == "true"


def test_rows_fold_and_unfold_by_keyboard(at):
    page = at("outline")
    row(page, "Nuts").click()
    assert row(page, "Walnut").is_visible()
    page.keyboard.press("Enter")
    assert row(page, "Nuts").get_attribute("aria-expanded") == "false"
    assert row(page, "Walnut").count() == 0
    page.keyboard.press("ArrowRight")
    assert row(page, "Walnut").is_visible()
    page.keyboard.press("j")
    assert row(page, "Hazel nut").get_attribute("aria-selected") == "true"
    page.keyboard.press("k")
    page.keyboard.press("ArrowLeft")
    assert row(page, "Walnut").count() == 0
    page.get_by_role("button", name="Unfold all").click()
    assert row(page, "Walnut").is_visible()
    page.get_by_role("button", name="Fold all", exact=True).click()
    assert row(page, "Walnut").count() == 0


def test_a_slash_searches_and_enter_goes_to_the_first_that_was_found(at):
    page = at("outline")
    page.locator("main").press("/")
    page.keyboard.type("nut")
    page.get_by_text("5 found").wait_for()
    assert row(page, "Apple").count() == 0
    page.keyboard.press("Enter")
    assert "Nuts" in page.locator("[role=treeitem][aria-selected=true]").inner_text()


def test_the_legend_turns_boxes_on_and_off_and_the_address_says_so(at):
    page = at("outline", query="?layers=")
    assert framed(page).locator("weblode-mark").count() == 0
    page.get_by_role("button", name="Labels").click()
    marks = framed(page).locator("weblode-mark")
    marks.first.wait_for(state="attached")
    assert box_of(marks.last)[1] > box_of(marks.first)[1]
    assert page.url.endswith("layers=labels")
    page.get_by_role("button", name="Labels").click()
    assert marks.count() == 0


def test_thousands_of_rows_are_drawn_only_where_they_are_seen(at):
    more = "".join(f"<h2>Part {i}</h2><ul>{'<li><a href=/x>thing</a>' * 9}</ul>" for i in range(600))
    page = at("outline", SHOP.format(more=more))
    page.get_by_role("button", name="Unfold all").click()
    assert page.locator("[role=treeitem]").count() < 100
    page.get_by_role("tree").press("End")
    row(page, "Imprint").wait_for()
    assert page.locator("[role=treeitem]").count() < 100


def test_an_empty_page_says_that_there_is_nothing_to_outline(at):
    page = at("outline", "<script>1</script>")
    page.get_by_text("There is nothing to outline.").wait_for()


# ---------------------------------------------------------------- tables
def cell(page, text):
    return page.locator("[role=gridcell]", has_text=text)


def test_a_corrected_header_changes_layout_records_and_the_download(at, tmp_path):
    page = at("tables")
    assert page.locator(".orientation strong").inner_text() == "column"
    assert cell(page, "Town").first.get_attribute("aria-selected") == "true"
    cell(page, "People").click()
    page.locator(".orientation strong:text-is('none')").wait_for()
    assert page.get_by_role("heading", name="4 records").is_visible()
    cell(page, "People").click()
    page.locator(".orientation strong:text-is('column')").wait_for()
    page.get_by_role("button", name="first column").click()
    page.locator(".orientation strong:text-is('row')").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    waiting.value.save_as(tmp_path / "table.csv")
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text(encoding="utf-8").splitlines()))
    assert [each["Chur"] for each in rows] == ["38,000", "no"]


def test_corrections_are_undone_by_keyboard(at):
    page = at("tables")
    cell(page, "Lake").click()
    page.locator(".orientation strong:text-is('none')").wait_for()
    page.keyboard.press("u")
    page.locator(".orientation strong:text-is('column')").wait_for()
    assert "head=" not in page.url
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_click_in_the_page_corrects_a_header_too(at):
    page = at("tables")
    framed(page).locator("th", has_text="Lake").click()
    page.locator(".orientation strong:text-is('none')").wait_for()
    assert cell(page, "Lake").get_attribute("aria-selected") == "false"
    assert framed(page).locator("weblode-mark[data-key='0.0']").count() == 1
    assert framed(page).locator("weblode-mark[data-key='0.2']:not([data-lit])").count() == 0


def test_cells_are_reached_and_marked_by_keyboard(at):
    page = at("tables")
    cell(page, "Town").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.innerText") == "134,000"
    page.keyboard.press("Shift+Space")
    page.get_by_role("heading", name="2 records").wait_for()
    assert page.evaluate("document.activeElement.innerText") == "134,000"
    assert cell(page, "Bern").get_attribute("aria-selected") == "true"


def test_a_column_is_marked_to_the_end_of_a_table_that_is_shown_in_part(at):
    rows = "".join(f"<tr><td>town {i}<td>{i}<td>{i % 7}" for i in range(400))
    page = at("tables", f"<table><tr><th>Town<th>People<th>Lakes{rows}</table>")
    layout = page.locator(".orientation strong")
    assert layout.inner_text() == "row-column"
    page.get_by_role("button", name="Column 1", exact=True).click()
    page.locator(".orientation strong:text-is('column')").wait_for()
    page.get_by_role("button", name="Column 1", exact=True).click()
    page.locator(".orientation strong:text-is('row-column')").wait_for()
    assert page.url.endswith("head=0.0-2%2C1-400.0")


def test_a_refused_table_is_taken_as_data_by_hand(at):
    page = at("tables", "<table><tr><td>one<td>two<tr><td>three</table>")
    page.get_by_role("button", name="Take it as data").click()
    page.get_by_role("heading", name="record").wait_for()
    assert "head=" in page.url


def test_a_page_without_tables_says_so(at):
    page = at("tables", "<p>nothing")
    page.get_by_text("There is no table on this page.").wait_for()


# ---------------------------------------------------------------- both
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", ["outline", "tables"])
def test_axe_finds_nothing_serious(at, browser_page, axe, screenshots, view, theme, width):
    browser_page.emulate_media(color_scheme=theme)
    browser_page.set_viewport_size({"width": width, "height": 800})
    page = at(view)
    if view == "outline":
        row(page, "Pear").click()
    else:
        cell(page, "Chur").click()
        page.get_by_text("corrected by hand").wait_for()
    page.screenshot(path=screenshots / f"{view}-{theme}-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
