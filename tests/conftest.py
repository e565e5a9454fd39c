import pytest

from weblode import kernels


@pytest.fixture(params=["python", "native"])
def kernel(request):
    """Each implementation of the inner loops in turn."""
    found = kernels.python() if request.param == "python" else kernels.native()
    if found is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    return found
