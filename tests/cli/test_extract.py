"""`weblode extract` as a person uses it."""

import json
import sqlite3

import pytest
from application.made import BOATS, SHOP, THREE, boats
from commands import lines, on_a_terminal, run
from records.pages import OBITUARIES


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "obituaries.html").write_bytes(OBITUARIES)
    (tmp_path / "shop.toml").write_text(SHOP)
    items = "".join(f"<li>{record}</li>" for record in THREE)
    (tmp_path / "books.html").write_text(f"<h1>Books</h1><ul>{items}</ul>")
    (tmp_path / "empty.html").write_text("<p>Nothing of the kind.")
    return tmp_path


def test_pages_fill_a_database_and_a_summary_says_how(folder):
    done = run("extract", "--ontology", "obituaries", "--db", "rows.db", "obituaries.html", cwd=folder)
    assert done.returncode == 0
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["kind"], row["separator"], len(row["records"])) == ("several records", "hr", 3)
    assert (row["filled"], row["missing"]) == (23, 4)
    assert lines(done.stderr) == ["weblode: 61 rows loaded of 1 pages: 0 unchanged, 0 replaced"]
    names = sqlite3.connect(folder / "rows.db").execute("SELECT deceased_name FROM deceased_person").fetchall()
    assert names == [("Lemar K. Adamson",), ("Brian Fielding Frost",), ("Leonard Kenneth Gunther",)]
    again = run("extract", "--ontology", "obituaries", "--db", "rows.db", "obituaries.html", cwd=folder)
    assert lines(again.stderr) == ["weblode: 0 rows loaded of 1 pages: 1 unchanged, 0 replaced"]


def test_a_terminal_gets_a_line_a_page_and_a_table_of_fields(folder):
    shown = on_a_terminal("extract", "--ontology", "shop.toml", "books.html", "empty.html", cwd=folder)
    assert "books.html: 3 records, 10 fields filled, 2 missing, 0 conflicts; <li> stands around them" in shown
    assert "weblode: empty.html: no record found" in shown
    assert "sold                                        1        2         0" in shown


def test_a_page_without_records_says_so_in_one_line(folder):
    for form in ("text", "json"):
        done = run("extract", "--ontology", "shop.toml", "empty.html", "--format", form, cwd=folder)
        assert (done.returncode, lines(done.stderr)) == (0, ["weblode: empty.html: no record found"])
        assert (done.stdout == b"") == (form == "text")


def test_a_record_is_explained(folder):
    shown = on_a_terminal("extract", "--ontology", "shop.toml", "--explain", "2", "books.html", cwd=folder)
    assert "separator by ORSIH: li" in shown
    assert "record 2 of 3" in shown
    assert "Date|2003-01-01|" in shown
    assert "sold = 2003-01-01, 1 characters after 'sold'" in shown
    assert "no record 9" in on_a_terminal(
        "extract", "--ontology", "shop.toml", "--explain", "9", "books.html", cwd=folder
    )


def test_all_matches_are_explained_without_a_number_also_where_no_record_came_out(folder):
    (folder / "bare.html").write_text("<p>A price of $5, and nothing else.")
    done = run("extract", "--ontology", "shop.toml", "--explain", "bare.html", "books.html", cwd=folder)
    shown = done.stdout.decode()
    assert "no record; 1.00 records expected by identifying fields" in shown
    assert "2 matches outside of records\n  KEYWORD(Price)|price|2|7\n  Price|$5|11|13\n" in shown
    assert all(f"record {i} of 3" in shown for i in (1, 2, 3))


def test_the_method_of_the_thesis_can_be_asked_for(folder):
    done = run("extract", "--ontology", "shop.toml", "--method", "byu", "books.html", cwd=folder)
    assert json.loads(done.stdout)["separator"] == "li"


def test_pages_of_one_site_are_read_together(folder):
    for name, html in boats():
        (folder / name).write_text(html)
    (folder / "boats.toml").write_text(BOATS)
    done = run("extract", "--ontology", "boats.toml", *(name for name, _ in boats()), cwd=folder)
    records = [json.loads(row)["records"] for row in done.stdout.splitlines()]
    assert records[0] == [{"name": "Alma", "harbour": "Husum", "draught": 1.1, "built": 1951}]


def test_one_bad_page_does_not_lose_the_rows_of_the_others(folder):
    done = run("extract", "--ontology", "shop.toml", "--db", "rows.db", "missing.html", "books.html", cwd=folder)
    assert done.returncode == 1
    assert "missing.html" in done.stderr.decode()
    assert sqlite3.connect(folder / "rows.db").execute("SELECT COUNT(*) FROM book").fetchone() == (3,)


def test_patterns_that_take_too_long_are_a_line(folder):
    done = run("extract", "--ontology", "shop.toml", "--max-matching", "1e-9", "books.html", cwd=folder)
    assert done.returncode == 1
    assert "books.html: the patterns took more than 1e-09 seconds" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--ontology", "nowhere"], "nowhere: no such ontology"),
        (["--ontology", "shop.toml", "--db", "mysql://x"], "'mysql' is not a supported database"),
        (["--ontology", "shop.toml", "--db", "books.html"], "not a database"),
    ],
)
def test_what_cannot_be_done_is_one_line(folder, arguments, why):
    done = run("extract", *arguments, "books.html", cwd=folder)
    assert done.returncode == 1
    assert why in lines(done.stderr)[-1]
    assert b"Traceback" not in done.stderr


def test_heuristics_are_chosen_by_their_letters(folder):
    row = json.loads(run("extract", "--ontology", "shop.toml", "--heuristics", "sh", "books.html", cwd=folder).stdout)
    assert row["separator"] == "li"
    assert run("extract", "--ontology", "shop.toml", "--heuristics", "x", "books.html", cwd=folder).returncode == 2
