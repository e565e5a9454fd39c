"""`weblode demo`."""

import json
import re

import pytest
from commands import run


def test_the_demo_mines_made_sites_and_compares_with_the_truth(tmp_path):
    shown = run("demo", "--articles", "12", "-o", str(tmp_path / "out")).stdout.decode()
    assert "Sports  [3 sites" in shown
    assert float(re.search(r"^instances +([\d.]+)", shown, re.MULTILINE)[1]) > 0.9
    assert json.loads((tmp_path / "out" / "taxonomy.json").read_text())["concepts"]
    asked = run("query", str(tmp_path / "out"), "--concepts", "--format", "csv").stdout.decode()
    assert "Sports" in asked


@pytest.mark.parametrize("option", [("--sites", "1"), ("--sites", "65"), ("--articles", "0")])
def test_sites_that_cannot_be_mined_are_not_made(tmp_path, option):
    done = run("demo", *option, "-o", str(tmp_path / "out"))
    assert (done.returncode, f"Invalid value for '{option[0]}'" in done.stderr.decode()) == (2, True)
    assert not (tmp_path / "out").exists()
