"""Through the ontology of mined sites: search, a concept, the very node it was read at, tidying up, questions."""

import re
from pathlib import Path

import httpx
import pytest
from children import PATIENCE
from click.testing import CliRunner

from weblode.cli import main
from weblode.demo.generate import generate
from weblode.demo.serve import serve


@pytest.fixture(scope="module")
def bench(workbench, tmp_path_factory):
    """A workbench in a folder with a run on the made sites, `news`."""
    folder = tmp_path_factory.mktemp("workspace")
    with serve(generate(sites=3, articles=8, seed=15)) as server:
        options = ["--semantics", "--delay", "0", "--concurrency", "8"]
        done = CliRunner().invoke(main, ["mine", *server.web.homes(), "-o", str(folder / "news"), *options])
    assert done.exit_code == 0, done.output
    return workbench(folder=folder)


def row(page, label):
    return page.get_by_role("treeitem", name=re.compile(f"^{label},"))


def turtle(page) -> str:
    """The exported Turtle, taken away through the browser."""
    with page.expect_download() as taken:
        page.get_by_role("link", name="taxonomy.ttl").click()
    return Path(taken.value.path()).read_text(encoding="utf-8")


def test_from_the_runs_to_the_very_node_in_the_archived_page(browser_page, bench, screenshots):
    page = browser_page
    page.goto(f"{bench.url}/ontology")
    page.get_by_role("link", name=re.compile("^news")).click()
    row(page, "World").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("business")
    page.get_by_text("1 concept found").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Business", exact=True).wait_for()
    assert row(page, "Business").get_attribute("aria-selected") == "true"
    page.get_by_label("Search labels").fill("")
    page.get_by_role("button", name="Unfold all").click()
    row(page, "Markets").wait_for()
    page.screenshot(path=screenshots / "ontology.png")
    title = page.locator(".instances .instance-title a").first
    words = title.inner_text()
    title.click()
    lit = page.frame_locator("iframe.page").locator("weblode-mark[data-lit]")
    lit.wait_for()
    assert words in page.locator("blockquote").inner_text()
    frame = page.frame_locator("iframe.page")
    node, mark = frame.get_by_text(words, exact=True).first.bounding_box(), lit.bounding_box()
    assert mark["x"] - 2 <= node["x"]
    assert mark["y"] - 2 <= node["y"] <= mark["y"] + mark["height"]
    outer = page.locator("iframe.page").bounding_box()
    assert outer["y"] <= mark["y"] < outer["y"] + outer["height"]
    page.go_back()
    page.get_by_role("heading", name="Business", exact=True).wait_for()


