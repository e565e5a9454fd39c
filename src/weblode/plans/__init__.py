"""Plans: what to collect from a site, in one file; run again, they say what is new, gone and changed."""
