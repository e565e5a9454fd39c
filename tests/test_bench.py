"""The measurements and the gate, on pages and numbers made here."""

import itertools
import json
import math

import numpy as np
import pytest

from bench import boosting, consensus, data, gate, iepad, scale, segments, separators, speed, sweep, tables, values
from bench import cases as scored
from bench import outline as outlines
from bench.agreement import equal
from bench.members import NONE
from weblode.evaluate.tables import TableGold
from weblode.kernels.judges import rank
from weblode.pages.html import parse


def test_a_floor_holds_only_when_the_measure_reaches_it():
    verdicts = gate.compare({"a": 0.9, "b": 0.5}, {"a": 0.9, "b": 0.6, "gone": 0.1})
    assert [verdict.holds for verdict in verdicts] == [True, False, False]


def test_what_mining_costs_is_measured(monkeypatch):
    monkeypatch.setattr(scale, "ARTICLES", 2)
    with scale.served(2) as homes:
        found = scale.cost(homes, "--depth", "0")
    assert found.pages == 2
    assert 0 < found.processor < 60
    assert min(found.miner, found.crawler) > 1e7


def test_budgets_are_tried_again_and_the_best_of_each_counts():
    tries = iter([[("a", 3.0), ("b", 1.0)], [("a", 1.0), ("b", 3.0)], [("a", 0.0), ("b", 0.0)]])
    verdicts = gate.best_of_tries(lambda: [gate.Verdict(name, value, 2.0, value <= 2) for name, value in next(tries)])
    assert [(each.name, each.value, each.holds) for each in verdicts] == [("a", 1.0, True), ("b", 1.0, True)]
    assert len(list(tries)) == 1  # both held after the second


def test_without_data_the_gate_says_so(capsys, tmp_path):
    assert gate.main([]) == 0
    assert gate.main([str(tmp_path / "nothing")]) == 0
    assert capsys.readouterr().out.count("nothing was measured") == 2


def test_changed_data_are_noticed_before_anything_is_compared(capsys, tmp_path):
    (tmp_path / "page.html").write_bytes(b"<p>a")
    assert gate.main([str(tmp_path)]) == 1
    assert "the data has changed" in capsys.readouterr().out


def test_floors_rise_by_themselves_and_fall_only_with_a_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(gate, "FLOORS", tmp_path / "floors.json")
    kept = {"digest": "x", "floors": {"a": 0.5, "b": 0.5}}
    gate.save(kept, {"a": 0.6, "b": 0.4}, "y", lower=[], lift=True)
    assert json.loads(gate.FLOORS.read_text()) == {"digest": "y", "floors": {"a": 0.6, "b": 0.5}}
    gate.save(kept, {"a": 0.6, "b": 0.4}, "y", lower=[["b", "the gold was wrong"]], lift=False)
    saved = json.loads(gate.FLOORS.read_text())
    assert saved["floors"]["b"] == 0.4
    assert saved["lowered"] == {"b": "the gold was wrong"}


def test_the_digest_knows_names_and_bytes(tmp_path):
    page = tmp_path / "a.html"
    seen = set()
    for name, content in [("a.html", b"1"), ("a.html", b"2"), ("b.html", b"2")]:
        page = page.rename(tmp_path / name) if page.exists() else tmp_path / name
        page.write_bytes(content)
        seen.add(data.digest(tmp_path))
    assert len(seen) == 3


def test_ratios_are_to_the_bare_parse():
    found = speed.ratios(speed.times(data.page_files(data.BUNDLED), rounds=2))
    assert found["bare parse"] == [1.0]
    assert found["parse + columns"][0] > 0.5
    assert set(found) == set(speed.STAGES)


def test_a_command_takes_longer_than_the_bare_parse_of_its_pages():
    assert speed.command(data.page_files(data.BUNDLED), rounds=1) > 1


def test_commands_are_compared_with_calls_that_give_the_same():
    assert set(speed.commands_over_calls(data.BUNDLED, most=2, rounds=1)) == {"records", "outline"}


