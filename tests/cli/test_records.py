"""`weblode records`."""

import json
import re

from commands import lines, listing, on_a_terminal, run

from weblode import formats
from weblode.cli import main
from weblode.records.tokens import ENCODINGS


def test_records_are_found_and_written_in_every_format(tmp_path):
    page = listing(tmp_path, "a.html", 6)
    row = json.loads(run("records", page).stdout)
    (region,) = row["regions"]
    assert (region["xpath"], region["method"], len(region["records"])) == ("/html/body/div/ul", "consensus", 6)
    record = region["records"][2]
    assert record | {"fields": [each for each in record["fields"] if "hidden" not in each]} == {
        "xpath": ["/html/body/div/ul/li[3]"],
        "text": "Title 2 text of record 2",
        "links": ["/2"],
        "fields": [
            {"name": "title", "value": "Title 2", "xpath": "/html/body/div/ul/li[3]/a/text()[1]", "href": "/2"},
            {"name": "text_of_record", "value": "text of record 2", "xpath": "/html/body/div/ul/li[3]/i/text()[1]"},
        ],
    }
    for form in ("csv", "tsv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("records", page, "--text", "-o", str(out)).returncode == 0
        assert formats.read(out)["link"] == tuple(f"/{i}" for i in range(6))
    assert run("records", page, "-o", str(tmp_path / "out.xlsx")).returncode == 0
    assert (tmp_path / "out.xlsx").read_bytes().startswith(b"PK")


def test_records_explain_the_votes_and_what_was_dropped(tmp_path):
    shown = on_a_terminal("records", "--explain", "--method", "byu", listing(tmp_path, "a.html", 6))
    assert "6 records in /html/body/div/ul" in shown
    assert "<li> stands around records" in shown
    assert "certainty" in shown
    done = run("records", "--explain", "--method", "omini", listing(tmp_path, "a.html", 6))
    (region,) = json.loads(done.stdout)["regions"]
    assert (region["separator"], region["placement"], region["votes"]["B"]) == ("li", "around", {"li": 1})
    assert region["dropped"] == []


def test_a_page_without_records_says_so(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    for form in ("text", "json", "csv", "md"):
        done = run("records", str(page), "--format", form)
        assert (done.returncode, lines(done.stderr)) == (0, [f"weblode: {page}: no record list found"])
    assert json.loads(run("records", str(page)).stdout)["regions"] == []
    assert run("records", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    assert formats.read(tmp_path / "none.csv").names == ("page", "node", "record")
    assert run("records", str(page), "--text", "-o", str(tmp_path / "text.csv")).returncode == 0
    names = ("page", "node", "page_url", "region", "record", "xpath", "text", "link")
    assert formats.read(tmp_path / "text.csv").names == names


def test_the_likeliest_list_that_was_refused_is_told_with_the_way_to_get_it(tmp_path):
    pages = [listing(tmp_path, f"{i}.html", 6) for i in range(7)]
    done = run("records", *pages, "--threshold", "1", "--format", "csv")
    *told, last = lines(done.stderr)
    assert (done.returncode, len(told), last) == (0, 5, "weblode: 2 more pages without a record list")
    assert re.fullmatch(
        rf"weblode: {re.escape(pages[0])}: no record list found; the likeliest, 6 records in /html/body/div/ul, "
        r"is certain to [0-9.]+%: --regions 1 gives it",
        told[0],
    )


def test_a_page_without_a_list_but_with_a_data_table_names_the_command_for_it(tmp_path):
    page = tmp_path / "a.html"
    rows = "".join(f"<tr><td>Town {n}<td>{n * 317}" for n in range(4))
    page.write_text(f"<h1>Towns</h1><table><tr><th>Name<th>People{rows}</table>")
    done = run("records", str(page), "--threshold", "1")
    assert lines(done.stderr)[0].endswith("; the page has 1 data table, which `weblode tables` reads")


def test_a_terminal_gets_a_table_that_fits_it(tmp_path, monkeypatch):
    page = listing(tmp_path, "a.html", 3)
    for width in (24, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        shown = on_a_terminal("records", page, "--regions", "1").splitlines()[2:]
        assert max(map(len, shown)) <= width
    assert shown == [
        "   title    field_2",
        "-  -------  ----------------",
        "1  Title 0  text of record 0",
        "2  Title 1  text of record 1",
        "3  Title 2  text of record 2",
    ]
    listed = on_a_terminal("records", page, "--regions", "1", "--text").splitlines()[2:]
    assert listed[0] == "    1  Title 0 text of record 0"


def test_markdown_has_a_table_with_links(tmp_path):
    done = run("records", listing(tmp_path, "a.html", 6), "--format", "md")
    assert done.stdout.decode().splitlines()[:5] == [
        f"## {tmp_path}/a.html: 6 records".replace("_", "_"),
        "",
        "|  | title | text_of_record |",
        "| --- | --- | --- |",
        "| 1 | [Title 0](</0>) | text of record 0 |",
    ]


def test_lists_below_the_threshold_are_no_answer_but_can_be_seen(tmp_path):
    page = listing(tmp_path, "a.html", 6)
    assert json.loads(run("records", page, "--threshold", "1").stdout)["regions"] == []
    told = json.loads(run("records", page, "--threshold", "1", "--explain").stdout)
    assert (told["regions"], len(told["refused"][0]["records"])) == ([], 6)
    assert told["refused"][0]["evidence"]["records"] == 6
    shown = on_a_terminal("records", "--threshold", "1", "--explain", page)
    assert "no record list; below the threshold" in shown
    assert "of the page's text" in shown


def test_the_parameters_of_repeats_are_options(tmp_path):
    page = listing(tmp_path, "a.html", 6)

    def told(*options):
        return json.loads(run("records", page, "--patterns", *options).stdout)["patterns"]

    assert {each["encoding"] for each in told("--encoding", "all-tag")} == {"all-tag"}
    assert told("--min-count", "5", "--min-length", "3", "--variance", "0.36", "--density", "0.2") == told() != []
    assert told("--min-count", "20") == told("--min-length", "200") == told("--density", "5") == []
    found = json.loads(run("records", page, "--method", "iepad", "--encoding", "all-tag", "--explain").stdout)
    assert "<a>" in found["regions"][0]["pattern"]
    wrong = run("records", page, "--patterns", "--variance", "nan")
    assert (wrong.returncode, wrong.stderr) == (
        1,
        b"Error: a repeat's variance cannot be nan; give a number from 0 to 2,147,483,647\n",
    )
    lost = run("records", page, "--min-count", "3")
    assert (lost.returncode, b"add --method iepad or --patterns" in lost.stderr) == (2, True)
    choices = next(each for each in main.commands["records"].params if each.name == "encoding").type.choices
    assert list(choices) == list(ENCODINGS)


def test_fields_are_columns_of_a_table(tmp_path):
    pages = [listing(tmp_path, "a.html", 6), listing(tmp_path, "b.html", 4, 50)]
    assert run("records", *pages, "-o", str(tmp_path / "f.csv")).returncode == 0
    table = formats.read(tmp_path / "f.csv")
    assert table.names == ("page", "node", "record", "title", "url", "text_of_record")
    assert (len(table), table["title"][6], table["url"][6]) == (10, "Title 50", "/50")
    assert run("records", *pages, "--force", "--all-columns", "-o", str(tmp_path / "f.csv")).returncode == 0
    assert formats.read(tmp_path / "f.csv")["title_line"][6] == "Title 50 text of record 50"
