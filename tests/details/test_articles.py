"""Pages of a template that are articles: their author, date and body are attributes."""

import json

import pytest

from details.sites import page, products, read, values

AUTHORS = "Ann Lee,Bob Ray,Cid Fox,Dan Orr,Eve Poe,Fay Kim".split(",")
PLACES = "harbour,station,market,museum,bridge,school".split(",")


def paragraphs(i):
    """The paragraphs of the i-th article, three to five."""
    return [
        f"On day {j + 1} the people of the old {PLACES[i]} met again and talked {i + j + 2} hours about the roof, "
        f"which costs more than the {PLACES[(i + j + 1) % 6]} ever did, and nobody of them knew who would pay for it."
        for j in range(3 + i % 3)
    ]


def article(i):
    body = "".join(f"<p>{each}</p>" for each in paragraphs(i))
    return (
        f"<title>The roof of the {PLACES[i]} | Daily News</title><nav><a href=/>Home</a> <a href=/w>World</a></nav>"
        f"<article><h1>The roof of the {PLACES[i]}</h1><p class=byline>By {AUTHORS[i]}</p>"
        f"<time datetime=2021-03-1{i}>1{i} March 2021</time><div class=story>{body}</div></article>"
        "<footer><p>Copyright Daily News, all rights reserved</p><a href=/imprint>Imprint</a></footer>"
    )


@pytest.mark.parametrize("n", [3, 6])
def test_articles_have_a_title_an_author_a_date_and_a_body(n):
    rows = values(read([article(i) for i in range(n)]))
    assert [row["title"].split()[-1] for row in rows] == PLACES[:n]
    assert [row["author"] for row in rows] == AUTHORS[:n]
    assert [row["date"] for row in rows] == [f"1{i} March 2021" for i in range(n)]
    assert [row["body"] for row in rows] == ["\n\n".join(paragraphs(i)) for i in range(n)]


def test_what_stands_in_a_body_is_in_no_other_column():
    group = read([article(i) for i in range(6)])
    for row in values(group):
        assert sum("met again" in value for value in row.values()) == 1


def test_dates_of_articles_are_typed():
    table = read([article(i) for i in range(4)]).as_table()
    assert [str(each) for each in table.columns["date (date)"]] == [f"2021-03-1{i}" for i in range(4)]


def test_products_have_no_body():
    assert not any("body" in row or "author" in row for row in values(read([page(row) for row in products(5)])))


def told(i, **more):
    data = json.dumps({"@type": "NewsArticle", **more})
    return f"<script type='application/ld+json'>{data}</script>{article(i)}"


def comments(i):
    """Text of their readers, more than the articles have."""
    texts = [f"Reader {9 * i + j} has {j} words of praise and {i} of blame for it, as ever " * 9 for j in range(4)]
    return "<h2>What readers say</h2><p>Write to us, too</p><ol>" + "".join(f"<li>{each}" for each in texts) + "</ol>"


def test_a_page_with_more_comments_than_text_is_an_article_if_it_tells_machines_so():
    pages = [article(i) + comments(i) for i in range(4)]
    assert not any("body" in row for row in values(read(pages)))
    pages = [told(i, articleSection="Town") + comments(i) for i in range(4)]
    assert [row["body"] for row in values(read(pages))] == ["\n\n".join(paragraphs(i)) for i in range(4)]


def test_authors_that_only_machines_are_told_are_authors_too():
    pages = [told(i, author=[{"name": AUTHORS[i]}, {"name": f"{AUTHORS[5 - i]} Senior"}]) for i in range(3)]
    rows = read(pages).rows()
    assert [row["attributes"]["author"] for row in rows] == [[AUTHORS[i], f"{AUTHORS[5 - i]} Senior"] for i in range(3)]
