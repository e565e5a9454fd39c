"""The title: one column a list, by evidence."""

import pytest

from records.pages import columns, values


@pytest.mark.parametrize(
    "row",
    [
        "<li><a href=/u{0}>user{0}</a><h3>Thing {0}</h3><p>some words about it, {0} of them</p>",
        "<li><p>{0}0 May 2020</p><a href=/{0}>Thing {0}</a><p>some words about it, {0} of them</p>",
        "<li><a href=/{0}><img src={0}.png></a><a href=/c>c{0}</a><a href=/{0}>Thing {0}</a><p>{0} words</p>",
        "<li><a href=/{0}>www.a{0}.example</a><a href=/{0}>Thing {0}</a>",
        "<li><span class=author>Ann {0}</span><span class=product-name>Thing {0}</span><p>{0} words, and more</p>",
        "<li><b>Thing {0}</b><p>a text that goes on and on, {0}</p>",
        "<li><p>{0}.</p><p><a href=/{0}>Thing {0}</a></p><p><a href=/buy{0}>Buy</a></p>",
        "<li><a href=/{0}>例の物 {0}</a><p>{0} 円</p>",
        "<li><a href=/d{0}><time datetime=2020-05-0{0}>{0} May at 6pm</time></a><a href=/{0}>Thing {0}</a>",
    ],
)
def test_the_title_is_what_people_take_for_it(row):
    table = values(columns([row.format(i) for i in range(1, 7)])[2])
    assert table["title"][0] in ("Thing 1", "例の物 1")
    assert sum(name.startswith("title") for name in table) == 1


def test_numbers_prices_and_pictures_are_no_titles():
    rows = [f"<li><img src={i}.png><p>${i}.50</p><p>{i}</p>" for i in range(5)]
    assert list(values(columns(rows)[2])) == ["image", "price", "number"]


def test_a_header_names_a_title_that_is_no_link():
    head = "<thead><tr><th>Country<th>Capital</thead>"
    rows = [f"<tr><td>Land {i}<td>City {i}" for i in range(5)]
    fields = columns(rows, wrap=f"<table>{head}<tbody>{{}}</tbody></table>", tag="tr")[2]
    assert [each.name for each in fields] == ["country", "capital"]
