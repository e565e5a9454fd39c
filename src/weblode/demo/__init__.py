"""Pages that come with weblode, written for showing what it does."""
