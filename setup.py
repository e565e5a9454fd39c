"""Builds the compiled kernels where it can; everything else stands in pyproject.toml.

The extension is optional: without a C compiler (or without Cython) the package installs all the same and the Python
twins do the work.
"""

from setuptools import Extension, setup

KERNELS = [Extension("weblode.kernels._native", ["src/weblode/kernels/_native.pyx"], optional=True)]

try:
    from Cython.Build import cythonize
except ImportError:
    setup(ext_modules=[])
else:
    setup(ext_modules=cythonize(KERNELS, language_level=3))
