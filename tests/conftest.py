import os

import pytest
from hypothesis import settings

from weblode import kernels

# The same examples every time, so that a change is judged by what it changed. HYPOTHESIS_PROFILE=search looks further.
settings.register_profile("steady", derandomize=True)
settings.register_profile("search", print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(params=["python", "native"])
def kernel(request):
    """Each implementation of the inner loops in turn."""
    found = kernels.python() if request.param == "python" else kernels.native()
    if found is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    return found
