"""`weblode tables`."""

import json
import re
import zipfile

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
    for form in ("csv", "tsv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("tables", towns(tmp_path), "-o", str(out)).returncode == 0
        long = formats.read(out, name="tables")
        assert (len(long), long["field"][:2], long["record"][2]) == (6, ("Town", "People"), 2)
        assert run("tables", "--table", "1", towns(tmp_path), "-o", str(out), "--force").returncode == 0
        assert formats.read(out, name="tables")["Town"] == ("Bern", "Chur", "Basel")


def test_a_database_holds_the_tables_of_several_commands(tmp_path):
    page = towns(tmp_path)
    for command, name in (("tables", "tables"), ("outline", "outline"), ("tree", "nodes"), ("records", "records")):
        done = run(command, page, "-o", "all.db", *(["--threshold", "0"] * (command == "records")), cwd=tmp_path)
        assert done.returncode == 0
        assert len(formats.read(tmp_path / "all.db", name=name))
    assert b"added the table records (3 rows); 3 other tables are unchanged" in done.stderr
    again = run("tables", page, "-o", "all.db", cwd=tmp_path)
    assert (again.returncode, b"all.db has the table tables: add --force" in again.stderr) == (1, True)


def test_refused_tables_are_shown_with_their_reason(tmp_path):
    shown = on_a_terminal("tables", "--all", towns(tmp_path))
    assert "table 0 holds no data: fewer than two rows with two cells of text" in shown
    assert "table 1 “Towns”, 4 x 2, headers: column" in shown
    assert "2  Chur    38,000\n" in shown
    first, _ = json.loads(run("tables", "--all", towns(tmp_path)).stdout)["tables"]
    assert (first["genuine"], first["orientation"], first["rows"]) == (False, None, 1)


def test_a_page_without_data_tables_says_so(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    for form in ("text", "json", "csv", "md"):
        done = run("tables", str(page), "--format", form)
        assert (done.returncode, lines(done.stderr)) == (0, [f"weblode: {page}: no data table found"])
    assert json.loads(run("tables", str(page)).stdout)["tables"] == []
    assert run("tables", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    assert "field" in formats.read(tmp_path / "none.csv").names


def test_tables_beyond_the_limit_are_refused_and_named(tmp_path):
    done = run("tables", "--all", "--max-cells", "5", towns(tmp_path))
    assert "--max-cells" in json.loads(done.stdout)["tables"][1]["reason"]


def test_the_largest_table_that_was_refused_is_told_with_the_reason(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<table><tr><td>menu</table>")
    (line,) = lines(run("tables", str(page)).stderr)
    assert line == (
        f"weblode: {page}: no data table found; its table: fewer than two rows with two cells of text; --all shows more"
    )


def test_tables_of_different_headers_fit_one_table(tmp_path):
    other = tmp_path / "other.html"
    first = towns(tmp_path)
    other.write_text((tmp_path / "towns.html").read_text().replace("People", "Inhabitants"))
    done = run("tables", "--table", "1", first, str(other), "-o", str(tmp_path / "both.csv"))
    assert (done.returncode, done.stderr) == (0, SILENCE)
    table = formats.read(tmp_path / "both.csv")
    assert table["Town"] == ("Bern", "Chur", "Basel") * 2
    assert table["People (number)"] == (134_000.0, 38_000.0, 173_000.0, None, None, None)
    assert table["Inhabitants"] == (None, None, None, "134,000", "38,000", "173,000")


LINKED = """<base href="http://a.com/list/"><table><tr><th>Town<th>Since<th>Record<th>Town (url)
<tr><td><a href=bern>Bern</a><td>1 May 1891<td>1<td>x<tr><td>Chur<td>2 June 1964<td>2<td>y
<tr><td><a href=/b>Basel</a> <a href=/c>more</a><td>3 July 1992<td>3<td>z</table>"""


def test_values_are_typed_and_links_are_kept(tmp_path):
    (tmp_path / "a.html").write_text(LINKED)
    assert run("tables", "a.html", "--table", "0", "-o", "wide.csv", cwd=tmp_path).returncode == 0
    wide = formats.read(tmp_path / "wide.csv")
    assert wide["record"] == (1, 2, 3)
    assert wide["Town (url)"] == ("http://a.com/list/bern", None, "http://a.com/b")
    assert [str(each) for each in wide["Since (date)"]] == ["1891-05-01", "1964-06-02", "1992-07-03"]
    assert (wide["Record 2"], wide["Town (url) 2"]) == (("1", "2", "3"), ("x", "y", "z"))
    assert run("tables", "a.html", "-o", "long.csv", cwd=tmp_path).returncode == 0
    long = formats.read(tmp_path / "long.csv")
    assert long["url"][:5] == ("http://a.com/list/bern", None, None, None, None)
    assert (str(long["date"][1]), long["number"][2], long["field"][2]) == ("1891-05-01", 1.0, "Record")
    (only,) = json.loads(run("tables", "a.html", cwd=tmp_path).stdout)["tables"]
    assert only["links"] == [{"Town": "http://a.com/list/bern"}, {}, {"Town": "http://a.com/b"}]


def test_a_folder_has_a_file_for_each_table(tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "towns.html").write_text(LINKED + LINKED)
    done = run("tables", towns(tmp_path), str(tmp_path / "more"), "-o", "out/", cwd=tmp_path)
    assert (done.returncode, lines(done.stderr)) == (0, ["weblode: out: 3 tables, a file each"])
    names = ["towns-0.csv", "towns-1.2.csv", "towns-1.csv"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    assert formats.read(tmp_path / "out" / "towns-1.csv")["People (number)"] == (134_000.0, 38_000.0, 173_000.0)
    again = run("tables", str(tmp_path / "more"), "-o", "out", cwd=tmp_path)
    assert (again.returncode, b"out is not empty: add --force to write into it" in again.stderr) == (1, True)
    assert run("tables", str(tmp_path / "more"), "-o", "out", "--force", "--format", "md", cwd=tmp_path).returncode == 0
    assert {"towns-0.md", "towns-1.md"} < {path.name for path in (tmp_path / "out").iterdir()}
    wrong = run("tables", str(tmp_path / "more"), "-o", "new/", "--format", "json", cwd=tmp_path)
    assert (wrong.returncode, b"choose csv, md or another" in wrong.stderr) == (2, True)


def test_a_workbook_has_a_sheet_for_each_table(tmp_path):
    (tmp_path / "a.html").write_text(LINKED + LINKED)
    assert run("tables", "a.html", "-o", "out.xlsx", cwd=tmp_path).returncode == 0
    book = zipfile.ZipFile(tmp_path / "out.xlsx").read("xl/workbook.xml").decode()
    assert re.findall('sheet name="([^"]*)"', book) == ["tables", "a-0", "a-1"]


def test_markdown_has_a_heading_and_a_table_with_links(tmp_path):
    (tmp_path / "a.html").write_text(LINKED)
    shown = run("tables", f"{tmp_path}/a.html=http://b.com/", "--format", "md").stdout.decode().splitlines()
    assert shown[:5] == [
        "## http://b.com/: table 0",
        "",
        "|  | Town | Since | Record 2 | Town (url) 2 |",
        "| --- | --- | --- | --- | --- |",
        "| 1 | [Bern](<http://a.com/list/bern>) | 1 May 1891 | 1 | x |",
    ]


def test_tables_that_a_limit_leaves_out_are_told_without_being_asked_for(tmp_path):
    page = tmp_path / "tables.html"
    page.write_text("<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>" * 3)
    done = run("tables", str(page), "--max-cells", "5")
    assert lines(done.stderr)[0].startswith(f"weblode: {page}: 3 tables are left out, the first: ")
    assert "--max-cells" in lines(done.stderr)[0]
    assert run("tables", str(page)).stderr == SILENCE


def test_a_bad_base_does_not_stop_the_other_pages(tmp_path):
    (tmp_path / "bad.html").write_text(f"<base href='http://[bad'>{LINKED}")
    (tmp_path / "good.html").write_text(LINKED)
    done = run("tables", "bad.html=http://a.com/", "good.html", "--format", "json", cwd=tmp_path)
    pages = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert (done.returncode, [len(page["tables"]) for page in pages]) == (0, [1, 1])


def test_a_number_that_no_data_table_has_is_told_with_those_that_there_are(tmp_path):
    (tmp_path / "a.html").write_text(LINKED)
    done = run("tables", "a.html", "--table", "5", "--format", "csv", cwd=tmp_path)
    assert lines(done.stderr) == ["weblode: a.html: no data table found of that number; those that hold data: 0"]
