"""Names made from texts: ids of concepts, and numbered names where a name is taken."""

from collections.abc import Container


def concept_id(label: str) -> str:
    """The id of a concept with this label, before a number is added to one that is taken.

    >>> concept_id("World  News")
    'world-news'
    """
    return "-".join(label.casefold().split())


def unused_name(name: str, taken: Container[str], *, join: str = "-") -> str:
    """The name; with a number at its end if it is taken.

    >>> unused_name("world", {"world", "world-2"}), unused_name("title", {"title"}, join="_")
    ('world-3', 'title_2')
    """
    candidate, n = name, 1
    while candidate in taken:
        n += 1
        candidate = f"{name}{join}{n}"
    return candidate
