"""`weblode tables`."""

import json

from commands import SILENCE, lines, on_a_terminal, run

from weblode import formats


def towns(tmp_path):
    path = tmp_path / "towns.html"
    rows = "".join(f"<tr><td>{name}<td>{n},000" for name, n in [("Bern", 134), ("Chur", 38), ("Basel", 173)])
    head = "<tr><th>Town<th>People"
    path.write_text(f"<table><tr><td>menu</table><table><caption>Towns</caption>{head}{rows}</table>")
    return str(path)


def test_data_tables_are_found_and_written_in_every_format(tmp_path):
    row = json.loads(run("tables", towns(tmp_path)).stdout)
    (table,) = row["tables"]
    assert (table["index"], table["caption"], table["orientation"]) == (1, "Towns", "column")
    assert table["records"][1] == {"Town": "Chur", "People": "38,000"}
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("tables", towns(tmp_path), "-o", str(out)).returncode == 0
        long = formats.read(out)
        assert (len(long), long["field"][:2], long["record"][2]) == (6, ("Town", "People"), 2)
        assert run("tables", "--table", "1", towns(tmp_path), "-o", str(out), "--force").returncode == 0
        assert formats.read(out)["Town"] == ("Bern", "Chur", "Basel")


def test_refused_tables_are_shown_with_their_reason(tmp_path):
    shown = on_a_terminal("tables", "--all", towns(tmp_path))
    assert "table 0 holds no data: fewer than two rows with two cells of text" in shown
    assert "table 1 “Towns”, 4 x 2, headers: column" in shown
    assert "Town: Chur | People: 38,000" in shown
    first, _ = json.loads(run("tables", "--all", towns(tmp_path)).stdout)["tables"]
    assert (first["genuine"], first["orientation"], first["rows"]) == (False, None, 1)


def test_a_page_without_data_tables_says_so(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    assert "no data tables found" in run("tables", str(page), "--format", "text").stdout.decode()
    assert json.loads(run("tables", str(page)).stdout)["tables"] == []
    assert run("tables", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    assert "field" in formats.read(tmp_path / "none.csv").names


def test_tables_beyond_the_limit_are_refused_and_named(tmp_path):
    done = run("tables", "--all", "--max-cells", "5", towns(tmp_path))
    assert "--max-cells" in json.loads(done.stdout)["tables"][1]["reason"]


def test_tables_of_different_headers_do_not_fit_one_wide_table(tmp_path):
    other = tmp_path / "other.html"
    first = towns(tmp_path)
    other.write_text((tmp_path / "towns.html").read_text().replace("People", "Inhabitants"))
    done = run("tables", "--table", "1", first, str(other), "--format", "csv")
    assert done.returncode == 1
    assert b"do not continue columns" in done.stderr


def test_tables_that_a_limit_leaves_out_are_told_without_being_asked_for(tmp_path):
    page = tmp_path / "tables.html"
    page.write_text("<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>" * 3)
    done = run("tables", str(page), "--max-cells", "5")
    assert lines(done.stderr)[0].startswith(f"weblode: {page}: 3 tables are left out, the first: ")
    assert "--max-cells" in lines(done.stderr)[0]
    assert run("tables", str(page)).stderr == SILENCE
