"""Walks along lists on a server, in a folder and in an archive; each ends, whatever its pages link to."""

import pytest
from loopback import serving
from shops import lamps, number_of, numbered, save_shop, shop
from sources.made import SMALL, Archive

from weblode.errors import SourceError
from weblode.pages.page import Unread
from weblode.pagination.addresses import address_key
from weblode.pagination.discover import pagination
from weblode.sources.crawl import CrawlOptions
from weblode.sources.following import ListWalk, TreeReader, WalkOptions

pytestmark = pytest.mark.usefixtures("no_proxy")


def following(tree):
    link = pagination(tree).following
    return link and link.href


def walk(*sources, directory="", most=20, tell=lambda _: None, delay=0):
    options = WalkOptions(most, str(directory), CrawlOptions(delay, retries=0, limits=SMALL))
    reader = TreeReader(following, SMALL)
    return ListWalk([str(each) for each in sources], reader, options=options, key=address_key, tell=tell)


def names(trees, cut):
    return [tree.name if isinstance(tree, Unread) else tree.page.removeprefix(cut) for tree in trees]


def test_a_list_on_the_web_is_read_to_its_end_each_page_once(tmp_path):
    with serving(shop(4)) as server:
        trees = list(walk(server.url("/lamps"), directory=tmp_path))
        assert names(trees, server.url("/")) == ["lamps", "lamps?page=2", "lamps?page=3", "lamps?page=4"]
        assert set(server.counts().values()) == {1}
        assert "/robots.txt" in [path for path, _ in server.hits]


def test_the_number_of_pages_is_bounded_and_counts_the_first(tmp_path):
    with serving(shop(9)) as server:
        assert len(list(walk(server.url("/lamps"), directory=tmp_path, most=3))) == 3
        assert sum(server.counts().values()) == 3


def test_what_was_fetched_is_not_fetched_again(tmp_path):
    with serving(shop(4)) as server:
        assert len(list(walk(server.url("/lamps"), directory=tmp_path, most=2))) == 2
        assert len(list(walk(server.url("/lamps"), directory=tmp_path))) == 4
        assert set(server.counts().values()) == {1}


def test_robots_txt_is_obeyed(tmp_path):
    with serving(shop(4)) as server:
        [unread] = walk(server.url("/private"), directory=tmp_path)
        assert "robots.txt" in str(unread.error)


def test_a_page_that_cannot_be_fetched_ends_the_list_and_is_reported(tmp_path):
    def answer(handler):
        if number_of(handler.path) == 3:
            handler.reply(b"broken", 500)
        else:
            shop(4)(handler)

    with serving(answer) as server:
        trees = list(walk(server.url("/lamps"), directory=tmp_path))
        assert [isinstance(tree, Unread) for tree in trees] == [False, False, True]


def test_a_session_id_that_changes_on_every_page_does_not_trap_a_walk(tmp_path):
    hits = []

    def answer(handler):
        if handler.path == "/robots.txt":
            return handler.reply(b"", 404)
        hits.append(handler.path)
        page = number_of(handler.path)
        link = f"/lamps?page={min(page + 1, 3)}&PHPSESSID={len(hits):032x}"
        return handler.reply(lamps(page, f"<a href='{link}'>Next</a>"))

    with serving(answer) as server:
        trees = list(walk(server.url("/lamps?page=1"), directory=tmp_path))
        assert (len(trees), len(hits)) == (3, 3)


def test_a_calendar_without_end_is_not_walked(tmp_path):
    def answer(handler):
        if handler.path == "/robots.txt":
            return handler.reply(b"", 404)
        month = number_of(handler.path, "month")
        days = "".join(f"<td><a href='?day=2026-{month:02}-{n:02}'>{n}</a>" for n in range(1, 29))
        arrows = f"<a href='?month={month - 1}'>«</a> <a href='?month={month + 1}'>»</a>"
        return handler.reply(
            f"<h1>Talks, month {month}</h1><table class=cal><caption>{arrows}<tr>{days}</table>".encode()
        )

    with serving(answer) as server:
        assert len(list(walk(server.url("/talks?month=4"), directory=tmp_path))) == 1


def test_a_next_page_with_the_same_text_ends_the_list(tmp_path):
    def answer(handler):
        if handler.path == "/robots.txt":
            return handler.reply(b"", 404)
        page = number_of(handler.path)
        return handler.reply(lamps(min(page, 2), f"<a href='?page={page + 1}'>Next</a>"))

    with serving(answer) as server:
        reasons = []
        trees = list(walk(server.url("/lamps"), directory=tmp_path, tell=reasons.append))
        assert len(trees) == 2
        assert "has the text of" in reasons[0]


