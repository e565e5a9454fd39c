"""The words of the made sites, as the file has them."""

import string
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from weblode.demo.vocabulary import SPECIAL, around, own, prose, topics

ALL = [*topics(), *(sub for topic in topics() for sub in topic.subs), around()]


@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.name)
def test_every_topic_has_words_for_a_headline(topic):
    for words in (topic.labels, topic.actors, topic.verbs, topic.objects, topic.tails):
        assert words
        assert len(set(words)) == len(words)
    assert all(now and then for now, then in topic.verbs)
    assert all(label and values for label, values in topic.facts)


def test_labels_tell_topics_apart():
    labels = [label for topic in ALL for label in topic.labels]
    assert len(set(labels)) == len(labels)


def test_what_a_sub_topic_does_not_say_is_that_of_the_topic_above():
    file = tomllib.loads((files("weblode.demo") / "news.toml").read_text(encoding="utf-8"))
    said = Counter()
    for topic in topics():
        for sub in topic.subs:
            for words in ("actors", "verbs", "objects", "tails"):
                own_words = words in file[topic.name][sub.name]
                assert (getattr(sub, words) != getattr(topic, words)) == own_words
                said[own_words] += 1
    assert said[True] > 0
    assert said[False] > 0
    assert {topic.name for topic in topics()} == set(file) - set(SPECIAL)


def test_each_site_has_a_topic_of_its_own_until_there_are_no_more():
    found = []
    while (topic := own(len(found))) is not None:
        found.append(topic)
    assert len(found) >= 3
    assert len({topic.labels for topic in found}) == len(found)
    assert all(len(topic.labels) == 1 and topic.actors and topic.objects for topic in found)
    assert own(10**6) is None


GAPS = set("actor past object place number percent name month weekday role place2 rival other".split())


@pytest.mark.parametrize("kind", ["cores", "leads", "quotes", "openers", "closers"])
def test_sentences_have_only_gaps_that_can_be_filled(kind):
    assert prose()[kind]
    for sentence in prose()[kind]:
        assert {gap for _, gap, _, _ in string.Formatter().parse(sentence) if gap is not None} <= GAPS


def test_half_of_the_sentences_have_no_end_and_an_end_is_apart_or_begins_with_a_comma():
    ends = prose()["closers"]
    assert ends.count("") * 2 == len(ends)
    assert all(end[0] in " ," for end in ends if end)
