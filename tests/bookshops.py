"""The made bookshop of the bench as a folder of files, whose links lead to each other."""

import re

from bench.made_shop import first_shop, later_shop

BOOKS = 40


def save(folder, shop):
    """A folder with all pages of a shop, those that fail left out; returns the path of the first page of its list."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.html"):
        old.unlink()
    for number in range(1, shop.last + 1):
        text = shop.list_page(number, "")
        if number == shop.last:
            text = re.sub(r"<a href='[^']*'>Next</a>", "", text)
        (folder / f"books-{number}.html").write_text(_local(text), encoding="utf-8")
    for book in shop.books:
        if book.number not in shop.failing:
            (folder / f"book-{book.number}.html").write_text(_local(shop.book_page(book)), encoding="utf-8")
    return folder / "books-1.html"


def _local(text):
    text = re.sub(r"'/books\?page=(\d+)'", r"'books-\1.html'", text)
    return re.sub(r"'/book/(\d+)'", r"'book-\1.html'", text)


def shops(**options):
    """The shop at first, later, and what changed between."""
    shop = first_shop(BOOKS)
    return shop, *later_shop(shop, **options)
