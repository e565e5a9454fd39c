"""Whether alike items are a list, or the fields of a form that every record has."""

import pytest

from records.nesting import listed

PRICES = ["$5", "$12", "$7", "$3"]


NO_LISTS = {
    "a form with labels": "<dl><dt>Price</dt><dd>{price}</dd><dt>Place</dt><dd>{place}</dd></dl>",
    "rows of a form": "<table><tr><th>Price</th><td>{price}</td></tr><tr><th>Place</th><td>{place}</td></tr></table>",
    "labels with a colon": "<ul><li>Price: {price}</li><li>Place: {place}</li></ul>",
    "fields in li": "<ul><li>{price}</li><li>{place}</li><li>{day}</li></ul>",
    "fields by class": "<div class=price><b>{price}</b><p>now</p></div><div class=town><b>{place}</b><p>then</p></div>",
    "furniture": "<ul><li><a href=/r>Reply</a></li><li><a href=/s>Share</a></li><li><a href=/t>Report</a></li></ul>",
    "marked words": "<p><b>{price}</b> <b>{place}</b> <b>{day}</b></p>",
    "lines": "{price}<br>{place}<br>{day}<br>",
    "links": "<p><a href=/1>{price}</a> <a href=/2>{place}</a> <a href=/3>{day}</a></p>",
    "a breadcrumb": "<div><a href=/1>Home</a> &gt; <a href=/2>{place}</a> &gt; <a href=/3>{day}</a></div>",
    "paragraphs": "<p>Words on {place}</p><p>and on <a href=/x>{day}</a></p><p>at {price}</p>",
    "cells of a row": "<table><tr><td>{price}</td><td>{place}</td><td>{day}</td></tr></table>",
    "pages": "<ul class=pagination><li><a href=1>1</a> a</li><li><a href=2>2</a> b</li><li><a href=3>3</a> c</li></ul>",
    "images": "<ul><li><img src=/a.png></li><li><img src=/b.png></li></ul>",
}


@pytest.mark.parametrize("form", NO_LISTS)
def test_fields_and_furniture_are_no_nested_lists(form):
    places, days = ["Rome", "Oslo", "Bern", "Riga"], ["Monday", "Friday", "Sunday", "Tuesday"]
    parts = zip(PRICES, places, days, strict=True)
    rows = [NO_LISTS[form].format(price=price, place=place, day=day) for price, place, day in parts]
    found = listed("<ul>" + "".join(f"<li><h3>Title {i}</h3>{row}</li>" for i, row in enumerate(rows)) + "</ul>")
    assert found.nested == ()
    assert not any("lists" in row for row in found.rows())
