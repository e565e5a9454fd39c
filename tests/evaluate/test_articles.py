"""The quality of articles: bodies by runs of four words, titles word by word, authors by name."""

import json

from weblode.evaluate.articles import ArticleGold, ArticleScore, article_golds, halves, line, runs

BODY = "one two three four five"


def gold(site="a", title="Rain", authors=("Ann Lee",), body=BODY):
    return ArticleGold(None, site, None, title, authors, body)


def test_a_page_that_is_right_is_right_in_all():
    score = ArticleScore()
    assert score.add(gold(), {"title": "RAIN!", "author": ["By Ann Lee"], "body": BODY}) == (1, 1)
    assert (score.f1, score.exact, score.title.right, score.author.right) == (1, 1, 1, 1)
    assert str(score).startswith("bodies: P 1.000  R 1.000  F1 1.000  exact 1/1  title 1/1  author 1/1")


def test_precision_and_recall_are_of_runs_of_four_words_and_averaged_over_pages():
    score = ArticleScore()
    assert score.add(gold(), {"body": "one two three four"}) == (1, 0.5)
    assert score.add(gold(), {"body": f"{BODY} six seven"}) == (0.5, 1)
    assert score.add(gold(body=""), {}) == (1, 1)
    assert (score.precision, score.recall) == (2.5 / 3, 2.5 / 3)
    assert (score.title.right, score.title.expected) == (0, 3)


def test_runs_are_counted_and_a_script_without_spaces_counts_characters():
    assert runs("a a a a a") == {("a",) * 4: 2}
    assert len(runs("地震があった")) == 3
    assert runs("") == {}


def test_nothing_measured_is_nothing():
    assert (ArticleScore().precision, ArticleScore().recall, ArticleScore().f1) == (0, 0, 0)


def test_halves_keep_the_pages_of_a_publisher_together():
    golds = [gold(site) for site in "abcabc"]
    parts = halves(golds)
    assert ["".join(one.site for one in part) for part in parts.values()] == ["acac", "bb"]
    assert list(parts) == ["read", "other"]


def test_gold_is_read_from_its_folder_and_an_answer_is_a_line(tmp_path):
    row = {"page": "a.html", "site": "a", "title": "Rain", "authors": ["Ann Lee"], "body": BODY}
    (tmp_path / "gold.json").write_text(json.dumps([row]))
    [found] = article_golds(tmp_path)
    assert (found.path, found.authors, found.url) == (tmp_path / "pages" / "a.html", ("Ann Lee",), None)
    assert json.loads(line(found, {"title": "Rain"})) == {"page": "a.html", "attributes": {"title": "Rain"}}
