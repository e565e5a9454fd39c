from collections import Counter

from graph.made import NEWS

from weblode.graph.changes import changes
from weblode.ontology import Broader, Concept, Dropped, Ontology
from weblode.report.facts import MineResult, Stage
from weblode.report.text import lines


def told(ontology, **more):
    return "\n".join(lines(MineResult(ontology, **more)))


def test_the_tree_tells_support_instances_and_synonyms():
    found = Ontology((Concept("sports", ("Sports", "Sport", "SPORTS"), ("a", "b")),), sites={"a": "x", "b": "y"})
    assert told(found).splitlines() == [
        "1 concept, 2 sites, 0 broader pairs, 0 instances, 0 memberships",
        "  Sports  [2 sites]  (Sport)",
    ]
    assert "\n    World Cup  [1 site, candidate, 1 instance]\n" in told(NEWS)
    assert "\n      World Cup  [see above]\n" in told(NEWS)


def test_a_concept_that_comes_again_is_told_once_whatever_ways_lead_to_it():
    ids = [str(n) for n in range(60)]
    pairs = tuple(Broader(ids[n], ids[m]) for n in range(60) for m in (n - 1, n - 2) if m >= 0)
    found = told(Ontology(tuple(Concept(one, (one,), ("s",)) for one in ids), pairs)).splitlines()
    assert len(found) == 1 + 1 + len(pairs)
    assert sum(line.endswith("[see above]") for line in found) == len(pairs) - 59


def test_merged_labels_tell_why():
    assert "labels merged into one concept, and why\n  International: the same siblings" in told(NEWS)


def test_what_was_left_out_is_grouped_by_reason_most_first_with_examples():
    dropped = [Dropped(f"Label {n}", "stands alone") for n in range(9)]
    dropped += [Dropped("Login", "no page"), Dropped("http://a.test/", "answered 404", "a.test", "page")]
    found = told(Ontology(dropped=tuple(dropped))).splitlines()
    assert found[1:] == [
        "",
        "labels left out, and why",
        "      9  stands alone: Label 0, Label 1, Label 2, Label 3, Label 4, Label 5, and 3 more",
        "      1  no page: Login",
        "",
        "pages that could not be fetched, and why",
        "      1  answered 404: http://a.test/",
    ]


def test_a_part_that_is_long_is_cut():
    dropped = tuple(Dropped("x", f"reason {n}") for n in range(50))
    assert "  and 30 more lines, see report.html" in told(Ontology(dropped=dropped))


def test_times_are_told_by_stage_and_in_all():
    stages = [
        Stage("level 1", 0, 65.0, Counter(pages=1200, failed=0)),
        Stage("pages", 1, 5.0, Counter(pages=1)),
        Stage("writing", 0, 0.5),
    ]
    found = [" ".join(line.split()) for line in told(NEWS, stages=stages).splitlines()[-5:]]
    assert found == [
        "time",
        "level 1 1 min 5 s 1,200 pages",
        "pages 5.0 s 1 page",
        "writing 0.50 s",
        "in all 1 min 5 s",
    ]


def test_changes_are_told_in_a_few_lines():
    assert told(NEWS, changes=changes(NEWS, NEWS)).endswith("\n\nnothing changed since the last run")
    fewer = Ontology(NEWS.concepts[:4], NEWS.broader[:1])
    found = told(NEWS, changes=changes(fewer, NEWS)).partition("since the last run")[2]
    assert "concepts: 6 new" in found
    assert "broader pairs: 6 new" in found
    assert "new: Europe, Football, Tennis, World Cup, Markets & shares, Weather" in found
    back = told(NEWS, changes=changes(NEWS, Ontology(NEWS.concepts)))
    assert "  moved: Asia, no longer below World" in back


def test_escape_sequences_of_pages_do_not_reach_the_terminal():
    wild = Ontology((Concept("a", ("\x1b[31mred", "x\x07y"), ("s",), (), (), ("\x1b]0;t",)),))
    wild = Ontology(wild.concepts, dropped=(Dropped("\x1b[2J", "\x1b[1m"),))
    assert "\x1b" not in told(wild)
    assert "\x07" not in told(wild)
