"""Application ontologies: from a text file that describes a domain to rows in a database."""
