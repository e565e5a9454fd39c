"""Classes of whole records, which say nothing of a value in them: stripes (`odd`, `even`), the first and the last.

The author's name for a value is that of the nearest element with a class. Where that element is the record itself, and
the records have different classes, values of one field would have different names.
"""

from collections.abc import Sequence

from weblode.records.objects import Range
from weblode.records.places import FieldPlace
from weblode.tree import Tree

_SEVERAL = 2  # different classes


def classes_of_records(tree: Tree, records: Sequence[Range]) -> frozenset[str]:
    """The class attributes of records that are elements, if they differ; none otherwise."""
    if not records or tree.is_xml:
        return frozenset()
    tops = [start for start, stop in records if tree.end.item(start) == stop]
    if len(tops) < len(records):
        return frozenset()
    classes = {" ".join(each.split()) for each in set(tree.attributes_of(tops, "class"))}
    return frozenset(classes - {""}) if len(classes) >= _SEVERAL else frozenset()


def without_classes(places: Sequence[FieldPlace], classes: frozenset[str]) -> dict[int, FieldPlace]:
    """The places by their `id`, in order; those that the class of a record names have no name."""
    return {
        id(place): FieldPlace(place.path, "", place.label, place.image, place.whole, place.cell)
        if place.author in classes
        else place
        for place in places
    }
