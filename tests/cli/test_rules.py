"""`weblode learn` and `weblode apply`."""

import csv
import json

from commands import SILENCE, lines, listing, run


def test_fields_are_renamed_typed_and_dropped_when_a_rule_is_learnt(tmp_path):
    def header(done):
        return next(csv.reader(done.stdout.decode().splitlines()))

    rule = str(tmp_path / "rule.json")
    page = listing(tmp_path, "a.html", 6)
    choice = ("--name", "title=Book", "--name", "text_of_record=About it", "--kind", "text_of_record=date")
    assert run("learn", page, "-o", rule, *choice).returncode == 0
    done = run("apply", rule, listing(tmp_path, "b.html", 3, 50), "--format", "csv")
    assert header(done) == [
        *("page", "node", "page_url", "record", "Book", "Book (url)", "About it", "About it (date)", "About it (time)")
    ]
    assert run("learn", page, "-o", rule, "--force", "--drop", "text_of_record").returncode == 0
    done = run("apply", rule, page, "--format", "csv")
    assert (done.stderr, header(done)) == (SILENCE, ["page", "node", "page_url", "record", "title", "url"])
    wrong = run("learn", page, "-o", rule, "--force", "--drop", "field_9")
    said = SILENCE + b"Error: no field 'field_9'; the fields are title, text_of_record\n"
    assert (wrong.returncode, wrong.stderr) == (1, said)
    assert run("learn", page, "-o", rule, "--name", "title").returncode == 2


def test_a_rule_is_learnt_applied_and_refused(tmp_path):
    rule = str(tmp_path / "rule.json")
    learnt = run("learn", listing(tmp_path, "a.html", 6), listing(tmp_path, "b.html", 9), "-o", rule)
    assert learnt.returncode == 0
    assert "li in /html/body/div/ul, learnt on 2 of 2 pages" in learnt.stderr.decode()
    assert "learnt on 1: 2 of 2 pages, 100.0% of the records" in learnt.stderr.decode()
    assert [line.split()[1:] for line in learnt.stderr.decode().splitlines()[-2:]] == [
        ["title", "Title", "0"],
        ["text_of_record", "text", "of", "record", "0"],
    ]
    other = tmp_path / "other.html"
    other.write_text("<p>moved")
    done = run("apply", rule, listing(tmp_path, "c.html", 3, 50), str(other))
    assert done.returncode == 1
    assert [r["links"] for r in json.loads(done.stdout)["regions"][0]["records"]] == [["/50"], ["/51"], ["/52"]]
    assert "no longer looks like the rule" in done.stderr.decode()
    assert "1 of 2 pages failed" in done.stderr.decode()
    assert run("learn", str(other), "-o", rule, "--force").returncode == 1


def redesigned(tmp_path, name, n, start=0):
    """The list of `listing` with other markup: titles last, texts in paragraphs."""
    items = "".join(
        f"<section><p>text of record {i}</p><h3><a href=/{i}>Title {i}</a></h3></section>"
        for i in range(start, start + n)
    )
    path = tmp_path / name
    path.write_text(f"<h1>New</h1><main>{items}</main>")
    return str(path)


def test_a_page_that_was_redesigned_teaches_the_rule_and_its_columns_stay(tmp_path):
    rule, changed = str(tmp_path / "rule.json"), redesigned(tmp_path, "changed.html", 9, 30)
    assert run("learn", listing(tmp_path, "a.html", 6), "-o", rule).returncode == 0
    before = run("apply", rule, str(tmp_path / "a.html"), "--format", "csv").stdout.splitlines()[0]
    refused = run("apply", rule, changed)
    assert (refused.returncode, b"add --relearn" in refused.stderr) == (1, True)
    done = run("apply", rule, changed, "--relearn", "--format", "csv")
    assert (done.returncode, done.stdout.splitlines()[0], len(done.stdout.splitlines())) == (0, before, 10)
    assert "was redesigned; the rule in" in done.stderr.decode()
    for page in (changed, str(tmp_path / "a.html")):  # the old design is still read
        again = run("apply", rule, page, "--format", "csv")
        assert (again.returncode, again.stdout.splitlines()[0]) == (0, before)
        assert b"Title " in again.stdout
    shown = run("rules", "show", rule).stdout.decode()
    assert shown.startswith("learnt on 2 pages with 9 records\n  title")
    assert "records: section in /html/body/main" in shown
    assert "until 20" in shown


def test_a_page_with_another_list_is_reported_and_the_rule_stays(tmp_path):
    rule = tmp_path / "rule.json"
    assert run("learn", listing(tmp_path, "a.html", 6), "-o", str(rule)).returncode == 0
    before = rule.read_bytes()
    changed = tmp_path / "changed.html"
    changed.write_text("<ol>" + "".join(f"<li><img src=/{i}.png>{i * 977}</li>" for i in range(9)) + "</ol>")
    done = run("apply", str(rule), str(changed), "--relearn")
    assert (done.returncode, done.stdout) == (1, b"")
    assert "no longer looks like the rule, and" in done.stderr.decode()
    assert rule.read_bytes() == before


