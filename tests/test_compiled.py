"""Modules that are compiled from their own sources: of the sources as they are, and all of a package or none."""

from importlib import import_module
from pathlib import Path

import pytest

from weblode import kernels
from weblode.kernels import modules
from weblode.outline import compiled as of_outline
from weblode.records import compiled as of_records
from weblode.values import compiled as of_values

PACKAGES = (of_outline, of_records, of_values)
TYPES = sorted(types for package in PACKAGES for types in Path(package.__file__).parent.glob("*.pxd"))


@pytest.fixture
def afresh():
    """What was chosen before is forgotten, and so is what the test chooses."""
    for cached in (modules._module, modules._are_compiled):
        cached.cache_clear()
    yield
    for cached in (modules._module, modules._are_compiled):
        cached.cache_clear()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_a_package_names_the_modules_whose_types_it_has(package):
    assert list(package.MODULES) == sorted(path.stem for path in TYPES if path.parent == Path(package.__file__).parent)


@pytest.mark.parametrize("types", TYPES, ids=lambda path: f"{path.parts[-3]}.{path.stem}")
def test_what_is_compiled_is_the_source_as_it_is(types):
    name = f"weblode.{types.parts[-3]}.compiled.{types.stem}"
    module = pytest.importorskip(name, reason="the modules are not compiled", exc_type=ImportError)
    newest = max(path.stat().st_mtime for path in (types, types.parents[1] / f"{types.stem}.py"))
    assert Path(module.__file__).stat().st_mtime >= newest, "compile again: python setup.py build_ext --inplace"


@pytest.mark.parametrize(("package", "name"), [(of_outline, "structure"), (of_records, "names"), (of_values, "kinds")])
def test_python_modules_go_with_python_kernels(package, name, monkeypatch):
    python = import_module(package.__name__.replace("compiled", name))
    monkeypatch.setattr(kernels, "fastest", kernels.python)
    assert package.fastest(name) is python
    pytest.importorskip(f"{package.__name__}.{name}", reason="the modules are not compiled", exc_type=ImportError)
    monkeypatch.setattr(kernels, "fastest", kernels.native)
    assert package.fastest(name) is import_module(f"{package.__name__}.{name}")


@pytest.mark.usefixtures("afresh")
def test_where_one_module_of_a_package_is_not_compiled_all_are_python(monkeypatch):
    monkeypatch.setattr(of_records, "MODULES", (*of_records.MODULES, "missing"))
    assert of_records.fastest("names") is import_module("weblode.records.names")
    assert of_records.fastest("drafts") is import_module("weblode.records.drafts")
