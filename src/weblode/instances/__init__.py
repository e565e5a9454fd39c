"""Instances: what a section page lists, and the attributes that the pages of these things have."""
