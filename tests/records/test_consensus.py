"""The consensus: the right list of several, cut in the right places, or none."""

import numpy as np
import pytest

from records.pages import FORMS, results, words
from weblode.kernels.judges import PAGE_FACTS, page_facts
from weblode.pages.html import parse
from weblode.records import consensus
from weblode.records.discover import discover
from weblode.records.forest import Forest
from weblode.rules.learning import learn

MENU = (
    "<ul>"
    + "".join(f"<li><a href=/{name}>{name}</a></li>" for name in "Home News Sport Money Help About".split())
    + "</ul>"
)
ARTICLE = "".join(
    f"<p>{words(i)} {'and so it went on for a while, as such things do. ' * (3 + i % 4)}</p>" for i in range(9)
)


def page(body):
    return parse(f"<title>t</title><header>{MENU}</header>{body}<footer>{MENU}</footer>".encode(), page="p.html")


def titles(found):
    return [int(text.split()[3]) for text in found.texts()]


def test_results_are_chosen_before_the_menus_around_them():
    (found,) = discover(page(f"<div>{results(0, 10)}</div>"))
    assert (found.method, titles(found)) == ("consensus", list(range(10)))
    assert found.score > consensus.judges().threshold


@pytest.mark.parametrize("n", [10, 47, 300, 5000])
@pytest.mark.parametrize("form", FORMS)
def test_the_list_of_a_page_is_the_first_of_its_proposals(form, n):
    tree = parse(
        f"<title>t</title><h1>A page</h1><p>Some words before.</p>{FORMS[form](n)}<p>And some after.</p>".encode()
    )
    (found,) = discover(tree, threshold=0.0)
    texts = found.texts()
    assert n - (n > 40) <= len(texts) <= n  # of a long list divided by breaks alone the first record is not sure
    assert all(words(i) in text for i, text in enumerate(texts, n - len(texts)))


def test_results_under_several_headings_are_one_list():
    groups = "".join(f"<h2>Group {i}</h2><section>{results(5 * i, 5 * i + 5)}</section>" for i in range(3))
    found = discover(page(f"<main>{groups}</main>"), limit=10)
    assert 15 in [len(each.records) for each in found if all(text.startswith("Title") for text in each.texts())]


def test_an_article_is_no_record_list():
    assert discover(page(f"<article><h1>What happened</h1>{ARTICLE}</article>")) == []


def test_below_the_threshold_there_is_no_answer_and_without_one_there_is():
    tree = page(f"<div>{results(0, 10)}</div>")
    assert discover(tree, threshold=1.0) == []
    assert discover(page(f"<article>{ARTICLE}</article>"), threshold=0.0)


def test_further_lists_follow_by_score_and_none_comes_twice():
    found = discover(page(f"<div>{results(0, 10)}</div>"), limit=10)
    scores = [each.score for each in found]
    assert scores == sorted(scores, reverse=True)
    assert len(found) > 2
    assert len({each.records for each in found}) == len(found)


def test_the_evidence_is_there_for_all_who_ask():
    (found,) = discover(page(f"<div>{results(0, 10)}</div>"))
    assert found.evidence["records"] == 10
    assert found.evidence["likeness"] == 1.0
    assert 0.5 < found.evidence["share"] < 1


def test_what_is_left_out_has_a_reason():
    rows = "".join(f"<tr><td><a href=/{i}>Title {i}</a></td><td>{words(i)}</td><td>{i}</td></tr>" for i in range(20))
    tree = parse(
        f"<table><tr><th>Title and all that</th></tr>{rows}<tr><td>{'Buy now! ' * 900}</td></tr></table>".encode()
    )
    found = next(each for each in discover(tree, limit=10, threshold=0.0) if each.evidence["left_out"] and each.dropped)
    assert [dropped.reason.split(":")[0] for dropped in found.dropped] == ["misses tags that most have", "is too large"]


def test_a_rule_learnt_from_it_finds_the_same_records():
    tree = page(f"<div>{results(0, 10)}</div>")
    found = discover(tree)
    assert learn(found).apply(tree).records == found[0].records


def test_the_same_page_gives_the_same_answer():
    body = f"<div>{results(0, 10)}</div>"
    one, other = (discover(page(body), limit=10) for _ in range(2))
    assert [(each.records, each.score) for each in one] == [(each.records, each.score) for each in other]


