"""Builds the compiled kernels where it can; everything else stands in pyproject.toml.

The extensions are optional: without a C compiler (or without Cython) the package installs all the same and the Python
twins do the work.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    kernels = []
else:
    sources = {path.stem: path for path in sorted(Path("src/weblode/kernels").glob("*.pyx"))}
    # The Python module is compiled itself where its types stand in a file beside it.
    sources |= {path.stem: path.with_name(f"{path.stem[1:]}.py") for path in Path("src/weblode/kernels").glob("*.pxd")}
    extensions = [Extension(f"weblode.kernels.{name}", [path.as_posix()]) for name, path in sources.items()]
    kernels = cythonize(extensions, language_level=3)
    for kernel in kernels:
        kernel.optional = True  # said here: cythonize makes new extensions and forgets it

setup(ext_modules=kernels, options={"build_ext": {"parallel": os.cpu_count()}})
