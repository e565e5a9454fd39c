"""The marks over a page: the page cannot switch them off, and labels stand where they belong, in a real browser."""

import pytest

NAMES = (
    "dataset hasAttribute getAttribute parentNode nextSibling nodeType ownerDocument getBoundingClientRect closest "
    "append addEventListener"
).split()
DOCUMENT = "body documentElement createElement createTreeWalker createRange addEventListener querySelector".split()
ITEMS = "".join(f"<li><a href=/{i}>Thing {i}</a> for ${i}.50</li>" for i in range(1, 9))
HOSTILE = f"""<!DOCTYPE html><title>Trap</title><style>weblode-marks, weblode-mark, weblode-label, html > :not(body) {{
display: none !important; visibility: hidden !important; opacity: 0 !important; position: static !important;
width: 0 !important; transform: scale(0) !important; border: 0 !important; color: transparent !important }}</style>
{"".join(f"<img name={name}>" for name in DOCUMENT)}
<form>{"".join(f"<input id={name}>" for name in NAMES)}<ul>{ITEMS}</ul></form>"""
LOW = f"<!DOCTYPE html><title>Low</title><body style='margin: 0'><ul style='margin: 0'>{ITEMS}</ul>"
NARROW = "<!DOCTYPE html><title>Narrow</title><body style='margin: 0'>{}".format(
    "".join(f"<p style='margin: 0; float: left; width: {{}}px'><a href=/{i}>Thing {i}</a></p>" for i in range(1, 9))
)


@pytest.fixture(scope="module")
def bench(workbench):
    return workbench()


@pytest.fixture
def marked(bench, browser_page):
    """The page in its frame, once its records are marked."""

    def going(html):
        browser_page.goto(f"{bench.url}/records/{bench.opened(html)}")
        inner = browser_page.frame_locator("iframe.page")
        inner.locator("weblode-mark[data-key='7']").wait_for(state="attached")
        return inner

    return going


@pytest.mark.expects_errors  # Chromium tells that scripts are off there when the mouse comes without asking the page
def test_a_page_cannot_switch_the_marks_off(marked, browser_page):
    inner = marked(HOSTILE)
    mark, item = inner.locator("weblode-mark[data-key='2']"), inner.locator("li").nth(2)
    assert mark.is_visible()
    box, wanted = mark.bounding_box(), item.bounding_box()
    assert all(abs(box[side] - wanted[side]) <= 1 for side in box)
    label = inner.locator("weblode-mark[data-key='2'] weblode-label")
    assert label.is_visible()
    seen = browser_page.evaluate("""() => {
        const inner = document.querySelector("iframe").contentDocument;
        const style = getComputedStyle(Document.prototype.querySelector.call(inner, "weblode-label"));
        return [style.color, style.opacity, style.visibility];
    }""")
    assert seen == ["rgb(255, 255, 255)", "1", "visible"]
    item.hover(force=True)  # what the page does to its form misleads the check whether the mouse can get there, too
    browser_page.locator("tbody tr.lit").filter(has_text="Thing 3").wait_for()


@pytest.mark.parametrize(
    "html", [LOW, NARROW.format(*[200] * 8), NARROW.format(*[56] * 8)], ids=["low", "wide", "narrow"]
)
def test_a_label_stands_beside_its_own_record(marked, html):
    inner = marked(html)
    boxes = [inner.locator(f"weblode-mark[data-key='{i}']").bounding_box() for i in range(8)]
    for i, box in enumerate(boxes):
        label = inner.locator(f"weblode-mark[data-key='{i}'] weblode-label").bounding_box()
        assert abs(label["y"] - box["y"]) <= 2  # on its own line, not above it
        assert box["x"] <= label["x"] <= box["x"] + box["width"] + 1
        for other in boxes[i + 1 :]:
            same = label["y"] < other["y"] + other["height"] and other["y"] < label["y"] + label["height"] - 2
            assert not (
                same and label["x"] < other["x"] + other["width"] and other["x"] + 1 < label["x"] + label["width"]
            )
