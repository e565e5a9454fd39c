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
    # So are the modules whose types stand in a folder `compiled` beside them. A third of the time of the compiler makes
    # code as fast: most of it calls Python's own.
    types = sorted(Path("src/weblode").glob("*/compiled/*.pxd"))
    newest = max(path.stat().st_mtime for path in types)
    extensions, old = [], False
    for path in types:
        source, name = path.parents[1] / f"{path.stem}.py", ".".join(path.with_suffix("").parts[1:])
        extensions.append(Extension(name, [source.as_posix()], extra_compile_args=["-O1", "-g0"]))
        code = source.with_suffix(".c")
        old |= code.exists() and code.stat().st_mtime < newest  # Cython does not look for types in another folder
    directives = {"annotation_typing": False, "freethreading_compatible": True}
    kernels += cythonize(extensions, language_level=3, compiler_directives=directives, force=old)
    for kernel in kernels:
        kernel.optional = True  # said here: cythonize makes new extensions and forgets it

setup(ext_modules=kernels, options={"build_ext": {"parallel": os.cpu_count()}})
