"""The errors that weblode raises.

    WeblodeError
    ├── SourceError (OSError)      a page cannot be fetched or read: missing file, refused address, broken archive
    ├── LimitError  (ValueError)   a page is larger, deeper or slower than a limit allows
    ├── PathError   (LookupError)  a node path or XPath is malformed or leads nowhere
    ├── TableError  (ValueError)   a table cannot be built, written or read
    ├── RuleError   (ValueError)   a rule cannot be learnt or read, or does not fit a page
    └── OntologyError (ValueError) an ontology cannot be read or written, or a query on it is wrong

Every message has the value, the limit if there is one, and the remedy.
"""

from importlib.util import find_spec


class WeblodeError(Exception):
    """The base class of all errors that weblode raises on purpose."""


class SourceError(WeblodeError, OSError):
    """A page cannot be fetched or read."""


class LimitError(WeblodeError, ValueError):
    """A page exceeds a limit."""


class PathError(WeblodeError, LookupError):
    """A path is malformed or leads nowhere."""


class TableError(WeblodeError, ValueError):
    """A table cannot be built, written or read."""


class RuleError(WeblodeError, ValueError):
    """A rule cannot be learnt or read, or does not fit a page."""


class OntologyError(WeblodeError, ValueError):
    """An ontology cannot be read or written, or a query on it is wrong."""


def require(module: str, install: str) -> None:
    """Raise WeblodeError if a module of an optional package is not there; it says what to install.

    It stands before every import of such a package: `require("httpx", "weblode[crawl]")`.

    >>> require("no_such_module", "weblode[all]")
    Traceback (most recent call last):
        ...
    weblode.errors.WeblodeError: this needs no_such_module, which is not installed: pip install 'weblode[all]'
    """
    if find_spec(module) is None:
        raise WeblodeError(f"this needs {module}, which is not installed: pip install '{install}'")
