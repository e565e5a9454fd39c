"""Stars: ratings of elements without text."""

import pytest

from weblode.values.stars import STARRY, star_rating


@pytest.mark.parametrize(
    ("attributes", "number"),
    [
        ({"class": "star-rating Three"}, "3"),
        ({"class": "icon a-star-4-5"}, "4.5"),
        ({"class": "stars_45"}, "4.5"),
        ({"class": "rating-4"}, "4"),
        ({"class": "a-star-small-4"}, "4"),
        ({"class": "stars", "title": "4,5 von 5 Sternen"}, "4.5"),
        ({"class": "stars", "aria-label": "Rated 4 out of 5"}, "4"),
        ({"class": "stars", "title": "3.5 stars"}, "3.5"),
        ({"class": "rating", "data-rating": "4.2"}, "4.2"),
        ({"class": "stars", "style": "color: red; width: 80%"}, "4"),
    ],
)
def test_stars_have_a_number_by_label_class_or_width(attributes, number):
    assert STARRY.search(attributes["class"])
    assert star_rating(attributes)[1] == number


@pytest.mark.parametrize(
    "attributes",
    [
        {"class": "stars"},
        {"class": "star-10"},
        {"class": "stars", "title": "Write a review"},
        {"class": "rating", "data-rating": "87"},
        {"class": "stars", "style": "width: 120px"},
    ],
)
def test_stars_without_a_clear_number_have_none(attributes):
    assert star_rating(attributes) is None


def test_other_classes_are_not_asked():
    assert not any(map(STARRY.search, ["start", "starter-kit", "operating", "gray"]))