def test_the_start_of_a_command_takes_some_time_of_the_processor():
    assert 0 < speed.start(rounds=1) < 60


def test_every_stage_with_a_budget_is_measured_somewhere():
    measured = {name for stages in speed.TABLES.values() for name in stages}
    assert set(speed.BUDGETS) <= measured <= set(speed.STAGES)


@pytest.mark.parametrize("other", [b"<p>b", b"<p><b>a</b>", b"<q>a", b"<p x>a"])
def test_trees_differ_when_anything_of_them_does(other):
    assert equal(parse(b"<p>a"), parse(b"<p>a"))
    assert not equal(parse(b"<p>a"), parse(other))


def test_weights_of_segments_follow_the_gold(tmp_path):
    (tmp_path / "pages").mkdir()
    rows = []
    for n in range(2, 6):
        page = "".join(f"<h2>{i}</h2><p>a</p><div><b>b</b></div><p>c</p>" for i in range(n))
        (tmp_path / "pages" / f"{n}.html").write_text(page)
        rows.append({"page": f"{n}.html", "boundaries": list(range(4, 4 * n, 4))})
    (tmp_path / "gold.json").write_text(json.dumps(rows))
    cases = [segments.case(gold) for gold in segments.golds(tmp_path)]
    weights = segments.fit(cases)
    assert weights["gap"]["heading"] > 1
    assert weights["gap"]["section"] == segments.PRIOR["section"]  # no page has one
    judged = segments.crossed(cases)
    assert len(judged) == len(cases)
    assert all(set((likely >= 0.5).nonzero()[0][1:]) <= set(case.gold.boundaries) for case, likely in judged)


def test_outlines_are_measured_on_the_further_pages_that_the_data_has(tmp_path):
    assert outlines.further_golds(tmp_path) == []
    rows = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(outlines.FURTHER.glob("*.json"))]
    page = tmp_path / rows[0]["set"] / "pages" / rows[0]["page"]
    page.parent.mkdir(parents=True)
    page.write_text("<p>x")
    (gold,) = outlines.further_golds(tmp_path)
    assert gold.path == page
    assert len(gold.labels) > 20


def test_labels_of_an_outline_are_its_sections_and_their_later_items():
    item = [{"label": "Rain ", "children": []}, {"label": "Snow"}]
    outline = {"label": "Home", "children": [{"label": "The  News", "children": item}]}
    assert list(segments.labels(outline)) == [("the news", True), ("snow", False)]


def test_tables_are_measured_on_a_folder_with_gold(tmp_path):
    (tmp_path / "set" / "pages").mkdir(parents=True)
    rows = "".join(f"<tr><td>{name}<td>{n},000" for name, n in [("Bern", 134), ("Chur", 38), ("Basel", 173)])
    page = f"<table><tr><td>menu</table><table><tr><th>Town<th>People{rows}</table>"
    (tmp_path / "set" / "pages" / "a.html").write_text(page)
    data_table = {
        "page": "a.html",
        "index": 1,
        "genuine": True,
        "orientation": "column",
        "header_cells": [[0, 0], [0, 1]],
    }
    gold = [{"page": "a.html", "index": 0, "genuine": False, "orientation": None}, data_table]
    (tmp_path / "set" / "gold.json").write_text(json.dumps(gold))
    golds = tables.all_golds(tmp_path)["development"]
    score, wrong = tables.measured(golds, "evidence")
    assert wrong == []
    assert tables.line("evidence", [score]).split()[1:] == ["1.000"] * 5
    assert [case.layout is None for case in tables.cases(golds)] == [True, False]


def test_tables_may_teach_headers_and_not_what_is_data(tmp_path, monkeypatch):
    rows = "".join(f"<tr><td>{name}<td>{n},000" for name, n in [("Bern", 134), ("Chur", 38), ("Basel", 173)])
    (tmp_path / "a.html").write_text(f"<table><tr><th>Town<th>People{rows}</table>")
    golds = [TableGold(tmp_path / "a.html", 0, genuine=True, orientation="column")]
    facts = {}

    def entry(name, given):
        facts[name] = len(given)
        return {"bias": 0.0, "weights": {}, "usual": {}}

    monkeypatch.setattr(tables, "_entry", entry)
    tables.fit([*tables.cases(golds), *tables.cases(golds, headers_only=True)])
    assert (facts["top"], facts["data"]) == (2, 1)


