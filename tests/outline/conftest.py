"""The tests of this folder run by the compiled modules of the outline and by the Python ones."""

from importlib import import_module

import pytest

from weblode.outline import compiled


@pytest.fixture(scope="module", params=["python", "compiled"], autouse=True)
def implementation(request):
    """Each implementation in turn, as the package where its modules are."""
    package = "weblode.outline" if request.param == "python" else "weblode.outline.compiled"
    try:
        import_module(f"{package}.structure")
    except ImportError:
        pytest.skip("the modules of the outline are not compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "fastest", lambda name: import_module(f"{package}.{name}"))
        yield package