def test_the_file_of_a_rule_is_shown_and_another_one_is_one_line(tmp_path):
    other = tmp_path / "other.json"
    other.write_text("{}")
    done = run("rules", "show", str(other))
    assert (done.returncode, len(lines(done.stderr))) == (1, 1)


WORDS = "granite meadow lantern harbour thistle copper willow ember saddle orchard".split()
# Some links have no text behind them, and are no records: nothing in them says so.
BARE = "".join(
    f"<a href=/{i}>{WORDS[i % 10]} {WORDS[3 * i % 10]}</a> {WORDS[7 * i % 10]} and {WORDS[(i + 3) % 10]} with {i}<br>"
    + "<a href=/x>more</a><br>" * (i % 4 == 1)
    for i in range(12)
)
PROSE = (
    "It rained for nine days and the river rose above the old stone bridge near the mill.",
    "Nobody had expected the harvest to be so good after such a long and bitter winter here.",
    "The council met twice in spring; both times the vote on the harbour was put off again.",
    "A fire destroyed three barns in the valley, yet not one of the animals came to harm there.",
    "The new school opened in autumn with ninety pupils and four teachers from the big city.",
)


def test_learning_says_which_pages_the_rule_does_not_give_back(tmp_path):
    rule, odd = str(tmp_path / "rule.json"), tmp_path / "odd.html"
    odd.write_text(f"<h1>Results</h1><div>{BARE}</div>")
    told = run("learn", str(odd), "-o", rule)
    line = f"weblode: {odd}: the rule gives 12 of the 12 records found there, and 3 others"
    assert (told.returncode, line in lines(told.stderr)) == (0, True)
    assert b"the rule gives" not in run("learn", listing(tmp_path, "a.html", 6), "-o", rule, "--force").stderr


def test_a_page_without_a_list_is_named_when_others_are_learnt_from(tmp_path):
    rule, empty = str(tmp_path / "rule.json"), tmp_path / "empty.html"
    empty.write_text("")
    told = run("learn", listing(tmp_path, "a.html", 6), str(empty), "-o", rule)
    assert (told.returncode, f"weblode: {empty}: no record list found" in lines(told.stderr)) == (0, True)


def test_a_page_that_cannot_teach_the_rule_leaves_it_alone_and_the_others_are_done(tmp_path):
    rule, odd = tmp_path / "rule.json", tmp_path / "odd.html"
    odd.write_text(
        "".join(f"<section><blockquote>{text}</blockquote><em>{len(text)} metres</em></section>" for text in PROSE)
    )
    plain = listing(tmp_path, "a.html", 6)
    run("learn", plain, "-o", str(rule))
    before = rule.read_bytes()
    done = run("apply", str(rule), str(odd), plain, "--relearn")
    assert (done.returncode, len(json.loads(done.stdout)["regions"][0]["records"])) == (1, 6)
    assert "no longer looks like the rule" in done.stderr.decode()
    assert rule.read_bytes() == before


def test_a_rule_from_several_pages_says_on_how_many_each_column_is_data(tmp_path):
    def page(n):
        items = "".join(
            f"<li><h3><a href=/{i}>Lamp {i} of oak</a></h3> <b>Buy now</b> <i>made in {1900 + i}</i>"
            + (f" <em>Sold by {i} shops</em>" if n == 1 else "")
            for i in range(10 * n, 10 * n + 8)
        )
        path = tmp_path / f"{n}.html"
        path.write_text(f"<h1>Lamps</h1><main><ul>{items}</ul></main><p>Open from 9 to 5")
        return str(path)

    run("learn", page(1), page(2), page(3), "-o", str(tmp_path / "r.json"))
    shown = run("rules", "show", str(tmp_path / "r.json")).stdout.decode().splitlines()
    assert shown[0] == "learnt on 3 pages with 8 records"
    assert [line.split("  on ")[1].split("  ")[0] for line in shown if "  on " in line] == [
        "3 pages",
        "3 pages",
        "1 page",
    ]
    assert '  the same on several pages, so no data: "Buy now"' in shown


def test_a_page_that_probably_has_no_list_is_named_when_it_is_learnt_from(tmp_path):
    page, rule = tmp_path / "a.html", str(tmp_path / "rule.json")
    prose = "It was cold in the town of Elis, and nobody had been told of the storm. "
    page.write_text(f"<h1>Storm</h1><div>{''.join(f'<p>{prose * n}</p>' for n in range(1, 6))}</div>")
    done = run("learn", str(page), "-o", rule)
    assert f"weblode: {page}: probably has no record list; the likeliest is certain to " in done.stderr.decode()
    assert "no record list" not in run("learn", listing(tmp_path, "b.html", 20), "-o", rule, "--force").stderr.decode()
