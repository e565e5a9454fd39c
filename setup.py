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
    sources = sorted(Path("src/weblode/kernels").glob("*.pyx"))
    extensions = [Extension(f"weblode.kernels.{path.stem}", [path.as_posix()]) for path in sources]
    kernels = cythonize(extensions, language_level=3)
    for kernel in kernels:
        kernel.optional = True  # said here: cythonize makes new extensions and forgets it

setup(ext_modules=kernels, options={"build_ext": {"parallel": os.cpu_count()}})
