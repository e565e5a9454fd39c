"""Pages of made sites: the columns and values that come back are those that the pages were made from."""

from random import Random

import pytest

import weblode
from details.sites import (
    DIALECTS,
    LABELS,
    json_ld,
    page,
    prefixed,
    products,
    read,
    terms,
    trees,
    values,
    without_none,
)
from weblode.details.discover import discover
from weblode.details.learning import SAMPLE
from weblode.errors import SourceError
from weblode.pages.html import parse

COLOURS = "red green blue black white pink brown grey amber lilac".split()
SCRIPTS = {
    "Chinese": {"maker": "制造商", "city": "城市", "weight": "重量", "price": "价格"},
    "Arabic": {"maker": "الشركة", "city": "المدينة", "weight": "الوزن", "price": "السعر"},
    "Russian": {"maker": "Производитель", "city": "Город", "weight": "Длина", "price": "Цена"},
}
OTHER = (
    "<body class=blog><div id=wrap><p class=intro>We moved the shop to the other side of the street last week.</p>"
    "<p>Please come and see us there, we have coffee.</p></div>"
)

every_dialect = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)


def some_lack(rows):
    """The rows, some without a maker, others without a weight."""
    return [
        {**row, "maker": row["maker"] if i % 3 else None, "weight": row["weight"] if i % 4 != 1 else None}
        for i, row in enumerate(rows)
    ]


def colours(i):
    return [f"{COLOURS[(i + j * 3) % 10]} {'xyz'[j]}" for j in range(i % 3 + 1)]


# ---------------------------------------------------------------- columns and values
@every_dialect
@pytest.mark.parametrize("n", [2, 3, 10])
def test_columns_and_values_are_those_of_the_truth(dialect, n):
    rows = products(n)
    group = read([page(row, dialect) for row in rows])
    assert values(group) == rows
    assert [each.name for each in group.columns] == list(rows[0])


@every_dialect
def test_an_attribute_that_some_pages_lack_does_not_shift_the_others(dialect):
    rows = some_lack(products(10))
    assert values(read([page(row, dialect) for row in rows])) == without_none(rows)


@every_dialect
def test_attributes_in_another_order_on_each_page_are_the_same_columns(dialect):
    rows = [
        dict([next(iter(row.items())), *Random(i).sample(list(row.items())[1:], 4)])
        for i, row in enumerate(products(8))
    ]
    assert values(read([page(row, dialect) for row in rows])) == rows


# In "State: Public" label and value are one text: one that most pages have is decoration.
@pytest.mark.parametrize(
    "dialect", [each for each in DIALECTS.values() if each is not prefixed], ids=lambda each: each.__name__
)
def test_a_value_that_most_pages_share_stays_a_value(dialect):
    states = ["Public"] * 7 + ["Private", "Secret", "Hidden"]
    rows = [{**row, "state": state} for row, state in zip(products(10), states, strict=True)]
    labels = {**LABELS, "state": "State"}
    assert values(read([page(row, dialect, labels=labels) for row in rows])) == rows


@every_dialect
def test_a_value_that_all_pages_share_is_no_attribute(dialect):
    labels = {**LABELS, "currency": "Currency"}
    rows = products(6)
    assert values(read([page({**row, "currency": "Euro"}, dialect, labels=labels) for row in rows])) == rows


@every_dialect
@pytest.mark.parametrize("script", SCRIPTS)
def test_labels_in_any_script_name_columns(dialect, script):
    labels, rows = SCRIPTS[script], products(4)
    truth = [{labels[name].lower() if name in labels else name: value for name, value in row.items()} for row in rows]
    assert values(read([page(row, dialect, labels=labels) for row in rows])) == truth


@every_dialect
def test_no_column_is_constant_and_a_value_is_in_one_column(dialect):
    rows = some_lack(products(10))
    extra = "<p>Delivery takes about a week.</p><ul><li><a href=/a>Add to basket</a><li><a href=/b>Compare</a></ul>"
    group = read([page(row, dialect, extra=extra) for row in rows])
    for i in range(len(group.columns)):
        assert len({own.values[i] for own in group.pages if own.values[i]}) > 1
    for own in group.pages:
        nodes = [one.node for each in own.values for one in each]
        texts = [one.text for each in own.values for one in each]
        assert len(set(nodes)) == len(nodes)
        assert len(set(texts)) == len(texts)


@every_dialect
def test_ids_that_differ_on_every_page_do_not_break_the_alignment(dialect):
    rows = products(6)

    def in_section(row):
        return lambda pairs: f'<section id="{row["title"].replace(" ", "-")}">{dialect(pairs)}</section>'

    assert values(read([page(row, in_section(row)) for row in rows])) == rows