def test_merging_is_in_the_exported_turtle_survives_a_reload_and_is_undone(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news")
    before = turtle(page)
    first, second = "World", "Business"
    for label in (first, second):
        row(page, label).get_by_role("checkbox").check()
    page.get_by_role("button", name="Merge …").click()
    page.get_by_role("dialog").get_by_role("button", name="Merge", exact=True).click()
    page.get_by_text(f"Merged 2 concepts into {first}.").wait_for()
    page.get_by_role("heading", name=first, exact=True).wait_for()
    assert row(page, second).count() == 0
    page.reload()
    page.get_by_role("heading", name="Done by hand").wait_for()
    page.get_by_role("link", name="Concepts").click()
    assert re.search(rf'skos:altLabel [^;]*"{second}"', turtle(page))
    page.get_by_role("link", name="Edits").click()
    page.get_by_text(f"merged {second} into {first}").wait_for()
    page.get_by_role("link", name="Concepts").click()
    row(page, first).wait_for()
    page.keyboard.press("u")
    row(page, second).wait_for()
    page.keyboard.press("Control+y")
    row(page, second).wait_for(state="detached")
    page.keyboard.press("Control+z")
    row(page, second).wait_for()
    page.get_by_role("link", name="Concepts").click()
    page.get_by_role("heading", name="Take it away").wait_for()
    assert turtle(page) == before


def test_an_edit_keeps_the_place_in_the_tree(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news")
    unfolded = page.locator("[role=treeitem][aria-expanded=false]").first
    name = unfolded.get_attribute("aria-label")
    unfolded.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    inner = page.locator("[role=treeitem] [role=treeitem][aria-selected=true]")
    inner.wait_for()
    label = page.locator(".detail h2").inner_text()
    page.get_by_role("button", name="Rename …").click()
    page.get_by_label("Preferred label").fill(f"{label} anew")
    page.get_by_role("dialog").get_by_role("button", name="Rename", exact=True).click()
    page.get_by_role("heading", name=f"{label} anew", exact=True).wait_for()
    assert page.get_by_role("treeitem", name=name, exact=True).get_attribute("aria-expanded") == "true"
    assert inner.get_attribute("aria-label").startswith(f"{label} anew,")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name=label, exact=True).wait_for()


def focused(page) -> str:
    """What has the focus: its role or tag, and its name."""
    return page.evaluate(
        "() => { const at = document.activeElement;"
        " return `${at.getAttribute('role') ?? at.tagName} ${at.getAttribute('aria-label') ?? at.textContent}`; }"
    )


def edits(bench) -> list[dict]:
    return httpx.get(f"{bench.url}/ontology/news/edits.json", timeout=PATIENCE).json()["edits"]


def sent(page, name):
    """Send the dialog that is open, and wait until it is done."""
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    page.locator(".note button").wait_for()


def test_the_note_takes_back_its_own_edit_and_not_what_was_done_elsewhere_since(browser_page, bench):
    page = browser_page
    other = page.context.new_page()
    for tab, id_, label in ((page, "world", "World one"), (other, "business", "Business two")):
        tab.goto(f"{bench.url}/ontology/news/concept/{id_}")
        tab.get_by_role("button", name="Rename …").click()
        tab.get_by_label("Preferred label").fill(label)
        sent(tab, "Rename")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: renamed World to World one.").wait_for()
    row(page, "World").wait_for()
    assert row(page, "Business two").count() == 1
    other.get_by_role("button", name="Undo").click()
    other.get_by_text("Undone: renamed Business to Business two.").wait_for()


def test_what_was_rejected_together_comes_back_together(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news")
    for label in ("World", "Business"):
        row(page, label).get_by_role("checkbox").check()
    page.get_by_role("button", name="Reject …").click()
    sent(page, "Reject")
    assert row(page, "World").count() + row(page, "Business").count() == 0
    assert focused(page).startswith("treeitem ")
    page.keyboard.press("u")
    page.get_by_text("Undone: rejected World; rejected Business.").wait_for()
    row(page, "World").wait_for()
    row(page, "Business").wait_for()
    assert focused(page).startswith("treeitem ")


@pytest.mark.expects_errors
def test_of_several_edits_one_of_which_fails_none_is_done(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news")
    for label in ("World", "Business"):
        row(page, label).get_by_role("checkbox").check()
    page.get_by_role("button", name="Move …").click()
    page.get_by_label("Add a concept").fill("Markets")
    page.get_by_role("button", name=re.compile("^. Markets")).click()
    before = len(edits(bench))
    page.get_by_role("dialog").get_by_role("button", name="Move", exact=True).click()
    page.get_by_text("'Business' cannot be below 'Markets', which is below it").wait_for()
    assert len(edits(bench)) == before


@pytest.mark.parametrize("width", [1280, 390])
def test_the_focus_is_kept_after_every_edit(browser_page, bench, width):
    page = browser_page
    page.set_viewport_size({"width": width, "height": 800})
    wide = width > 1000

    def check(name):
        assert focused(page) == (
            f"treeitem {row(page, name).first.get_attribute('aria-label')}" if wide else f"H2 {name}"
        )

    page.goto(f"{bench.url}/ontology/news/concept/world")
    page.get_by_role("button", name="Rename …").click()
    page.get_by_label("Preferred label").fill("Abroad")
    page.keyboard.press("Enter")
    page.locator(".note button").wait_for()
    check("Abroad")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: renamed World to Abroad.").wait_for()
    check("World")
    page.get_by_role("button", name="Merge …").last.click()
    page.get_by_label("Add a concept").fill("Business")
    page.keyboard.press("Enter")
    sent(page, "Merge")
    check("World")
    page.keyboard.press("u")
    page.get_by_text("Undone: merged Business into World.").wait_for()
    page.get_by_role("button", name="Move …").last.click()
    page.get_by_label("Add a concept").fill("Business")
    page.keyboard.press("Enter")
    sent(page, "Move")
    check("World")
    page.keyboard.press("u")
    page.get_by_text("Undone: moved World below Business.").wait_for()
    page.get_by_role("button", name="Reject …").last.click()
    sent(page, "Reject")
    assert focused(page).startswith("treeitem ")
    page.keyboard.press("u")
    page.get_by_text("Undone: rejected World.").wait_for()
    check("World")
    page.goto(f"{bench.url}/ontology/news/edits")
    page.get_by_role("button", name="Redo: rejected World").first.click()
    page.get_by_text("Done again: rejected World.").wait_for()
    assert focused(page) == "BUTTON Undo: rejected World"
    page.keyboard.press("Enter")
    page.get_by_text("Undone: rejected World.").wait_for()
    assert focused(page) == "BUTTON Redo: rejected World"


def test_a_question_is_asked_by_an_example_and_its_concepts_are_links(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news/query")
    page.get_by_role("button", name="The concepts that most sites have").click()
    page.get_by_role("link", name="concept:world").click()
    page.get_by_role("heading", name="World", exact=True).wait_for()
    page.go_back()
    page.get_by_role("link", name="concept:world").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("link", name="CSV").click()
    assert Path(taken.value.path()).read_text().startswith("concept,label,support\n")


@pytest.mark.expects_errors
def test_a_wrong_question_is_told_and_stays_in_the_box(browser_page, bench):
    page = browser_page
    page.goto(f"{bench.url}/ontology/news/query?q=SELECT+%3Fx+%7B")
    page.get_by_text("wrong SPARQL, line 1").wait_for()
    assert page.get_by_label("Question in SPARQL").input_value() == "SELECT ?x {"


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_serious_violation_in_light_and_dark(browser_page, bench, axe, width):
    page = browser_page
    page.set_viewport_size({"width": width, "height": 800})

    def check():
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # or axe meets colours that change
            page.locator(f":root[data-theme={theme}]").wait_for(state="attached")
            axe(page)

    for address, seen in (
        ("", "h1"),
        ("/news", "[role=treeitem]"),
        ("/news/query?q=ASK+%7B%7D", ".below h2"),
        ("/news/edits", ".card"),
        ("/news/concept/world", ".instances li"),
    ):
        page.goto(f"{bench.url}/ontology{address}")
        page.locator(seen).first.wait_for(state="attached")
        check()
    page.get_by_role("button", name="Move …").last.click()
    check()
    page.keyboard.press("Escape")
    page.locator(".instance-title a").first.click()
    page.locator(".statement").first.wait_for()
    check()


def test_an_empty_folder_says_what_to_do(browser_page, workbench):
    page = browser_page
    page.goto(f"{workbench().url}/ontology")
    page.get_by_text("Nothing was mined in").wait_for()
    page.get_by_role("link", name="start a job").click()
    page.wait_for_url("**/jobs")
