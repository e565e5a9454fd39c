"""The article on a page: its blocks, what it tells machines, title, byline, lead and body."""
