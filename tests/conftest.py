import os

import pytest
from hypothesis import HealthCheck, settings

from weblode import kernels

# No example is judged by the clock: on a busy machine every one takes long.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# The same examples every time, so that a change is judged by what it changed. HYPOTHESIS_PROFILE=search looks further.
settings.register_profile("steady", derandomize=True, **PATIENT)
settings.register_profile("search", print_blob=True, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(params=["python", "native"])
def kernel(request):
    """Each implementation of the inner loops in turn."""
    found = kernels.python() if request.param == "python" else kernels.native()
    if found is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    return found
