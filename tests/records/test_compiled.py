"""The compiled modules of records and values give the same columns as the Python ones."""

from importlib import import_module

import pytest
from hypothesis import given, settings
from strategies import SOUP

from weblode.pages.html import parse
from weblode.records import compiled as of_records
from weblode.records.discover import discover
from weblode.rules.learning import learn
from weblode.values import compiled as of_values

# What each module is for: halves of a column, lines, labels, words beside numbers, templates, prices in pieces, stars,
# dates for machines, pictures that a script replaces, constants, rare columns, links of the page's own address.
ROW = """<div class="item row{odd}"><h3><a href="/thing/{i}?a=b#c">Thing number {i}{more}</a></h3>
<img src="{picture}" data-src="/p/{i}.jpg"><span class="stars star-{stars}"></span><b>{i}</b> <span>vote{s}</span>
<p class=byline>by <a href="mailto:a{i}@b.example">Ada {i}</a> in <a href=books/{i}>Books {i}</a></p>
<p>{label}: 0{i} May 201{i}, No. 15-{i}83, 1{i}:30</p>
<p>All of it about number {i} with <a href=//x.example/{i}>one</a> link</p>
<span class=price><sup>$</sup>1{i}<sup>99</sup></span> <time datetime="2017-0{i}-03T10:00:00+00:00">{i} days ago</time>
<em>only here</em>{rare}</div>"""
ROWS = [
    ROW.format(
        i=i,
        odd=i % 2,
        more=" and more" * (i % 3),
        picture="/blank.gif" if i % 2 else f"/q/{i}.png",
        stars=i % 5 + 1,
        s="s" * (i > 1),
        label="Filed" if i % 2 else "Seen",
        rare="<u>seldom</u>" if i == 4 else "",
    )
    for i in range(1, 10)
]
TABLE = "<tr><th>Day<th>Rain<th>Note</tr>" + "".join(
    f"<tr><td>{i}.{i}.2018<td>{i},{i}%<td>{'dry' * (i % 2)}</tr>" for i in range(1, 8)
)
# Lists inside records: replies in replies, tags, a table with a head, questions with answers, and a form.
REPLY = "<div class='post reply-{i}'><b>Ada {i}</b><p>Answer number {i} of {n}</p>{more}</div>"
HOLDER = """<article class="post p{n}"><h3><a href=/{n}>Question number {n}</a></h3><p>All about {n}</p>
<ul class=tags>{tags}</ul><div class=replies>{replies}</div><table><thead><tr><th>Shop<th>Price</thead>{offers}</table>
<dl>{answers}</dl><p>Year: {n}</p><p>Colour: red {n}</p></article>"""
HOLDERS = [
    HOLDER.format(
        n=n,
        tags="".join(f"<li><a href=/t{i}>tag {i}-{n}</a> of {n * i}" for i in range(n % 4 + 1)),
        replies="".join(
            REPLY.format(i=i, n=n, more=REPLY.format(i=i + 7, n=n, more="") if i == 1 else "") for i in range(n % 3 + 1)
        ),
        offers="".join(f"<tr><td>Shop {i}<td>{i}.{n} EUR" for i in range(2 + n % 3)),
        answers="".join(f"<dt>Part {i}{n}<dd>Words of part {i}" for i in range(2 + n % 2)),
    )
    for n in range(1, 9)
]
PAGES = (
    f"<html lang=en-GB><link rel=canonical href=https://a.example/l/x><h1>x</h1>{''.join(ROWS)}",
    f"<html lang=de><h1>x</h1><table>{TABLE}</table>",
    "<dl>" + "".join(f"<dt>Name:</dt><dd>Ada {i}</dd><dt>Age:</dt><dd>{i}</dd>" for i in range(9)) + "</dl>",
    f"<h1>x</h1><main>{''.join(HOLDERS)}</main>",
)


@pytest.fixture(scope="module", autouse=True)
def implementation():
    """Both are compared here."""
    for package in (of_records, of_values):
        for name in package.MODULES:
            pytest.importorskip(f"{package.__name__}.{name}", reason="not compiled", exc_type=ImportError)


def python(package):
    return lambda name: import_module(package.__name__.replace("compiled", name))


def results(page):
    """All that is told of the lists of a page, and of the first by its own rule."""
    lists = discover(parse(page.encode()), threshold=0.0)
    told = [(each.fields, each.as_table(all_columns=True).columns, each.as_dict()) for each in lists[:2]]
    for each in lists[:1]:
        if len(each.records) > 1:
            rule = learn([each])
            applied = rule.try_on(parse(page.encode()))
            told.append((rule.data(), applied and (applied.fields, applied.as_table().columns, applied.all_fields)))
    return told


def same(page):
    compiled = results(page)
    with pytest.MonkeyPatch.context() as patch:
        for package in (of_records, of_values):
            patch.setattr(package, "fastest", python(package))
        assert results(page) == compiled
    return compiled


@pytest.mark.parametrize("page", PAGES)
def test_both_implementations_give_the_same_columns(page):
    assert same(page)


def test_the_page_that_is_compared_has_columns_of_all_kinds():
    columns = results(PAGES[0])[0][0]
    assert {"date", "image", "price", "text", "number"} <= {each.column.kind for each in columns}
    assert {each.name for each in results(PAGES[1])[0][0]} == {"day", "rain", "note"}


def test_the_page_that_is_compared_has_several_lists_in_its_records():
    holders = discover(parse(PAGES[-1].encode()))[0]
    assert [each.name for each in holders.nested] == ["tags", "replies", "list", "list_2"]


@given(SOUP)
@settings(max_examples=200, deadline=None)
def test_both_implementations_give_the_same_columns_of_any_page(soup):
    same("<h1>x</h1><ul>" + "".join(f"<li>{soup} <p>Item {i}</p></li>" for i in range(1, 5)) + "</ul>")
