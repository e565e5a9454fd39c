"""Bounds on what a test may cost. A clock on the wall says how busy the machine is, not how good the code."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if what it stands around took more of the processor's time; who waits, takes none."""
    start = time.process_time()
    yield
    took = time.process_time() - start
    assert took < seconds, f"took {took:.1f} s of the processor"
