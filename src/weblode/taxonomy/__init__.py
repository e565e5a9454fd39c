"""Taxonomies: the labels that several sites share, the concepts they name, and which is broader."""
