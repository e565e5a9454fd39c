"""Many pages at once: on all cores of a machine."""
