"""What labels and names of classes say."""

# ruff: noqa: RUF001 - arrows and letters of other scripts

import pytest

from weblode.pagination.words import (
    BACK,
    ENDS,
    MORE,
    NEXT,
    arrow_kind,
    class_kind,
    is_calendar,
    is_pager,
    is_slider,
    label_kind,
    page_number,
)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("NEXT »", NEXT),
        ("« Older Entries", NEXT),
        ("Nächste Seite", NEXT),
        ("次のページへ", NEXT),
        ("Newer posts", BACK),
        ("« Précédent", BACK),
        ("前のページ", BACK),
        ("Last", ENDS),
        ("« Primera", ENDS),
        ("Load more…", MORE),
        ("더보기", MORE),
        ("Home", ""),
        ("", ""),
        ("Next of kin: the story of a family that waited for a letter from the front and got a telegram", ""),
    ],
)
def test_whole_labels_are_known_in_any_case_and_with_signs(label, kind):
    assert label_kind(label)[0] == kind


def test_a_longer_label_says_less():
    assert label_kind("Next 20 lamps") == (NEXT, False)
    assert label_kind("Next") == (NEXT, True)
    assert label_kind("The next big thing") == ("", False)


def test_no_label_has_two_meanings_but_where_languages_share_a_word():
    from weblode.pagination import labels

    names = ("NEXT_LABELS", "BACK_LABELS", "ENDS_LABELS", "MORE_LABELS")
    sets = [{text.strip() for text in getattr(labels, name).replace("\n", " ").split(";")} for name in names]
    assert [one & other for i, one in enumerate(sets) for other in sets[i + 1 :] if one & other] == []


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("›", NEXT),
        (">>", NEXT),
        ("→", NEXT),
        ("‹", BACK),
        ("«", BACK),
        (">|", ENDS),
        ("|‹", ENDS),
        ("a >", ""),
        ("", ""),
    ],
)
def test_arrows_point_somewhere(label, kind):
    assert arrow_kind(label) == kind


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("2", 2),
        ("[3]", 3),
        ("1,097", 1097),
        ("1.097", 1097),
        ("Page 4", 4),
        ("5 (current)", 5),
        ("第6页", 6),
        ("٢", 2),
        ("3.5", None),
        ("50%", None),
        ("$5", None),
        ("7 lamps", None),
        ("12345678", None),
        ("two", None),
        ("", None),
    ],
)
def test_numbers_of_pages_stand_alone_or_beside_the_word(label, number):
    assert page_number(label) == number


def test_names_of_classes_are_read_as_words():
    assert class_kind("btnNext") == class_kind("pager__next") == class_kind("fa fa-angle-right") == NEXT
    assert class_kind("context nextel") == class_kind("float-right") == class_kind("prev-next") == ""
    assert class_kind("icon-arrow-left") == class_kind("nav-previous") == BACK
    assert class_kind("last") == ENDS


def test_classes_tell_what_stands_around():
    assert is_pager("wp-pagenavi")
    assert is_pager("PageNumbers")
    assert not is_pager("homepagesize content")
    assert is_slider("carousel-control right")
    assert is_calendar("mini-calendar")
