"""A made bookshop whose list goes on over many pages, each book with a page of its own; with faults, traps, versions.

It answers on loopback with ETags, and knows the truth. Some pages of books always fail, some pages of the list fail
once; the sidebar has a calendar without end, and the link after the last page leads to that page again, with a session
id.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PER_PAGE = 10
FIELDS = ("title", "author", "price", "publisher", "isbn", "year")  # the last three on the page of the book alone
_KINDS = "winter garden harbour mountain letters silence orchard railway island kitchen lantern meadow".split()
_PEOPLE = "Ada Thornbury,Jonas Egli,Mary Okonkwo,Luis Ferrer,Ines Moreau,Tom Hale,Yuki Mori,Nora Lind".split(",")
_HOUSES = "Northgate Press,Elm & Sons,Blue Door Books,Harbour House,Little Owl".split(",")


@dataclass(frozen=True)
class Book:
    """A book of the shop."""

    number: int
    price: int  # in pence
    publisher: str

    @property
    def values(self) -> dict[str, str]:
        """What its pages say, by field."""
        n = self.number
        return {
            "title": f"{'The' if n % 3 else 'A'} {_KINDS[n % 12]} and the {_KINDS[(n // 12 + 3) % 12]}, volume {n}",
            "author": f"{_PEOPLE[n % 8]} {chr(65 + n % 26)}.",
            "price": f"£{self.price // 100}.{self.price % 100:02}",
            "publisher": self.publisher,
            "isbn": f"978-{n % 10}-{10000 + n * 7}-{n % 97:02}-{n % 9}",
            "year": str(1950 + n % 70),
        }


@dataclass(frozen=True)
class Shop:
    """A version of the shop: its books in order, and the design of the list and of the pages of books."""

    books: tuple[Book, ...]
    design: int = 1
    book_design: int = 1
    failing: frozenset[int] = frozenset()  # books whose page always fails

    @property
    def last(self) -> int:
        """The number of the last page."""
        return -(-len(self.books) // PER_PAGE)

    def truth(self, base: str) -> list[dict[str, str | None]]:
        """The rows of the list with the attributes of the books' pages; None for those of pages that fail."""
        rows = []
        for book in self.books:
            values: dict[str, str | None] = dict(book.values)
            if book.number in self.failing:
                values |= dict.fromkeys(FIELDS[3:])
            rows.append({"url": f"{base}/book/{book.number}", **values})
        return rows

    def list_page(self, number: int, session: str) -> str:
        """A page of the list."""
        own = self.books[PER_PAGE * (number - 1) : PER_PAGE * number]
        near = range(max(1, number - 3), min(self.last, number + 3) + 1)
        row = " ".join(f"<b>{n}</b>" if n == number else f"<a href='/books?page={n}'>{n}</a>" for n in near)
        after = f"/books?page={number + 1}" if number < self.last else f"/books?page={number + 1}&sid={session}"
        pager = f"<p class=pages>{row} <a href='{after}'>Next</a></p>"
        calendar = "<div class=calendar>Readings in May <a href='/calendar?month=6'>next month</a></div>"
        rows = "".join(map(_row_1 if self.design == 1 else _row_2, own))
        body = f"<ul class=books>{rows}</ul>" if self.design == 1 else f"<div id=catalogue>{rows}</div>"
        head = (
            "<h1>Books</h1>" if self.design == 1 else "<header><span>The Bookshop</span></header><h2>All our books</h2>"
        )
        return f"<html lang=en-GB><title>Books</title>{head}{calendar}<main>{body}</main>{pager}<p>Open 9 to 5</p>"

    def book_page(self, book: Book) -> str:
        """The page of a book."""
        v = book.values
        pairs = [("Publisher", v["publisher"]), ("ISBN", v["isbn"]), ("Year", v["year"])]
        if self.book_design == 1:
            rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in pairs)
            facts = f"<table>{rows}</table>"
        else:
            facts = "<dl>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in reversed(pairs)) + "</dl>"
        inner = f"<h1>{v['title']}</h1><p class=by>{v['author']}</p><p class=price>{v['price']}</p>{facts}"
        frame = (
            f"<div class=product>{inner}</div>"
            if self.book_design == 1
            else f"<article><section>{inner}</section></article>"
        )
        return (
            f"<html lang=en-GB><title>{v['title']} - The Bookshop</title><nav><a href=/books>All books</a></nav>{frame}"
            "<p>Delivery within three days. Returns are free for thirty days after you bought it.</p>"
        )


