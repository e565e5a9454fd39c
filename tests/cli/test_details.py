"""`weblode details`, and `learn` and `apply` for pages about one thing."""

import csv
import json
import sqlite3

import pytest
from commands import SILENCE, lines, on_a_terminal, run
from details.sites import page, prefixed, products
from details.test_articles import article

OTHER = "<body class=b><div><section><h2>Town {0}</h2><dl><dt>Mayor:<dd>Ann{0} Lee<dt>Founded:<dd>1{0}50</dl><i>Map"
HEADER = ["page", "node", "title", "maker", "city", "weight", "weight (number)", "price", "price (number)"]
HEADER += ["price (currency)"]


def save(folder, pages, name="page"):
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{name}{i}.html" for i in range(len(pages))]
    for path, text in zip(paths, pages, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


@pytest.fixture
def shop(tmp_path):
    return save(tmp_path / "shop", [page(row) for row in products(4)])


@pytest.fixture
def towns(tmp_path):
    return save(tmp_path / "towns", [OTHER.format(i) for i in range(1, 4)])


def rows(text):
    return list(csv.DictReader(text.splitlines()))


# ---------------------------------------------------------------- details
def test_a_pipe_gets_one_line_of_json_a_page(shop):
    done = run("details", *shop)
    assert (done.returncode, done.stderr) == (0, SILENCE)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["page"] for each in answers] == shop
    assert [each["attributes"] for each in answers] == products(4)
    assert answers[0]["typed"]["price"] == {"number": 13.5, "currency": "$"}
    assert answers[0]["xpaths"]["title"].startswith("/html/body/main/h1")
    assert list(answers[0]) == ["page", "url", "attributes", "typed", "xpaths", "pagination"]


def test_csv_has_a_row_a_page_and_a_column_an_attribute(shop):
    done = run("details", *shop, "--format", "csv")
    assert next(csv.reader(done.stdout.decode().splitlines())) == HEADER
    assert [{name: row[name] for name in products(1)[0]} for row in rows(done.stdout.decode())] == products(4)


def test_the_address_of_a_page_is_given_with_it(shop):
    done = run("details", f"{shop[0]}=https://shop.example/0", f"{shop[1]}=https://shop.example/1")
    assert [json.loads(line)["url"] for line in done.stdout.splitlines()] == [
        "https://shop.example/0",
        "https://shop.example/1",
    ]


def test_a_folder_is_read_and_a_page_may_come_from_standard_input(tmp_path):
    save(tmp_path / "shop", [page(row) for row in products(4)])
    done = run("details", str(tmp_path / "shop"))
    assert [json.loads(line)["attributes"] for line in done.stdout.splitlines()] == products(4)
    done = run("details", "-", stdin=page(products(1)[0]).encode())
    assert json.loads(done.stdout)["attributes"] == products(1)[0]


def test_markdown_has_a_table(shop):
    done = run("details", *shop, "--format", "md").stdout.decode()
    head, line, *body = [each for each in done.splitlines() if each.startswith("|")]
    assert [cell.strip() for cell in head.strip("|").split("|")][-5:] == list(products(1)[0])
    assert set(line) <= set("|-: ")
    assert len(body) == 4


def test_text_shows_several_pages_as_rows_and_one_as_lines(shop):
    several = run("details", *shop, "--format", "text").stdout.decode()
    assert all(row["title"] in several for row in products(4))
    alone = run("details", shop[0], "--format", "text").stdout.decode().splitlines()
    assert alone[0] == shop[0]
    assert any("maker" in line and "Kessel A" in line for line in alone)


def test_a_terminal_gets_text(shop):
    shown = on_a_terminal("details", shop[0])
    assert "maker" in shown
    assert not shown.startswith("{")


def test_names_of_files_and_values_cannot_control_a_terminal(tmp_path):
    [path] = save(tmp_path / "\x1b[31m", ["<title>T</title><dl><dt>Size:<dd>big \x1b[2J one</dl>"])
    assert "\x1b[31m" not in on_a_terminal("details", path)
    assert "\x1b[2J" not in on_a_terminal("details", path)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_two_templates_are_told_apart(shop, towns, form):
    done = run("details", *towns, *shop, "--format", form)
    assert done.returncode == 0
    if form == "json":
        answers = [json.loads(line)["attributes"] for line in done.stdout.splitlines()]
        assert [len(each) for each in answers] == [3, 3, 3, 5, 5, 5, 5]
    else:
        table = rows(done.stdout.decode())
        assert [row["mayor"] for row in table] == ["Ann1 Lee", "Ann2 Lee", "Ann3 Lee", "", "", "", ""]
        assert [row["maker"] for row in table] == [""] * 3 + [row["maker"] for row in products(4)]


