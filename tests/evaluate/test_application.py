"""The measure of rows by an application ontology."""

import json

from application.made import THREE, books, shop

from weblode.application.extract import extract
from weblode.evaluate.application import ApplicationScore, golds

ONE = {"title": "ONE", "price": 10.5, "published": "2001-02-03", "author": ["Ada Lovelace"]}


def gold(folder, separators, *records):
    text = json.dumps({"page.html": {"separator": separators, "records": records}})
    (folder / "gold.json").write_text(text)
    return golds(folder)


def test_fields_are_compared_without_case_and_records_by_what_they_share(tmp_path):
    (page,), columns = gold(tmp_path, ["li"], {"title": "three", "price": 8}, ONE)
    score = ApplicationScore()
    score.add(page, extract(books(*THREE), shop()), columns)
    assert (score.pages, score.separators) == (1, 1.0)
    assert (score.fields.right, score.fields.expected) == (5, 6)
    assert score.fields.predicted == 3 * 3 + 3  # title, price, published of each, and three authors


def test_another_separator_is_wrong(tmp_path):
    (page,), columns = gold(tmp_path, ["p"], ONE)
    score = ApplicationScore()
    score.add(page, extract(books(*THREE), shop()), columns)
    assert score.separators == 0


def test_columns_are_those_that_the_gold_of_any_page_knows(tmp_path):
    assert gold(tmp_path, ["li"], {"title": "x"}, {"price": 1})[1] == {"title", "price"}
