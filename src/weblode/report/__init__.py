"""What a run found, for people: as text for a terminal, and as a page to look at."""
