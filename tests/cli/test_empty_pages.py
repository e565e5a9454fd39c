"""What the commands say about pages that show what other pages or scripts hold."""

import pytest

from weblode.cli.empty_pages import empty_page_hint
from weblode.pages.html import parse


def hint(page):
    return empty_page_hint(parse(page.encode()))


def test_frames_are_named():
    page = "<frameset cols=20%,80%><frame src=menu.html><frame src=list.html></frameset>"
    assert hint(page).endswith("give instead: menu.html, list.html")
    assert hint("".join(f"<iframe src={i}.html></iframe>" for i in range(5))).endswith("2.html and 2 more")


def test_a_page_that_scripts_fill_is_to_be_saved_from_a_browser():
    page = "<body><div id=root></div><noscript>You need JavaScript.</noscript><script src=a.js></script>"
    assert hint(page).endswith("save the page from a browser first")


@pytest.mark.parametrize(
    "page", ["", "<p>A few words", f"<script>a</script><iframe src=ad.html></iframe><p>{'words ' * 50}", "<rss/>"]
)
def test_other_pages_have_no_hint(page):
    assert hint(page) == ""
