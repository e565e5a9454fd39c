"""weblode mines web sites: pages in, records, outlines, tables and knowledge graphs out.

>>> import weblode
>>> tree = weblode.read(b"<ul><li>one<li>two</ul>")
>>> tree.text(0)
'one\\ntwo'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weblode.errors import LimitError as LimitError
    from weblode.errors import SourceError as SourceError
    from weblode.errors import WeblodeError as WeblodeError
    from weblode.limits import Limits as Limits
    from weblode.mining.job import mine as mine
    from weblode.mining.miner import MineOptions as MineOptions
    from weblode.ontology import Ontology as Ontology
    from weblode.outline.build import outline as outline
    from weblode.outline.document import Outline as Outline
    from weblode.pages.page import Unread as Unread
    from weblode.paths import find as find
    from weblode.paths import node_path as node_path
    from weblode.paths import xpath as xpath
    from weblode.records.discover import discover as records  # noqa: F401 - the package itself is callable
    from weblode.records.record_list import RecordList as RecordList
    from weblode.report.facts import MineResult as MineResult
    from weblode.rules.learning import learn as learn
    from weblode.rules.rule import Rule as Rule
    from weblode.sources.crawl import CrawlOptions as CrawlOptions
    from weblode.sources.reading import read as read
    from weblode.sources.reading import trees as trees
    from weblode.table import Table as Table
    from weblode.tables.discover import DataTable as DataTable
    from weblode.tables.discover import discover as tables  # noqa: F401 - the package itself is callable
    from weblode.tree import Tree as Tree

_HOMES = {
    "CrawlOptions": "sources.crawl",
    "DataTable": "tables.discover",
    "LimitError": "errors",
    "Limits": "limits",
    "MineOptions": "mining.miner",
    "MineResult": "report.facts",
    "Ontology": "ontology",
    "Outline": "outline.document",
    "RecordList": "records.record_list",
    "Rule": "rules.rule",
    "SourceError": "errors",
    "Table": "table",
    "Tree": "tree",
    "Unread": "pages.page",
    "WeblodeError": "errors",
    "find": "paths",
    "learn": "rules.learning",
    "mine": "mining.job",
    "node_path": "paths",
    "outline": "outline",
    "read": "sources.reading",
    "records": "records",
    "tables": "tables",
    "trees": "sources.reading",
    "xpath": "paths",
}

__all__ = sorted(_HOMES)
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """A public name, imported on first use, so that `import weblode` is fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'weblode' has no attribute {name!r}; it has {', '.join(__all__)}")
    home = import_module(f"weblode.{_HOMES[name]}")
    return home if name == _HOMES[name] else getattr(home, name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
