"""Candidates for nested lists: which belong together, their names, and where each item ends."""

from itertools import groupby
from operator import itemgetter

import pytest

from records.nesting import listed, plain
from weblode.pages.html import parse
from weblode.records.nested_kinds import class_words, kinds
from weblode.records.nested_pieces import pieces


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


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ("class='comment'", ("comment",)),
        ("class='Comment-12 comment_3 odd'", ("comment",)),
        ("itemprop=review class=offer", ("review", "offer")),
        ("class='first last even active'", ()),
        ("class='a bb 7'", ()),
        ("id=comment", ()),
    ],
)
def test_class_words_say_what_an_element_is(attributes, words):
    tree = parse(f"<p {attributes}>x".encode())
    assert class_words(tree, [len(tree) - 2]) == [words]


def search(name, *records, thread=""):
    """The kinds among the elements of a name inside records, the tree, and the bounds of the records."""
    tree = parse(f"<main>{''.join(f'<section>{record}</section>' for record in records)}</main>".encode())
    tops = [u for u in range(len(tree)) if tree.name(u) == "section"]
    bounds = [(u, int(tree.end[u])) for u in tops]
    candidates = [
        (u, int(tree.parent[u]), i) for i, (a, b) in enumerate(bounds) for u in range(a, b) if tree.name(u) == name
    ]
    runs = [(*both, [u for u, _, _ in run]) for both, run in groupby(candidates, key=itemgetter(1, 2))]
    return tree, kinds(tree, runs, frozenset(tops), thread), bounds


def texts(tree, found):
    return [[tree.text(u, line=" ") for members in kind.members for u in members] for kind in found]


def test_siblings_of_one_tag_are_told_apart_by_a_class_word_that_repeats():
    tree, found, _ = search(
        "div",
        "<div class=comment>a</div><div class=comment>b</div><div class=offer>c</div><div class=offer>d</div>",
        "<div class=comment>e</div><div class=note>f</div>",
    )
    assert [kind.word for kind in found] == ["comment", "offer", ""]
    assert texts(tree, found) == [["a", "b", "e"], ["c", "d"], ["f"]]
    assert [kind.owners for kind in found] == [[0, 1], [0], [1]]


def test_words_that_only_paint_every_second_item_do_not_tell_them_apart():
    stripes = "<div class=pale><p>a</p></div><div class=darker><p>b</p></div>" * 3
    tree, found, _ = search("div", stripes, stripes)
    assert texts(tree, found) == [["a", "b"] * 6]
    shaped = stripes.replace("<p>b</p>", "<ul><li>b</li></ul><h4>c</h4>")
    assert [kind.word for kind in search("div", shaped, shaped)[1]] == ["pale", "darker"]


def test_a_word_of_the_thread_counts_without_repeating():
    _, found, _ = search("div", "<div class='reply best'>a</div>", "<div class=other>b</div>", thread="reply")
    assert [kind.word for kind in found] == ["reply", ""]


def test_the_class_of_the_parent_names_a_list_and_so_does_that_close_above_it():
    for html in ("<ul class=offers><li>a<li>b</ul>", "<div class=offers><div><ul><li>a<li>b</ul></div></div>"):
        _, found, _ = search("li", html, html)
        assert [kind.name for kind in found] == ["offers"]
    far = "<div class=offers><div><div><ul><li>a<li>b</ul></div></div></div>"
    assert [kind.name for kind in search("li", far, far)[1]] == [""]


def test_lists_of_one_record_with_other_shapes_are_two_kinds():
    record = "<ul><li><b>a</b><p>x</p><li><b>b</b><p>y</p></ul><ul><li><a href=/>c</a><li><a href=/>d</a></ul>"
    tree, found, _ = search("li", record)
    assert texts(tree, found) == [["a x", "b y"], ["c", "d"]]


def test_values_of_several_terms_are_no_candidates():
    assert search("dd", "<dl><dt>Size<dd>5<dt>Town<dd>Rome</dl>")[1] == []
    tree, found, _ = search("dd", "<dl><dt>Authors<dd>Ann<dd>Bob</dl>")
    assert texts(tree, found) == [["Ann", "Bob"]]


def cut(name, *records):
    """The texts of the items of the only kind, by parent, and those of headers."""
    tree, (kind,), bounds = search(name, *records)
    groups, headers = pieces(tree, kind, bounds)
    return [[tree.text(a, b, line=" ") for a, b in group] for group in groups], [
        tree.text(a, b, line=" ") for a, b in headers
    ]


def test_a_head_begins_an_item_that_goes_on_to_the_next_head():
    words = "<h4>Ann</h4><p>one</p><p>two</p><h4>Bob</h4><p>three</p>"
    assert cut("h4", f"<div>{words}<p>four</p><p>five</p></div>") == ([["Ann one two", "Bob three four"]], [])
    assert cut("h4", f"<div>{words}<ul><li>more</ul></div>") == ([["Ann one two", "Bob three"]], [])


def test_headings_above_lists_begin_no_items():
    lists = "<div><h4>One</h4><ul><li>a</ul><h4>Two</h4><ul><li>b</ul></div>"
    assert cut("h4", lists) == ([[]], [])


def test_rows_of_headers_are_no_items():
    table = "<table><thead><tr><th>Who<th>What</thead><tbody>{}<tr><td>a<td>b<tr><th>c<td>d</tbody></table>"
    tree, found, bounds = search("tr", table.format("<tr><th>x<th>y"))
    body = next(kind for kind in found if len(kind.members[0]) == 3)
    (group,), headers = pieces(tree, body, bounds)
    assert [tree.text(a, b, line=" ") for a, b in group] == ["a b", "c d"]
    assert [tree.text(a, b, line=" ") for a, b in headers] == ["x y", "Who What"]


def test_an_item_is_never_the_whole_record():
    tree = parse(b"<div>a</div><div>b</div>")
    tops = [u for u in range(len(tree)) if tree.name(u) == "div"]
    bounds = [(u, int(tree.end[u])) for u in tops]
    (kind,) = kinds(tree, [(-1 - i, i, [u]) for i, u in enumerate(tops)], frozenset(tops))
    assert pieces(tree, kind, bounds) == ([[], []], [])
