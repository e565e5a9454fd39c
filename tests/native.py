"""What tests of compiled kernels share."""

import numpy as np
import pytest

from weblode import kernels


def row(values):
    """Numbers as the kernels take them."""
    return np.array(values, dtype=np.int32)


def compiled():
    """The compiled kernels; the test is skipped where there are none."""
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    return native