def _row_1(book: Book) -> str:
    v = book.values
    link = f"<h3><a href='/book/{book.number}'>{v['title']}</a></h3>"
    return f"<li>{link}<p class=author>{v['author']}</p><span class=price>{v['price']}</span></li>"


def _row_2(book: Book) -> str:
    v = book.values
    cells = f"<div class=cost>{v['price']}</div><div class=name><a href='/book/{book.number}'>{v['title']}</a></div>"
    return f"<article class=card>{cells}<div class=writer>{v['author']}</div></article>"


def first_shop(books: int) -> Shop:
    """The shop as it is at first: every fiftieth book has a page that fails."""
    every = tuple(Book(n, 500 + 37 * n % 4000, _HOUSES[n * 7 % 5]) for n in range(1, books + 1))
    return Shop(every, failing=frozenset(n for n in range(1, books + 1) if n % 50 == 7))


@dataclass(frozen=True)
class ShopChanges:
    """The numbers of the books that are new, gone and changed."""

    new: frozenset[int]
    gone: frozenset[int]
    changed: frozenset[int]


def later_shop(shop: Shop, *, book_design: int = 1) -> tuple[Shop, ShopChanges]:
    """The shop after a redesign of its list, with one book in a hundred new, gone, of another price or publisher."""
    n = len(shop.books)
    some = [each.number for each in shop.books if each.number not in shop.failing]
    step = max(4, 100 if n >= 400 else n // 4)
    gone, priced, moved = (frozenset(some[k::step]) for k in (1, 2, 3))
    books = []
    for each in shop.books:
        if each.number in gone:
            continue
        book = replace(each, price=each.price + 150) if each.number in priced else each
        books.append(replace(book, publisher="Moved House Ltd") if each.number in moved else book)
    new = tuple(Book(n + k, 999 + k, _HOUSES[k % 5]) for k in range(1, len(gone) + 1))
    later = Shop((*books, *new), 2, book_design, shop.failing)
    return later, ShopChanges(frozenset(each.number for each in new), gone, priced | moved)


@dataclass
class ServedShop:
    """A shop on a server; `log` has the path and the status of each answer."""

    shop: Shop
    base: str = ""
    log: deque[tuple[str, int]] = field(default_factory=deque)
    gone: set[str] = field(default_factory=set)  # paths that are answered with 404
    on_request: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self._failed: Counter[str] = Counter()

    def answer(self, path: str) -> tuple[int, bytes]:
        """The status and the body for a path."""
        parts = urlsplit(path)
        query = parse_qs(parts.query)
        if parts.path == "/books":
            number = int(query.get("page", ["1"])[0])
            if number % 50 == 3 and not self._failed[path]:
                self._failed[path] += 1
                return 503, b"busy"
            number = min(number, self.shop.last)
            return 200, self.shop.list_page(number, f"{len(self.log):08x}").encode()
        if parts.path == "/calendar":
            month = int(query["month"][0])
            return 200, f"<p>Month {month} <a href='/calendar?month={month + 1}'>next month</a>".encode()
        number = int(parts.path.rpartition("/")[2]) if parts.path.startswith("/book/") else 0
        book = next((each for each in self.shop.books if each.number == number), None)
        if book is None or parts.path in self.gone:
            return 404, b"not here"
        return (500, b"broken") if number in self.shop.failing else (200, self.shop.book_page(book).encode())

    def pages(self) -> list[str]:
        """The paths that were answered with a page, in order."""
        return [path for path, status in self.log if status == 200]


@contextmanager
def serve(shop: Shop) -> Iterator[ServedShop]:
    """The shop, served on loopback."""
    served = ServedShop(shop)

    class ShopHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # or a body waits 40 ms for the client to confirm the head

        def do_GET(self) -> None:
            if self.path == "/robots.txt":
                self._send(404, b"", "")
                return
            if served.on_request:
                served.on_request()
            status, body = served.answer(self.path)
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"' if status == 200 else ""
            if tag and self.headers.get("If-None-Match") == tag:
                status, body = 304, b""
            served.log.append((self.path, status))
            self._send(status, body, tag)

        def _send(self, status: int, body: bytes, tag: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            if tag:
                self.send_header("ETag", tag)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class ShopServer(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 100

        def handle_error(self, *_: object) -> None:
            """Clients are killed here in the middle of an answer."""

    with ShopServer(("127.0.0.1", 0), ShopHandler) as server:
        served.base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()
