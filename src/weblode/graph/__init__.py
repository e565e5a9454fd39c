"""The mined ontology as files and as a knowledge graph: RDF, a store to query, edits by hand, changes between runs."""

from weblode.errors import require

require("pyoxigraph", "weblode[graph]")
