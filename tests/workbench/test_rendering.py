import re

import pytest
from hypothesis import given
from strategies import BYTES, NESTED, written

from weblode.pages.html import parse
from weblode.workbench.rendering import doctype, html

NUMBERED = re.compile(r" data-w=(\d+)|<!--(\d+)-->")


def shown(page: str) -> str:
    return html(parse(page.encode()))


def plain(page: str) -> str:
    """The page without the numbers of its nodes."""
    return NUMBERED.sub("", shown(page))


@pytest.mark.parametrize(
    "evil",
    [
        "<script>x()</script>",
        "<script src=//evil.test/x.js></script>",
        "<iframe src=//evil.test></iframe>",
        "<iframe srcdoc='<script>x()</script>'></iframe>",
        "<object data=//evil.test></object>",
        "<embed src=//evil.test>",
        "<applet code=evil></applet>",
        "<meta http-equiv=refresh content='0;url=//evil.test'>",
        "<base href=//evil.test>",
        "<link rel=stylesheet href=//evil.test/x.css>",
        "<link rel=preload href=//evil.test as=script>",
        "<video src=//evil.test poster=//evil.test></video>",
        "<template><script>x()</script></template>",
        "<noscript><img src=//evil.test></noscript>",
        "<svg><script>x()</script></svg>",
        "<svg><foreignObject><iframe src=//evil.test></iframe></foreignObject></svg>",
        "<svg><use href=//evil.test#x></use></svg>",
        "<svg><style>&lt;a target=_top href=//evil.test>x</style></svg>",
        "<svg><desc><style><img src=//evil.test></style></desc></svg>",
        "<math><annotation-xml encoding=text/html><style><img src=//evil.test></style></annotation-xml></math>",
        "<math><mtext><style></style><img src=//evil.test></mtext></math>",
        "<frameset><frame src=//evil.test></frameset>",
        "<portal src=//evil.test></portal>",
    ],
)
def test_what_runs_or_loads_is_left_out(evil):
    assert "evil" not in shown(f"<p>before{evil}<p>after")
    assert "x()" not in shown(f"<p>before{evil}<p>after")


@pytest.mark.parametrize(
    "attribute",
    [
        "onclick=x()",
        "ONMOUSEOVER=x()",
        "onerror=x() src=x",
        "src=//evil.test/x.png",
        "srcset='//evil.test/x.png 2x'",
        "action=//evil.test",
        "formaction=//evil.test",
        "background=//evil.test",
        "ping=//evil.test",
        "target=_top",
        "autofocus",
        "contenteditable",
        "accesskey=x",
        "http-equiv=refresh",
        "data-w=7",
        "href=javascript:x()",
        "src=javascript:x()",
        "src='data:text/html,<script>x()</script>'",
    ],
)
def test_attributes_that_act_or_load_are_left_out(attribute):
    for tag in ("img", "a", "form", "input", "div"):
        found = re.search(rf"<{tag}( [^>]*)?>", plain(f"<body><{tag} {attribute}>"))
        assert (found[1] or "") in ("", ' href="#-"')


def test_links_look_like_links_and_lead_nowhere():
    assert plain('<a class=x href="https://x.test/">x</a>') == (
        '<html><head></head><body><a class="x" href="#-">x</a></body></html>'
    )


def test_style_stays_but_cannot_end_its_element():
    assert "<style>p { color: red }</style>" in plain("<style>p { color: red }</style><p>x")
    sheet = html(parse(b"<link rel=stylesheet media=print href=x.css>"), sheets={2: "</style><script>x()</script>"})
    assert '<style media="print"><\\/style><script>x()<\\/script></style>' in sheet


def test_every_element_and_text_has_its_number():
    tree = parse(b"<ul><li>one <b>two</b> three<li>four</ul>")
    numbers = [int(a or b) for a, b in NUMBERED.findall(html(tree))]
    assert numbers == list(range(len(tree)))


def test_words_that_white_space_keeps_apart_stay_apart():
    assert parse(shown("<b>one</b> <i>two</i><br> <u>three</u>").encode()).text(0) == "one two\nthree"


def test_text_is_escaped():
    assert "&lt;script&gt;x()&lt;/script&gt;" in shown("<p>&lt;script>x()&lt;/script>")
    assert plain("<p title='&quot;&gt;&lt;b>'>x").count("<b") == 1  # the body alone


def test_the_first_line_of_preformatted_text_stays():
    assert parse(shown("<pre>\n\none</pre>").encode()).string(4) == "\none"


def test_a_page_says_its_type_as_it_did():
    assert doctype(b'<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>') == (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">'
    )
    assert doctype(b"<p>none") == ""
    assert doctype(b"<!doctype <script>x()</script>>") == ""


@given(NESTED)
def test_what_is_shown_reads_as_the_page_does(nested):
    tree = parse(written(nested).encode())
    assert parse(html(tree).encode()).text(0) == tree.text(0)


@given(BYTES)
def test_no_page_at_all_becomes_more_than_it_may_be(data):
    again = parse(html(parse(data), doctype=doctype(data)).encode())
    for u in range(len(again)):
        assert again.name(u) not in ("script", "iframe", "object", "embed", "meta", "base", "link", "noscript", "frame")
        links = [value for name, value in again.attributes(u).items() if "href" in name or "src" in name]
        assert set(links) <= {"#-"}


def test_an_xml_document_is_shown_as_blocks_whatever_its_elements_are_called():
    page = b"<rss><SCRIPT onclick='x()'>one()</SCRIPT><title>two</title><link>three</link><style>four</style></rss>"
    shown = html(parse(page))
    assert re.findall(r"<([a-zA-Z]+)", shown) == ["div"] * 5
    assert "onclick" not in shown
    assert all(word in shown for word in ("one()", "two", "three", "four"))
