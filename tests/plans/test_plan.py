"""The file of a plan: written for people, read back as it was, and wrong ones refused in one line."""

import pytest

from weblode.errors import WeblodeError
from weblode.plans.plan import Plan, read_plan
from weblode.sources.following import ALL


def test_a_plan_reads_back_as_it_was(tmp_path):
    plan = Plan(("https://a.example/ä?b='c'\"d\"",), "r.json", 7, "d.json", "url", ("title", 'x"\\'), delay=0.5)
    (tmp_path / "p.toml").write_text(plan.text("Two\nlines"), encoding="utf-8")
    assert read_plan(tmp_path / "p.toml") == plan


def test_plans_of_a_folder_have_changes_of_their_own(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text('start = "a.html"\nrule = "r.json"')
        assert read_plan(tmp_path / f"{name}.toml").changes == f"{name}.changes.jsonl"


def test_every_line_of_a_plan_says_what_it_is():
    text = Plan(("a.html",), "r.json").text("A plan.").splitlines()
    values = [number for number, line in enumerate(text) if line and not line.startswith("#")]
    assert text[0] == "# A plan."
    assert len(values) == 11
    assert all(text[number - 1].startswith("# ") for number in values)
    assert 'follow = "all"' in text


def test_a_short_plan_has_defaults(tmp_path):
    (tmp_path / "p.toml").write_text("start = 'a.html'\nrule = 'r.json'\nfollow = 'all'\nkey = 'title'\ndelay = 2")
    plan = read_plan(tmp_path / "p.toml")
    assert (plan.start, plan.follow, plan.key, plan.details, plan.delay) == (("a.html",), ALL, ("title",), False, 2.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("start = [", "cannot be read as a plan"),
        ("rule = 'r.json'", "needs 'start'"),
        ("start = 'a'", "needs 'rule'"),
        ("start = []\nrule = 'r'", "start cannot be"),
        ("start = 'a'\nrule = ''", "rule cannot be"),
        ("start = 'a'\nrule = 'r'\nfollow = 0", "follow cannot be 0"),
        ("start = 'a'\nrule = 'r'\nfollow = true", "follow cannot be True"),
        ("start = 'a'\nrule = 'r'\ndetails = 3", "details cannot be 3"),
        ("start = 'a'\nrule = 'r'\nrelearn = 'yes'", "relearn cannot be"),
        ("start = 'a'\nrule = 'r'\ndelay = -1", "delay cannot be -1"),
        ("start = 'a'\nrule = 'r'\nkey = [1]", "key cannot be"),
        ("start = 'a'\nrule = 'r'\nspeed = 3", "has no 'speed'"),
        ("start = 'a'\nrule = 'r'\noutput = 'r'", "two files of the plan have one name"),
        ("start = 'a'\nrule = 'r'\noutput = 'x.db'", "output cannot be 'x.db'"),
        ("start = 'a'\nrule = 'r'\noutput = 'x'", "output cannot be 'x'"),
        (b"\xff\xfe", "cannot be read as a plan"),
    ],
)
def test_what_is_no_plan_is_refused_in_one_line(tmp_path, text, words):
    path = tmp_path / "p.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(WeblodeError, match=r"p\.toml") as raised:
        read_plan(path)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