def test_labelled_values_that_all_pages_have_are_named_and_kept_if_asked_for(tmp_path):
    more = "<dl><dt>Warranty:<dd>two years<dt>Delivery:<dd>free</dl><p>Sold by us</main>"
    pages = save(tmp_path / "shop", [page(row).replace("</main>", more) for row in products(4)])
    done = run("details", *pages)
    assert lines(done.stderr) == [
        "weblode: the same on all pages, and left out: warranty, delivery; --all-columns keeps them"
    ]
    assert [json.loads(line)["attributes"] for line in done.stdout.splitlines()] == products(4)
    done = run("details", *pages, "--all-columns")
    assert done.stderr == SILENCE
    rest = {"warranty": "two years", "delivery": "free"}
    assert [json.loads(line)["attributes"] for line in done.stdout.splitlines()] == [r | rest for r in products(4)]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_a_folder_gets_a_file_for_each_template(tmp_path, shop, towns):
    out = tmp_path / "out"
    done = run("details", *shop, *towns, "-o", f"{out}/")
    assert (done.returncode, lines(done.stderr)) == (0, [f"weblode: {out}: 2 templates, a file each"])
    assert names_in(out) == ["template-1.csv", "template-2.csv"]
    assert [row["title"] for row in rows((out / "template-1.csv").read_text())] == [r["title"] for r in products(4)]
    assert "mayor" in rows((out / "template-2.csv").read_text())[0]
    again = run("details", *shop, "-o", f"{out}/")
    assert again.returncode == 1
    assert run("details", *shop, "-o", f"{out}/", "--force", "--format", "md").returncode == 0
    assert (out / "template-1.md").exists()
    wrong = run("details", *shop, "-o", f"{tmp_path / 'new'}/", "--format", "json")
    assert wrong.returncode == 2
    assert not (tmp_path / "new").exists()


def test_files_of_an_earlier_run_that_had_more_templates_go_and_all_others_stay(tmp_path, shop, towns):
    out = tmp_path / "out"
    run("details", *shop, *towns, "-o", f"{out}/")
    run("details", *shop, *towns, "-o", f"{out}/", "--force", "--format", "tsv")
    (out / "template-7.csv").write_text("mine")
    assert run("details", *shop, "-o", f"{out}/", "--force").returncode == 0
    assert names_in(out) == ["template-1.csv", "template-1.tsv", "template-2.tsv", "template-7.csv"]
    (out / ".written-by-weblode").write_text("../../shop/page0.html.csv\ntemplate-2.csv\n")
    (tmp_path / "shop" / "page0.html.csv").write_text("mine")
    assert run("details", *shop, "-o", f"{out}/", "--force").returncode == 0
    assert (tmp_path / "shop" / "page0.html.csv").exists()


@pytest.mark.parametrize(
    "name", ["things.csv", "things.tsv", "things.jsonl", "things.parquet", "things.xlsx", "things.md"]
)
def test_the_suffix_of_a_file_chooses_its_format(tmp_path, shop, name):
    done = run("details", *shop, "-o", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / name).stat().st_size > 100
    assert run("details", *shop, "-o", str(tmp_path / name)).returncode == 1


def test_sqlite_has_a_table_with_the_rows(tmp_path, shop):
    path = tmp_path / "things.db"
    assert run("details", *shop, "-o", str(path), "--format", "sqlite").returncode == 0
    with sqlite3.connect(path) as database:
        found = database.execute('SELECT title, "price (number)" FROM details').fetchall()
    database.close()
    assert found == [(row["title"], float(row["price"][1:])) for row in products(4)]
    rule, _ = learn(tmp_path, shop)
    assert run("apply", rule, *shop, "-o", str(path)).returncode == 1  # it has the table `details`
    assert run("apply", rule, *shop, "-o", str(path), "--force").returncode == 0


