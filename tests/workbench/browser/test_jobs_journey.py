"""A mine job on made sites, started in the browser and watched to its end."""

import re

import pytest
from loopback import serving
from newspapers import answering, site

from weblode.demo.generate import generate
from weblode.demo.serve import serve


@pytest.fixture(scope="module")
def bench(workbench):
    return workbench("--allow-private")


def start(page, bench, homes, name, **options) -> None:
    """Start a job by the form."""
    page.goto(f"{bench.url}/jobs")
    page.get_by_label("Home pages").fill("\n".join(homes))
    page.get_by_label("Folder for what is found").fill(name)
    page.get_by_text("How far to go").click()
    for label, value in options.items():
        page.get_by_label(label.replace("_", " ")).fill(str(value))
    page.get_by_role("button", name="Start").click()
    page.get_by_role("heading", name=f"Mining into {name}").wait_for()


def test_a_job_on_the_made_sites_is_watched_to_its_end(browser_page, bench, screenshots, axe):
    with serve(generate(sites=2, articles=8, seed=1)) as server:
        start(browser_page, bench, server.web.homes(), "news", Seconds_between_requests=0.02)
        browser_page.locator(".progress dd").filter(has_text=re.compile(r"\d")).first.wait_for()
        browser_page.screenshot(path=screenshots / "jobs.png")
        browser_page.locator(".badge.finished").wait_for()
    figures = browser_page.locator(".figures").inner_text()
    assert "concepts" in figures
    assert (bench.folder / "news" / "taxonomy.ttl").is_file()
    axe(browser_page)
    browser_page.get_by_role("link", name="All jobs").click()
    browser_page.get_by_role("link", name="news finished").wait_for()
    axe(browser_page)


def test_a_job_is_stopped_and_gone_on_with(browser_page, bench):
    with serving(answering(site())) as first, serving(answering(site())) as second:
        start(browser_page, bench, [first.url(), second.url()], "slow", Seconds_between_requests=30)
        first.wait_for(1)
        browser_page.get_by_role("button", name="Stop").click()
        browser_page.locator(".badge.stopped").wait_for()
        browser_page.get_by_role("button", name="Go on").click()
        browser_page.locator(".badge.running").wait_for()
        browser_page.get_by_role("button", name="Stop").click()
        browser_page.locator(".badge.stopped").wait_for()


@pytest.mark.expects_errors
def test_an_order_that_cannot_be_is_told_in_the_form(browser_page, bench):
    browser_page.goto(f"{bench.url}/jobs")
    browser_page.get_by_label("Home pages").fill("../outside")
    browser_page.get_by_label("Folder for what is found").fill("out")
    browser_page.get_by_role("button", name="Start").click()
    assert "leads out of the served folder" in browser_page.get_by_role("alert").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_among_jobs(browser_page, bench, axe, theme):
    browser_page.set_viewport_size({"width": 390, "height": 800})
    browser_page.goto(f"{bench.url}/jobs")
    browser_page.get_by_role("heading", name="Mine sites").wait_for()
    browser_page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    axe(browser_page)
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 390
