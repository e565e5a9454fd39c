"""What is kept of functions of texts, and how much memory it takes."""

import pickle
import re
import sys
from copy import copy

import children
import pytest

from weblode.caches import bounded_cache, regex


def counted(limit):
    asked = []

    @bounded_cache(limit)
    def work(*texts):
        asked.append(texts)
        return "".join(texts)

    return work, asked


def test_what_is_kept_is_worked_out_once():
    work, asked = counted(10_000)
    assert [work("a", "b"), work("a", "b"), work("ab"), work("a", "b")] == ["ab"] * 4
    assert asked == [("a", "b"), ("ab",)]


def test_none_is_a_result_too():
    asked = []
    work = bounded_cache(10_000)(asked.append)
    assert [work("a"), work("a")] == [None, None]
    assert asked == ["a"]


def test_what_is_asked_for_again_and_again_stays_and_the_rest_goes():
    work, asked = counted(20_000)
    for n in range(1000):
        work("often")
        work(f"once {n}")
    assert asked.count(("often",)) == 1
    work("once 0")
    assert asked.count(("once 0",)) == 2


def test_a_text_that_would_take_all_the_room_is_not_kept():
    work, asked = counted(20_000)
    work("short")
    for _ in range(3):
        work("long" * 10_000)
    work("short")
    assert [len(texts[0]) for texts in asked] == [5, 40_000, 40_000, 40_000]


def test_an_error_is_not_kept():
    @bounded_cache(10_000)
    def work(text):
        raise ValueError(text)

    for _ in range(2):
        with pytest.raises(ValueError, match="a"):
            work("a")


MUCH = """
import resource
from pathlib import Path
{imports}
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**27, used + 2**27))
for n in range({times}):
    {work}
"""

CACHES = {
    "links": (
        "from weblode.pages.links import resolve; import ada_url",
        'resolve("http://a.b/", f"/{n}/" + "x" * 20_000)',
    ),
    "sites": ("from weblode.pages.links import site; import ada_url", 'site(f"http://a{n}.b/" + "x" * 100_000)'),
    "values": ("from weblode.values.literals import value", 'value(f"{n} " + "x" * 100_000)'),
    "literals": ("from weblode.graph.terms import typed", 'typed(f"{n} " + "x" * 100_000)'),
    "names": ("from weblode.graph.terms import iri_node", 'iri_node(f"http://a.b/{n}/" + "x" * 100_000)'),
    "media": ("from weblode.style.sheets import on_screen", 'on_screen(f"print {n} " + "x" * 1_000_000)'),
    "sheets": ("from weblode.style.sheets import sheet", 'sheet(f"/* {n} */" + "a { font: 1px x }\\n" * 10_000)'),
    "steps": ("from weblode.paths import _steps", '_steps(f"/html/body[{n + 1}]" + "/div" * 40_000)'),
}


@pytest.mark.parametrize("name", CACHES)
def test_pages_with_long_texts_do_not_fill_the_memory(name):
    imports, work = CACHES[name]
    times = {"links": 8000, "media": 300, "sheets": 33, "steps": 70}.get(name, 4000)
    program = MUCH.format(imports=imports, work=work, times=times)
    done = children.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]


def test_a_regular_expression_can_be_copied_and_pickled():
    year = regex(r"\d{4}", re.ASCII)
    for again in (copy(year), pickle.loads(pickle.dumps(year))):
        assert again.findall("in 1999") == ["1999"]