@pytest.mark.parametrize(
    "form",
    [
        lambda own: f"<h3>Colours</h3><ul class=colours>{''.join(f'<li>{each}</li>' for each in own)}</ul>",
        lambda own: f"<p><b>Colours:</b> {', '.join(f'<a href=/c/{each[:3]}>{each}</a>' for each in own)}</p>",
        lambda own: f"<dl><dt>Colours:</dt>{''.join(f'<dd>{each}</dd>' for each in own)}</dl>",
    ],
    ids=["items", "links", "definitions"],
)
@pytest.mark.parametrize("n", [3, 10])
def test_repeated_parts_are_one_list(form, n):
    rows = products(n)
    group = read([page(row, extra=form(colours(i))) for i, row in enumerate(rows)])
    assert values(group) == [{**row, "colours": "; ".join(colours(i))} for i, row in enumerate(rows)]
    assert [row["attributes"]["colours"] for row in group.rows()[:3]] == [colours(0)[0], colours(1), colours(2)]


@pytest.mark.parametrize("form", ["<h3>Story</h3><div><p>{}</p></div>", "<dl><dt>Story:<dd><p>{}</dl>"])
def test_a_text_after_a_label_is_a_value(form):
    told = "The {title} was made by hand in the long winter of 19{weight[0]}4 by the people of {city}."
    rows = [{**row, "story": told.format(**row)} for row in products(6)]
    assert values(read([page(row, extra=form.format(told.format(**row))) for row in products(6)])) == rows


# ---------------------------------------------------------------- what pages tell machines
def test_json_ld_confirms_attributes_and_adds_those_that_it_alone_has():
    rows = products(4)
    group = read([page(row, head=json_ld(row)) for row in rows])
    assert values(group) == [{**row, "sku": f"code-{row['price'][1:]}"} for row in rows]
    assert all(row["confirmed"] == ["title", "maker"] and row["declared"] == {} for row in group.rows())
    assert {row["xpaths"]["sku"] for row in group.rows()} == {"/html/head/script"}


def test_what_json_ld_tells_otherwise_is_told():
    rows = products(4)
    heads = [json_ld(row) for row in rows[:3]] + [json_ld({**rows[3], "maker": "Somebody Else"})]
    group = read([page(row, head=head) for row, head in zip(rows, heads, strict=True)])
    assert values(group)[3]["maker"] == rows[3]["maker"]
    assert [row["declared"] for row in group.rows()] == [{}, {}, {}, {"maker": "Somebody Else"}]
    assert group.rows()[3]["confirmed"] == ["title"]


def test_json_ld_names_what_the_page_does_not_label():
    def bare(pairs):
        [(_, maker)] = pairs
        return f"<p>All of this was measured in our shop by two people.</p><div><i>{maker}</i></div>"

    rows = products(5)
    group = read([page({"title": row["title"], "maker": row["maker"]}, bare, head=json_ld(row)) for row in rows])
    assert [(each.name, each.source) for each in group.columns[:2]] == [
        ("title", "title"),
        ("manufacturer", "declared"),
    ]


def test_broken_json_ld_is_left_out():
    rows = products(3)
    head = '<script type="application/ld+json">{"@type": "Product", "name": [[[</script>'
    assert values(read([page(row, head=head) for row in rows])) == rows


# ---------------------------------------------------------------- which pages belong together
def test_a_page_of_another_template_is_a_group_of_its_own():
    pages = [page(row) for row in products(4)]
    groups = discover(trees([*pages[:2], OTHER, *pages[2:]]))
    assert [[each.page for each in group.pages] for group in groups] == [
        ["0.html", "1.html", "3.html", "4.html"],
        ["2.html"],
    ]
    assert values(groups[0]) == products(4)


def test_pages_of_two_hosts_with_one_template_stay_apart_if_their_addresses_are_known():
    pages = [page(row) for row in products(6)]
    apart = discover(trees(pages, url=lambda i: f"https://{'ab'[i % 2]}.example/{i}"))
    assert [[each.page for each in group.pages] for group in apart] == [
        ["0.html", "2.html", "4.html"],
        ["1.html", "3.html", "5.html"],
    ]
    assert [len(group.pages) for group in discover(trees(pages, url=lambda _: None))] == [6]


@every_dialect
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_pages_changes_neither_names_nor_values(dialect, seed):
    rows = some_lack(products(10))
    order = Random(seed).sample(range(10), 10)
    group = read([page(rows[i], dialect) for i in order])
    assert values(group) == without_none([rows[i] for i in order])


@every_dialect
def test_pages_beyond_the_sample_are_read_too(dialect):
    rows = products(60)
    assert len(rows) > SAMPLE
    group = read([page(row, dialect) for row in rows])
    assert values(group) == rows
    assert all(each.tree is None for each in group.pages[SAMPLE:])
    assert all(len(row["xpaths"]) == 5 for row in group.rows())


def test_two_templates_may_each_have_more_pages_than_the_sample():
    shops = [page(row, terms) for row in products(45)]
    notes = [
        OTHER.replace("last week", f"on day {i} of {COLOURS[i % 10]} March") + "<p>Yours, the shop</p><p>Imprint"
        for i in range(45)
    ]
    groups = discover(trees([each for pair in zip(shops, notes, strict=True) for each in pair]))
    assert [len(group.pages) for group in groups] == [45, 45]
    assert values(groups[0]) == products(45)


