"""`weblode taxonomy`: the same files as `weblode mine --depth 0`, by way of `weblode at-scale --task labels`."""

import pytest
from commands import lines, run
from crawls import crawl, write_parquet
from made_homes import made_homes, save

from weblode.subprocesses import can_fork

FILES = ("taxonomy.json", "taxonomy.nq", "taxonomy.ttl", "instances.jsonl")


@pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
def test_labels_of_a_crawl_become_the_files_of_a_taxonomy(tmp_path):
    homes = save(made_homes("travel"), tmp_path / "homes")
    labels, out, whole = (str(tmp_path / name) for name in ("labels", "out", "whole"))
    assert run("at-scale", *homes, "-o", labels, "--task", "labels", "--jobs", "2").returncode == 0
    judged = run("taxonomy", labels, "-o", out)
    mined = run("mine", *homes, "-o", whole, "--depth", "0")
    assert (judged.returncode, mined.returncode) == (0, 0)
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FILES} == {
        name: (tmp_path / "whole" / name).read_bytes() for name in FILES
    }
    assert lines(judged.stdout)[0] == lines(mined.stdout)[0]


@pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
def test_home_pages_of_a_whole_crawl_are_those_of_hosts_alone(tmp_path):
    homes = made_homes("jobs")
    inner = [(f"{url}inner/{number}", html) for number, (url, _) in enumerate(homes) for _, html in crawl(3)]
    path = write_parquet(tmp_path / "a.parquet", [*inner[:9], *homes, *inner[9:]])
    labels, out, whole = (str(tmp_path / name) for name in ("labels", "out", "whole"))
    assert run("at-scale", path, "-o", labels, "--task", "labels", "--home-pages").returncode == 0
    assert run("taxonomy", labels, "-o", out).returncode == 0
    assert run("mine", *save(homes, tmp_path / "homes"), "-o", whole, "--depth", "0").returncode == 0
    assert (tmp_path / "out" / FILES[0]).read_bytes() == (tmp_path / "whole" / FILES[0]).read_bytes()
    other = run("at-scale", path, "-o", labels, "--task", "labels")
    assert "has a run with other options" in lines(other.stderr)[-1]


def test_sites_that_share_nothing_and_no_labels_are_one_line(tmp_path):
    (tmp_path / "homes").mkdir()
    done = run("taxonomy", str(tmp_path / "homes"), "-o", str(tmp_path / "out"))
    assert done.returncode == 1
    assert "no labels; `weblode at-scale --task labels` writes them" in lines(done.stderr)[-1]
