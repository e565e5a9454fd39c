"""Application ontologies: from a text file that describes a domain to rows in a database."""

from weblode.errors import require

require("sqlalchemy", "weblode[db]")
require("re2", "weblode[db]")
