"""Concepts of different sites that are one under two names."""

from collections import Counter

from weblode.taxonomy import variants
from weblode.taxonomy.second_names import Placed, second_names

SITES = frozenset("abc")
FILM = "actor scene studio camera plot script cast"
BOOK = "novel author chapter prose page reader critic"
TOPICS = [
    "match goal team coach",
    "bank share bond profit",
    "oven salt soup butter",
    "vote party law bill",
    "rain wind",
]


def placed(**concepts):
    """Concepts, each by its label, sites and what is above it; and three topics that all sites have."""
    usual = {f"topic{n}": Placed((f"Topic{n}",), SITES) for n in range(len(TOPICS))}
    return usual | {
        name: Placed((label,), frozenset(sites), *map(frozenset, more))
        for name, (label, sites, *more) in concepts.items()
    }


def texts(**listed):
    """By concept and site, what is listed: of the topics something else on each site, but for a few words."""
    usual = {
        f"topic{n}": {site: Counter(f"{words} {site}{n} {words.split()[0]}s".split()) for site in "abc"}
        for n, words in enumerate(TOPICS)
    }
    own = {name: {site: Counter(words.split()) for site, words in sites.items()} for name, sites in listed.items()}
    return usual | own


def pairs(found):
    return [{same.one, same.other} for same in found]


def test_names_in_one_place_that_no_site_has_both_and_that_list_the_same_are_one_and_say_why():
    concepts = placed(film=("Film", "ab"), movies=("Movies", "c"))
    [same] = second_names(concepts, texts(film={"a": FILM, "b": FILM}, movies={"c": FILM + " star"}))
    assert {same.one, same.other} == {"film", "movies"}
    assert same.why.startswith("what they list is alike by 0.")
    assert same.why.endswith("no site has both")


def test_names_that_list_other_things_are_two():
    concepts = placed(film=("Film", "a"), books=("Books", "c"))
    assert second_names(concepts, texts(film={"a": FILM}, books={"c": BOOK})) == []


def test_names_that_a_site_has_both_are_two_whatever_they_list():
    concepts = placed(film=("Film", "ab"), movies=("Movies", "bc"))
    assert second_names(concepts, texts(film={"a": FILM, "b": FILM}, movies={"c": FILM})) == []


def test_names_in_different_places_are_two():
    concepts = placed(film=("Film", "ab", ["topic0"]), movies=("Movies", "c", ["topic1"]))
    assert second_names(concepts, texts(film={"a": FILM, "b": FILM}, movies={"c": FILM})) == []


def test_below_a_name_for_two_concepts_is_below_each_of_them():
    concepts = placed(
        tech=("Technology", "ab"),
        science=("Science", "ab"),
        both=("Tech & Science", "c"),
        games=("Games", "ab", ["tech"]),
        gaming=("Gaming", "c", ["both"]),
        news=("Games", "c", ["topic1"]),
    )
    assert pairs(second_names(concepts, {})) == [{"games", "gaming"}]


def test_a_concept_below_a_name_for_two_is_not_beside_what_is_below_itself():
    concepts = placed(
        both=("Tech & Science", "a"),
        science=("Science", "a", ["both"]),
        space=("Space Science", "b", ["science"]),
    )
    assert second_names(concepts, {}) == []


def test_of_two_names_in_one_place_one_is_not_above_the_other():
    def found(above, below):
        concepts = placed(
            holidays=("Holidays", "ab", ["topic0"], below),
            ski=("Ski Holidays", "c", ["topic0", *above]),
            winter=("Winter", "c", ["topic0", "holidays"]),
        )
        backwards = dict(reversed(concepts.items()))
        assert pairs(second_names(backwards, {})) == pairs(second_names(concepts, {}))
        return pairs(second_names(concepts, {}))

    assert found([], []) == [{"holidays", "ski"}]
    assert found(["holidays"], []) == found(["winter"], []) == []
    assert found([], ["ski"]) == found(["unread"], ["unread"]) == []


def test_the_concepts_that_a_part_of_a_name_names_are_looked_up_once(monkeypatch):
    compared = Counter()

    def is_abbreviated(*names):
        compared[names] += 1
        return variants.is_abbreviated(*names)

    monkeypatch.setattr("weblode.taxonomy.second_names.is_abbreviated", is_abbreviated)
    below = {f"own{n}": (f"Own{n}", "ab", ["both"]) for n in range(20)}
    second_names(placed(tech=("Technology", "ab"), both=("Tech & Science", "c"), **below), {})
    assert compared["tech", "technology"] == 1
    assert set(compared.values()) == {1}


def test_nothing_is_one_only_because_no_site_has_both():
    assert second_names(placed(film=("Film", "a"), weather=("Weather", "b")), texts()) == []


def test_a_longer_name_needs_no_text_where_sites_have_nearly_everything():
    concepts = placed(ski=("Ski", "ab"), holidays=("Ski Holidays", "c"))
    [same] = second_names(concepts, texts())
    assert same.why == "one name is part of the other; no site has both"


def test_a_longer_name_is_another_thing_where_sites_lack_most_of_what_others_have():
    rare = {f"own{n}": (f"Own{n}", "abc"[n % 3]) for n in range(30)}
    assert second_names(placed(ski=("Ski", "a"), holidays=("Ski Holidays", "c"), **rare), texts()) == []


def test_an_initialism_is_short_for_its_words():
    concepts = placed(it=("IT", "ab"), technology=("Information Technology", "c"))
    [same] = second_names(concepts, texts())
    assert same.why.startswith("one is short for the other")


def test_concepts_above_the_same_are_one():
    concepts = placed(film=("Film", "ab", [], ["topic0"]), cinema=("Cinema", "c", [], ["topic0"]))
    [same] = second_names(concepts, texts())
    assert same.why == "the same is below them: Topic0; no site has both"


def test_a_name_for_two_concepts_is_neither():
    names = placed(tech=("Technology", "ab"), science=("Science", "ab"), both=("Tech & Science", "c"))
    assert second_names(names, texts()) == []


def test_word_vectors_are_a_witness():
    concepts = placed(film=("Film", "a"), movies=("Movies", "c"), **{f"own{n}": (f"O{n}", "abc"[n]) for n in range(3)})
    listed = texts(film={"a": FILM + " one two three four"}, movies={"c": "actor scene five six seven eight nine"})
    assert second_names(concepts, listed) == []
    near = second_names(concepts, listed, lambda *names: 0.9 if set(names) == {"Film", "Movies"} else None)
    assert pairs(near) == [{"film", "movies"}]
    assert "their words are alike by 0.90" in near[0].why


def test_what_a_concept_lists_may_have_the_name_of_another_unless_it_is_a_menu():
    own = {f"own{n}": (f"O{n}", "abc"[n]) for n in range(3)}
    concepts = placed(cycling=("Cycling", "a"), bikes=("Bikes", "c"), **own)

    def found(listed):
        return second_names(concepts, texts(cycling={"a": listed}, bikes={"c": "actor scene five six seven eight"}))

    helmets = "actor scene one two three four"
    assert found(helmets) == []
    [same] = found(f"{helmets} bike")
    assert same.why.startswith("what one lists has the name of the other")
    assert found(f"{helmets} bike topic0 topic1 topic2") == []


def test_one_of_two_must_be_fresh():
    concepts, listed = placed(ski=("Ski", "ab"), skiing=("Ski Holidays", "c")), texts()
    assert pairs(second_names(concepts, listed, fresh={"skiing"})) == [{"ski", "skiing"}]
    assert second_names(concepts, listed, fresh={"topic0"}) == []
