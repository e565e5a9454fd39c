"""`weblode records`."""

import json

from commands import listing, on_a_terminal, run

from weblode import formats
from weblode.cli import main
from weblode.records.tokens import ENCODINGS


def test_records_are_found_and_written_in_every_format(tmp_path):
    page = listing(tmp_path, "a.html", 6)
    row = json.loads(run("records", page).stdout)
    (region,) = row["regions"]
    assert (region["xpath"], region["method"], len(region["records"])) == ("/html/body/div/ul", "consensus", 6)
    assert region["records"][2] == {
        "xpath": ["/html/body/div/ul/li[3]"],
        "text": "Title 2 text of record 2",
        "links": ["/2"],
        "fields": [
            {"name": "title", "value": "Title 2", "xpath": "/html/body/div/ul/li[3]/a/text()[1]", "href": "/2"},
            {"name": "field_2", "value": "text of record 2", "xpath": "/html/body/div/ul/li[3]/i/text()[1]"},
        ],
    }
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("records", page, "-o", str(out)).returncode == 0
        assert formats.read(out)["link"] == tuple(f"/{i}" for i in range(6))


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
    assert "no record list" in run("records", str(page), "--format", "text").stdout.decode()
    assert json.loads(run("records", str(page)).stdout)["regions"] == []
    assert run("records", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    names = ("page", "node", "page_url", "region", "record", "xpath", "text", "link")
    assert formats.read(tmp_path / "none.csv").names == names


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
    assert run("records", *pages, "--fields", "-o", str(tmp_path / "f.csv")).returncode == 0
    table = formats.read(tmp_path / "f.csv")
    assert table.names == ("page", "node", "record", "title", "title (url)", "field_2")
    assert (len(table), table["title"][6], table["title (url)"][6]) == (10, "Title 50", "/50")
