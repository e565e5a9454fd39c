"""Addresses at which there is nothing, errors and the way on, and the bar on a phone, in a real browser."""

import pytest

pytestmark = pytest.mark.expects_errors  # answers of 404 stand in the console


@pytest.fixture(scope="module")
def bench(workbench):
    return workbench()


@pytest.mark.parametrize("path", ["/nothing", "/records/x/y", "/pages/x", "/jobs/1/2"])
def test_an_unknown_address_says_so_and_leads_on(browser_page, bench, path):
    answer = browser_page.goto(bench.url + path)
    assert answer.status == 404
    assert browser_page.get_by_role("alert").inner_text() == f"The workbench has no page {path}"
    browser_page.locator("main").get_by_role("link").click()
    browser_page.get_by_role("heading", level=1).wait_for()


def test_the_pages_that_were_opened_have_an_address(browser_page, bench):
    page = bench.opened("<title>Shop</title><ul><li>a</li><li>b</li></ul>")
    browser_page.goto(f"{bench.url}/pages")
    browser_page.get_by_role("heading", name="Open a page").wait_for()
    browser_page.get_by_role("link", name="Shop").click()
    browser_page.locator("iframe.page").wait_for()
    assert browser_page.url == f"{bench.url}/records/{page}"


@pytest.mark.parametrize("path", ["/records/%E0%A4%A", "/jobs/%E0%A4%A", "/ontology/%E0%A4%A"])
def test_an_address_that_cannot_be_read_is_told(browser_page, bench, path):
    browser_page.goto(bench.url + path)
    assert browser_page.get_by_role("alert").inner_text()


@pytest.mark.parametrize(
    ("path", "on"), [("/records/0", "/records"), ("/jobs/nothing", "/jobs"), ("/ontology/nothing", "/ontology")]
)
def test_an_error_leads_on_to_what_there_is(browser_page, bench, path, on):
    browser_page.goto(bench.url + path)
    browser_page.get_by_role("alert").wait_for()
    assert browser_page.locator("main").get_by_role("link").get_attribute("href") == on


@pytest.mark.parametrize("width", [360, 390, 560, 561, 768])
def test_all_views_are_in_the_bar_at_any_width(browser_page, bench, width):
    browser_page.set_viewport_size({"width": width, "height": 700})
    browser_page.goto(f"{bench.url}/records")
    links = browser_page.locator("#views a")
    links.last.wait_for()
    assert links.all_inner_texts() == ["Records", "Outline", "Tables", "Ontology", "Jobs"]
    assert browser_page.locator("#views").evaluate("it => it.scrollWidth <= it.clientWidth")
    assert browser_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for each in links.all():
        box = each.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
