"""The ways out of a result: data frames, Arrow data, files, dictionaries, and HTML for notebooks."""
