"""Record extraction: the region of a page that lists things of a kind, the separator, and the records themselves.

The attribute `weblode.records` is the function of that name; the modules of this package are imported by their names.
"""

METHODS = ("consensus", "omini", "byu", "iepad")  # the first is the default
FACTORS = ("ours", "paper")  # certainty factors: estimated on our pages, or as printed in the papers
