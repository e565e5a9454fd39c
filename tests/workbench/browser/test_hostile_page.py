"""A page that tries everything: nothing of it runs or loads in the workbench."""

import pytest
from loopback import serving

from weblode.pages.html import parse
from weblode.workbench.rendering import html
from weblode.workbench.security import PAGE_POLICY

pytestmark = pytest.mark.expects_errors  # what the policy forbids stands in the console

TRICKS = """<!DOCTYPE html><title>Trap</title>
<meta http-equiv=refresh content="0;url={evil}/refresh">
<base href="{evil}/base/">
<link rel=stylesheet href="{evil}/sheet.css"><link rel=icon href="{evil}/icon">
<link rel=preload as=script href="{evil}/pre.js">
<style>@import "{evil}/import.css"; body {{ background: url({evil}/background.png) }}
@font-face {{ font-family: f; src: url({evil}/font.woff) }}
li {{ font-family: f; list-style: url({evil}/bullet.png) }}</style>
<script>parent.document.title = "taken"; fetch("{evil}/fetch")</script>
<script src="{evil}/script.js"></script>
<body onload="parent.document.title = 'taken'">
<img src="{evil}/picture.png" srcset="{evil}/set.png 2x" onerror="parent.document.title = 'taken'">
<picture><source srcset="{evil}/source.png"><img src=x></picture>
<iframe src="{evil}/frame"></iframe>
<iframe srcdoc="<script>parent.parent.document.title = 'taken'</script>"></iframe>
<object data="{evil}/object"></object><embed src="{evil}/embed">
<video src="{evil}/video" poster="{evil}/poster"></video>
<audio src="{evil}/audio" autoplay></audio>
<form action="{evil}/form" method=post>
<input autofocus onfocus="parent.document.title = 'taken'"><button>Send</button></form>
<svg onload="parent.document.title = 'taken'"><script>parent.document.title = 'taken'</script>
<image href="{evil}/svg.png"/><use href="{evil}/use.svg#x"/>
<animate onbegin="parent.document.title='taken'" attributeName=x dur=1s/></svg>
<svg><style>&lt;img src="{evil}/style.png"&gt;&lt;meta http-equiv=refresh content="0;url={evil}/style"&gt;</style></svg>
<math><annotation-xml encoding=text/html><style><img src="{evil}/math.png"></style></annotation-xml></math>
<math href="javascript:parent.document.title='taken'">x</math>
<details open ontoggle="parent.document.title = 'taken'"><summary>s</summary>d</details>
<noscript><img src="{evil}/noscript.png"></noscript><template><img src="{evil}/template.png"></template>
<ul><li><a href="javascript:parent.document.title='taken'">one</a>
<li><a href="{evil}/link" target=_top ping="{evil}/ping">two</a>
<li><a href="{evil}/link" target=_blank>three</a>
<li><a href="data:text/html,<script>alert(1)</script>">four</a></ul>"""


def test_a_page_that_tries_everything_runs_and_loads_nothing(browser_page, workbench):
    bench = workbench()
    dialogs = []
    browser_page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    with serving() as evil:
        page = bench.opened(TRICKS.format(evil=evil.url("").rstrip("/")))
        for address in (f"/records/{page}", f"/outline/{page}", f"/tables/{page}", f"/pages/{page}/shown"):
            browser_page.goto(bench.url + address)
            browser_page.wait_for_load_state("networkidle")
            assert browser_page.title() != "taken"
        assert browser_page.title() == "Trap"  # the last one is the page itself, out of its frame
        for text in ("one", "two", "three", "four", "Send"):
            browser_page.get_by_text(text, exact=True).first.click()
        browser_page.goto(f"{bench.url}/records/{page}")
        inner = browser_page.frame_locator("iframe.page")
        for text in ("one", "two", "three", "four", "Send"):
            inner.get_by_text(text, exact=True).first.click()
        browser_page.wait_for_load_state("networkidle")
        assert evil.hits == []
    assert dialogs == []
    assert len(browser_page.context.pages) == 1
    assert browser_page.url.startswith(f"{bench.url}/records/{page}")
    assert [each.url for each in browser_page.frames[1:]] == [f"{bench.url}/pages/{page}/shown"]


def framed(page: bytes, headers: dict[str, str], attributes: str):
    """The answers of a site that frames a page."""

    def answer(handler):
        if handler.path == "/page":
            handler.reply(page, headers={"Content-Type": "text/html; charset=utf-8", **headers})
        else:
            handler.reply(f"<title>Ours</title><iframe src=/page {attributes}></iframe>".encode())

    return answer


@pytest.mark.parametrize("layer", ["html", "policy", "sandbox"])
def test_each_layer_holds_alone(browser_page, layer):
    with serving() as evil:
        raw = TRICKS.format(evil=evil.url("").rstrip("/")).encode()
        ours = html(parse(raw)).encode()
        policy = {"Content-Security-Policy": PAGE_POLICY} if layer == "policy" else {}
        attributes = "sandbox=allow-same-origin" if layer == "sandbox" else ""
        with serving(framed(ours if layer == "html" else raw, policy, attributes)) as other:
            browser_page.goto(other.url())
            browser_page.wait_for_load_state("networkidle")
            assert browser_page.title() == "Ours"  # no script ran
        asked = {path for path, _ in evil.hits}
        assert not asked & {"/fetch", "/refresh", "/style", "/form", "/link"}
        # What each leaves to the others: a sandbox forbids no pictures, and our HTML keeps the page's own style.
        left = {
            "html": {"/import.css", "/background.png", "/bullet.png", "/font.woff"},
            "policy": set(),
            "sandbox": asked,
        }
        assert asked <= left[layer]


def test_another_site_cannot_change_anything_nor_read(browser_page, workbench):
    bench = workbench()
    attack = """async target => {
        const simple = {method: "POST", mode: "no-cors", body: JSON.stringify({html: "<p>x"})};
        const form = {method: "POST", mode: "no-cors", body: new URLSearchParams({html: "<p>x"})};
        const headers = {"content-type": "application/json", "x-weblode-token": "x"};
        const asked = {method: "POST", body: JSON.stringify({html: "<p>x"}), headers};
        const answer = (path, options) => fetch(target + path, options).then(r => r.type, () => "refused");
        return [await answer("/pages", simple), await answer("/pages", form), await answer("/pages", asked),
                await answer("/pages.json"), await answer("/records")];
    }"""
    with serving() as other:
        browser_page.goto(other.url())
        answers = browser_page.evaluate(attack, bench.url)
    assert answers[2:] == ["refused"] * 3  # no answer can be read
    assert bench.listed() == []  # and nothing was opened
