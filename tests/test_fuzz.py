"""The fuzzer: pages that are mutated, stages that go wrong, pages that are made small."""

import json
from dataclasses import replace
from datetime import date, datetime
from random import Random

import pytest
from native import compiled

from bench import fuzz, mutations
from bench.bounded import Bounds, Order, Runner
from bench.data import BUNDLED, page_files
from bench.minimise import minimised
from bench.stages import STAGES, plain
from bench.verdicts import Examiner

FILES = page_files(BUNDLED)
TIGHT = Bounds(seconds=0.5, memory=2**28)


@pytest.fixture(scope="module")
def runner():
    made = Runner("faulty")
    yield made
    made.close()


@pytest.fixture(scope="module")
def examiner():
    made = Examiner("faulty", bounds=TIGHT)
    yield made
    made.close()


# ---------------------------------------------------------------- mutations
@pytest.mark.parametrize("name", sorted(mutations.MUTATIONS))
def test_a_mutation_changes_a_page_and_the_same_seed_changes_it_alike(name):
    page = FILES[0].read_bytes()
    made = [mutations.MUTATIONS[name](Random(seed), page, page) for seed in (1, 2, 3, 1, 2, 3)]
    assert made[:3] == made[3:]
    assert any(each != page for each in made)


@pytest.mark.parametrize("name", sorted(mutations.MUTATIONS))
@pytest.mark.parametrize("page", [b"", b"a", b"<", b"<p>", b"<p>some words</p>"])
def test_a_mutation_takes_any_page(name, page):
    for seed in range(20):
        assert isinstance(mutations.MUTATIONS[name](Random(seed), page, page), bytes)


def test_a_case_is_made_from_its_seed_and_number_alone():
    first = [mutations.case(FILES, seed=3, number=number) for number in range(20)]
    assert mutations.case(FILES, seed=3, number=17) == first[17]
    assert mutations.case(FILES, seed=4, number=17) != first[17]
    assert len({each.data for each in first}) == 20
    assert all(len(each.data) <= mutations.MOST for each in first)


# ---------------------------------------------------------------- stages that go wrong
@pytest.mark.parametrize(
    ("stage", "status", "place"),
    [
        ("crash", "signal", "SIGSEGV"),
        ("report", "signal", "ERROR: AddressSanitizer: heap-buffer-overflow in __pyx_f_Walk_add"),
        ("end", "signal", "exit 3"),
        ("work", "time", "SIGPROF"),
        ("eat", "memory", "MemoryError"),
        ("starve", "memory", "MemoryError"),
        ("stumble", "exception", "KeyError"),
        ("refuse", "refused", "no records to learn from"),
        ("shuffle", "ok", ""),
    ],
)
def test_what_a_stage_does_is_told_and_the_others_go_on(runner, stage, status, place):
    other = "stumble" if stage == "crash" else "crash"
    found, after = runner.run(Order(stage.encode(), [stage, other], bounds=TIGHT))
    assert found.status == status
    assert found.place.startswith(place)
    assert (after.stage, after.status) == (other, "ok")


def test_a_stage_that_waits_for_ever_has_hung(runner):
    [found] = runner.run(Order(b"hang", ["hang"], bounds=replace(TIGHT, patience=1.0)))
    assert (found.status, found.place) == ("hung", "SIGKILL")


def test_a_stage_that_works_has_not_hung(runner):
    [found] = runner.run(Order(b"work", ["work"], bounds=replace(TIGHT, seconds=3.0, patience=2.0)))
    assert found.status == "time"


def test_processor_time_and_memory_of_a_stage_are_measured(runner):
    [found] = runner.run(Order(b"eat", ["eat"]))
    assert found.status == "ok"
    assert abs(found.memory - 2**29) < 2**26  # what the process had before and gives back counts against it
    assert found.seconds < 5


def test_results_come_along_when_they_are_asked_for(runner):
    [found] = runner.run(Order(b"", ["crash"], keep=True))
    assert found.text == '"well"'


# ---------------------------------------------------------------- verdicts
def test_a_page_on_which_all_goes_well_has_no_failure(examiner):
    examined = examiner.examine(b"refuse", ["crash", "refuse", "disagree"])
    assert examined.failures == ()
    assert examined.compared == {"crash", "refuse", "disagree"}


