"""Texts of pages as a terminal may get them: escape sequences must not reach it."""


def shown(text: str, width: int | None = None) -> str:
    """A text without what cannot be printed, cut to a width.

    >>> shown("\\x1b[31mred", 6)
    '[31...'
    """
    found = text if text.isprintable() else "".join(filter(str.isprintable, text))
    return found if width is None or len(found) <= width else found[: width - 3] + "..."
