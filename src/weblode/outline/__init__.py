"""The outline of a page: its segments, and what they say about one another."""
