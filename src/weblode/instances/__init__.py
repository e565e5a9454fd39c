"""Instances: the things that a section page lists, with the attributes on their own pages."""
