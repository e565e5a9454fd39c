"""The errors: each is also the built-in one that callers expect, and a missing package says what to install."""

import ast
import inspect
import re

import pytest

from weblode import errors
from weblode.errors import WeblodeError, require

KINDS = {
    name: kind
    for name, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, WeblodeError) and kind is not WeblodeError
}


@pytest.mark.parametrize("name", KINDS)
def test_an_error_is_caught_as_ours_and_as_the_built_in_one_that_the_tree_names(name):
    tree = ast.get_docstring(ast.parse(inspect.getsource(errors)))
    (built_in,) = re.findall(rf"─ {name}\s+\((\w+)\)", tree)
    for expected in (WeblodeError, getattr(__builtins__, built_in, None) or __builtins__[built_in]):
        with pytest.raises(expected, match="why"):
            raise KINDS[name]("why")


def test_what_is_installed_is_not_complained_of():
    require("json", "nothing")


def test_a_missing_package_is_one_line_with_the_remedy():
    with pytest.raises(WeblodeError) as caught:
        require("no_such_module", "weblode[crawl]")
    assert str(caught.value) == "this needs no_such_module, which is not installed: pip install 'weblode[crawl]'"
