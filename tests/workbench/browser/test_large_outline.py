"""The outline of a page of five megabytes, in a real browser."""

import re

from bench.workbench import large


def test_the_outline_of_five_megabytes_can_be_worked_with(browser_page, workbench):
    bench = workbench()
    with browser_page.expect_response(re.compile(r"/outline/\w+\.json")) as answer:
        browser_page.goto(f"{bench.url}/outline/{bench.opened(large())}")
    assert len(answer.value.body()) < 8_000_000  # with all that is known of every row it was 17 MB
    browser_page.get_by_role("heading", name=re.compile(r"1\d\d,\d\d\d rows")).wait_for()
    browser_page.frame_locator("iframe.page").locator("weblode-mark").first.wait_for(state="attached")
    browser_page.get_by_label("Search in the outline").fill("Thing 777")
    browser_page.get_by_text("11 found").wait_for()
    browser_page.locator("[role=treeitem] .said:text-is('Thing 7770')").click()
    browser_page.locator(".about").get_by_text("/html/body/ul/li[7771]").wait_for()
    browser_page.frame_locator("iframe.page").locator("weblode-mark[data-lit]").wait_for()