@pytest.mark.parametrize("source", [b"", b"<p>one paragraph", b"<script>x</script>"])
def test_a_page_with_nothing_to_list_has_no_list(source):
    assert discover(parse(source)) == []


def test_the_influence_of_facts_adds_up_to_the_odds():
    trees = [
        {"asks": ["a", "b"], "above": [0.5, 2.0], "says": [-1.0, 0.0, 1.0, 4.0]},
        {"asks": ["b", "b"], "above": [1.0, 3.0], "says": [0.5, 0.0, -0.5, 2.0]},
    ]
    forest = Forest.of({"trees": trees}, ["a", "b", "c"])
    row = np.array([1.0, 2.5, 9.0])
    influence = forest.influence(row)
    means = 1.0 + 0.5  # of all leaves of each tree
    assert forest.weigh(row[None])[0] == pytest.approx(means + influence.sum())
    assert influence.tolist() == [1.5, 1.5 + 0.25 - 1.25, 0.0]


def test_the_size_of_what_is_left_out_is_counted_as_that_of_the_records():
    rows = "".join(
        f"<tr><td><a href=/{i}>Глава {i}</a></td><td>{'слово ' * 20}</td><td>{i}</td></tr>" for i in range(20)
    )
    tree = parse(f"<meta charset=utf-8><table>{rows}<tr><td>{'Купить! ' * 900}</td></tr></table>".encode())
    found = next(each for each in discover(tree, limit=10, threshold=0.0) if each.evidence["left_out"] and each.dropped)
    usual = len("Глава 17" + "слово " * 20 + "17") - 1  # visible characters, not bytes
    assert (
        found.dropped[-1].reason
        == f"is too large: {len('Купить! ' * 900) - 1:,} characters of text, others have {usual}"
    )


def test_the_judge_of_the_page_asks_for_the_best_list_elsewhere_and_the_prose_around():
    made = {"position": (0.2, 0.3, 0.7), "end": (0.6, 0.5, 0.9), "page_prose": 0.5, "prose_share": 0.4}
    facts = np.zeros((3, len(consensus.FACTS)))
    for name, values in (made | {"prose_before": 0.2}).items():
        facts[:, consensus.FACTS.index(name)] = values
    (row,) = page_facts(facts, np.array([2.0, 1.5, -1.0]), [0, 1, 2], -1.0)
    told = dict(zip(PAGE_FACTS, row.tolist(), strict=True))
    assert (told["odds"], told["odds_elsewhere"], told["odds_ahead"]) == (2.0, -1.0, 3.0)  # the second is inside
    assert told["declared"] == -1.0
    assert (told["prose_around"], told["prose_above"]) == (pytest.approx(0.3), pytest.approx(0.1))


def test_a_list_that_comes_after_one_of_lower_odds_has_a_lower_score():
    judgement = consensus.Judgement(None, np.array([3.0, 1.0, 0.0]), [1, 0, 2], 0.8, None, None)
    assert judgement.scores.tolist() == pytest.approx([0.4, 0.8, 0.8 * np.exp(-1)])


def test_no_lists_are_given_if_none_is_asked_for():
    page = parse(b"<ul>" + b"".join(b"<li><a href=/%d>A title of %d</a> and a text</li>" % (i, i) for i in range(9)))
    assert discover(page, limit=0) == []
    assert len(discover(page, limit=1)) == 1


REPORT = (
    "<h4><a href=/{0}>Report {0}</a></h4>",
    "<p><a href=/{0}>Report {0}</a><br></p>",
    "<a href=/{0}>Report {0}</a><br>",
)


def reports(n, first=0):
    """Reports that begin with different elements, and end with the same one."""
    parts = (f"{REPORT[(i * i + first) % 3].format(i)}<blockquote>{words(i)}</blockquote>" for i in range(n))
    return page(f"<div>{''.join(parts)}</div>")


def test_records_may_end_with_an_element_and_a_rule_finds_them_again():
    (found,) = (each for each in discover(reports(8), limit=40) if each.placement == "after")
    assert [text.split()[1] for text in found.texts()] == [str(i) for i in range(8)]
    again = learn([found]).apply(reports(12, first=1))
    assert [text.split()[1] for text in again.texts()] == [str(i) for i in range(12)]
