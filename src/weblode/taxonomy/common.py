"""Labels that many sites have which have nothing else in common: Home, Contact, News.

The table (`common.json`) is made by `python -m bench.taxonomy FOLDER --common`.
"""

import json
from functools import lru_cache
from importlib.resources import files

EVERYWHERE = 0.1  # the share of unrelated sites from which on a label says little


@lru_cache(maxsize=1)
def common() -> dict[str, float]:
    """The keys of labels with the share of unrelated sites that have them."""
    return dict(json.loads((files("weblode.taxonomy") / "common.json").read_text(encoding="utf-8")))
