"""A page as the search for lists sees it: what is seen, what nodes inherit, sums, and shapes."""

from hypothesis import given, settings
from kernels.made import all_texts, columns, facts_of
from strategies import SOUP

from weblode import kernels
from weblode.kernels.list_page import FORM, HEADING, INHERITED, LINK, NAV, SKIPPED, mixed, read_page
from weblode.pages.html import parse


def page_of(html):
    """The tree of a page, and the page as the search sees it."""
    tree = parse(html.encode(errors="replace"))
    return tree, read_page(*columns(kernels.python(), tree))


def nodes(tree, name):
    return [u for u in range(len(tree)) if tree.name(u) == name]


def test_most_of_the_page_is_no_side_of_it(kernel):
    assert facts_of(kernel, "<nav><ul><li>ab<li>cd</ul></nav><p>x", ["ab", "cd"])["nav"] == 0


def test_hidden_text_is_in_no_record(kernel):
    assert ["a", "c"] in all_texts(kernel, "<ul><li>a<li hidden>b<li>c</ul>")


def test_text_for_machines_is_in_no_record(kernel):
    page = "<ul><li>a<script>x = 1</script><li><template>b</template><li>c</ul>"
    assert [texts for texts in all_texts(kernel, page) if len(texts) == 2] == [["a", "c"]]


def test_a_side_with_half_of_the_text_is_still_a_side(kernel):
    assert facts_of(kernel, "<nav><ul><li>ab<li>cd</ul></nav><p>four", ["ab", "cd"])["nav"] == 1
    assert facts_of(kernel, "<nav><ul><li>ab<li>cd</ul></nav><p>fou", ["ab", "cd"])["nav"] == 0


def test_what_stands_in_a_link_or_form_inherits_it_and_what_stands_in_a_heading_does_not():
    tree, page = page_of("<form><a href=/><b>x</b></a></form><h2><b>y</b></h2><nav><p>z</p></nav><p>more text")
    inside, below = nodes(tree, "b")
    assert page.trait[inside] & (LINK | FORM) == LINK | FORM
    assert page.trait[nodes(tree, "h2")[0]] & HEADING
    assert not page.trait[below] & HEADING
    assert page.trait[nodes(tree, "p")[0]] & NAV
    assert not page.trait[nodes(tree, "p")[1]] & NAV


def test_quantities_are_summed_over_the_nodes_of_a_piece():
    tree, page = page_of("<div><a href=/>ab</a> 12<img src=x></div><h2>four</h2><div>\u6f22\u5b57</div>")
    first, second = ((u, int(tree.end[u])) for u in nodes(tree, "div"))
    names = ("text", "links", "anchors", "images", "headings", "leaves", "digits")
    assert [page.sum(name, first) for name in names] == [4, 2, 1, 1, 0, 2, 1]
    assert [page.sum(name, second) for name in names] == [4, 0, 0, 0, 0, 1, 0]  # Chinese characters are wide
    assert (page.text, page.sum("headings", (0, len(tree)))) == (12, 1)
    assert page.first_leaf(second) == second[1] - 1


def test_long_texts_are_prose_unless_they_stand_in_a_link():
    _, page = page_of("<p>" + "x" * 60 + "<p>" + "y" * 59 + "<p><a href=/>" + "z" * 90 + "</a>")
    assert (page.sums["prose"][-1], page.sums["links"][-1]) == (60, 90)


def test_a_text_that_is_not_seen_is_no_child():
    tree, page = page_of("<ul><li>a<li style='display: none'>b<li>c</ul>")
    assert [len(page.children[u]) for u in nodes(tree, "li")] == [1, 0, 1]


def shapes(html, name="li"):
    tree, page = page_of(html)
    return [page.shape[u] for u in nodes(tree, name)], [page.coarse[u] for u in nodes(tree, name)]


def test_repeats_marks_and_breaks_do_not_change_a_shape():
    items = "<li><p>a</p><p>b</p>", "<li><p>c</p>", "<li>d <b>e</b><br><p>f</p>", "<li><p>g</p><p>h</p><p>i</p>"
    shape, coarse = shapes(f"<ul>{''.join(items)}</ul>")
    assert len(set(shape)) == len(set(coarse)) == 1


def test_a_mark_that_stands_alone_is_part_of_a_shape():
    (plain, marked), (one, other) = shapes("<ul><li>a<li><b>b</b></ul>")
    assert plain != marked
    assert one == other


def test_what_is_further_below_counts_for_the_shape_but_not_for_the_coarse_one():
    (one, other, third), (first, second, last) = shapes(
        "<ul><li><p>a</p><li><p><a href=/>b</a></p><li><div>c</div></ul>"
    )
    assert len({one, other, third}) == 3
    assert first == second != last


def test_nodes_of_the_same_tag_below_the_same_tag_have_one_number():
    tree, page = page_of("<div><p>a</p><section><p>b</p></section></div><div><p>c</p></div>")
    one, other, third = (page.local[u] for u in nodes(tree, "p"))
    assert one == third != other
    assert page.locals[one] == 2


def test_the_mixer_is_that_of_splitmix64():
    assert mixed(0) == 0xE220A8397B1DCDAF  # the first outputs of the public reference for two seeds
    assert mixed(1234567) == 6457827717110365317


@given(SOUP)
@settings(max_examples=60)
def test_on_any_page_traits_go_down_and_children_are_what_is_seen(soup):
    tree, page = page_of(soup)
    for u in range(1, len(tree)):
        assert page.trait[page.parent[u]] & INHERITED & ~page.trait[u] == 0
    assert sorted(v for each in page.children for v in each) == [
        u for u in range(1, len(tree)) if not page.trait[u] & SKIPPED and (page.tag[u] or u in set(page.leaves))
    ]
    assert all(page.parent[v] == u for u, each in enumerate(page.children) for v in each)
    assert page.sums["leaves"][-1] == len(page.leaves)
    assert all(page.sum("links", (u, u + 1)) <= page.sum("text", (u, u + 1)) for u in range(len(tree)))
