"""weblode mines web sites: pages in, records, outlines, tables and knowledge graphs out.

>>> import weblode
>>> tree = weblode.read(b"<ul><li>one<li>two</ul>")
>>> tree.text(0)
'one\\ntwo'
"""

from importlib import import_module

_HOMES = {
    "LimitError": "errors",
    "Limits": "limits",
    "PathError": "errors",
    "SourceError": "errors",
    "Table": "table",
    "TableError": "errors",
    "Tree": "tree",
    "Unread": "pages.page",
    "WeblodeError": "errors",
    "find": "paths",
    "node_path": "paths",
    "read": "pages.trees",
    "trees": "pages.trees",
    "xpath": "paths",
}

__all__ = sorted(_HOMES)
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """A public name, imported when it is first used: `import weblode` alone costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'weblode' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"weblode.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
