"""Rules: learnt from a list of records on one page, applied to other pages; they notice when a page has changed."""