# ---------------------------------------------------------------- odd pages
@pytest.mark.parametrize(
    "odd",
    [
        "",
        "<div><p></p></div>",
        "word",
        "<title>t</title>",
        "<!-- nothing -->",
        "<script>var x = 1</script><style>p {}</style>",
        "<p>" + "word " * 200_000,
        "<title>t</title><p>" + "x" * 1_000_000,
        "<p>\0\ufffd\u202e",
        "<table><tr><th><td><tr><th>a<td>",
        '<?xml version="1.0"?><rss><channel><title>a</title><item><title>b</title></item></channel></rss>',
        "<div>" * 500 + "x",
    ],
    ids=["empty", "no text", "word", "title", "comment", "script", "words", "letters", "signs", "table", "xml", "deep"],
)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_any_page_gives_a_result_alone_with_its_like_and_with_others(odd, n):
    groups = discover(trees([odd] * n))
    assert sum(len(group.pages) for group in groups) == n
    assert len(groups.as_table()) == n
    groups = discover(trees([*[odd] * n, *map(page, products(3))]))
    assert values(groups[-1]) == products(3)


def test_an_xml_document_gives_a_result():
    feed = "<rss><channel><title>News</title>{}</channel></rss>"
    feeds = [feed.format(f"<item><title>Story {i}</title><link>http://a.example/{i}</link></item>") for i in range(3)]
    groups = weblode.details([f'<?xml version="1.0"?>{each}'.encode() for each in feeds])
    assert sum(len(group.pages) for group in groups) == 3


def test_no_pages_give_no_groups():
    groups = discover([])
    assert (len(groups), len(groups.as_table())) == (0, 0)


def test_a_page_that_nests_3000_deep_is_refused_in_words_or_read_with_another_limit():
    deep = "<div>" * 3000 + "x"
    with pytest.raises(weblode.LimitError, match="--max-depth"):
        weblode.details(deep)
    tree = weblode.read(deep.encode(), limits=weblode.Limits(depth=4000))
    assert [len(group.pages) for group in discover([tree, tree])] == [2]


# ---------------------------------------------------------------- the front door
def test_the_front_door_reads_pages_files_and_folders(tmp_path):
    pages = [page(row) for row in products(3)]
    for i, each in enumerate(pages):
        (tmp_path / f"{i}.html").write_text(each)
    paths = sorted(tmp_path.iterdir())
    for source in (pages, (each.encode() for each in pages), paths, tmp_path, [str(tmp_path)]):
        [group] = weblode.details(source)
        assert values(group) == products(3)
    [alone] = weblode.details(pages[0], url="https://shop.example/lamp")
    assert alone.rows()[0]["url"] == "https://shop.example/lamp"


def test_a_page_that_cannot_be_read_raises_its_error(tmp_path):
    with pytest.raises(SourceError, match=r"missing\.html"):
        weblode.details([page(product) for product in products(2)] + [tmp_path / "missing.html"])


@pytest.mark.parametrize(
    ("row", "around"),
    [
        ("<tr><th>{}<td>{}", "<table>{}</table>"),
        ("<tr><td>{}<td>{}", "<table>{}</table>"),
        ("<dt>{}<dd>{}", "<dl>{}</dl>"),
        ("<li><b>{}</b> {}", "<ul>{}</ul>"),
    ],
)
def test_what_few_pages_have_is_an_attribute_of_its_own(row, around):
    pages = []
    for i in range(10):
        colour = [("Colour", ["red", "blue", "green"][i])] if i < 3 else []
        pairs = [("Maker", f"Norde & Sons {i}"), *colour, ("Weight", f"{i + 3} kg"), ("City", ["Oslo", "Bern"][i % 2])]
        rows = "".join(row.format(*pair) for pair in pairs)
        pages.append(parse(f"<title>Thing {i}</title><h1>Thing {i}</h1>{around.format(rows)}".encode()))
    [things] = discover(pages)
    assert [each.name for each in things.columns] == ["title", "maker", "colour", "weight", "city"]
    assert [row["attributes"].get("colour") for row in things.rows()] == ["red", "blue", "green", *[None] * 7]
    assert [row["attributes"]["maker"] for row in things.rows()] == [f"Norde & Sons {i}" for i in range(10)]


def test_a_value_in_a_label_element_is_one_if_it_begins_with_a_colon():
    row = "<span><strong>{}</strong> <label>: {}</label></span><br>"
    cases = [("BA 64", "Motion", "Itanagar"), ("HC 27", "Orders", "Jammu"), ("CR 58", "Hearing", "Kochi")]
    pages = [
        f"<title>{number}</title><h1>{number}</h1><label>Case</label><p>about the case</p>"
        f"{row.format('Stage of Case', stage)}{row.format('Bench', bench)}"
        for number, stage, bench in cases
    ]
    rows = weblode.details(pages).to_dicts()
    values = [(each["stage_of_case"], each["bench"]) for each in rows]
    assert values == [(stage, bench) for _, stage, bench in cases]
