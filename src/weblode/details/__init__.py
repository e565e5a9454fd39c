"""Pages about one thing: what pages of one kind share is their template, where they differ are their values."""
