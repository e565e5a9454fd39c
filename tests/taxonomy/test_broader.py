"""Which concept is broader than which, by the outlines of the sites."""

from hypothesis import given
from hypothesis import strategies as st
from taxonomy.made import made

from weblode.ontology import Witness
from weblode.taxonomy.broader import Related, direct_pairs, related_pairs, relations, taxminer, witnesses
from weblode.taxonomy.labels import Group


def test_what_stands_below_two_concepts_together_is_below_neither():
    holding = [Group(site, ("scienc", "tech")) for site in "12"]
    found = made([*holding, Group("3", ("scienc & tech",)), Group("3", ("space",), ("scienc & tech",))])
    concept = {"scienc": 0, "scienc & tech": 0, "tech": 1, "space": 2}
    assert relations(related_pairs(found, concept)) == {(2, 0): frozenset("3")}
    for one in ("scienc", "tech"):
        found.uses[one]["1"].holds = True
    assert relations(related_pairs(found, concept)) == {}


def test_the_papers_example_of_taxminer():
    # a-b on one site and a-c-b on another; support two: the pair is found in the second round.
    a, b, c = 0, 1, 2
    paths = Related(
        {1: {(b, a): frozenset("1"), (c, a): frozenset("2"), (b, c): frozenset("2")}, 2: {(b, a): frozenset("2")}}
    )
    assert set(taxminer(paths)) == {(b, a)}
    assert taxminer(Related({1: paths.by_distance[1]})) == {}


def test_concepts_beside_each_other_on_far_more_sites_than_above_each_other_are_not_nested():
    groups = [Group("1", ("golf",), ("tenni",)), *(Group(site, ("golf", "tenni")) for site in "23")]
    assert relations(related_pairs(made(groups), {"golf": 0, "tenni": 1})) == {(0, 1): frozenset("1")}
    groups.append(Group("4", ("golf", "tenni")))
    assert relations(related_pairs(made(groups), {"golf": 0, "tenni": 1})) == {}


def test_a_heading_between_a_label_and_its_menu_does_not_part_them():
    found = made(
        [Group("1", ("bath",), ("categori", "home")), Group("1", ("categori",), ("home",)), Group("1", ("home",))]
    )
    concept = {"bath": 0, "categori": 1, "home": 2}
    assert {(0, 1), (0, 2)} <= related_pairs(found, concept).by_distance[1].keys()
    found.uses["categori"]["1"].urls["http://1.com/categories"] = None
    assert (0, 2) not in related_pairs(found, concept).by_distance[1]


def test_a_name_for_several_things_does_not_carry_the_branch_of_one_of_them():
    def found(name):
        names = tuple(f"thing{n}" for n in range(10))
        groups = [Group("3", (name,), ("car",)), *(Group(site, names, ("review",)) for site in "12")]
        groups += [Group("3", ("car",)), Group("1", ("review",))]
        concept = {one: i for i, one in enumerate(("car", "review", *names))} | {name: 1}
        return relations(related_pairs(made(groups), concept))

    assert (1, 0) in found("review")
    assert (1, 0) not in found("review & articl")


def test_a_pair_of_one_site_that_carries_a_large_branch_to_where_no_site_has_it_is_refused():
    def found(size):
        names = tuple(f"thing{n}" for n in range(size))
        groups = [Group("3", ("review",), ("car",)), *(Group(site, names, ("review",)) for site in "12")]
        concept = {one: i for i, one in enumerate(("car", "review", *names))}
        return relations(related_pairs(made([*groups, Group("3", ("car",))]), concept))

    assert {(1, 0), (2, 1)} <= found(10).keys()
    assert (1, 0) not in found(30)
    assert (2, 1) in found(30)


def test_a_label_that_a_site_repeats_does_not_carry_what_others_have_below_it():
    names = ("dress", "shirt", "skirt", "coat", "vest", "jean")
    others = [Group(site, names, ("clothing",)) for site in "12"]
    concept = {one: i for i, one in enumerate(("clothing", "women", "plus", *names))}

    def found(*uppers):
        groups = [Group("3", ("clothing", "shoe"), (upper,)) for upper in uppers]
        return relations(related_pairs(made([*others, *groups, Group("3", ("women", "plus"))]), concept))

    assert (0, 2) in found("plus")
    assert (0, 2) not in found("plus", "women")


def test_a_concept_that_has_a_place_gets_a_second_one_by_one_site_only_if_enough_of_what_follows_is_seen():
    names = ("ring", "watch", "charm", "chain", "brooch", "pin")
    below = [Group(site, names, ("gift",)) for site in "12"]
    concept = {one: i for i, one in enumerate(("gift", "baby", "shop", *names))}

    def found(*groups):
        menus = [Group("3", ("gift", "toy"), ("baby",)), Group("3", ("baby",)), Group("4", ("shop",))]
        return relations(related_pairs(made([*below, *menus, *groups]), concept))

    assert (0, 1) in found()
    elsewhere = [Group(site, ("gift",), ("shop",)) for site in "45"]
    assert (0, 1) not in found(*elsewhere)
    assert (0, 1) in found(*elsewhere, Group("3", names[:4], ("baby",)))
    assert (0, 1) in found(*elsewhere, *(Group(site, ("baby",), ("shop",)) for site in "45"))  # the same place