def test_weights_are_fitted_to_what_tells_yes_from_no():
    inputs = np.array([[-1.0, 0.3, 1.0], [-0.8, -0.2, 1.0], [0.9, 0.1, 1.0], [1.1, -0.3, 1.0]])
    first, second, _ = tables._newton(inputs, np.zeros(4), np.array([0.0, 0.0, 1.0, 1.0]), 0.1)
    assert first > 1 > abs(second)


def made_case(name, facts, right, wanted, *, loose=None):
    facts, right = np.array(facts, dtype=float), np.array(right, dtype=float)
    padded = np.zeros((len(facts), len(consensus.FACTS)))
    padded[:, : facts.shape[1]] = facts
    said = np.full(len(facts), float(max(1, wanted)))
    return consensus.Case(name, "set", name, padded, right, right if loose is None else np.array(loose), said, wanted)


def pulls(case, odds, top=consensus.TOP):
    """By definition: how much each pair of proposals pulls the better one up, over all pairs with one of the first."""
    order = sorted(range(len(odds)), key=lambda i: -odds[i])
    discount = [1 / math.log2(i + 2) for i in range(len(odds))]
    most = sum(x * d for x, d in zip(sorted(case.reward, reverse=True)[:top], discount, strict=False))
    slope, total = np.zeros(len(odds)), 0.0
    for (i, a), (j, b) in itertools.combinations(enumerate(order), 2):
        if i < top and case.reward[a] != case.reward[b]:
            better, worse = (a, b) if case.reward[a] > case.reward[b] else (b, a)
            ahead = odds[better] - odds[worse]
            change = abs(case.reward[a] - case.reward[b]) * (discount[i] - discount[j]) / most / (0.01 + abs(ahead))
            pull = change / (1 + math.exp(ahead))
            slope[better] -= pull
            slope[worse] += pull
            total += 2 * pull
    return slope * math.log2(1 + total) / total * (case.wanted / consensus.USUAL) ** consensus.MORE


def test_each_pair_of_proposals_pulls_the_better_one_up():
    cases = [
        made_case("a", [[1], [2], [3]], [5, 10, 0], 10),
        made_case("b", [[1], [4]], [0, 0], 0),
        made_case("c", [[k] for k in range(20)], [k % 7 for k in range(20)], 7),
    ]
    odds = np.random.RandomState(1).randn(23)
    slope, curve = consensus.Rows(cases).loss(odds)
    np.testing.assert_allclose(slope, [*pulls(cases[0], odds[:3]), *pulls(cases[2], odds[3:])])
    assert slope[1] < 0 < slope[2]
    assert (curve >= 0).all()


def lists_of_pages(n):
    """Pages with twenty proposals, of which two are right: those whose second fact is 0.7."""
    random = np.random.RandomState(0)
    rows = [np.c_[random.rand(20), np.arange(20) % 10 / 10] for _ in range(n)]
    return [made_case(f"p{i}", facts, 10.0 * (np.arange(20) % 10 == 7), 10) for i, facts in enumerate(rows)]


def test_trees_learn_which_fact_tells_the_right_proposal():
    cases = lists_of_pages(30)
    odds = consensus.rank_other_sites(cases, 2)
    assert [rank(case.facts, each)[0] % 10 for case, each in zip(cases, odds, strict=True)] == [7] * 30


def test_the_judge_of_a_page_learns_which_pages_have_a_list():
    cases = [*lists_of_pages(30), *(made_case(f"q{i}", [[0.5, 0.2]] * 20, [0] * 20, 0) for i in range(30))]
    odds = [4 * (case.facts[:, 1] == 0.7) - 2.0 for case in cases]
    chance = consensus.judge_other_sites(cases, odds, 3)
    assert all((p > 0.5) == (case.wanted > 0) for case, p in zip(cases, chance, strict=True))
    assert consensus.reliability(cases, chance)[0][1] == 0.0


