"""The labels of links to other pages of a list."""

import pytest

from weblode.pagination import labels

KINDS = {name: getattr(labels, name) for name in ("NEXT_LABELS", "BACK_LABELS", "ENDS_LABELS", "MORE_LABELS")}


def words(text):
    return [" ".join(each.split()) for each in text.split(";")]


@pytest.mark.parametrize("name", KINDS)
def test_labels_are_lower_case_and_none_is_empty(name):
    own = words(KINDS[name])
    assert all(own)
    assert [each for each in own if each != each.lower()] == []


def test_no_label_leads_both_on_and_back():
    assert set(words(labels.NEXT_LABELS)) & set(words(labels.BACK_LABELS)) == set()
