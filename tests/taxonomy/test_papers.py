"""Tests of the papers' taxonomy."""

from taxonomy.made import made

from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.taxonomy.labels import Group
from weblode.taxonomy.papers import candidate_labels, paper_taxonomy, similar_labels, without_circles

MENUS = {
    "News": ("International", "National", "Washington", "Business", "Science", "Health", "Sports", "Corrections"),
    "Opinion": ("Editorials/Op-Ed", "Readers' Opinions"),
    "Features": ("Arts", "Books", "Movies", "Travel"),
}


def linked(groups):
    labels = made(groups)
    for one, uses in labels.uses.items():
        for site, use in uses.items():
            use.urls[f"http://{site}/{one}"] = None
    return labels


def test_figure_7_promotes_news_opinion_and_features_above_their_lists():
    def row(text):
        return f"<tr><td>{text}</td></tr>"

    rows = "".join(
        row(f"<b>{name}</b>") + "".join(row(f"<a href=/{i}>{entry}</a>") for i, entry in enumerate(entries))
        for name, entries in MENUS.items()
    )
    page = outline(parse(f"<table>{rows}</table>".encode()), "ontominer", promotion=("nearest",))
    above = {page.name(row): page.name(int(page.parent[row])) for row in range(1, len(page))}
    assert {entry: above[entry] for entries in MENUS.values() for entry in entries} == {
        entry: name for name, entries in MENUS.items() for entry in entries
    }


def test_labels_of_enough_sites_and_those_beside_them_are_candidates():
    labels = linked([Group("1", ("world", "sport")), Group("2", ("world", "art")), Group("3", ("help",))])
    assert candidate_labels(labels, support=2) == ["world", "art", "sport"]


def test_labels_with_similar_stems_are_one_concept():
    labels = linked([Group("1", ("new york region", "world")), Group("2", ("new york", "asia"))])
    groups = similar_labels(labels, ["new york region", "new york", "world", "asia"])
    assert [group.keys for group in groups] == [("new york region", "new york"), ("world",), ("asia",)]


def test_pairs_of_enough_sites_become_the_taxonomy():
    menus = [Group(site, ("africa", "asia"), ("world",)) for site in "12"]
    tops = [Group(site, ("world", "sport")) for site in "12"]
    concepts, broader, dropped = paper_taxonomy(linked([*tops, *menus]))
    assert {concept.id for concept in concepts} == {"world", "sport", "africa", "asia"}
    assert {(pair.narrower, pair.broader) for pair in broader} == {("africa", "world"), ("asia", "world")}
    assert dropped == ()


def test_a_circle_is_broken_where_fewest_sites_have_it():
    pairs = {(0, 1): frozenset("abc"), (1, 2): frozenset("ab"), (2, 0): frozenset("a")}
    assert set(without_circles(pairs)) == {(0, 1), (1, 2)}
