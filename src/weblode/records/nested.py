"""Lists inside records: comments below a post, offers of a product, parties of a case.

A nested list is a run of siblings that repeats inside the records of a list. It is one if all of this holds:

- *Place.* The items have the same tag path in at least two records, or one record has at least three of them; and some
  record has at least two beside each other. Once the place is known, a record may have one item there, or none.
- *Kind.* Items beside other elements of their tag are told apart by a class word that repeats below one parent. Two
  lists at one tag path are told apart by the class words of their parents, by the headings above them, and by shape.
- *Likeness.* Items share most of the tag paths that most of them have.
- *Content.* An item holds more than a bare word: two places of a field or more. A single text or link is enough in
  `li` and `dd` alone, and only if the number of items differs between records: three `li` in each record are its
  fields. Cells of a row, paragraphs, headings, images, marks (`b`, `em`) and lines (`br`) are never items.
- *No form.* If the items carry labels that recur in the records (`Price`, `Year`), a class of their own each, or the
  same words in all records (`Reply`, `Share`), they are fields or furniture of the page (`nested_evidence`).

The elements `dt`, `h2` to `h6`, and `tr` may be the head of an item that goes on in the siblings up to the next head.
Lists inside the items of a list belong to these items. A thread is a list whose items
hold items by the same way down, or of the class of the records themselves: there, one reply is enough.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from weblode.records import compiled, objects
from weblode.records.nested_items import NestedItems, Relation
from weblode.records.objects import Range
from weblode.tree import Tree
from weblode.values.names import unused_name

if TYPE_CHECKING:
    from weblode.records.nested_search import NestedSearch

LEVELS = 64  # the most levels of lists in lists
_TEXT = 100_000_000  # the most bytes of text of all levels, since the text of a record has that of the records in it
_NODES = 300_000  # the same for the nodes of all levels; a page below 1 MB takes less than 5 seconds


def find(
    tree: Tree, records: Sequence[Range], above: Sequence[Relation] = (), no_lists: Collection[str] = ()
) -> list[NestedItems]:
    """The lists inside the records, in document order; `above` are the relations by which the records are nested.

    `no_lists` are tag paths of siblings that are known to be fields of the records (see `repeating_fields`).
    """
    level, nodes = len(above) + 1, sum([stop - start for start, stop in records])
    if not nodes or level > LEVELS or (level > 1 and nodes * level > _NODES):
        return []
    if len(tree.buffer) * len(records) * level > _TEXT and sum(objects.sizes(tree, records)) * level > _TEXT:
        return []  # few pages are so large that the texts need to be counted
    lists = _search(tree, records, tuple(above)).lists(no_lists)
    used: set[str] = set()
    for i, each in enumerate(lists):
        name = unused_name(each.name or "list", used, join="_")
        used.add(name)
        if name != each.name:
            lists[i] = replace(each, name=name)
    return lists


def repeating_fields(record_lists: Iterable[tuple[Tree, Sequence[Range]]]) -> tuple[str, ...]:
    """The tag paths, from the top of a record, of siblings that are fields by what they are, on every page.

    Those that are no list on a page only because too few records have several, or because all have as many, are not
    among them: on another page they may be a list.
    """
    fields: dict[str, None] = {}
    list_paths: set[str] = set()
    for tree, records in record_lists:
        search = _search(tree, records, ())
        lists = search.lists()
        fields |= dict.fromkeys(search.place(u) for u in (*search.siblings.repeats.values(), *search.like_records()))
        list_paths |= {"/".join(each.relation.path) for each in lists} | search.undecided
    within_lists = tuple(f"{each}/" for each in list_paths)
    return tuple(path for path in sorted(fields) if not f"{path}/".startswith(within_lists))


def _search(tree: Tree, records: Sequence[Range], above: tuple[Relation, ...]) -> "NestedSearch":
    search: NestedSearch = compiled.fastest("nested_search").NestedSearch(tree, records, above)
    return search
