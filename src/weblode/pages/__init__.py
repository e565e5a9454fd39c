"""Pages: what the user names in, page bytes and page trees out."""
