"""What edits make of an ontology; and that no row of them breaks it."""

from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.made import BOTH, NEWS, TEXTS, article, concept, ontologies
from weblode.errors import OntologyError
from weblode.graph import files
from weblode.graph.changes import Changes, changes
from weblode.graph.edits import KINDS, Edit, apply_edits, complete_edit
from weblode.graph.merging import with_ancestors
from weblode.ontology import Broader, Concept, Instance, Ontology, Witness

NOON = "2026-01-31T12:00:00Z"


def edit(kind, *ids, on=NEWS, **more):
    """An edit of concepts with the labels that they have in an ontology."""
    known = on.by_id()
    return Edit(kind, tuple(Concept(id_, known[id_].labels) for id_ in ids), number=1, time=NOON, **more)


def done(*edits, on=NEWS):
    """The ontology after edits that all apply."""
    found, problems = apply_edits(on, edits)
    assert problems == []
    return found


def pairs(ontology):
    return {(pair.narrower, pair.broader) for pair in ontology.broader}


@st.composite
def edited(draw):
    """An ontology and edits of it, some of which do not apply."""
    ontology = draw(ontologies())
    concepts = st.builds(Concept, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
    if ontology.concepts:
        concepts |= st.sampled_from(ontology.concepts).map(lambda one: Concept(one.id, one.labels))
    labels = TEXTS | st.sampled_from([label for one in ontology.concepts for label in one.labels] or [""])
    sites = TEXTS | st.sampled_from([site for one in ontology.concepts for site in one.sites] or [""])
    several = st.lists(concepts, min_size=1, max_size=4).map(tuple)
    lists = [st.lists(each, max_size=3).map(tuple) for each in (labels, sites)]
    one = st.builds(Edit, st.sampled_from(KINDS), several | concepts.map(lambda each: (each,)), labels, *lists)
    edits = draw(st.lists(one, max_size=8))
    return ontology, [replace(each, number=n, time=NOON) for n, each in enumerate(edits, 1)]


@given(edited())
@settings(deadline=None, max_examples=300)
def test_no_row_of_edits_makes_a_cycle_or_a_name_that_leads_nowhere(given_):
    ontology, edits = given_
    found, problems = apply_edits(ontology, edits)
    ids = [one.id for one in found.concepts]
    above = {id_: [pair.broader for pair in found.broader if pair.narrower == id_] for id_ in ids}
    assert len(set(ids)) == len(ids)
    assert {id_ for pair in pairs(found) for id_ in pair} <= set(ids)
    assert all(id_ not in with_ancestors(above[id_], above) for id_ in ids)
    assert {one.concept for one in found.instances} <= set(ids)
    assert all(one.labels for one in found.concepts)
    assert len(problems) <= len(edits)


@given(edited())
@settings(deadline=None)
def test_the_same_edits_give_the_same_and_none_give_what_was_mined(given_):
    ontology, edits = given_
    assert apply_edits(ontology, edits) == apply_edits(ontology, edits)
    assert apply_edits(ontology, []) == (ontology, [])


@given(edited())
@settings(deadline=None)
def test_what_was_edited_reads_back_equal(tmp_path_factory, given_):
    found, _ = apply_edits(*given_)
    folder = tmp_path_factory.mktemp("edited")
    files.write(found, folder)
    assert files.read(folder) == found


@given(edited())
@settings(deadline=None)
def test_without_a_rejection_no_label_site_or_instance_is_lost(given_):
    ontology, edits = given_
    found, _ = apply_edits(ontology, [each for each in edits if each.kind != "reject"])
    for name in ("labels", "sites", "urls", "witnesses"):
        before, now = ({each for one in side.concepts for each in getattr(one, name)} for side in (ontology, found))
        assert before <= now
    before, now = ({replace(one, concept="") for one in side.instances} for side in (ontology, found))
    assert before == now


def test_a_renamed_concept_keeps_its_id_and_its_former_label():
    found = done(edit("rename", "sport", label="All sports")).by_id()["sport"]
    assert found.labels == ("All sports", "Sport", "Sports")
    assert found.edited == (f"{NOON}: renamed, was 'Sport'",)


def test_another_label_can_become_the_preferred_one():
    assert done(edit("rename", "world", label="International")).by_id()["world"].labels == (
        "International",
        "World",
        "World news",
    )


def test_merged_concepts_have_all_that_each_had():
    found = done(edit("merge", "football", "tennis", "cup"))
    one = found.by_id()["football"]
    assert one.labels == ("Football", 'The "beautiful" game', "Tennis", "World Cup")
    assert set(one.urls) >= {"https://gazette.test/tennis", "https://gazette.test/cup"}
    assert one.replaces == ("tennis", "cup")
    assert one.edited == (f"{NOON}: merged with 'Tennis', 'World Cup'",)
    assert {pair for pair in pairs(found) if "football" in pair} == {("football", "sport"), ("football", "world")}
    assert {"tennis", "cup"}.isdisjoint(found.by_id())
    assert [each.concept for each in found.instances] == ["asia", "football", "football", "markets"]


def test_what_both_list_on_one_page_is_listed_once_after_they_are_merged():
    listed = article("asia", "monsoon")
    both = replace(NEWS, instances=(listed, replace(listed, concept="europe")))
    assert done(edit("merge", "asia", "europe"), on=both).instances == (listed,)


def test_of_merged_concepts_the_first_stays_where_it_is():
    line = Ontology((concept("a", "A"), concept("b", "B"), concept("c", "C")), (Broader("a", "b"), Broader("b", "c")))
    assert pairs(done(edit("merge", "a", "c", on=line), on=line)) == {("a", "b")}
    assert pairs(done(edit("merge", "c", "a", on=line), on=line)) == {("b", "c")}


def test_support_counts_for_the_order_after_a_merge():
    few = Ontology((concept("a", "A"), concept("b", "B", sites=BOTH[:1]), concept("c", "C", sites=BOTH[1:])))
    found = done(edit("merge", "c", "b", on=few), on=few)
    assert [(one.id, one.sites) for one in found.concepts] == [("a", BOTH), ("c", BOTH)]


def test_with_a_site_go_its_pages_witnesses_and_instances():
    listed = replace(article("sport", "x"), page="https://www.herald.test/sport")
    mine = replace(NEWS, instances=(*NEWS.instances, listed, replace(listed, page="https://gazette.test/sport")))
    found = done(edit("split", "football", labels=('The "beautiful" game',), sites=("herald.test",)), on=mine)
    old, new = found.by_id()["football"], found.by_id()['the-"beautiful"-game']
    assert (old.labels, old.sites, old.urls) == (("Football",), BOTH[:1], ("https://gazette.test/football",))
    assert (new.labels, new.sites, new.urls) == (
        ('The "beautiful" game',),
        BOTH[1:],
        ("https://herald.test/football",),
    )
    assert [each.page for each in new.witnesses] == ["herald.html"]
    assert [each.page for each in old.witnesses] == ["gazette.html"]
    by_pair = {(pair.narrower, pair.broader): pair for pair in found.broader}
    assert by_pair[new.id, "sport"].sites == BOTH[1:]
    assert by_pair["football", "sport"].sites == BOTH[:1]
    assert ("cup", "football") in by_pair
    found = done(edit("split", "sport", labels=("Sports",), sites=("herald.test",)), on=mine)
    assert [(each.concept, each.page) for each in found.instances[-2:]] == [
        ("sports", "https://www.herald.test/sport"),
        ("sport", "https://gazette.test/sport"),
    ]


def test_a_saved_page_is_of_the_site_whose_home_page_is_in_a_folder_around_it():
    one = Concept("news", ("News",), ("a", "b"), ("p/a/news/x.html", "p/b/x.html"), (Witness("p/b/index.html"),))
    sites = {"a": "p/a/index.html", "b": "p/b/index.html"}
    saved = Ontology((one,), (), (Instance("news", "t", "h", "p/b/list.html"),), sites=sites)
    found = done(edit("split", "news", on=saved, label="Other news", sites=("b",)), on=saved)
    new = found.by_id()["other-news"]
    assert (new.labels, new.urls, new.witnesses) == (("Other news",), ("p/b/x.html",), one.witnesses)
    assert found.instances[0].concept == "other-news"
    assert found.by_id()["news"].urls == ("p/a/news/x.html",)


def test_a_new_concept_never_has_the_id_of_one_that_was_there():
    mine = replace(NEWS, concepts=(*NEWS.concepts, concept("games", "Football games", "Asia")))
    rows = [edit("reject", "asia"), edit("split", "games", on=mine, labels=("Asia",))]
    assert "asia-2" in done(*rows, on=mine).by_id()


def test_a_moved_concept_is_below_others_and_keeps_the_witnesses_of_pairs_that_stay():
    found = done(edit("move", "cup", "football", "business"))
    assert [pair for pair in found.broader if pair.narrower == "cup"] == [
        next(pair for pair in NEWS.broader if (pair.narrower, pair.broader) == ("cup", "football")),
        Broader("cup", "business"),
    ]
    assert found.by_id()["cup"].edited == (f"{NOON}: moved, was below 'Football' and 'World'",)
    assert "cup" in done(edit("move", "cup")).narrower()[""]


def test_what_is_below_a_rejected_concept_goes_up_and_its_instances_leave():
    found = done(edit("reject", "football"))
    assert {pair for pair in pairs(found) if pair[0] == "cup"} == {("cup", "world"), ("cup", "sport")}
    assert "football" not in [each.concept for each in found.instances]
    assert (found.dropped[-1].name, found.dropped[-1].reason) == ("Football", "rejected by hand")
    assert {"asia", "europe"} <= set(done(edit("reject", "world")).narrower()[""])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (edit("move", "sport", "cup"), "'Sport' cannot be below 'World Cup', which is below it"),
        (edit("move", "sport", "sport"), "cannot be below itself"),
        (edit("split", "sport", labels=("Sport", "Sports")), "each half must have at least one label"),
        (edit("split", "sport", sites=("herald.test",)), "each half must have at least one label"),
        (edit("split", "sport", label="X"), "none of the labels and sites"),
        (edit("split", "sport", labels=("Golf",)), "'Sport' has no label 'Golf': it has Sport, Sports"),
        (edit("split", "sport", labels=("Sports",), sites=("x.test",)), "has no site 'x.test'"),
        (edit("rename", "sport", label="  "), "needs a new label"),
        (edit("rename", "sport", "asia", label="x"), "rename is for one concept, not 2"),
        (edit("merge"), "merge is for concepts, not 0"),
        (edit("rename", "sport", label="Sport"), "this rename would change nothing"),
        (edit("move", "asia", "world"), "this move would change nothing"),
        (edit("merge", "asia", "asia"), "this merge would change nothing"),
        (Edit("polish", (Concept("asia", ()),)), "'polish' is not a kind of edit: use rename, merge"),
        (Edit("reject", (Concept("golf", ()),)), "there is no concept 'golf'"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(wrong, message):
    with pytest.raises(OntologyError, match=message):
        complete_edit(wrong, NEWS)


def test_an_edit_gets_the_labels_that_find_its_concepts_again():
    found = complete_edit(Edit("rename", (Concept("sport", ()),), " All \n sports "), NEWS)
    assert (found.concepts, found.label) == ((Concept("sport", ("Sport", "Sports")),), "All sports")


def renamed(id_, new, *labels):
    """The news of another run, in which a concept has another id and other labels."""
    concepts = tuple(replace(one, id=new, labels=labels) if one.id == id_ else one for one in NEWS.concepts)
    ids = {id_: new}
    broader = tuple(
        replace(one, narrower=ids.get(one.narrower, one.narrower), broader=ids.get(one.broader, one.broader))
        for one in NEWS.broader
    )
    return replace(NEWS, concepts=concepts, broader=broader)


def test_after_another_run_concepts_are_found_by_id_then_by_preferred_label():
    wanted = edit("rename", "sport", label="Games")
    assert done(wanted, on=renamed("sport", "sport", "Athletics")).by_id()["sport"].label == "Games"
    assert done(wanted, on=renamed("sport", "s-2", "SPORT")).by_id()["s-2"].label == "Games"


@pytest.mark.parametrize("kind", ["reject", "rename", "move"])
def test_another_label_of_a_good_concept_is_not_the_concept_that_was_meant(kind):
    later = renamed("sport", "athletics", "Athletics", "Sport")
    found, problems = apply_edits(later, [edit(kind, "sport", label="Games" if kind == "rename" else "")])
    assert problems == [f"edit 1, {kind} 'Sport' is left out: 'Sport' is not there any more"]
    assert found == later


def test_to_merge_or_split_any_label_finds_a_concept():
    later = renamed("sport", "athletics", "Athletics", "Sports")
    assert "athletics" not in done(edit("merge", "world", "sport"), on=later).by_id()
    assert "sports" in done(edit("split", "sport", labels=("Sports",)), on=later).by_id()


@pytest.mark.parametrize("going", ["Sports", "Sport"])
@pytest.mark.parametrize("kind", ["reject", "rename", "move"])
def test_an_edit_of_what_a_split_made_falls_with_the_split(going, kind):
    rows = made(edit("split", "sport", labels=(going,)))
    half = next(one for one in done(*rows).concepts if one.id not in NEWS.by_id())
    more = {"label": "Half"} if kind == "rename" else {}
    ids = (half.id, "world") if kind == "move" else (half.id,)
    rows = made(*rows, Edit(kind, tuple(Concept(id_, ()) for id_ in ids), **more))
    assert done(*rows) != done(*rows[:1])
    assert apply_edits(NEWS, rows[1:]) == (
        NEWS,
        [f"edit 2, {kind} {going!r} is left out: {going!r} is not there any more: edit 1 made it, which is not done"],
    )


def test_an_edit_of_a_concept_that_another_edit_took_away_does_not_find_one_that_is_called_the_same():
    two = replace(NEWS, concepts=(*NEWS.concepts, concept("asia-2", "Asia")))
    rows = [edit("merge", "world", "asia", on=two), edit("reject", "asia", on=two)]
    assert "asia-2" in apply_edits(two, rows)[0].by_id()


def made(*edits, on=NEWS):
    """The edits as a history has them: each completed after those before it, and numbered."""
    rows = []
    for each in edits:
        rows.append(complete_edit(replace(each, number=len(rows) + 1, time=NOON), on, rows))
    return rows


FULL = replace(
    NEWS,
    instances=tuple(
        Instance(one.id, f"{one.id} of {site}", "", f"https://{site}/{one.id}")
        for one in NEWS.concepts
        for site in one.sites
    ),
)


@st.composite
def tidied_up(draw):
    """Edits that stand of those of the full news; all applied when they were made, and most are of what others made."""
    rows: list[Edit] = []
    for kind in ["split", *draw(st.lists(st.sampled_from(["reject", "split", "merge", "rename", "move"]), max_size=6))]:
        there = apply_edits(FULL, rows)[0].concepts
        halves = [one for one in there if one.id not in FULL.by_id()] if kind != "split" else []
        several = draw(st.lists(st.sampled_from(halves or there), min_size=1, max_size=2, unique=True))
        several += [one for one in draw(st.lists(st.sampled_from(there), max_size=2)) if one not in several]
        chosen = several if kind in ("merge", "move") else several[:1]
        labels = draw(st.lists(st.sampled_from(chosen[0].labels), max_size=2, unique=True))
        sites = draw(st.lists(st.sampled_from(chosen[0].sites or BOTH), max_size=1))
        label = draw(st.sampled_from(["Asia", "Sport", "World", "Half"]))
        with suppress(OntologyError):
            rows = made(*rows, Edit(kind, tuple(chosen), label, tuple(labels), tuple(sites)), on=FULL)
    return [each for each in rows if draw(st.booleans())]


def meant(rejection, standing):
    """The ids under which a rejection may take instances away: of its concept, and of what edits joined with it."""
    by_number = {each.number: each for each in standing}
    found, stack = set(), [(rejection.concepts[0].id, next(iter(rejection.made_by), 0))]
    while stack:
        name = stack.pop()
        maker = name[1]
        if name in found or (maker and maker not in by_number):
            continue
        found.add(name)
        named = [list(zip_longest((one.id for one in each.concepts), each.made_by, fillvalue=0)) for each in standing]
        stack += [
            other
            for each, names in zip(standing, named, strict=True)
            if each.kind == "merge" and name in names
            for other in names
        ]
        if maker:
            stack += named[standing.index(by_number[maker])]
    return {id_ for id_, maker in found if not maker}


@given(tidied_up())
@settings(deadline=None, max_examples=300)
def test_undoing_any_edits_takes_nothing_away_that_no_rejection_meant(standing):
    found, _ = apply_edits(FULL, standing)
    here = {one.title for one in found.instances}
    gone = {one.concept for one in FULL.instances if one.title not in here}
    assert gone <= set().union(*(meant(each, standing) for each in standing if each.kind == "reject"))


def test_an_edit_whose_concept_is_gone_is_told_in_a_line_and_the_others_are_done():
    gone, stays = edit("rename", "sport", label="Games"), edit("rename", "asia", label="The East")
    found, problems = apply_edits(renamed("sport", "a", "Athletics"), [gone, stays])
    assert problems == ["edit 1, rename 'Sport' is left out: 'Sport' is not there any more"]
    assert found.by_id()["asia"].label == "The East"
    nowhere = edit("move", "asia", "sport")
    assert "is not there any more: 'Sport'" in apply_edits(renamed("sport", "a", "Athletics"), [nowhere])[1][0]


def test_of_concepts_to_merge_those_that_are_there_are_merged():
    rest = renamed("tennis", "a", "Athletics")
    assert "cup" not in done(edit("merge", "tennis", "football", "cup"), on=rest).by_id()
    _, problems = apply_edits(rest, [edit("merge", "football", "tennis")])
    assert "fewer than two of these concepts" in problems[0]


def test_concepts_that_a_later_run_has_merged_by_itself_need_no_merge():
    concepts = tuple(
        replace(one, labels=(*one.labels, "Tennis")) if one.id == "football" else one
        for one in NEWS.concepts
        if one.id != "tennis"
    )
    mined = replace(NEWS, concepts=concepts, broader=tuple(one for one in NEWS.broader if one.narrower != "tennis"))
    assert done(edit("merge", "football", "tennis"), on=mined).by_id()["football"].edited == ()


def test_edits_of_both_sides_are_no_change():
    edits = [edit("move", "asia", "business"), edit("reject", "weather"), edit("merge", "football", "tennis")]
    assert changes(done(*edits), done(*edits)) == Changes()


def test_labels_that_are_split_off_take_the_sites_that_have_no_other_along():
    spelt = (("Sport", ("gazette.test",)), ("Sports", ("herald.test",)))
    sport = replace(NEWS.by_id()["sport"], label_sites=spelt)
    mine = replace(NEWS, concepts=tuple(sport if one.id == "sport" else one for one in NEWS.concepts))
    found = done(edit("split", "sport", labels=("Sports",)), on=mine)
    old, new = found.by_id()["sport"], found.by_id()["sports"]
    assert (old.sites, new.sites) == (("gazette.test",), ("herald.test",))
    assert (old.label_sites, new.label_sites) == (spelt[:1], spelt[1:])
    both = replace(sport, label_sites=(("Sport", ("gazette.test", "herald.test")), spelt[1]))
    mine = replace(NEWS, concepts=tuple(both if one.id == "sport" else one for one in NEWS.concepts))
    found = done(edit("split", "sport", labels=("Sports",)), on=mine)  # a site with both labels is a site of both
    assert found.by_id()["sports"].sites == ("herald.test",)
    assert found.by_id()["sport"].sites == ("gazette.test", "herald.test")
