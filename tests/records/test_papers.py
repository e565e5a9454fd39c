"""The papers' own examples: ranks, counts and certainties."""

import pytest

from records.pages import CANOE, LIBRARY, OBITUARIES
from weblode import paths
from weblode.pages.html import parse
from weblode.records import regions, separators
from weblode.records.discover import discover
from weblode.records.separators import Children, certainty_factors, combine, count_matches, rankings

COUNTS = count_matches(["Funeral", "died|passed away", "Burial|Interment", "born"])


def named(tree, ranking):
    return {tree.name_of(tag): rank for tag, rank in ranking.items()}


@pytest.fixture
def obituaries():
    tree = parse(OBITUARIES)
    return Children(tree, regions.rank(tree, "HF")[0], 0.1)


def test_the_region_of_the_obituaries_is_the_cell_with_eighteen_children(obituaries):
    assert obituaries.tree.name(obituaries.region) == "td"
    assert len(obituaries.nodes) == 18
    everything = Children(obituaries.tree, obituaries.region)
    assert named(obituaries.tree, everything.counts) == {"h1": 1, "hr": 4, "b": 8, "br": 5}
    assert named(obituaries.tree, obituaries.counts) == {"hr": 4, "b": 8, "br": 5}


def test_the_five_heuristics_rank_the_tags_of_the_obituaries_as_the_thesis_does(obituaries):
    found = rankings(obituaries, "byu", counts=COUNTS)
    assert {letter: named(obituaries.tree, ranking) for letter, ranking in found.items()} == {
        "O": {"hr": 1, "br": 2, "b": 3},
        "R": {"hr": 1, "br": 2, "b": 3},
        "S": {"hr": 1, "b": 2, "br": 3},
        "I": {"hr": 1, "br": 2, "b": 3},
        "H": {"b": 1, "br": 2, "hr": 3},
    }


def test_the_certainties_of_the_obituaries_are_those_of_the_thesis(obituaries):
    found = combine(rankings(obituaries, "byu", counts=COUNTS), certainty_factors()["byu"])
    assert {obituaries.tree.name_of(tag): f"{value:.2%}" for tag, value in found.items()} == {
        "hr": "99.96%",
        "b": "64.75%",
        "br": "56.34%",
    }


def test_the_obituaries_are_three_records_of_one_person_each():
    (found,) = discover(parse(OBITUARIES), "byu", factors="paper", counts=COUNTS)
    people = [text for text in found.texts() if "survived" in text]
    assert [text.split(" age")[0].strip(",") for text in people] == [
        "Lemar K. Adamson",
        "Our beloved Brian Fielding Frost",
        "Leonard Kenneth Gunther",
    ]


def test_independent_evidence_adds_up():
    # Omini prints 89 %; the formula that it states gives this.
    votes = {letter: {5: 1} for letter in "ABC"}
    assert combine(votes, {"A": [0.78], "B": [0.63], "C": [0.85]})[5] == pytest.approx(0.98779)
    assert combine(votes, {"A": [0.88], "B": [0.74], "C": [0.66]})[5] == pytest.approx(0.9893920)


@pytest.fixture
def library():
    tree = parse(LIBRARY)
    return Children(tree, paths.find(tree, "/html/body"))


def test_the_library_page_has_the_counts_of_the_figure(library):
    counts = named(library.tree, library.counts)
    assert [counts[tag] for tag in ("hr", "a", "pre")] == [21, 21, 20]


def test_sibling_pairs_of_the_library_rank_as_in_table_6(library):
    ranks = named(library.tree, separators.sibling_pairs(library))
    assert list(ranks) == ["hr", "pre", "a", "h1", "i", "br", "form"]


def test_size_deviations_of_the_library_follow_the_definition_not_table_2(library):
    # Table 2 has hr, pre, a by distances between tags; the text defines the size of subtrees, of which hr has none.
    ranks = named(library.tree, separators.size_deviation(library))
    assert ranks == {"hr": 1, "a": 2, "pre": 3}


def test_partial_paths_of_the_library_rank_as_in_table_8(library):
    ranks = named(library.tree, separators.partial_paths(library))
    assert ranks["hr"] == ranks["a"] == 1
    assert ranks["pre"] == 3
    assert ranks["form"] == 4


def test_the_library_is_cut_at_its_rules(library):
    (found,) = discover(library.tree, "omini", factors="paper")
    assert found.tree.name_of(found.separator) in ("hr", "pre")
    assert [text.split(".")[0] for text in found.texts()] == [str(i) for i in range(1, 21)]


@pytest.fixture
def canoe():
    return parse(CANOE)


def test_regions_of_the_news_page_rank_as_in_table_1(canoe):
    first = {method: paths.xpath(canoe, regions.rank(canoe, method)[0]) for method in regions.METHODS}
    menu, news = "/html/body/div/table[1]/tbody/tr/td[2]/font", "/html/body/div"
    assert first == {"HF": menu, "GSI": news, "LTC": news, "volume": news}
    # The paper ranks body second by size; its own rule does so wherever the page has text beside the form.
    assert paths.xpath(canoe, regions.rank(canoe, "HF")[1]) == news


@pytest.fixture
def news(canoe):
    return Children(canoe, paths.find(canoe, "/html/body/div"))


def test_the_news_page_has_the_children_of_the_figure(news):
    assert named(news.tree, news.counts) == {"img": 2, "br": 2, "table": 13, "map": 1, "form": 1}


def test_repeating_tags_of_the_news_page_rank_as_in_table_3(news):
    # Where the table has tr after table, our trees have tbody.
    ranks = named(news.tree, separators.repeating_tags(news))
    assert ranks == {"table": 1, "img": 2, "map": 3, "form": 3, "br": 5}


def test_sibling_pairs_of_the_news_page_rank_as_in_table_6(news):
    assert named(news.tree, separators.sibling_pairs(news)) == {"table": 1, "img": 2, "br": 3, "map": 4}


def test_partial_paths_of_the_news_page_rank_as_in_table_8(news):
    # form, img and br have two of a path each; the rule ranks the longer path of form higher.
    ranks = named(news.tree, separators.partial_paths(news))
    assert ranks == {"table": 1, "form": 2, "img": 3, "br": 3, "map": 5}


def test_the_news_are_the_twelve_tables(canoe):
    (found,) = discover(canoe, "omini", factors="paper")
    assert [text.split(" of")[0] for text in found.texts()] == [f"Headline {i}" for i in range(12)]
    assert [dropped.reason for dropped in found.dropped if "m0" in canoe.text(*dropped.piece)]