def test_a_page_without_attributes_is_named(tmp_path):
    empty, blank = save(tmp_path / "empty", ["", "<p></p>"])
    done = run("details", empty, blank)
    assert done.returncode == 0
    assert [json.loads(line)["attributes"] for line in done.stdout.splitlines()] == [{}, {}]
    assert lines(done.stderr) == [
        f"weblode: {empty}: no attribute found",
        f"weblode: {blank}: no attribute found",
    ]


def test_a_missing_file_is_one_line_and_the_other_pages_are_read(tmp_path, shop):
    missing = str(tmp_path / "missing.html")
    done = run("details", missing)
    assert (done.returncode, done.stdout) == (1, b"")
    assert len(lines(done.stderr)) == 1
    assert "missing.html" in lines(done.stderr)[0]
    done = run("details", shop[0], missing, shop[1])
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2


def test_any_bytes_give_a_result_or_one_line(tmp_path):
    path = tmp_path / "bytes.html"
    for data in (
        bytes(range(256)) * 20,
        b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
        b"<" * 5000,
        "<p>\ud800".encode("utf-8", "surrogatepass"),
    ):
        path.write_bytes(data)
        done = run("details", str(path), str(path))
        assert done.returncode in (0, 1)
        assert b"Traceback" not in done.stderr


def story(i):
    return (
        article(i % 6).replace("again", f"again and again for {i} weeks").replace("<p>", "<p><a href=/x>*Again*</a> ")
    )


def test_articles_are_markdown_beyond_those_that_the_template_is_learnt_from_and_by_a_rule(tmp_path):
    pages = save(tmp_path / "news", [story(i) for i in range(44)])
    bodies = run("details", *pages, "--format", "md").stdout.decode().split("\n## ")
    assert len(bodies) == 44
    assert all("[\\*Again\\*](</x>) On day 1 " in each for each in bodies)
    rule, _ = learn(tmp_path, pages[:6])
    done = run("apply", rule, *pages[40:], "--format", "md")
    assert done.stdout.decode().split("\n## ")[1:] == bodies[41:]


# ---------------------------------------------------------------- learn --details, apply
def learn(tmp_path, sources, *options):
    rule = str(tmp_path / "rule.json")
    return rule, run("learn", "--details", *sources, "-o", rule, *options)


def test_a_rule_is_learnt_and_applied_to_other_pages(tmp_path, shop):
    rule, learnt = learn(tmp_path, shop)
    told = lines(learnt.stderr)
    assert (learnt.returncode, told[0]) == (0, f"weblode: {rule}: 5 attributes, learnt on 4 pages")
    assert [line.split()[1:3] for line in told[1:]] == [
        ["title", "Lamp"],
        ["maker", "Kessel"],
        ["city", "Oslo"],
        ["weight", "2.1"],
        ["price", "$13.50"],
    ]
    new = save(tmp_path / "new", [page(row) for row in products(3, 20)])
    done = run("apply", rule, *new)
    assert (done.returncode, done.stderr) == (0, SILENCE)
    assert [json.loads(line)["attributes"] for line in done.stdout.splitlines()] == products(3, 20)
    done = run("apply", rule, new[0], "--format", "csv")
    assert next(csv.reader(done.stdout.decode().splitlines())) == [*HEADER[:2], "page_url", *HEADER[2:]]


@pytest.mark.parametrize("form", ["text", "md", "jsonl"])
def test_a_rule_writes_all_formats(tmp_path, shop, form):
    rule, _ = learn(tmp_path, shop)
    done = run("apply", rule, *shop, "--format", form)
    assert done.returncode == 0
    assert all(row["title"] in done.stdout.decode() for row in products(4))


def test_values_without_their_labels_are_in_tables_by_a_rule_too(tmp_path):
    pages = save(tmp_path / "shop", [page(row, prefixed) for row in products(6)])
    rule, _ = learn(tmp_path, pages[:4])
    done = run("apply", rule, *pages[4:], "--format", "csv")
    assert [row["maker"] for row in rows(done.stdout.decode())] == [row["maker"] for row in products(6)[4:]]


