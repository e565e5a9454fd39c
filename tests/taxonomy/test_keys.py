"""The key of a label."""

import pytest

from weblode.taxonomy.keys import is_label, key, letters, root, words


@pytest.mark.parametrize(("one", "other"), [("U.S.", "US"), ("U.S. News", "US news"), ("U.K", "UK"), ("D.I.Y.", "DIY")])
def test_initials_with_dots_are_one_word(one, other):
    assert key(one) == key(other)
    assert key(one).strip() == key(one)


def test_a_short_word_is_its_own_stem():
    assert (key("us"), key("TV"), key("S & M")) == ("us", "tv", "s & m")
    assert words("e.g. this") == ["eg", "this"]
    assert words("End. A new one") == ["end", "a", "new", "one"]


def test_letters_are_the_same_whatever_the_spaces_and_the_order_of_things():
    assert letters("Key chains") == letters("Keychain")
    assert letters("Shoes & Bags") == letters("Bags, Shoes")
    assert letters("Women's & Plus Size") != letters("Women's Plus Size")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Stories", "Story"),
        ("Movies", "Movie"),
        ("Watches", "Watch"),
        ("Boxes", "box"),
        ("TVs", "TV"),
        ("Shoes", "Shoe"),
    ],
)
def test_the_plural_has_the_key_of_the_singular(one, other):
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Markets", "Marketing"), ("Belts", "Belted"), ("Beds", "Bedding"), ("News", "New"), ("Glass", "Glas")],
)
def test_words_that_only_share_a_stem_have_keys_of_their_own(one, other):
    assert key(one) != key(other)


def test_related_words_have_one_root():
    assert root(key("Marketing Plans")) == root(key("marketed plan"))
    assert root(key("News")) == "news"


def test_headlines_and_numbers_are_no_labels():
    assert is_label(key("Food & Drink"))
    assert not any(map(is_label, [key("One two three four five six"), key("2021"), ""]))
