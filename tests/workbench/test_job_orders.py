"""Orders for jobs: what they may name, and the commands they become."""

import pytest
from workbench.made import order

from weblode.cli import main
from weblode.errors import WeblodeError
from weblode.workbench.job_orders import OPTIONS, JobOrder, checked_home, checked_options, checked_output


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "/tmp/x", "a/b", ".x", "-o", "workbench", "WorkBench", "a" * 65, "a\n", "é"]
)
def test_a_name_never_leads_out_of_the_folder_nor_to_what_the_workbench_keeps(folder, name):
    with pytest.raises(WeblodeError, match="is not allowed as a folder name"):
        checked_output(folder, name)


def test_a_folder_of_something_else_is_left_alone(folder, tmp_path):
    (folder / "link").symlink_to(tmp_path)
    (folder / "file").write_text("")
    for name in ("link", "file"):
        with pytest.raises(WeblodeError, match="is not a folder"):
            checked_output(folder, name)
    with pytest.raises(WeblodeError, match="holds files that are not from `weblode mine`"):
        checked_output(folder, "north")
    (folder / "empty").mkdir()
    assert checked_output(folder, "empty") == folder.resolve() / "empty"


@pytest.mark.parametrize(
    "home",
    """-  --help  -o  -=http://a.com/  ..  ../secret.html  ../secret.html=http://a.com/  /etc/passwd  link/secret.html
    link/secret.html=http://a.com/  file:///etc/passwd  ftp://a.com/  javascript://a  missing.html""".split(),
)
def test_a_home_page_is_on_the_web_or_in_the_folder(folder, home):
    (folder.parent / "secret.html").write_text("secret")
    (folder / "link").symlink_to(folder.parent)
    with pytest.raises(WeblodeError):
        checked_home(folder, home)


@pytest.mark.parametrize(
    "home", ["", "a\0b", "a\nb", "\ud800", "x" * 300, "x/" * 900, "round/x", "http://" + "x" * 3000]
)
def test_a_home_page_that_is_no_name_at_all_is_refused(folder, home):
    (folder / "round").symlink_to("round")
    with pytest.raises(WeblodeError):
        checked_home(folder, home)


def test_home_pages_are_given_as_the_command_takes_them(folder):
    (folder / "a=b.html").write_text("")
    assert checked_home(folder, "https://example.com/") == "https://example.com/"
    assert checked_home(folder, "north") == str(folder.resolve() / "north")
    assert checked_home(folder, str(folder / "north")) == str(folder.resolve() / "north")
    assert checked_home(folder, "a=b.html") == str(folder.resolve() / "a=b.html")
    given = checked_home(folder, "north/../south/index.html=http://a.com/")
    assert given == f"{folder.resolve() / 'south' / 'index.html'}=http://a.com/"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("depth", value) for value in ("1", True, -1, 1.5, None)),
        *(("delay", value) for value in ("0", float("nan"), 1e9, -0.1)),
        *(("max_pages", value) for value in (None, 10**12, 0)),
        ("semantics", 1),
        ("output", "x"),
        ("", 1),
    ],
)
def test_options_are_known_typed_and_bounded(name, value):
    with pytest.raises(WeblodeError, match=r"is not an option of a job|it must be"):
        checked_options({name: value})


def test_options_become_arguments_before_the_home_pages(folder):
    asked = order("north", depth=2, semantics=True, delay=0.5, max_per_concept=3)
    command = asked.command(folder, allow_private=False)
    flags = "--progress json --no-private --depth 2 --semantics --delay 0.5 --max-per-concept 3 --".split()
    assert command[command.index("--progress") :] == [*flags, str(folder.resolve() / "north")]
    assert "--semantics" not in order("north", semantics=False).command(folder, allow_private=True)
    for homes in ((), ("north",) * 101):
        with pytest.raises(WeblodeError, match="a job has from 1 to 100"):
            order(*homes).command(folder, allow_private=True)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"homes": "a", "name": "b"},
        {"homes": [1], "name": "b"},
        {"homes": ["a"]},
        {"homes": ["a"], "name": "b", "options": [1]},
    ],
)
def test_an_order_has_its_form(sent):
    with pytest.raises(WeblodeError, match="a job needs"):
        JobOrder.from_dict(sent)


def test_every_option_of_a_job_is_one_of_the_command():
    flags = {flag for option in main.commands["mine"].params for flag in option.opts}
    assert {f"--{name.replace('_', '-')}" for name in OPTIONS} <= flags


@pytest.mark.parametrize(("private", "insecure"), [(False, False), (True, True)])
def test_a_command_says_which_servers_it_may_ask(folder, private, insecure):
    command = order("north").command(folder, allow_private=private, insecure=insecure)
    assert ("--allow-private" in command, "--no-private" in command) == (private, not private)
    assert ("--insecure" in command) is insecure


def test_an_order_is_read_as_it_was_sent_and_checked_when_it_becomes_a_command(folder):
    sent = JobOrder.from_dict({"homes": ["north"], "name": "news", "options": {"depth": 99}})
    assert sent == order("north", depth=99)
    with pytest.raises(WeblodeError, match="depth is 99; it must be a number from 0 to 20"):
        sent.command(folder, allow_private=False)
