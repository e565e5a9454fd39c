"""The labels of home pages: where they count, what makes two one, how they are spelt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from taxonomy.made import SITES, TOPICS, WEB, homes, made, page

from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.links import why_outside
from weblode.sources.offline import Offline
from weblode.taxonomy.keys import key, tidy, words
from weblode.taxonomy.labels import Group, Labels, Use, labels
from weblode.taxonomy.page_labels import Home, link_keys


def test_words_that_differ_in_their_ends_are_one_label_and_meaning_is_none():
    assert key("Sports") == key("SPORT") == key(" sport’s ")
    assert key("World") != key("International")


def test_a_label_counts_on_a_site_only_as_a_link_to_another_page_of_it():
    text = (
        '<a href="/">Home</a><a href="#top">Top</a><a href="http://other.com/">Other</a><a href="/news">News</a><p>Text'
    )
    found = labels(homes(text), WEB)
    assert list(found.uses) == [key("News")]


def test_the_site_of_a_person_on_a_host_ends_where_their_folder_ends():
    text = "<a href=/~ann/work>Work</a><a href=/~bob/>Bob</a><a href=/courses>Courses</a><a href=/~ann/>Home</a>"
    home = Home("uni.edu/~ann", "http://uni.edu/~ann/", outline(parse(text.encode(), url="http://uni.edu/~ann/")))
    assert list(labels([home], WEB).uses) == [key("Work")]
    assert why_outside("http://uni.edu/~bob/", ["uni.edu/~ann"])
    assert why_outside("http://www.uni.edu/courses", ["uni.edu/~ann"])
    assert not why_outside("http://uni.edu/~ann/work", ["uni.edu/~ann"])


def test_labels_lead_to_where_the_base_of_the_page_says():
    data = b"<base href=http://site0.com/en/><ul><li><a href=world>World</a><li><a href=sport>Sport</a></ul>"
    home = Home("site0.com", "http://site0.com/", outline(parse(data)))
    [use] = labels([home], Offline([])).uses[key("World")].values()
    assert list(use.urls) == ["http://site0.com/en/world"]


def test_a_heading_that_does_not_count_on_a_site_is_above_nothing_there():
    groups = [Group("1", ("top",)), Group("1", ("shirt",), ("top",)), Group("2", ("pillow",), ("top", "shop"))]
    found = made([*groups, Group("2", ("shop",))])
    assert [group.above for group in found.counted().groups] == [(), ("top",), ("shop",), ()]
    assert found.counted().uses == found.uses


def test_support_counts_sites_not_pages():
    one = homes(page(TOPICS, "one"))[0]
    again = Home(one.site, "http://site0.com/other", one.outline)
    assert {len(uses) for uses in labels([one, again], WEB).uses.values()} == {1}


def test_a_label_without_its_decoration_is_the_same_label():
    assert tidy("Arts »") == tidy("Arts (12)") == tidy("Arts:") == "Arts"
    text = "<ul>" + "".join(f"<li><a href=/{n}>{name} {n}</a>" for n, name in enumerate(["Hats", "Belts", "Socks"], 3))
    assert set(labels(homes(text), WEB).uses) == {key("Hats"), key("Belts"), key("Socks")}
    assert set(labels(homes("<ul><li><a href=/x>FTSE 100</a><li><a href=/y>Shares</a>"), WEB).uses) == {
        key("FTSE 100"),
        key("Shares"),
    }


def test_a_label_of_several_things_is_another_than_that_of_the_same_words():
    assert key("Women's & Plus Size") != key("Women's Plus Size")
    assert key("Food and Drinks") == key("food/drink") == key("Food & Drink")


def test_a_word_that_every_site_has_says_nothing_at_the_end_of_a_label():
    found = labels(SITES, WEB)
    assert key("World News") not in found.uses
    assert len(found.uses[key("World")]) == 3
    assert found.text(key("World")) == "World"


def test_words_have_neither_case_nor_forms_of_letters_nor_possessive_endings():
    assert words("Ann’s ﬁsh, boys' O'Neill") == ["ann", "fish", "boys", "o'neill"]
    assert words("» -- _") == []


@given(st.text("abst AND&,/'’-.1é", max_size=30))
def test_case_and_repeated_space_do_not_change_a_key(text):
    assert key(text.upper()) == key(text.lower())
    assert key(text.replace(" ", "  ")) == key(text)


@pytest.mark.parametrize("text", ["", "»", "--", "& / ,"])
def test_a_text_without_words_has_no_key(text):
    assert key(text) == ""


def test_headlines_and_numbers_are_no_labels():
    items = ["World", "2021", "A very long headline of a story", "x" * 41]
    page = "".join(f"<li><a href=/{n}>{name}</a>" for n, name in enumerate(items))
    assert list(labels(homes(f"<ul>{page}</ul>"), WEB).uses) == [key("World")]


def test_the_spelling_of_a_label_is_that_of_most_sites_and_of_equals_not_in_capitals():
    def spelt(*texts):
        uses = {str(n): Use(texts=each) for n, each in enumerate(texts)}
        return Labels({"sport": uses}, (), tuple(uses)).text("sport")

    assert spelt({"SPORT": 9}, {"Sports": 1}, {"Sports": 1}) == "Sports"
    assert spelt({"SPORTS": 9}, {"Sport": 1}) == "Sport"
    assert spelt({"Sport": 1}, {"Sports": 1}) == "Sports"
    assert spelt({"Sport News": 5}, {"Sport": 1}) == "Sport"


def test_how_often_a_label_occurs_is_counted_over_sites_and_spellings():
    uses = {"1": Use(texts={"Sport": 2, "Sports": 1}), "2": Use(texts={"Sport": 4})}
    assert Labels({"sport": uses}, (), ("1", "2")).times("sport") == 7


def test_a_use_knows_where_the_label_stands_and_what_it_names():
    inner = "<ul><li><a href=/a>Asia</a><li><a href=/e>Europe</a></ul>"
    found = labels(homes(f"<ul><li><a href=/w>World</a>{inner}<li><a href=/b>Money</a></ul>"), WEB)
    world, asia = (found.uses[key(name)]["site0.com"] for name in ("World", "Asia"))
    assert (world.first, world.holds, asia.holds, asia.group) == (0.0, True, False, 2)
    assert asia.witness.url == "http://site0.com/"
    [below] = [group for group in found.groups if key("Asia") in group.keys]
    assert (below.keys, below.above[:1]) == ((key("Asia"), key("Europe")), (key("World"),))


def test_pages_that_differ_in_query_or_index_file_are_one():
    use = Use(urls=dict.fromkeys(["http://www.a.com/index.html", "http://a.com/?x=1", "http://a.com/b"]))
    assert len(use.pages()) == 2


def test_the_keys_of_links_are_those_of_short_texts():
    tree = parse(b"<a href=/a>Sports \xc2\xbb</a><a href=/b> </a><a href=/c>" + b"long " * 20 + b"</a><p>World")
    assert link_keys(tree) == {key("Sport")}
