"""Lists inside records: exact on made pages in several dialects of HTML, and what is no list."""

import json

import pytest

import weblode
from weblode import formats, paths
from weblode.pages.html import parse
from weblode.records import nested
from weblode.records.discover import extract
from weblode.records.nested_tables import nested_tables, table_name

# A record is (author, summary, lists by name); a page is a list of records.
COMMENTS = [("Ann", "Nice words about rain", {}), ("Bob", "So wet again", {}), ("Cid", "Not here, said Bob", {})]
OFFERS = [("Umbrellas & Co", "black, folding", {}), ("Coats", "long and warm", {})]
DEEP = [
    ("Ann", "Nice words", {"replies": [("Bob", "Thank you", {}), ("Cid", "Same from me", {})]}),
    ("Dan", "How high", {}),
    ("Eve", "What a night", {"replies": [("Fay", "It was long", {})]}),
]
PAGES = {
    "no lists": [("Rain", "It rained all day", {}), ("Snow", "Snow on the passes", {})],
    "one list": [
        ("Rain", "It rained all day", {"comments": COMMENTS}),
        ("Snow", "Snow on the passes", {"comments": COMMENTS[1:]}),
    ],
    "optional children": [
        ("Rain", "It rained all day", {"comments": COMMENTS[:2]}),
        ("Snow", "Snow on the passes", {}),
        ("Wind", "The bridge is closed", {"comments": COMMENTS}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "one item in one record and five in another": [
        ("Rain", "It rained all day", {"comments": COMMENTS[:1]}),
        ("Snow", "Snow on the passes", {"comments": [*COMMENTS, ("Dan", "Five", {}), ("Eve", "Last one", {})]}),
        ("Wind", "The bridge is closed", {}),
    ],
    "a list in one record only": [
        ("Rain", "It rained all day", {}),
        ("Snow", "Snow on the passes", {"comments": COMMENTS}),
        ("Wind", "The bridge is closed", {}),
    ],
    "two lists in one record": [
        ("Rain", "It rained all day", {"comments": COMMENTS, "offers": OFFERS}),
        ("Snow", "Snow on the passes", {"offers": OFFERS[1:]}),
        ("Wind", "The bridge is closed", {"comments": COMMENTS[1:]}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "three levels": [
        ("Rain", "It rained all day", {"comments": DEEP}),
        ("Snow", "Snow on the passes", {"comments": DEEP[:1]}),
        ("Wind", "The bridge is closed", {"comments": DEEP[1:2]}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "three levels and two lists": [
        ("Rain", "It rained all day", {"comments": DEEP, "offers": OFFERS}),
        ("Snow", "Snow on the passes", {"comments": DEEP[:2]}),
        ("Wind", "The bridge is closed", {"offers": OFFERS[:1]}),
    ],
}


def container(tag, row):
    """A dialect: every list is an element with the list's name as its class."""

    def page(records, name="news"):
        rows = "".join(
            row(a, s, "".join(page(items, inner) for inner, items in lists.items())) for a, s, lists in records
        )
        return f"<{tag} class={name}>{rows}</{tag}>"

    return page


def flat(records, name="news"):
    """A dialect without elements around lists: the class of an item says what it is."""
    rows = ""
    for author, summary, lists in records:
        inside = "".join(flat(items, inner) for inner, items in lists.items())
        rows += f"<div class={name}><b itemprop=author>{author}</b><p itemprop=summary>{summary}</p>{inside}</div>"
    return rows


BOTH = "<b itemprop=author>{}</b><p itemprop=summary>{}</p>{}"
DIALECTS = {
    "ul": container("ul", lambda *parts: f"<li>{BOTH.format(*parts)}</li>"),
    "ol": container("ol", lambda *parts: f"<li><div>{BOTH.format(*parts)}</div></li>"),
    "div": container("div", lambda *parts: f"<div class=item>{BOTH.format(*parts)}</div>"),
    "section": container("section", lambda *parts: f"<article>{BOTH.format(*parts)}</article>"),
    "flat": lambda records: f"<main>{flat(records)}</main>",
    "table": container(
        "table", lambda a, s, t: f"<tr><td itemprop=author>{a}</td><td><p itemprop=summary>{s}</p>{t}</td></tr>"
    ),
    "dl": container("dl", lambda a, s, t: f"<dt itemprop=author>{a}</dt><dd><p itemprop=summary>{s}</p>{t}</dd>"),
}


def listed(html):
    """The list of records in the first element with several children of one tag."""
    tree = parse(f"<h1>News</h1>{html}".encode(), page="news.html")
    counts = ((u, v) for u in range(len(tree)) if tree.name(u) != "body" for v in tree.children(u) if tree.tag[v])
    region, first = next((u, v) for u, v in counts if sum(tree.tag[w] == tree.tag[v] for w in tree.children(u)) > 1)
    return extract(tree, region, int(tree.tag[first]), refine=False)


def plain(row):
    """A record of the JSON without XPaths, texts and links."""
    fields = {each["name"]: each["value"] for each in row["fields"]}
    lists = {each["name"]: [plain(item) for item in each["records"]] for each in row.get("lists", [])}
    return fields | ({"lists": lists} if lists else {})


def expected(record):
    author, summary, lists = record
    inside = {name: [expected(item) for item in items] for name, items in lists.items()}
    return {"author": author, "summary": summary} | ({"lists": inside} if inside else {})


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", PAGES)
def test_nested_lists_are_exact_in_every_dialect(dialect, case):
    found = listed(DIALECTS[dialect](PAGES[case]))
    assert [plain(row) for row in found.rows()] == [expected(record) for record in PAGES[case]]


def words(record):
    """All words of a record, those of its lists too."""
    author, summary, lists = record
    return " ".join([author, summary, *(words(item) for items in lists.values() for item in items)])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_text_of_a_record_stays_whole(dialect):
    found = listed(DIALECTS[dialect](PAGES["three levels"]))
    assert found.texts() == [words(record) for record in PAGES["three levels"]]


def test_the_json_of_a_nested_list_has_the_form_of_records_and_their_places():
    found = listed(DIALECTS["ul"](PAGES["one list"]))
    first = found.rows()[0]["lists"]
    assert first[0].keys() == {"name", "xpath", "records"}
    assert first[0]["xpath"] == "/html/body/ul/li[1]/ul"
    assert first[0]["records"][1] == {
        "xpath": ["/html/body/ul/li[1]/ul/li[2]"],
        "text": "Bob So wet again",
        "links": [],
        "fields": [
            {"name": "author", "value": "Bob", "xpath": "/html/body/ul/li[1]/ul/li[2]/b/text()[1]"},
            {"name": "summary", "value": "So wet again", "xpath": "/html/body/ul/li[1]/ul/li[2]/p/text()[1]"},
        ],
    }
    assert paths.find(found.tree, first[0]["xpath"]) == found.nested[0].parents[0]


def test_nested_lists_are_found_once_and_on_use_alone(monkeypatch):
    calls = []
    find = nested.find
    monkeypatch.setattr(nested, "find", lambda *given: calls.append(given) or find(*given))
    found = listed(DIALECTS["ul"](PAGES["one list"]))
    found.texts(), found.links(), found.places()
    assert calls == []
    assert found.fields is found.fields
    assert found.nested is found.nested
    assert len(calls) == 1


def thread(depth, author="Ann"):
    """A comment with one reply, which has one reply, and so on."""
    inside = f"<ul class=children>{thread(depth - 1, author)}</ul>" if depth else ""
    return f"<li class=comment><b>{author}</b><p>Level {depth} of a talk</p>{inside}</li>"


@pytest.mark.parametrize("depth", [1, 2, 5, 20])
def test_a_thread_of_single_replies_is_nested_to_its_end(depth):
    found = listed(f"<ul>{thread(depth, 'Ann')}{thread(0, 'Bob')}{thread(1, 'Cid')}</ul>")
    row, texts = found.rows()[0], []
    while "lists" in row:
        (part,) = row["lists"]
        (row,) = part["records"]
        texts.append(row["fields"][1]["value"])
    assert texts == [f"Level {level} of a talk" for level in range(depth - 1, -1, -1)]


def test_replies_without_a_class_go_on_as_the_replies_above_them():
    reply = "<li><b>Cid</b><p>I agree</p>{}</li>"
    deep = f"<ul>{reply.format('<ul>' + reply.format('') + '</ul>')}</ul>"
    two = "<ul><li><b>Dan</b><p>Not I</p></li><li><b>Eve</b><p>Nor me</p></li></ul>"
    found = listed(f"<ul><li><b>Ann</b><p>Rain</p>{deep}</li><li><b>Bob</b><p>Snow</p>{two}</li></ul>")
    (first,) = found.rows()[0]["lists"][0]["records"]
    assert [len(part["records"]) for part in first["lists"]] == [1]


def test_levels_are_bounded_and_the_rest_stays_a_field():
    found = listed(f"<ul>{thread(nested.LEVELS + 10)}{thread(0)}{thread(1)}</ul>")
    row, levels = found.rows()[0], 0
    while "lists" in row:
        row, levels = row["lists"][0]["records"][0], levels + 1
    assert levels == nested.LEVELS
    assert "Level 0 of a talk" in row["text"]
    assert json.dumps(found.as_dict())


def test_headings_above_lists_name_them_and_tell_them_apart():
    def part(label, items):
        return (
            f"<h4>{label}</h4><ul>{''.join(f'<li><a href=/x>{item}</a> <i>said more</i></li>' for item in items)}</ul>"
        )

    rows = [
        f"<li><h3>Rain</h3>{part('2 comments', 'ab')}{part('Offers:', 'cd')}</li>",
        f"<li><h3>Snow</h3>{part('3 comments', 'efg')}</li>",
        f"<li><h3>Wind</h3>{part('Offers:', 'hij')}</li>",
    ]
    found = listed(f"<ul>{''.join(rows)}</ul>")
    assert [(each.name, each.owners) for each in found.nested] == [
        ("comments", (0, 0, 1, 1, 1)),
        ("offers", (0, 0, 2, 2, 2)),
    ]


def test_the_header_of_a_nested_table_names_fields_and_is_no_record():
    head = "<tr><th>Party</th><th>Role</th></tr>"
    row = "<tr><td>{{}}</td><td>{}</td></tr>"
    rows = "".join(row.format(role) for role in ("plaintiff", "defendant", "witness"))
    cases = [("Smith", "Jones", "Hill"), ("Miller", "Baker", "Wood"), ("Shaw", "Price", "Lane")]
    for table in ("<table>{}{}</table>", "<table><thead>{}</thead><tbody>{}</tbody></table>"):
        html = "".join(f"<li><h3>Case {a}</h3>{table.format(head, rows.format(a, b, c))}</li>" for a, b, c in cases)
        found = listed(f"<ul>{html}</ul>")
        assert [plain(row)["lists"]["list"][1] for row in found.rows()] == [
            {"party": b, "role": "defendant"} for _, b, _ in cases
        ]
        assert [list(plain(row)) for row in found.rows()] == [["title", "lists"]] * 3


PRICES = ["$5", "$12", "$7", "$3"]
NO_LISTS = {
    "a form with labels": "<dl><dt>Price</dt><dd>{price}</dd><dt>Place</dt><dd>{place}</dd></dl>",
    "rows of a form": "<table><tr><th>Price</th><td>{price}</td></tr><tr><th>Place</th><td>{place}</td></tr></table>",
    "labels with a colon": "<ul><li>Price: {price}</li><li>Place: {place}</li></ul>",
    "fields in li": "<ul><li>{price}</li><li>{place}</li><li>{day}</li></ul>",
    "fields by class": "<div class=price><b>{price}</b><p>now</p></div><div class=town><b>{place}</b><p>then</p></div>",
    "furniture": "<ul><li><a href=/r>Reply</a></li><li><a href=/s>Share</a></li><li><a href=/t>Report</a></li></ul>",
    "marked words": "<p><b>{price}</b> <b>{place}</b> <b>{day}</b></p>",
    "lines": "{price}<br>{place}<br>{day}<br>",
    "links": "<p><a href=/1>{price}</a> <a href=/2>{place}</a> <a href=/3>{day}</a></p>",
    "a breadcrumb": "<div><a href=/1>Home</a> &gt; <a href=/2>{place}</a> &gt; <a href=/3>{day}</a></div>",
    "paragraphs": "<p>Words on {place}</p><p>and on <a href=/x>{day}</a></p><p>at {price}</p>",
    "cells of a row": "<table><tr><td>{price}</td><td>{place}</td><td>{day}</td></tr></table>",
    "pages": "<ul class=pagination><li><a href=1>1</a> a</li><li><a href=2>2</a> b</li><li><a href=3>3</a> c</li></ul>",
    "images": "<ul><li><img src=/a.png></li><li><img src=/b.png></li></ul>",
}


@pytest.mark.parametrize("form", NO_LISTS)
def test_fields_and_furniture_are_no_nested_lists(form):
    places, days = ["Rome", "Oslo", "Bern", "Riga"], ["Monday", "Friday", "Sunday", "Tuesday"]
    parts = zip(PRICES, places, days, strict=True)
    rows = [NO_LISTS[form].format(price=price, place=place, day=day) for price, place, day in parts]
    found = listed("<ul>" + "".join(f"<li><h3>Title {i}</h3>{row}</li>" for i, row in enumerate(rows)) + "</ul>")
    assert found.nested == ()
    assert not any("lists" in row for row in found.rows())


def test_rules_give_nested_lists_by_the_same_computation(tmp_path):
    found = listed(DIALECTS["div"](PAGES["three levels"]))
    rule = weblode.learn([found])
    assert [each.name for each in rule.columns] == ["author", "summary"]
    rule.save(tmp_path / "rule.json")
    applied = weblode.Rule.load(tmp_path / "rule.json").apply(found.tree)
    assert [plain(row) for row in applied.rows()] == [expected(record) for record in PAGES["three levels"]]


def test_a_child_table_refers_to_the_rows_above_it():
    tables = nested_tables(listed(DIALECTS["ul"](PAGES["three levels"])), fields=True)
    comments, replies = tables["comments",], tables["comments", "replies"]
    assert comments.names == ("page", "node", "region", "parent", "record", "author", "summary")
    assert comments["parent"] == (1, 1, 1, 2, 3)
    assert comments["record"] == (1, 2, 3, 4, 5)
    assert [comments["author"][parent - 1] for parent in replies["parent"]] == ["Ann", "Ann", "Eve", "Ann", "Ann"]
    assert set(comments["region"]) == set(replies["region"]) == {"/html/body/ul"}


def test_fields_named_as_a_key_get_a_number():
    rows = "".join(
        f"<li><b>{name}</b><ul class=towns><li><i itemprop=region>{name} North</i><p>one</p></li>"
        f"<li><i itemprop=region>{name} South</i><p>two</p></li></ul></li>"
        for name in ("Rome", "Oslo")
    )
    (table,) = nested_tables(listed(f"<ul>{rows}</ul>"), fields=True).values()
    assert "region_2" in table.names
    assert set(table["region"]) == {"/html/body/ul"}


def test_names_of_tables_are_short_and_differ():
    deep = [f"a_very_long_name_of_a_list_{chr(97 + i)}" for i in range(26)]
    assert table_name(["a"]) == "a"
    assert len(table_name(deep)) < 100
    assert table_name(deep) != table_name([*deep[:-1], "x"])


def test_the_same_page_gives_the_same_lists(tmp_path):
    html = DIALECTS["flat"](PAGES["three levels and two lists"])
    assert json.dumps(listed(html).as_dict()) == json.dumps(listed(html).as_dict())
    for names, table in nested_tables(listed(html)).items():
        formats.write(table, tmp_path / "table.csv")
        assert formats.read(tmp_path / "table.csv") == table, names
