"""A page as the search for lists sees it: what is seen, what nodes inherit, sums, and shapes."""

from kernels.made import all_texts, facts_of


def test_most_of_the_page_is_no_side_of_it(kernel):
    assert facts_of(kernel, "<nav><ul><li>ab<li>cd</ul></nav><p>x", ["ab", "cd"])["nav"] == 0


def test_hidden_text_is_in_no_record(kernel):
    assert ["a", "c"] in all_texts(kernel, "<ul><li>a<li hidden>b<li>c</ul>")
