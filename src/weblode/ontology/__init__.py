"""Ontologies: what was mined from sites, as frozen types, files, a graph, and a store to ask."""