def test_probabilities_are_calibrated_on_other_sites():
    shares = np.repeat([0.1, 0.3, 0.5, 0.7, 0.9], 100)
    cases = [made_case(f"p{i}", [[0]], [0], int(i % 10 < 10 * share)) for i, share in enumerate(shares.tolist())]
    said = shares**2 / (shares**2 + (1 - shares) ** 2)  # the judge is too sure: twice the log odds
    assert abs(said - shares).max() > 0.1
    chance = consensus.calibrate_other_sites(cases, said)
    assert abs(chance - shares).max() < 0.05
    rows = consensus.reliability(cases, chance, 5, of_pages=True)
    assert [n for *_, n in rows] == [100] * 5
    assert all(abs(mean - share) < 0.05 for mean, share, _ in rows)


def test_a_page_without_proposals_is_calibrated_to_have_no_list():
    curve = {"log_odds": 2.0, "over_-2": 0.0, "over_0": -1.0, "bias": 0.0}
    assert consensus.calibrate(np.array([0.0, 0.5]), curve).tolist() == [0.0, 0.5]


@pytest.mark.parametrize("near", [1, 100, 1 << 15])
def test_the_questions_of_a_tree_are_those_that_lower_the_loss_most(near, monkeypatch):
    monkeypatch.setattr(boosting, "_NEAR", near)  # however many columns are counted at a time
    random, cost = np.random.RandomState(0), 0.5
    bins = random.randint(0, 4, (5, 60)).astype(np.uint8)
    bins[4] = bins[0]  # of equal questions the first is asked
    slope, curve, n_edges = random.randn(60), random.rand(60), [3, 3, 2, 3, 3]
    leaf, expected = np.zeros(60, dtype=int), []
    for _ in range(3):
        gains = {}
        for column, edge in ((c, e) for c in range(5) for e in range(n_edges[c])):
            leaves = 2 * leaf + (bins[column] > edge)
            parts = [leaves == k for k in set(leaves.tolist())]
            gains[column, edge] = sum(slope[part].sum() ** 2 / (curve[part].sum() + cost) for part in parts)
        best = max(gains.values())
        column, edge = next(question for question, gain in gains.items() if gain > best - 1e-9)
        leaf = 2 * leaf + (bins[column] > edge)
        expected.append((column, edge))
    assert boosting._Sample(bins, n_edges, slope, curve).questions(3, cost) == expected


def test_what_gold_of_titles_counts_as_wrong_is_worth_half():
    case = made_case("p", [[0], [1]], [10, 0], 10, loose=[10, 10])
    assert case.f1.tolist() == [1.0, 0.0]
    assert case.reward.tolist() == [1.0, 0.5]


def test_the_threshold_lets_a_tenth_of_the_pages_without_a_list_claim_one():
    cases = [made_case(f"p{i}", [[0]], [0], 0) for i in range(20)]
    chance = np.arange(20) / 20
    least = consensus.threshold(cases, chance)
    assert consensus.rates(cases, [np.zeros(1)] * 20, chance, least, [NONE] * 20)["set"]["claims"] == 0.1


def test_proposals_are_scored_as_the_records_are(tmp_path):
    items = "".join(f"<li><a href=/{i}>Title {i}</a> some text of record {i}</li>" for i in range(8))
    (tmp_path / "set" / "pages").mkdir(parents=True)
    (tmp_path / "set" / "pages" / "a.html").write_text(f"<h1>Results</h1><ul>{items}</ul>")
    row = {
        "page": "a.html",
        "part": "whole",
        "records": [{"text": f"Title {i} some text of record {i}"} for i in range(8)],
    }
    (tmp_path / "set" / "gold.json").write_text(json.dumps([row]))
    [case] = scored.cases(tmp_path, ["set"])
    assert (case.f1.max(), case.wanted, case.site) == (1.0, 8, "set a.html")