def test_one_consequence_that_sites_deny_does_not_refuse_a_pair_but_many_do():
    names = ("africa", "asia", "europe", "iraq", "iran", "india", "japan")
    below = [Group(site, names, ("world",)) for site in "12"]
    concept = {one: i for i, one in enumerate(("news", "world", *names))}

    def found(*denied):
        top = [Group(site, ("news", one)) for one in denied for site in "45"]
        return relations(related_pairs(made([Group("3", ("world",), ("news",)), *below, *top]), concept))

    assert (1, 0) in found("asia")
    assert (1, 0) not in found("asia", "iran")


PAIRS = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1]),
    st.frozensets(st.sampled_from("abc"), min_size=1),
    max_size=25,
)


@given(PAIRS, PAIRS)
def test_there_is_never_a_circle(near, far):
    found = relations(Related({1: near, 2: far}))
    above = {}
    for lower, upper in found:
        above.setdefault(lower, set()).add(upper)

    def reaches(one, goal, seen):
        return any(
            upper == goal or (upper not in seen and reaches(upper, goal, seen | {upper}))
            for upper in above.get(one, ())
        )

    assert not any(reaches(one, one, frozenset()) for one in above)
    assert set(direct_pairs(found)) <= set(found)


def test_labels_above_that_name_no_concept_are_skipped():
    groups = [Group("1", ("golf",), ("categori", "sport")), Group("1", ("sport",))]
    assert related_pairs(made(groups), {"golf": 0, "sport": 1}).by_distance == {1: {(0, 1): frozenset("1")}}


def test_a_menu_may_begin_with_an_entry_for_all_but_not_have_it_further_down():
    concept = {"golf": 0, "sport": 1}
    first = made([Group("1", ("sport", "golf"), ("sport",))])
    later = made([Group("1", ("golf", "sport"), ("sport",))])
    assert related_pairs(first, concept).sites() == {(0, 1): frozenset("1")}
    assert related_pairs(later, concept).sites() == {}


def test_the_sites_of_a_pair_are_those_at_any_distance():
    found = Related({1: {(0, 1): frozenset("a")}, 3: {(0, 1): frozenset("b"), (2, 1): frozenset("c")}})
    assert found.sites() == {(0, 1): frozenset("ab"), (2, 1): frozenset("c")}


def test_a_pair_has_the_first_witness_of_each_site():
    def group(site, place):
        return Group(site, ("golf",), ("sport",), Witness(f"{site}.html", place))

    found = made([group("1", "/a"), group("1", "/b"), group("2", "/c"), Group("3", ("golf",), ("sport",))])
    concept = {"golf": 0, "sport": 1}
    assert witnesses(found, concept, {(0, 1)}) == {(0, 1): (Witness("1.html", "/a"), Witness("2.html", "/c"))}
    assert witnesses(found, concept, set()) == {}


def test_a_pair_that_as_many_sites_have_the_other_way_round_is_refused():
    two = frozenset("ab")
    assert relations(Related({1: {(0, 1): two, (1, 0): two}})) == {}
    assert relations(Related({1: {(0, 1): two, (1, 0): frozenset("c")}})) == {(0, 1): two}


def test_pairs_that_follow_from_others_are_not_direct():
    assert sorted(direct_pairs([(0, 1), (1, 2), (0, 2), (3, 2)])) == [(0, 1), (1, 2), (3, 2)]
    assert direct_pairs([]) == []


ORDERED = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted).map(tuple).filter(lambda p: p[0] < p[1]))


def closure(pairs):
    """All pairs that follow, by their definition."""
    known = set(pairs)
    while more := {(a, d) for a, b in known for c, d in known if b == c} - known:
        known |= more
    return known


@given(ORDERED)
def test_all_pairs_follow_from_the_direct_ones_and_no_direct_one_from_the_others(pairs):
    direct = set(direct_pairs(pairs))
    assert direct <= pairs
    assert closure(direct) == closure(pairs)
    assert all(pair not in closure(direct - {pair}) for pair in direct)


@given(PAIRS, PAIRS)
def test_frequent_pairs_have_support_over_all_distances_and_none_is_left_out(near, far):
    found = Related({1: near, 2: far})
    frequent = taxminer(found, support=2)
    assert frequent.keys() == {pair for pair, sites in found.sites().items() if len(sites) >= 2}
