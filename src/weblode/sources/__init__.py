"""Where pages come from: files, folders, archives, single addresses, and crawls."""
