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


PLURALS = """
Stories/Story Movies/Movie TVs/TV Sizes/Size Prizes/Prize Mazes/Maze Quizzes/Quiz Waltzes/Waltz Buzzes/Buzz
Niches/Niche Headaches/Headache Aches/Ache Watches/Watch Brushes/Brush Axes/Axe Pickaxes/Pickaxe Boxes/Box Taxes/Tax
Heroes/Hero Tomatoes/Tomato Videos/Video Shoes/Shoe Toes/Toe Canoes/Canoe Glasses/Glass Dresses/Dress Mousses/Mousse
Buses/Bus Bonuses/Bonus Abuses/Abuse Houses/House Blouses/Blouse Uses/Use Lenses/Lens Licenses/License
"""


@pytest.mark.parametrize(("one", "other"), [pair.split("/") for pair in PLURALS.split()])
def test_the_plural_has_the_key_of_the_singular(one, other):
    assert key(one) == key(other)
    assert key(f"Plus {one}") == key(f"plus {other}")
    assert letters(f"Plus {one}") == letters(f"plus {other}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Markets", "Marketing"),
        ("Belts", "Belted"),
        ("Beds", "Bedding"),
        ("News", "New"),
        ("Glass", "Glas"),
        ("Toes", "To"),
        ("Uses", "US"),
    ],
)
def test_words_that_only_share_a_stem_have_keys_of_their_own(one, other):
    assert key(one) != key(other)


def test_related_words_have_one_root():
    assert root(key("Marketing Plans")) == root(key("marketed plan"))
    assert root(key("News")) == "news"


def test_headlines_and_numbers_are_no_labels():
    assert is_label(key("Food & Drink"))
    assert not any(map(is_label, [key("One two three four five six"), key("2021"), ""]))
