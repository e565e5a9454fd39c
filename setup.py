"""Builds the compiled kernels where it can; everything else stands in pyproject.toml.

The extension is optional: without a C compiler (or without Cython) the package installs all the same and the Python
twins do the work.
"""

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    kernels = []
else:
    kernels = cythonize([Extension("weblode.kernels._native", ["src/weblode/kernels/_native.pyx"])], language_level=3)
    for kernel in kernels:
        kernel.optional = True  # said here: cythonize makes new extensions and forgets it

setup(ext_modules=kernels)
