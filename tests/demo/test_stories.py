"""The words of an article."""

import re

from demo.pages import SMALL
from hypothesis import given
from hypothesis import strategies as st

from weblode.demo.dice import Dice
from weblode.demo.generate import generate
from weblode.demo.stories import Subject, facts, paragraphs, person, slug, subject
from weblode.demo.vocabulary import prose, topics

ARTICLES = [site.article(number) for site in SMALL for number in range(90)]


def test_no_two_articles_are_alike():
    web = generate(20, 500)
    assert len({site.article(n).title for site in web for n in range(500)}) == 20 * 500
    bodies = {tuple(paragraphs(site.article(n))) for site in web for n in range(0, 500, 25)}
    assert len(bodies) == 20 * 20


def test_an_article_begins_with_its_teaser_and_no_gap_is_left_open():
    for article in ARTICLES:
        parts = paragraphs(article)
        assert parts[0].startswith(article.teaser)
        assert len(parts) >= 3
        assert not [part for part in parts if re.search(r"[{}]|  | [.,]", part)]
        assert all(part[0].isupper() or part[0].isdigit() for part in parts)


def test_the_text_follows_from_the_article_alone():
    for article in ARTICLES[::9]:
        assert paragraphs(article) == paragraphs(article)
        assert facts(article) == facts(article)


def test_facts_are_those_of_the_topic_in_their_order_or_none():
    boxes = {bool(facts(article)) for article in ARTICLES if article.topic.facts}
    assert boxes == {True, False}
    for article in ARTICLES:
        found = facts(article)
        assert [label for label, _ in found] in ([], [label for label, _ in article.topic.facts])
        assert not [value for _, value in found if re.fullmatch(r"\d+-\d+", value)]


def test_headlines_of_a_topic_differ_until_all_combinations_are_used_up():
    for topic in topics()[:3]:
        size = len(topic.actors) * len(topic.verbs) * len(topic.objects) * (len(topic.tails) + 12)
        count = min(size, 2000)
        assert len({subject(topic, number, "k") for number in range(count)}) == count


def test_a_headline_is_in_sentence_case():
    assert Subject("the council", "approves", "approved", "a plan", "in Norway").headline == (
        "The council approves a plan in Norway"
    )


def test_a_person_has_a_first_and_a_last_name():
    first, last = prose()["first"], prose()["last"]
    name = person(Dice("x"))
    assert any(name == f"{one} {two}" for one in first for two in last)
    assert person(Dice("x")) == name


@given(st.text())
def test_a_slug_may_stand_in_any_address(text):
    found = slug(text)
    assert re.fullmatch("[a-z0-9]*(-[a-z0-9]+)*", found)
    assert slug(found) == found
