"""Collecting a list over all pages with the pages of its records, from a folder: the truth, whatever fails."""

import re

import pytest
from bookshops import BOOKS, save, shops

from bench.made_shop import FIELDS
from weblode.details.discover import discover as discover_details
from weblode.details.rule import DetailRule, learn_rule
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.plans.collecting import Collector, link_column
from weblode.plans.page_cache import PageCache
from weblode.records.discover import discover
from weblode.rules.learning import learn
from weblode.sources.crawl import CrawlOptions
from weblode.sources.following import WalkOptions
from weblode.table import Table


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """A rule for the list of the shop, and one for the pages of its books."""
    folder = tmp_path_factory.mktemp("rules")
    first = save(folder, shops()[0])
    trees = [parse((folder / f"book-{n}.html").read_bytes(), page=str(n)) for n in (1, 2, 3, 11, 12, 25)]
    return learn(discover(parse(first.read_bytes(), page="l"))), learn_rule(list(discover_details(trees)), {})


def collect(rule, first, details=None, **options):
    messages = []
    details = True if details is None else details
    cache = options.pop("cache", None)
    learns = options.pop("learns", False)
    collector = Collector(rule, WalkOptions(**options), cache=cache, learns=learns, tell=messages.append)
    return collector.collect([str(first)], details=details), messages


def columns_with(table, truth):
    """The fields of the truth that some column has exactly."""
    wanted = {name: tuple(row[name] for row in truth) for name in FIELDS}
    return [name for name, values in wanted.items() if values in table.columns.values()]


def test_records_have_the_attributes_of_their_pages_and_those_whose_page_fails_stay(tmp_path, rules):
    shop = shops()[0]
    collected, messages = collect(rules[0], save(tmp_path / "s", shop))
    assert columns_with(collected.table, shop.truth("")) == list(FIELDS)
    assert (collected.list_pages, collected.detail_pages, collected.failed) == (shop.last, BOOKS, 1)
    assert collected.complete
    assert [line for line in messages if "book-7.html: is not among the pages" in line]
    assert collected.lost == {6}


def test_a_rule_for_details_gives_the_same(tmp_path, rules):
    shop = shops()[0]
    collected, _ = collect(rules[0], save(tmp_path / "s", shop), rules[1])
    assert columns_with(collected.table, shop.truth("")) == list(FIELDS)


def test_without_details_no_page_of_a_record_is_read(tmp_path, rules):
    first = save(tmp_path / "s", shops()[0])
    collected, _ = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.detail_pages) == (BOOKS, 0)
    assert collected.addresses[0] == str(first.with_name("book-1.html"))


def test_pages_that_are_as_they_were_are_not_parsed(tmp_path, rules):
    shop, path = shops()[0], str(tmp_path / "c.db")
    first = save(tmp_path / "s", shop)
    with PageCache(path) as cache:
        one, _ = collect(rules[0], first, rules[1], cache=cache)
    (tmp_path / "s" / "book-3.html").write_text(shop.book_page(shop.books[3]))
    with PageCache(path) as cache:
        two, _ = collect(rules[0], first, rules[1], cache=cache)
    assert (one.parsed, two.parsed) == (shop.last + BOOKS - 1, 1)
    assert one.table["isbn"][4:] == two.table["isbn"][4:]
    assert one.table.types == two.table.types


def test_redesigned_pages_teach_both_rules_and_columns_keep_their_names(tmp_path, rules):
    shop, later, _ = shops(book_design=2)
    before, _ = collect(rules[0], save(tmp_path / "s", shop), rules[1])
    earlier = {
        str(address): {name: str(value) for name, value in row.items()}
        for address, row in zip(before.addresses, before.table.rows(), strict=True)
    }
    first = save(tmp_path / "s", later)
    messages = []
    collector = Collector(rules[0], WalkOptions(), learns=True, tell=messages.append)
    after = collector.collect([str(first)], details=rules[1], earlier=earlier)
    assert after.table.names == before.table.names
    truth = later.truth("")
    for name in ("title", "author", "price", "publisher", "isbn", "year"):
        assert after.table[name] == tuple(row[name] for row in truth)
    assert sum("was redesigned" in line for line in messages) == 2
    assert after.rule is not rules[0]
    assert after.detail_rule is not rules[1]


def test_a_rule_that_may_not_learn_reports_redesigned_pages(tmp_path, rules):
    later = shops(book_design=2)[1]
    collected, messages = collect(rules[0], save(tmp_path / "s", later), rules[1])
    assert (len(collected.table), collected.complete) == (0, False)
    assert "no longer looks like the rule" in messages[0]


def test_a_list_that_breaks_off_is_not_complete(tmp_path, rules):
    shop = shops()[0]
    first = save(tmp_path / "s", shop)
    rows = "".join(f"<tr><td><a href=/{n}>Offer {n}</a></td><td>{n} left of it</td></tr>" for n in range(9))
    (first.with_name("books-3.html")).write_text(f"<title>Offers</title><h1>Offers</h1><table>{rows}</table>")
    collected, messages = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.complete) == (20, False)
    assert any("the list ends before it" in line for line in messages)


SHELVES = "<ul>" + "".join(f"<li><a href=/{n}>Shelf {n} of ours" for n in "ABCDEF") + "</ul>"


