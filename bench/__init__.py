"""Measurements: speed, agreement with other tools, quality on real pages, and the gate that holds them."""
