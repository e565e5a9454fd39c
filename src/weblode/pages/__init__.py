"""One page: its bytes, its encoding, its tree, its links."""
