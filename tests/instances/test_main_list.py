"""Which links the main list of a page is about."""

from instances.test_lists import TENTS, card, page
from weblode.instances.lists import read_lists


def titles(body):
    return [item.title for item in read_lists(page(body)).items]


def test_records_are_items_even_if_their_links_look_like_those_of_sections():
    cards = "".join(card(n).replace(f"/p/10{n}1-", "/shop/") for n in range(5))
    assert titles(f"<ul>{cards}</ul>") == [name for name, *_ in TENTS]


def test_tiles_of_categories_beside_the_list_are_no_items():
    tiles = "".join(
        f"<div><a href=/all/{one}-and-more-of-it><img src=/{one}.jpg alt='All {one} of this year and last'></a></div>"
        for one in ("boots", "lamps", "ropes")
    )
    cards = "".join(card(n) for n in range(5))
    assert titles(f"<div>{tiles}</div><ul>{cards}</ul>") == [name for name, *_ in TENTS]


def test_kickers_and_brands_inside_a_record_are_no_items():
    cards = "".join(
        card(n).replace("<p class=price>", f"<p><a href=/brands/the-house-of-brand-{n}>The brand number {n}</a></p><p>")
        for n in range(5)
    )
    assert titles(f"<ul>{cards}</ul>") == [name for name, *_ in TENTS]


def test_a_text_that_all_records_share_is_no_title():
    names = [name.lower().replace(" ", "-") for name, *_ in TENTS]
    more = [f"<a href=/p/10{n}1-{name}>Read the whole story of this tent</a></li>" for n, name in enumerate(names)]
    cards = "".join(card(n).replace("h3", "div").replace("</li>", more[n]) for n in range(5))
    assert titles(f"<ul>{cards}</ul>") == [name for name, *_ in TENTS]
