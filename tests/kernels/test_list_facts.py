"""The facts on a list, both implementations: what is measured of its records, their place and the page."""

from kernels.made import facts_of

from weblode.kernels import lists as definition


def test_what_is_measured_of_a_list_by_hand(kernel):
    facts = facts_of(
        kernel,
        "<h1>four</h1><ul><li><a href=/>ab</a> cd<li><a href=/>ef</a> ghij</ul><nav>menu</nav>",
        ["ab cd", "ef ghij"],
    )
    text = sum(map(len, ("four", "ab", "cd", "ef", "ghij", "menu")))  # white space at the ends has no width
    assert facts["share"] == 10 / text
    assert facts["links"] == 4 / 10
    assert facts["plain_share"] == 6 / (text - 4)
    assert (facts["records"], facts["size"], facts["smallest"]) == (2, 6, 4 / 6)
    assert (facts["first_size"], facts["last_size"]) == (4 / 6, 1)
    assert (facts["anchors"], facts["linked"], facts["leaves"]) == (1, 1, 2)
    assert (facts["likeness"], facts["common"], facts["repetition"]) == (1, 4, 1)
    assert (facts["first_common"], facts["last_common"], facts["weakest"]) == (1, 1, 1)
    assert (facts["cover"], facts["outer"], facts["complete"]) == (1, 1, 1)
    assert (facts["position"], facts["heading_before"], facts["distinct"]) == (4 / text, 1, 1)
    assert (facts["page_links"], facts["page_prose"], facts["digits"]) == (4 / text, 0, 0)
    assert facts["aside"] == facts["nav"] == facts["sibling_spread"] == facts["marked"] == facts["mixed"] == 0


def test_records_at_a_side_of_the_page_are_known(kernel):
    page = "<{0}><ul><li>ab<li>cd</ul></{0}><p>" + "much more text than the list has"
    for tag in ("nav", "aside"):
        assert facts_of(kernel, page.format(tag), ["ab", "cd"])[tag] == 1
    assert facts_of(kernel, page.format("footer"), ["ab", "cd"])["edge"] == 1
    assert facts_of(kernel, page.replace("<ul", "<ul class=menu").format("p"), ["ab", "cd"])["minor"] == 1
    assert facts_of(kernel, page.replace("<ul", "<ul id=results").format("p"), ["ab", "cd"])["major"] == 1


def test_pieces_left_out_are_measured_too(kernel):
    item = "<li><a href=/>title</a> <i>text</i> <b>1</b>"
    page = f"<ul>{item * 4}<li>ads{item * 4}</ul>"
    facts = facts_of(kernel, page, ["title text 1"] * 8)
    assert (facts["kept"], facts["dropped_inside"], facts["left_out"]) == (8 / 9, 1 / 8, definition.LIGHT)
    assert facts["dropped_size"] == 3 / 10
    assert facts["distinct"] == 1 / 8
    assert 0 < facts["dropped_common"] < facts["weakest"] == 1


def test_a_head_of_a_table_is_known_by_its_cells(kernel):
    page = "<table><tr><th>n<th>m<tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6</table>"
    facts = facts_of(kernel, page, ["n m", "1 2", "3 4", "5 6"])
    assert (facts["first_head"], facts["digits"]) == (1, 3 / 4)
    assert facts_of(kernel, page.replace("th>", "td>"), ["n m", "1 2", "3 4", "5 6"])["first_head"] == 0
