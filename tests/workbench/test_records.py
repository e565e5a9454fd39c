import csv
import io
import json
import zipfile
from dataclasses import replace

import pytest

from weblode.formats import read
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.workbench import records

BOOKS = [("Dune", "Frank Herbert", "$9.99"), ("Emma", "Jane Austen", "$5.50"), ("Ulysses", "James Joyce", "$12.00")]


def shop(books=BOOKS, times=3) -> str:
    """A page that lists books."""
    rows = "".join(
        f'<li class=book><h3><a href="/{title}{i}">{title} {i}</a></h3><p class=author>{author}</p>'
        f"<p class=price>{price}</p><p class=stock>in stock</p></li>"
        for i in range(times)
        for title, author, price in books
    )
    return f"<title>Books</title><nav><a href=/>Home</a> <a href=/x>About</a></nav><h1>Books</h1><ul>{rows}</ul>"


@pytest.fixture
def page(opened):
    return opened(shop())


def view(client, page, **query):
    answer = client.get(f"/records/{page}.json", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_best_list_comes_first_with_why_and_where(client, page):
    data = view(client, page)
    best = data["candidates"][0]
    assert data["chosen"] == best["key"] == "consensus.0"
    assert data["certain"]
    assert (best["records"], data["total"]) == (9, 9)
    assert best["how"] == "<li> stands around records"
    assert "of the page's text" in data["why"]
    start, stop = best["region"]
    assert all(start < first < last <= stop for first, last in data["records"])


def test_a_list_that_several_methods_find_is_there_once_under_each_of_their_names(client, page):
    data = view(client, page)
    assert len({json.dumps(view(client, page, choice=each["key"])["records"]) for each in data["candidates"]}) == len(
        data["candidates"]
    )
    assert {"consensus", "omini", "byu", "iepad"} == {one for each in data["candidates"] for one in each["methods"]}
    assert data["candidates"][0]["pattern"].startswith("<li>")
    assert view(client, page, choice="omini.0")["chosen"] in [each["key"] for each in data["candidates"]]


def test_the_parameters_of_patterns_change_what_is_found(client, page):
    def patterns(**query):
        return [each["pattern"] for each in view(client, page, **query)["candidates"] if "iepad" in each["methods"]]

    assert patterns(encoding="block-level")[0] != patterns(encoding="all-tag")[0]
    assert patterns(count=50) == []
    assert view(client, page, length=4, variance=0.1)["parameters"]["length"] == 4


@pytest.mark.parametrize(
    "query", [{"count": 1}, {"length": 0}, {"variance": "nan"}, {"density": "x"}, {"length": 2.5}, {"encoding": "none"}]
)
def test_parameters_that_cannot_be_are_told(client, page, query):
    answer = client.get(f"/records/{page}.json", params=query)
    assert answer.status_code == 400
    assert next(iter(query)) in answer.json()["error"]


def test_slots_are_named_typed_and_dropped_by_the_query(client, page):
    plain = {each["original"]: each for each in view(client, page)["columns"]}
    title, author, price = plain  # what is in stock is the same in all records, so it is no column
    query = {f"name.{title}": "Book", f"name.{price}": "Cost", f"kind.{price}": "text", "drop": [author]}
    columns = view(client, page, **query)["columns"]
    assert [each["name"] for each in columns] == ["Book", author, "Cost"]
    assert [each["kept"] for each in columns] == [True, False, True]
    assert (plain[price]["kind"], columns[2]["kind"]) == ("price", "text")
    assert plain[price]["typed"][0] == 9.99
    assert columns[2]["typed"] == []


def test_a_wrong_choice_of_slots_is_told_and_the_table_stays(client, page):
    names = [each["original"] for each in view(client, page)["columns"]]
    data = view(client, page, **{f"name.{names[0]}": names[1]})
    assert "choose another name" in data["problem"]
    assert [each["name"] for each in data["columns"]] == names


def test_a_choice_that_is_not_there_is_told_beside_those_that_are(client, page):
    data = view(client, page, choice="omini.77")
    assert "no candidate 'omini.77'" in data["problem"]
    assert data["candidates"]
    assert "records" not in data


def test_a_page_without_a_list_says_so(client, opened):
    data = view(client, opened("<p>Nothing here."))
    assert data["candidates"] == []
    assert "columns" not in data
    assert client.get(f"/records/{opened('<p>Nothing here.')}/records.csv").json()["error"].startswith("no record list")


def exported(client, page, form, **query):
    answer = client.get(f"/records/{page}/records.{form}", params=query)
    assert answer.status_code == 200, answer.text
    assert f"records.{form}" in answer.headers["content-disposition"]
    return answer.content


def test_downloads_have_the_slots_and_all_records(client, opened, tmp_path):
    page = opened(shop(times=300))
    name = view(client, page)["columns"][0]["original"]
    query = {f"name.{name}": "Book", "drop": [each["original"] for each in view(client, page)["columns"][1:]]}
    assert len(view(client, page)["columns"][0]["cells"]) == 500
    rows = list(csv.DictReader(io.StringIO(exported(client, page, "csv", **query).decode())))
    assert (len(rows), rows[0]["Book"], rows[0]["Book (url)"]) == (900, "Dune 0", "/Dune0")
    assert set(rows[0]) == {"page", "node", "page_url", "record", "Book", "Book (url)"}
    for form in ("jsonl", "parquet"):
        path = tmp_path / f"records.{form}"
        path.write_bytes(exported(client, page, form, **query))
        assert read(path)["Book"][-1] == "Ulysses 299"
    [region] = json.loads(exported(client, page, "json", **query))["regions"]
    assert [each["name"] for each in region["records"][0]["fields"] if "hidden" not in each] == ["Book"]


def test_a_download_with_nested_lists_is_an_archive_of_all_tables(client, opened):
    posts = "".join(
        f"<article class=post><h3><a href=/{i}>Title of post {i}</a></h3><p>A text of some length about day {i}.</p>"
        + "".join(
            f"<div class=comment><b>Ann Lee</b><p>Thought {i} {j} of many words</p></div>" for j in range(i % 3 + 1)
        )
        + "</article>"
        for i in range(6)
    )
    page = opened(f"<h1>Posts</h1><main>{posts}</main><p>footer")
    answer = client.get(f"/records/{page}/records.csv")
    assert "records.csv.zip" in answer.headers["content-disposition"]
    assert answer.content == client.get(f"/records/{page}/records.csv").content
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert len(archive.namelist()) == 2
    main, child = (list(csv.DictReader(io.StringIO(archive.read(name).decode()))) for name in archive.namelist())
    assert (len(main), len(child)) == (6, 12)
    assert [row["parent"] for row in child][:4] == ["1", "2", "2", "3"]
    assert "region" not in main[0]  # by a rule, a page has one list
    assert {row["page"] for row in main} == {row["page"] for row in child}


def test_records_saved_as_csv_are_safe_for_spreadsheets(client, opened):
    page = opened(shop([("=HYPERLINK(1)", "@Jane", "$6.00"), ("+Kim", "-Rudyard", "$4.25")]))
    rows = list(csv.reader(io.StringIO(exported(client, page, "csv").decode())))
    texts = [cell for row in rows for cell in row if cell.lstrip("'")[:1] in set("=+-@")]
    assert texts
    assert all(cell.startswith("'") for cell in texts)


def test_no_other_format_is_made(client, page):
    assert client.get(f"/records/{page}/records.exe").json() == {
        "error": "there is no format 'exe'; choose one of json, csv, jsonl, parquet"
    }


def test_a_saved_rule_takes_the_records_of_another_page_with_the_same_slots(client, workspace, opened, page):
    title, author, _ = (each["original"] for each in view(client, page)["columns"])
    query = {f"name.{title}": "Book", "drop": author}
    saved = client.post(f"/records/{page}/rule", params=query, json={"name": "books"})
    assert saved.json()["rule"] == "books"
    assert Rule.load(workspace.own / "rules" / "books.json").pages == 1
    other = opened(shop([("Persuasion", "Jane Austen", "$6.00"), ("Kim", "Rudyard Kipling", "$4.25")]))
    data = view(client, other, rule="books")
    assert data["rules"] == ["books"]
    assert data["rule"] == {"name": "books", "fit": 1.0, "changed": []}
    assert data["total"] == 6
    assert next(each["name"] for each in data["columns"]) == "Book"
    assert author not in [each["name"] for each in data["columns"]]
    assert exported(client, other, "csv", rule="books").decode().count("Persuasion") >= 3


def test_a_rule_of_the_same_name_is_replaced_only_if_that_is_meant(client, workspace, opened, page):
    client.post(f"/records/{page}/rule", json={"name": "books"})
    before = (workspace.own / "rules" / "books.json").read_bytes()
    other = opened(shop([("Kim", "Rudyard Kipling", "$4.25")], times=5))
    answer = client.post(f"/records/{other}/rule", json={"name": "books"})
    assert answer.status_code == 400
    assert "choose another name, or replace it" in answer.json()["error"]
    assert (workspace.own / "rules" / "books.json").read_bytes() == before
    assert client.post(f"/records/{other}/rule", json={"name": "books", "replace": True}).status_code == 200
    assert (workspace.own / "rules" / "books.json").read_bytes() != before


def test_a_saved_rule_that_does_not_give_its_list_back_says_so(client, opened, page, monkeypatch):
    assert client.post(f"/records/{page}/rule", json={"name": "books"}).json()["differs"] == ""
    # Nearly all lists are given back; here the rule is learnt from the first books alone, which have a class.
    books = shop().replace("<li class=book>", '<li class="book new">', 2)
    monkeypatch.setattr(records, "learn", lambda lists: learn([replace(lists[0], records=lists[0].records[:2])]))
    answer = client.post(f"/records/{opened(books)}/rule", json={"name": "odd"}).json()
    assert answer["differs"] == "the rule gives 2 of the 9 records found there"


def test_a_rule_that_does_not_fit_is_told(client, opened, page):
    client.post(f"/records/{page}/rule", json={"name": "books"})
    data = view(client, opened("<p>Nothing here."), rule="books")
    assert "no longer looks like the rule" in data["problem"]


@pytest.mark.parametrize("name", ["../x", "a/b", "", "x" * 81, "a b", ".", "é", "漢" * 80])
def test_a_rule_has_a_name_that_is_no_path(client, workspace, page, name):
    assert client.post(f"/records/{page}/rule", json={"name": name}).status_code == 400
    assert "problem" in view(client, page, rule=name) or not name
    assert not list(workspace.folder.rglob("x.json"))


def test_the_rule_and_a_program_can_be_downloaded(client, page, tmp_path):
    path = tmp_path / "rule.json"
    path.write_bytes(client.get(f"/records/{page}/rule.json").content)
    assert Rule.load(path).columns
    program = client.get(f"/records/{page}/program.py")
    assert "weblode.Rule.load('rule.json')" in program.text or "RULE = 'rule.json'" in program.text
    assert "records.py" in program.headers["content-disposition"]
    pasted = client.post("/pages", json={"html": shop()}).json()["id"]
    assert "or ['-']" in client.get(f"/records/{pasted}/program.py").text


def test_the_view_has_a_page_for_people_at_the_same_address(client, page):
    answer = client.get(f"/records/{page}?choice=omini.0")
    assert answer.headers["content-type"].startswith("text/html")
    assert "/static/app.js" in answer.text


def test_what_the_table_shows_is_what_the_file_has(client, opened):
    rows = "".join(
        f"<li>{'<b>new</b>' if i % 3 == 0 else ''}<a href=/{i}>Thing {i}</a>{'<i>x</i>' * (i % 4)} <p>{i}.50</p></li>"
        for i in range(12)
    )
    page = opened(f"<ul>{rows}</ul>")
    shown = {
        each["name"]: [cell[0] if cell else "" for cell in each["cells"]] for each in view(client, page)["columns"]
    }
    table = list(csv.DictReader(io.StringIO(exported(client, page, "csv").decode())))
    assert {name: [row[name] for row in table] for name in shown} == shown
