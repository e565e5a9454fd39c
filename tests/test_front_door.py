"""The package as its users see it: functions that take any page, with signatures, docstrings and types."""

import importlib
import inspect
import io
import pydoc
import sys
from pathlib import Path

import pytest
from children import run

import weblode
from weblode.errors import RuleError, SourceError, WeblodeError

ITEM = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
SHOP = "<title>Shop</title><h1>Books</h1><ul>" + "".join(map(ITEM.format, range(1, 9))) + "</ul>"
TOWNS = "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
PACKAGES = ("records", "tables", "outline")


@pytest.fixture(params=["text", "bytes", "path", "name", "stream", "tree"])
def shop(request, tmp_path):
    path = tmp_path / "shop.html"
    path.write_text(SHOP, encoding="utf-8")
    kinds = {
        "text": SHOP,
        "bytes": SHOP.encode(),
        "path": path,
        "name": str(path),
        "stream": io.StringIO(SHOP),
        "tree": weblode.read(SHOP),
    }
    return kinds[request.param]


def test_records_are_of_any_page(shop):
    [books] = weblode.records(shop)
    assert len(books.records) == 8


def test_an_outline_is_of_any_page(shop):
    assert weblode.outline(shop).name(0) == "Shop"


def test_tables_are_of_any_page():
    for page in (TOWNS, TOWNS.encode(), io.BytesIO(TOWNS.encode()), weblode.read(TOWNS)):
        assert len(weblode.tables(page)) == 1


def test_a_rule_is_learnt_on_any_page_and_applied_to_any(shop):
    rule = weblode.learn(shop)
    assert rule.apply(SHOP.replace("Book", "Film")).texts()[0].startswith("Film 1")


def test_a_rule_is_learnt_on_several_pages_lists_of_records_and_generators(shop):
    other = SHOP.replace("Book", "Film")
    [books] = weblode.records(SHOP)
    for pages in ([shop, other], (books, other), (page for page in [books, other]), weblode.records(SHOP)):
        assert weblode.learn(pages).pages in (1, 2)
    assert weblode.learn([books, other, "<p>nothing to see"]).pages == 2
    assert weblode.learn(books) == weblode.learn([books])


def test_pages_without_records_teach_nothing():
    for pages in ("<p>nothing", [], ["<p>nothing"]):
        with pytest.raises(RuleError, match="no records to learn from"):
            weblode.learn(pages)
    with pytest.raises(WeblodeError, match="url= and encoding= are for one page"):
        weblode.learn([SHOP, SHOP], url="https://site.example/")


def test_the_address_and_the_encoding_go_with_the_page():
    data, here = SHOP.replace("Book", "Größe").encode("cp1252"), "https://site.example/"
    about = {"url": here, "encoding": "cp1252"}
    [books] = weblode.records(data, **about)
    results = [books, weblode.outline(data, **about), weblode.learn(data, **about).apply(data, **about)]
    assert [(each.tree.url, each.tree.encoding) for each in results] == [(here, "cp1252")] * 3
    assert weblode.tables(TOWNS, url=here)[0].tree.url == here


@pytest.mark.parametrize("function", [weblode.records, weblode.tables, weblode.outline, weblode.learn, weblode.read])
def test_a_page_that_is_not_there_is_said_by_every_function(function):
    with pytest.raises(SourceError, match=r"gone\.html: no such file or folder"):
        function("gone.html")


# ---------------------------------------------------------------- names, help and types
@pytest.mark.parametrize("name", PACKAGES)
def test_a_function_stays_one_when_the_package_of_its_name_is_imported(name):
    program = f"""
import weblode
before = weblode.{name}
from weblode.{name} import METHODS
import weblode.{name}.{"build" if name == "outline" else "discover"}
assert weblode.{name} is before and callable(before)
from weblode import {name}
assert {name} is before
"""
    run([sys.executable, "-c", program], check=True)
    assert inspect.isfunction(getattr(weblode, name))
    assert inspect.ismodule(importlib.import_module(f"weblode.{name}"))


@pytest.mark.parametrize("name", ["records", "tables", "outline", "learn", "read", "trees", "mine"])
def test_help_shows_signature_and_docstring(name):
    text = pydoc.plain(pydoc.render_doc(getattr(weblode, name)))
    assert f"{name}(" in text
    assert "url" in str(inspect.signature(getattr(weblode, name))) or name in ("trees", "mine")
    assert inspect.getdoc(getattr(weblode, name)).splitlines()[0] in text


def test_the_rest_of_the_module_can_be_set_as_any_other(monkeypatch):
    monkeypatch.setattr(weblode, "records", len)
    assert weblode.records("abc") == 3


SCRIPT = """
from pathlib import Path

import weblode
from weblode import records

page: bytes = Path("shop.html").read_bytes()
books = weblode.records(page, url="https://shop.example/", encoding="utf-8")
rows: list[dict[str, str]] = [{name: str(value) for name, value in row.items()} for row in books.to_dicts()]
first: weblode.RecordList = books[0]
texts: list[str] = [*first.texts(), *records(Path("other.html"))[0].texts()]
captions: list[str] = [table.caption for table in weblode.tables("shop.html")]
title: str = weblode.outline("shop.html").name(0)
rule: weblode.Rule = weblode.learn(["a.html", first])
again: weblode.RecordList = rule.apply("b.html", url="https://shop.example/b")
tree: weblode.Tree = weblode.read(Path("a.html"))
books.to_csv("books.csv")
frame = again.to_pandas()
"""


def test_a_script_of_a_user_passes_a_strict_type_checker(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: make lint installs it")
    (tmp_path / "good.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(
        "import weblode\nweblode.records(b'').to_nothing()\nx: int = weblode.read(b'')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", "good.py", "wrong.py"]
    environment = {"MYPYPATH": str(Path(weblode.__file__).parent.parent), "PATH": ""}
    done = run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [line.partition(": error: ")[0] for line in errors] == ["wrong.py:2", "wrong.py:3"], (
        done.stdout + done.stderr
    )
