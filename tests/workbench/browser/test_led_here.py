"""A page of another site that leads to the workbench, in a real browser."""

from urllib.parse import quote

import pytest
from loopback import serving
from workbench.made import CONCEPTS


@pytest.fixture(scope="module")
def bench(workbench, mine):
    return workbench(folder=mine)


def leading(address):
    """The answer of a site whose page goes to an address by itself."""
    return lambda handler: handler.reply(f"<script>location = {address!r}</script>".encode())


def test_a_question_that_another_site_wrote_is_asked_after_a_click_only(browser_page, bench):
    asked = []
    browser_page.on("request", lambda request: asked.append(request.url))
    address = f"{bench.url}/ontology/saved/query?q={quote(CONCEPTS)}"
    with serving(leading(address)) as evil:
        browser_page.goto(evil.url())
        browser_page.get_by_role("heading", name="Another site has led here").wait_for()
        assert not any("query.json" in each for each in asked)
        browser_page.get_by_role("link", name="open it").click()
        browser_page.get_by_role("cell", name="World").first.wait_for()
    assert browser_page.url == address


@pytest.mark.expects_errors
def test_data_is_not_opened_from_another_site_but_from_the_bar_of_addresses(browser_page, bench):
    address = f"{bench.url}/ontology/saved/query.json?q={quote(CONCEPTS)}"
    with serving(leading(address)) as evil:
        with browser_page.expect_response(address) as answer:
            browser_page.goto(evil.url())
        assert answer.value.status == 403
    assert browser_page.goto(address).status == 200
