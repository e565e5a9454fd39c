"""Labels of different home pages that mean the same, by the labels below them."""

from weblode.taxonomy.labels import Group, Labels, Use
from weblode.taxonomy.semantics import above_the_same


def test_labels_above_the_same_labels_on_different_sites_are_alike():
    groups = [
        Group("one", ("food", "fashion"), ("lifestyle",)),
        Group("two", ("food", "fashion"), ("living",)),
        Group("two", ("tennis", "golf"), ("sport",)),
        Group("one", ("lifestyle",)),
        Group("two", ("living", "sport")),
    ]
    uses = {}
    for group in groups:
        for one in group.keys:
            uses.setdefault(one, {})[group.site] = Use(texts={one: 1})
    [pair] = above_the_same(Labels(uses, tuple(groups), ("one", "two")), ["lifestyle", "sport"])
    assert (pair.one, pair.other) == ("lifestyle", "living")
    assert pair.why == "'living' and 'lifestyle': both are above fashion, food"
