"""Which pieces of a list are records."""

import numpy as np

from records.pages import words
from weblode.kernels.clues import hashed
from weblode.kernels.members import FACTS
from weblode.pages.html import parse
from weblode.records import members
from weblode.records.discover import discover


def result(i):
    return (
        f'<div class="result"><h3><a href="https://example.com/{i}">Title number {i}</a></h3>'
        f'<p class="text">{words(i)}</p><span class="where">example.com/{i}</span></div>'
    )


def titles(body):
    tree = parse(f"<title>Search</title><main>{body}</main>".encode())
    return tree, discover(tree)[0]


def test_a_box_between_results_is_left_out_and_said_to_be_unlike_them():
    box = '<div class="result videos"><b>Videos</b>' + "<a href=/v><img src=v.png>01:23</a>" * 6 + "</div>"
    tree, found = titles("".join(map(result, range(5))) + box + "".join(map(result, range(5, 10))))
    assert len(found.records) == 10
    assert all(tree.text(*record).startswith("Title number") for record in found.records)
    [dropped] = [each for each in found.dropped if "Videos" in tree.text(*each.piece)]
    assert dropped.reason


def test_records_that_are_alike_all_stay():
    _, found = titles("".join(map(result, range(12))))
    assert len(found.records) == 12


def kept(odds, labels=None):
    facts = np.zeros((len(odds), len(FACTS)))
    facts[:, FACTS.index("labels")] = 0.0 if labels is None else labels
    return members.keep(np.array(odds), facts, 0.0).tolist()


def test_nothing_is_left_out_of_few_pieces_or_if_most_would_be():
    assert kept([-3.0, -3.0, 4.0]) == [True] * 3
    assert kept([3.0, -3.0, 4.0]) == [True, False, True]
    tree = parse(b"<ul><li>one<li>two</ul>")
    pieces = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"]
    assert members.divide(tree, pieces, None, None) == (pieces, [])


def test_several_of_another_kind_are_records_unless_they_are_labelled_as_advertisements():
    odds = [3.0] * 9 + [-3.0] * 3
    assert kept(odds) == [True] * 12
    assert kept(odds, [-0.25] * 9 + [0.75] * 3) == [True] * 9 + [False] * 3
    assert kept([3.0] * 9 + [-3.0] * 2) == [True] * 9 + [False] * 2


def test_labels_of_advertisements_are_known_in_several_spellings():
    known = set(members.label_hashes().tolist())
    assert {hashed(word.encode()) for word in ("Ad", "SPONSORED", "Anzeige", "広告", "реклама")} <= known
    assert hashed(b"Title") not in known
