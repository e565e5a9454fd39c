"""Labels that many sites have which have nothing else in common: Home, Contact, News.

The table (`common.json`) is made by `python -m bench.taxonomy FOLDER --common`.
"""

from collections.abc import Mapping

from weblode.models import parameters

EVERYWHERE = 0.1  # the share of unrelated sites from which on a label says little


def common() -> Mapping[str, float]:
    """The keys of labels with the share of unrelated sites that have them."""
    shares: Mapping[str, float] = parameters("taxonomy/common.json")
    return shares
