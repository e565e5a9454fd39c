"""What was read from pages: rows, tables, typed values."""

from details.sites import LABELS, page, prefixed, products, read, terms, trees
from weblode.details.discover import discover
from weblode.paths import find


def test_a_table_has_a_row_a_page_and_typed_columns_beside_texts():
    rows = products(3)
    table = read([page(row) for row in rows]).as_table()
    assert list(table.columns) == [
        "page",
        "node",
        "page_url",
        "title",
        "maker",
        "city",
        "weight",
        "weight (number)",
        "price",
        "price (number)",
        "price (currency)",
    ]
    assert list(table.columns["page"]) == ["0.html", "1.html", "2.html"]
    assert list(table.columns["weight (number)"]) == [2.1, 3.2, 4.3]
    assert list(table.columns["price (number)"]) == [13.5, 26.5, 39.5]
    assert table.types["price (number)"] == "float"


def test_the_addresses_of_pages_are_a_column_only_if_they_are_known():
    pages = [page(row) for row in products(2)]
    assert list(read(pages).as_table().columns["page_url"]) == ["https://shop.example/0", "https://shop.example/1"]
    assert "page_url" not in read(pages, url=lambda _: None).as_table().columns


def test_dates_are_typed():
    labels = {**LABELS, "released": "Released"}
    rows = [{**row, "released": f"{i + 3} March 2021"} for i, row in enumerate(products(4))]
    table = read([page(row, labels=labels) for row in rows]).as_table()
    assert [str(each) for each in table.columns["released (date)"]] == [f"2021-03-0{i + 3}" for i in range(4)]


def test_a_row_of_json_has_texts_what_they_say_and_places_that_lead_back():
    rows = products(3)
    pages = trees([page(row, prefixed) for row in rows])
    [group] = discover(pages)
    first = group.rows()[0]
    assert first["page"] == "0.html"
    assert first["url"] == "https://shop.example/0"
    assert first["attributes"]["price"] == "Price: $13.50"
    assert first["typed"]["price"] == {"value": "$13.50", "number": 13.5, "currency": "$"}
    for tree, row in zip(pages, group.rows(), strict=True):
        for name, xpath in row["xpaths"].items():
            assert tree.string(find(tree, xpath)) == row["attributes"][name]


def test_an_attribute_that_a_page_lacks_is_left_out_of_json_and_empty_in_the_table():
    rows = [{**row, "city": None if i == 1 else row["city"]} for i, row in enumerate(products(4))]
    group = read([page(row) for row in rows])
    assert ["city" in row["attributes"] for row in group.rows()] == [True, False, True, True]
    assert list(group.as_table().columns["city"])[1] is None


def test_the_address_of_a_linked_value_is_beside_it():
    def linked(pairs):
        return terms(pairs).replace("<dd>", '<dd><a href="/by/1">', 1).replace("</dd>", "</a></dd>", 1)

    group = read([page(row, linked) for row in products(3)])
    assert list(group.as_table().columns["maker (url)"]) == ["https://shop.example/by/1"] * 3


def test_an_attribute_named_as_one_of_our_columns_has_another_name():
    labels = {**LABELS, "maker": "Page", "city": "Node"}
    group = read([page(row, labels=labels) for row in products(4)])
    names = [each.name for each in group.columns]
    assert len(set(names) - {"page", "node"}) == 5
    table = group.as_table()
    assert [list(table.columns[name]) for name in names[:3]] == [
        [row[name] for row in products(4)] for name in ("title", "maker", "city")
    ]


def test_all_templates_are_one_table_with_the_columns_of_all():
    one = [page(row) for row in products(3)]
    other = [
        f"<body class=b><div><section><h2>Town {i}</h2><dl><dt>Mayor:<dd>Ann{i} Lee<dt>Founded:<dd>1{i}50</dl><i>Map"
        for i in range(3)
    ]
    results = discover(trees(one + other))
    assert [len(each.pages) for each in results] == [3, 3]
    table = results.as_table()
    assert len(table) == 6
    assert list(table.columns["mayor"]) == [None, None, None, "Ann0 Lee", "Ann1 Lee", "Ann2 Lee"]
    assert list(table.columns["city"])[3:] == [None] * 3


def test_results_are_told_in_short():
    assert repr(read([page(row) for row in products(2)])) == "<DetailPages: 2 pages, 5 attributes>"


def test_places_are_the_same_without_the_tree():
    group = read([page(row) for row in products(2)])
    for each in group.pages:
        assert each.without_tree().xpaths == each.xpaths
        assert each.without_tree().tree is None