@pytest.mark.parametrize("aside", ["", SHELVES])
def test_a_page_of_the_template_without_records_is_the_end_of_a_list(tmp_path, rules, aside):
    shop = shops()[0]
    first = save(tmp_path / "s", shop)
    for number in range(1, shop.last + 1):
        path = first.with_name(first.name.replace("1", str(number)))
        text = path.read_text().replace("<p>Open", f"{aside}<p>Open")
        path.write_text(text.replace("<a href='books-4.html'>4</a>", ""))
    empty = "<p>No books were found.</p><a href='/books'>All books</a>"
    calendar = "<div class=calendar>Readings in May <a href='/calendar?month=6'>next month</a></div>"
    page = f"<html lang=en-GB><title>Books</title><h1>Books</h1>{calendar}<main>{empty}</main>{aside}<p>Open 9 to 5</p>"
    first.with_name("books-3.html").write_text(page)
    collected, messages = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.complete, collected.whole) == (20, True, True)
    assert any("the list ends before it" in line for line in messages)


def empty_page(path, *, pager):
    """Put an outage in the place of the records of a page; without its pager, it names no other page."""
    text = re.sub("<main>.*</main>", "<main>Sorry, our catalogue is temporarily unavailable</main>", path.read_text())
    path.write_text(text if pager else re.sub("<p class=pages>.*?</p>", "", text))


@pytest.mark.parametrize(("number", "pager"), [(2, True), (2, False), (3, False)])
def test_an_outage_in_the_template_is_no_end_if_it_or_a_page_before_names_later_pages(tmp_path, rules, number, pager):
    first = save(tmp_path / "s", shops()[0])
    empty_page(first.with_name(f"books-{number}.html"), pager=pager)
    with PageCache(str(tmp_path / "c.db")) as cache:
        for _ in range(2):  # the pages before it are cached the second time
            collected, _ = collect(rules[0], first, details=False, cache=cache)
            assert (len(collected.table), collected.whole) == (10 * (number - 1), False)


def test_pages_that_only_the_first_page_names_are_later_pages(tmp_path, rules):
    first = save(tmp_path / "s", shops()[0])
    second = first.with_name("books-2.html")
    second.write_text(second.read_text().replace("<a href='books-4.html'>4</a>", ""))
    empty_page(first.with_name("books-3.html"), pager=False)
    assert not collect(rules[0], first, details=False)[0].whole


def test_the_last_page_that_is_named_ends_a_list_if_it_is_empty(tmp_path, rules):
    first = save(tmp_path / "s", shops()[0])
    empty_page(first.with_name("books-4.html"), pager=True)
    collected, _ = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.whole) == (30, True)


def test_a_list_that_leads_to_an_empty_page_of_no_template_has_no_known_end(tmp_path, rules):
    first = save(tmp_path / "s", shops()[0])
    first.with_name("books-3.html").write_text("<title>Books</title><h1>Books</h1><p>Try again later.")
    collected, _ = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.complete, collected.whole) == (20, True, False)


def test_a_list_whose_next_page_is_not_here_has_no_known_end(tmp_path, rules):
    first = save(tmp_path / "s", shops()[0])
    first.with_name("books-3.html").unlink()
    collected, _ = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.whole) == (20, False)


@pytest.mark.parametrize(("most", "whole"), [(1, False), (3, False), (4, True), (5, True)])
def test_a_list_that_is_cut_by_a_bound_has_no_known_end(tmp_path, rules, most, whole):
    collected, _ = collect(rules[0], save(tmp_path / "s", shops()[0]), details=False, most=most)
    assert (collected.complete, collected.whole) == (True, whole)


@pytest.mark.parametrize("note", ["", "<p>Page 5"])
def test_a_next_page_with_the_text_or_the_records_of_another_is_a_known_end(tmp_path, rules, note):
    first = save(tmp_path / "s", shops()[0])
    second = first.with_name("books-2.html").read_text()
    first.with_name("books-3.html").write_text(second + note)
    collected, _ = collect(rules[0], first, details=False)
    assert (len(collected.table), collected.whole) == (20, True)


def test_refused_pages_are_parsed_again(tmp_path, rules):
    first, path = save(tmp_path / "s", shops()[0]), str(tmp_path / "c.db")
    first.with_name("books-3.html").write_text("<title>Books</title><h1>Books</h1><p>Try again later.")
    first.with_name("book-3.html").write_text("<title>Sorry</title><p>Try again later.")
    parsed = []
    for _ in range(2):
        with PageCache(path) as cache:
            parsed.append(collect(rules[0], first, rules[1], cache=cache)[0].parsed)
    assert parsed[1] == 2


def test_a_page_beyond_a_limit_is_read_once_the_limit_is_higher(tmp_path, rules):
    first, path = save(tmp_path / "s", shops()[0]), str(tmp_path / "c.db")
    records = []
    for limits in (Limits(depth=3), Limits()):
        with PageCache(path) as cache:
            crawl = CrawlOptions(limits=limits)
            records.append(len(collect(rules[0], first, rules[1], cache=cache, crawl=crawl)[0].table))
    assert records == [0, BOOKS]


def test_the_address_of_a_record_is_that_of_its_title_or_of_most_links():
    base = {"page": ["a", "a"], "node": [1, 2]}
    assert link_column(Table({**base, "url": ["/a", "/b"], "author (url)": ["/c", "/d"]})) == "url"
    assert link_column(Table({**base, "place (url)": ["/a", "/a"], "author (url)": ["/c", "/d"]})) == "author (url)"
    assert link_column(Table(base)) == ""


def test_the_file_of_a_rule_for_details_is_what_its_data_says(tmp_path, rules):
    rules[1].save(tmp_path / "d.json")
    assert (tmp_path / "d.json").read_bytes() == rules[1].data()
    assert DetailRule.load(tmp_path / "d.json").data() == rules[1].data()
