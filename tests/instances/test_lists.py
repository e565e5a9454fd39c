"""What a list says about its items, on pages made here."""

from instances.pages import Site
from weblode.instances.discover import instances
from weblode.instances.lists import read_lists
from weblode.pages.html import parse

SHOP = "http://shop.example/tents"
TENTS = (
    ("Alpine Tent Two", "$249.00", "4.5 out of 5", "It stands in any wind, and two people sleep well in it."),
    ("Ridge Tarp Light", "$89.50", "3.9 out of 5", "A roof for one that weighs less than a bottle of water."),
    ("Dome Shelter Four", "$419.90", "4.1 out of 5", "Room for a family and its dog, with a porch for the boots."),
    ("Bivouac Sack", "$129.00", "2.8 out of 5", "For those who carry nothing that they do not need at night."),
    ("River Hut Six", "$699.00", "4.9 out of 5", "The house of canvas in which one can stand and cook all day."),
)
MENU = "<nav><ul><li><a href=/tents>Tents</a><li><a href=/boots>Boots</a><li><a href=/lamps>Lamps</a></ul></nav>"
KNOTS = "/p/55{}-the-great-guide-to-knots"
LINKED = "".join(
    f"<li><a href={KNOTS.format(n)}><img src=/k{n}.jpg></a><h4><a href={KNOTS.format(n)}>Great guide to knots, {n}</a>"
    "</h4><p>All that one needs to know of ropes, in ten minutes.</p>"
    for n in range(3)
)
RAIL = f"<aside><h3>Most viewed</h3><ul>{LINKED}</ul></aside>"


def card(number, *, link=True):
    name, price, stars, text = TENTS[number]
    title = f"<a href=/p/10{number}1-{name.lower().replace(' ', '-')}>{name}</a>" if link else name
    return (
        f"<li class=card><img src=/i/{number}.jpg><h3 class=title>{title}</h3><p class=price>{price}</p>"
        f"<p class=rating>{stars}</p><p class=teaser>{text}</p></li>"
    )


def page(body, rail=RAIL):
    text = f"<html lang=en><title>Tents - Camp Shop</title><body>{MENU}<h1>Tents</h1>{body}{rail}"
    return parse(text.encode(), page=SHOP, url=SHOP)


def shelf(*, link=True):
    return page("<ul>" + "".join(card(n, link=link) for n in range(5)) + "</ul>")


def read_values(one):
    return {each.name: (each.value, dict(each.read)) for each in one.attributes}


def test_the_fields_of_a_record_are_attributes_of_its_item_with_what_they_say():
    found = instances(shelf())
    assert [one.title for one in found] == [name for name, *_ in TENTS]
    first = read_values(found[0])
    assert first["price"] == ("$249.00", {"number": 249.0, "currency": "$"})
    assert first["rating"][1]["number"] == 4.5
    assert TENTS[0][3] in {value for value, _ in first.values()}
    assert first["image"][0] == "http://shop.example/i/0.jpg"
    assert {each.witness.method for each in found[0].attributes} == {"records"}


def test_side_rails_are_no_items_however_rich():
    assert not [one for one in instances(shelf()) if "knots" in one.title]


def test_items_without_a_link_are_instances_all_the_same():
    tree = page("<ul>" + "".join(card(n, link=False) for n in range(5)) + "</ul>", rail="")
    found = instances(tree, Site({}))
    assert [one.title for one in found] == [name for name, *_ in TENTS]
    assert {one.url for one in found} == {None}
    assert read_values(found[2])["price"][1]["number"] == 419.9
    assert len({one.witness.xpath for one in found}) == 5


def test_the_rows_of_a_data_table_are_about_the_item_that_they_link():
    rows = "".join(
        f"<tr><td><a href=/p/10{n}1-{name.lower().replace(' ', '-')}-of-camp-shop>{name}</a><td>{price}<td>{n + 2} kg"
        for n, (name, price, *_) in enumerate(TENTS)
    )
    about = "<p>Tents of all sizes, for a night or for a year, from makers that we know and visit every spring.</p>"
    found = instances(page(f"{about * 3}<table><tr><th>Name<th>Price<th>Weight</tr>{rows}</table>"))
    assert [one.title for one in found] == [name for name, *_ in TENTS]
    weights = [{each.name.lower(): each.value for each in one.attributes}["weight"] for one in found]
    assert weights == [f"{n + 2} kg" for n in range(5)]


def test_the_own_page_of_an_item_adds_its_attributes():
    tree = shelf()
    first = read_lists(tree).items[0]
    own = (
        b"<title>Alpine Tent Two - Camp Shop</title><h1>Alpine Tent Two</h1><dl><dt>Brand</dt><dd>Northridge</dd></dl>"
    )
    found = instances(tree, Site({first.address: own}))[0]
    names = [each.name for each in found.attributes]
    assert "brand" in names
    assert "price" in names


def test_a_page_without_lists_has_no_items():
    assert read_lists(parse(b"<h1>Nothing</h1><p>There is nothing here.</p>", page=SHOP, url=SHOP)).items == []
