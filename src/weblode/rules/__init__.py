"""Rules: learnt from a list of records on one page, applied to other pages, and told when the page has changed."""
