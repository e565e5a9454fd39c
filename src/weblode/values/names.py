"""Names that are made from texts: ids of concepts, and a number behind a name that another has."""

from collections.abc import Container


def concept_id(label: str) -> str:
    """The id of a concept with a label, if no other has it.

    >>> concept_id("World  News")
    'world-news'
    """
    return "-".join(label.casefold().split())


def unused(name: str, taken: Container[str], *, join: str = "-") -> str:
    """The name, with a number behind it if it is taken.

    >>> unused("world", {"world", "world-2"}), unused("title", {"title"}, join="_")
    ('world-3', 'title_2')
    """
    found, n = name, 1
    while found in taken:
        n += 1
        found = f"{name}{join}{n}"
    return found