def test_attributes_are_renamed_typed_and_dropped_when_a_rule_is_learnt(tmp_path, shop):
    rule, learnt = learn(tmp_path, shop, "--name", "maker=Made by", "--kind", "weight=text", "--drop", "city")
    assert learnt.returncode == 0
    done = run("apply", rule, shop[0], "--format", "csv")
    assert next(csv.reader(done.stdout.decode().splitlines())) == [
        "page",
        "node",
        "page_url",
        "title",
        "Made by",
        "weight",
        "price",
        "price (number)",
        "price (currency)",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--drop", "colour"), "Error: no attribute 'colour': there are title, maker, city, weight, price"),
        (
            ("--name", "maker=price (number)"),
            "Error: an attribute cannot be called 'price (number)', as a column beside",
        ),
        (("--name", "maker=city"), "Error: two attributes have one name, 'city': choose another name"),
        (("--kind", "maker=colour"), "Error: no kind 'colour': choose "),
    ],
)
def test_wrong_changes_are_one_line(tmp_path, shop, options, message):
    _, done = learn(tmp_path, shop, *options)
    assert done.returncode == 1
    [line] = lines(done.stderr)
    assert line.startswith(message)
    assert not (tmp_path / "rule.json").exists()


def test_one_page_teaches_no_rule(tmp_path, shop):
    _, done = learn(tmp_path, shop[:1])
    message = "Error: no template was found: give two or more pages of one site that are about one thing each"
    assert (done.returncode, lines(done.stderr)) == (1, [message])
    assert not (tmp_path / "rule.json").exists()


def test_the_template_with_the_most_pages_is_learnt_and_the_others_are_named(tmp_path, shop, towns):
    rule, done = learn(tmp_path, [*towns, *shop])
    assert lines(done.stderr)[:2] == [
        f"weblode: 3 pages of another template: {', '.join(towns)}",
        f"weblode: {rule}: 5 attributes, learnt on 4 pages",
    ]


def test_a_page_that_is_not_of_the_template_is_one_line_and_the_others_are_read(tmp_path, shop, towns):
    rule, _ = learn(tmp_path, shop)
    done = run("apply", rule, towns[0], shop[0])
    assert done.returncode == 1
    assert json.loads(done.stdout)["attributes"] == products(1)[0]
    assert "is not of the rule's template" in lines(done.stderr)[0]
    assert len(lines(done.stderr)) == 2


def test_a_broken_rule_is_one_line(tmp_path, shop):
    rule, _ = learn(tmp_path, shop)
    path = tmp_path / "rule.json"
    path.write_text(path.read_text().replace('"version": 1', '"version": 9'))
    done = run("apply", rule, shop[0])
    assert done.returncode == 1
    assert lines(done.stderr) == [
        f"Error: {rule}: is not a rule for details of version 1; learn the rule again with `weblode learn --details`"
    ]


def test_a_rule_that_is_there_is_not_replaced_without_a_word(tmp_path, shop):
    learn(tmp_path, shop)
    before = (tmp_path / "rule.json").read_bytes()
    assert learn(tmp_path, shop[:2])[1].returncode == 1
    assert (tmp_path / "rule.json").read_bytes() == before
    assert learn(tmp_path, shop[:2], "--force")[1].returncode == 0


def test_an_article_in_markdown_has_its_title_author_date_and_body(tmp_path):
    text = "The council of the town met in the evening to speak of the roofs that the storm had taken. "
    prose = f"<p>{text * 3}</p>"
    body = f"{prose}<h2>What is left</h2>{prose}<ul><li>one roof</li><li>two doors</li></ul>{prose}"
    head = "<title>Nine roofs lost</title><article><h1>Nine roofs lost</h1><p>By Ann Lee</p><p>3 March 2021</p>"
    html = f"{head}{body}</article>"
    [path] = save(tmp_path, [html])
    done = run("details", path, "--format", "md")
    lines_of = done.stdout.decode().splitlines()
    assert lines_of[0].lstrip("# ") == "Nine roofs lost"
    assert lines_of[2].startswith("Ann Lee, ")
    assert "## What is left" in done.stdout.decode()
    assert "- two doors" in done.stdout.decode()


def test_a_rule_for_details_is_shown_with_its_attributes(shop, tmp_path):
    rule, _ = learn(tmp_path, shop)
    done = run("rules", "show", rule)
    first, *attributes = done.stdout.decode().splitlines()
    assert (done.returncode, first.split(",")[0]) == (0, "for pages about one thing")
    assert [each.split()[0] for each in attributes] == list(products(1)[0])
    assert any("price" in each and 'named by its label "Price' in each for each in attributes)
