"""Pagination: the next page and the numbered pages of a page's list, with the evidence."""