def test_runs_that_depend_on_the_order_of_a_set_differ(examiner):
    [failure] = examiner.examine(b"shuffle", ["shuffle"]).failures
    assert failure.what == "runs differ"


def test_where_nothing_is_to_be_compared_nothing_is():
    alone = Examiner("faulty", bounds=TIGHT, compare=False)
    examined = alone.examine(b"shuffle stumble", ["shuffle", "stumble"])
    alone.close()
    assert examined.compared == frozenset()
    assert [each.what for each in examined.failures] == ["exception"]


def test_kernels_that_give_something_else_are_told(examiner):
    compiled()
    [failure] = examiner.examine(b"disagree", ["disagree"]).failures
    assert failure.what == "twins differ"
    assert failure.report.split() == ['"native"', '"python"']


def test_what_fails_by_itself_is_one_failure_with_its_place(examiner):
    [failure] = examiner.examine(b"stumble", ["stumble", "crash"]).failures
    assert failure.kind == ("exception", "KeyError")
    assert "KeyError: 'missing'" in failure.report
    assert examiner.fails("stumble", failure.kind)(b"to stumble over")
    assert not examiner.fails("stumble", failure.kind)(b"nothing")


# ---------------------------------------------------------------- small pages
def test_a_page_is_made_as_small_as_what_fails():
    page = b"<html>\n<body>\n" + b"<div><p>some words\n</div>\n" * 50 + b"<ul><li>a<b>bad</b></ul>\n<i>\n</html>"
    assert minimised(page, lambda data: b"<b>bad" in data) == b"<b>bad"


def test_what_stands_apart_stays_together():
    page = b"".join(b"<p>%d</p>\n" % i for i in range(500))
    assert minimised(page, lambda data: b">17<" in data and b">400<" in data) == b">17<>400<"


def test_a_page_that_does_not_fail_stays_as_it_is():
    assert minimised(b"<p>a</p>", lambda _: False) == b"<p>a</p>"


def test_no_page_is_tried_after_the_time():
    assert minimised(b"<p>a</p>", lambda _: True, seconds=0) == b"<p>a</p>"


# ---------------------------------------------------------------- the command
def test_the_command_runs_pages_that_come_along_through_stages(capsys, tmp_path):
    given = ["--pages", "2", "--stages", "tree", "tables evidence", "--failures", str(tmp_path / "failures")]
    assert fuzz.main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pages"] == 2
    assert {name: row["runs"] for name, row in told["stages"].items()} == {"tree": 2, "tables evidence": 2}
    assert told["kinds"] == []
    assert not (tmp_path / "failures").exists()


def test_details_are_fuzzed_with_pages_that_have_a_sibling():
    [alone, siblings] = STAGES["details"](FILES[0].read_bytes())
    assert "no template was found" in plain(alone)
    assert "<DetailRule: title" in plain(siblings)


@pytest.mark.parametrize("page", [b"", b"a", b"<p>", b"<p>some words</p>", b"<dl><dt>a:<dd>b</dl>" * 9])
def test_details_of_any_page_hold_together(page):
    assert STAGES["details"](page)


def test_a_failure_is_written_down_small_and_can_be_run_again(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(fuzz, "STAGES", {"stumble": None, "crash": None})
    monkeypatch.setattr(fuzz, "TABLE", "faulty")
    monkeypatch.setattr(fuzz, "case", lambda *_, number, **__: mutations.Case(number, b"<p>to stumble</p>", "", ()))
    assert fuzz.main(["--pages", "3", "--failures", str(tmp_path)]) == 1
    assert "3 x exception KeyError" in capsys.readouterr().out
    [small] = [path for path in tmp_path.glob("*.html") if "whole" not in path.name]
    assert small.read_bytes() == b"stumble"
    assert json.loads(small.with_suffix(".json").read_text())["case"] == 0
    assert fuzz.main(["--again", str(small)]) == 1
    assert "KeyError: 'missing'" in capsys.readouterr().out


def test_an_unknown_stage_is_told(capsys):
    with pytest.raises(SystemExit):
        fuzz.main(["--stages", "nothing"])
    assert "no stage nothing; there are tree" in capsys.readouterr().err


def test_results_with_dates_can_be_compared():
    assert plain([date(2020, 1, 2), datetime(2020, 1, 2, 3, 4)]) == '["2020-01-02", "2020-01-02T03:04:00"]'
