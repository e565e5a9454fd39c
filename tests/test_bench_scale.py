"""The measures of crawls and clusters work on the bundled pages."""

import sys

import numpy as np
import pytest
from children import run

from bench import skew
from bench.data import BUNDLED
from weblode.subprocesses import can_fork


def bench(module, *arguments):
    done = run([sys.executable, "-m", f"bench.{module}", str(BUNDLED), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
def test_a_killed_run_is_complete_and_the_table_says_so():
    lines = bench("at_scale", "--pages", "40", "--shard-size", "1", "--jobs", "1")
    assert lines[0].startswith("40 pages")
    assert lines[-1].startswith("40 pages, 0 missing, 0 failed")
    assert ", 0 twice" in lines[-1]


def test_a_crawl_that_needs_more_of_the_disk_than_it_may_is_refused_in_a_line():
    command = [sys.executable, "-m", "bench.at_scale", str(BUNDLED), "--pages", "100000000", "--max-disk", "0.5"]
    done = run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("100,000,000 pages need about ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
def test_two_processes_give_the_bytes_of_one_and_the_table_says_so():
    lines = bench("processes", "--rounds", "1", "--seconds", "0", "--only", "records,extract")
    assert [(line.split()[0], line.split()[-1]) for line in lines[2:-1]] == [("records", "yes"), ("extract", "yes")]


def test_the_table_of_throughput_has_a_row_a_task():
    lines = bench("throughput", "--pages", "1", "--rounds", "1")
    assert [line.split()[0] for line in lines[2:]] == "read pages records apply tables outline details labels".split()


def test_hosts_in_parts_have_the_same_pages_and_none_is_large():
    pages = skew.host_pages(np.random.default_rng(0))
    parts = skew.cut(pages)
    assert parts.max() <= skew.PART
    assert 0.999 * pages.sum() <= parts.sum() <= pages.sum()


def test_a_job_takes_no_less_than_its_largest_piece_or_the_share_of_a_core():
    costs = np.array([5.0, 1.0, 1.0, 1.0])
    assert skew.duration(costs, 8, 2, np.random.default_rng(1)) >= 5.0 + skew.TASK