def test_a_list_that_leads_back_to_its_start_ends(tmp_path):
    def answer(handler):
        if handler.path == "/robots.txt":
            return handler.reply(b"", 404)
        page = "abc".index(handler.path[1])
        return handler.reply(lamps(page + 1, f"<a rel=next href='/{'bca'[page]}?sid={len(server.hits)}'>Next</a>"))

    with serving(answer) as server:
        reasons = []
        assert len(list(walk(server.url("/a"), directory=tmp_path, tell=reasons.append))) == 3
        assert "was read before; the list ends here" in reasons[0]


def test_a_list_in_a_folder_is_walked_from_its_first_page(tmp_path):
    first = save_shop(tmp_path / "shop", 3)
    assert [tree.page for tree in walk(first)] == [str(first.with_name(f"lamps-page-{n}.html")) for n in (1, 2, 3)]


def test_the_pages_of_a_folder_come_once_whatever_leads_to_them(tmp_path):
    save_shop(tmp_path / "shop", 4)
    (tmp_path / "shop" / "about.html").write_text("<p>About us")
    pages = [tree.page for tree in walk(tmp_path / "shop")]
    assert len(pages) == len(set(pages)) == 5


def test_a_page_that_was_not_saved_ends_the_list_with_a_reason(tmp_path):
    first = save_shop(tmp_path / "shop", 3)
    first.with_name("lamps-page-2.html").unlink()
    reasons = []
    assert len(list(walk(first, tell=reasons.append))) == 1
    assert "lamps-page-2.html, is not here; the list ends" in reasons[0]


def test_a_list_in_an_archive_is_walked_in_its_order(tmp_path):
    archive = Archive(tmp_path / "shop.warc.gz")
    for n in (1, 3, 2):
        page = lamps(n, numbered(n, 3, lambda n: f"?page={n}"))
        archive.add(f"http://shop.example/lamps?page={n}", page)
    pages = [tree.page for tree in walk(archive.path)]
    assert pages == [f"{archive.path}#http://shop.example/lamps?page={n}" for n in (1, 2, 3)]


def test_files_with_addresses_lead_to_each_other(tmp_path):
    sources = []
    for n in (1, 2, 3):
        path = tmp_path / f"{n}.html"
        path.write_bytes(lamps(n, numbered(n, 3, lambda n: f"/lamps?page={n}")))
        sources.append(f"{path}=http://shop.example/lamps?page={n}")
    assert len(list(walk(*sources))) == 3


def test_a_source_that_is_nowhere_is_reported(tmp_path):
    [unread] = walk(tmp_path / "nothing.html")
    assert isinstance(unread.error, SourceError | OSError)


def test_the_user_may_end_a_list(tmp_path):
    first = save_shop(tmp_path / "shop", 3)
    reasons = []
    steps = walk(first, tell=reasons.append)
    pages = []
    for tree in steps:
        pages.append(tree.page)
        if steps.number == 2:
            steps.end("enough")
    assert (len(pages), reasons) == (2, ["enough"])


def test_pages_that_were_named_are_read_however_alike_their_addresses_are(tmp_path):
    sources = []
    token = "0123456789abcdef01234567"
    for n, name in enumerate(("", "index.html", "default.html", "a?sid=1", "a?sid=2", "a#b", "a#c", f"a?x={token}"), 1):
        path = tmp_path / f"{n}.html"
        path.write_bytes(lamps(n, ""))
        sources.append(f"{path}=http://shop.example/{name}")
    assert len(list(walk(*sources))) == 8


def test_a_page_that_was_named_is_read_though_a_list_ended_before_it(tmp_path):
    for name, link in (("a", "b"), ("b", "c")):
        (tmp_path / f"{name}.html").write_text(f"<h1>Lamps</h1><a rel=next href='{link}.html'>Next</a>")
    named = [tmp_path / "a.html", tmp_path / "b.html"]
    assert [tree.page for tree in walk(*named)] == list(map(str, named))


def test_a_list_with_opaque_cursors_is_followed(tmp_path):
    cursors = ["", *(f"?cursor={n}f43a1b2c3d4e5f607182930" for n in (1, 2))]

    def answer(handler):
        if handler.path == "/robots.txt":
            return handler.reply(b"", 404)
        page = cursors.index(handler.path.removeprefix("/lamps"))
        link = f"<a rel=next href='/lamps{cursors[page + 1]}'>Next</a>" if page < 2 else ""
        return handler.reply(lamps(page + 1, link))

    with serving(answer) as server:
        assert len(list(walk(server.url("/lamps"), directory=tmp_path))) == 3