def test_a_sweep_counts_the_lists_that_come_back_and_what_must_not_be(tmp_path, capsys, monkeypatch):
    items = "".join(f"<li><a href=/{i}>Title {i}</a> some text of record {i}</li>" for i in range(8))
    (tmp_path / "page.html").write_text(f"<h1>Results</h1><ul>{items}</ul>")
    assert sweep.main(tmp_path) == 0
    best = capsys.readouterr().out.splitlines()[1]
    assert best.split() == ["best", "of", "page", "1", "1", "0", "0", "0", "0", "0", "0"]
    monkeypatch.setattr(sweep.Rule, "load", lambda _: None)
    assert sweep.main(tmp_path) == 1
    assert "faults: " in capsys.readouterr().out


def test_precision_counts_answers_where_there_is_no_separator():
    right, wrong, silent = ({"S": ranking} for ranking in ({5: 1}, {6: 1}, {}))
    pages = [separators.Case(votes, 5) for votes in (right, right, wrong, silent)]
    empty = [separators.Case(votes, -1) for votes in (right, silent, silent)]
    found = separators.quality(pages, empty, "S", {"S": [0.9]})
    assert (found.success, found.precision, found.answers) == (0.5, pytest.approx(2 / 3), pytest.approx(2 / 3))


def site_pages(folder, sites=2, pages=3):
    """A set of record pages with gold, made here."""
    (folder / "pages").mkdir(parents=True)
    rows = []
    for site in range(sites):
        for page in range(pages):
            records = [(f"Title {site}{page}{i}", f"Words about {i} and {page}") for i in range(6 + page)]
            items = "".join(f"<li><h3>{title}</h3><p>{text}</p></li>" for title, text in records)
            name = f"{site}-{page}.html"
            (folder / "pages" / name).write_text(f"<h1>Results</h1><ul>{items}</ul><p>Next page</p>")
            gold = [{"text": f"{title} {text}", "fields": [title, text]} for title, text in records]
            rows.append({"page": name, "site": f"s{site}", "part": "whole", "records": gold})
    (folder / "gold.json").write_text(json.dumps(rows))


def test_the_experiments_of_iepad_are_tables_of_the_same_width_and_the_same_on_every_run(tmp_path, capsys):
    site_pages(tmp_path / "records-wien")
    iepad.main(tmp_path)
    out = capsys.readouterr().out
    iepad.main(tmp_path)
    assert capsys.readouterr().out == out
    tables = [part.splitlines() for part in out.split("\n\n") if part.startswith("|")]
    assert [len({line.count("|") for line in table}) for table in tables] == [1] * 6
    encodings, training = tables[1], tables[5]
    assert [line.split(" | ")[4:] for line in encodings[2:]] == [["1.000"] * 3 + ["1.000 |"]] * len(iepad.ENCODINGS)
    assert training[2:] == [
        "| records-wien | 1 | 2 | 4 | 1.000 | 1.000 |",
        "| records-wien | 2 | 2 | 2 | 1.000 | 1.000 |",
    ]
    assert tables[4][2] == "| records-wien | 1.000 | 1.000 | 1.000 |"


def test_the_experiments_of_iepad_say_what_is_missing(tmp_path):
    with pytest.raises(SystemExit, match="has none of records-wien"):
        iepad.main(tmp_path)


def test_values_are_shown_by_their_forms(tmp_path):
    pages = tmp_path / "records-made" / "pages"
    pages.mkdir(parents=True)
    item = "<li><h3><a href=/{0}>Title {0}</a></h3><p>Words about it, some more of them</p><b>${0}.50</b></li>"
    rows = "".join(map(item.format, range(1, 9)))
    (pages / "a.html").write_text(f"<ul>{rows}</ul>")
    gold = [{"page": "a.html", "part": "whole", "records": []}]
    (tmp_path / "records-made" / "gold.json").write_text(json.dumps(gold))
    head, line = values.forms(tmp_path, "price")
    assert head == "1 columns of price, 8 values, 1 forms, 0 values without a reading"
    assert line.split()[:2] == ["8", "'$1.50'"]
