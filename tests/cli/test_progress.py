"""How far `weblode mine` is, told to programs."""

import json
import signal
import sys
import threading

from children import DEVNULL, PATIENCE, PIPE, run, start
from click.testing import CliRunner
from loopback import serving
from newspapers import answering, site

from weblode.cli import main
from weblode.cli.progress import JsonLines


def mined(*arguments, progress="json"):
    return CliRunner().invoke(main, ["mine", *map(str, arguments), "--progress", progress])


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_every_line_is_json_and_the_last_has_the_figures_of_the_run(tmp_path, papers):
    done = mined(*papers, "-o", tmp_path / "out")
    said = lines(done.stderr)
    assert done.exit_code == 0
    assert said[-1] == {"finished": json.loads((tmp_path / "out" / "run.json").read_text())["figures"]}
    assert said[0] == {"progress": {"mining": "home pages: 2"}}
    assert {"progress": {"mining": "writing"}} in said
    assert "5 of 5 concepts, 20 instances" in said[-3]["progress"]["mining"]
    assert "World" in done.stdout


def test_a_page_that_cannot_be_had_is_a_warning(tmp_path, papers):
    done = mined(*papers, tmp_path / "papers", "-o", tmp_path / "out")
    [warning] = [line["warning"] for line in lines(done.stderr) if "warning" in line]
    assert "no page is there" in warning


def test_an_error_is_one_line_and_the_status_of_always(tmp_path, papers):
    missing = mined(tmp_path / "nothing", "-o", tmp_path / "out")
    assert missing.exit_code == 1
    assert list(lines(missing.stderr)[-1]) == ["error"]
    assert "no such file or folder" in lines(missing.stderr)[-1]["error"]
    followed = mined(f"{papers[0]}=http://a.com/", "-o", tmp_path / "out")
    assert followed.exit_code == 2
    assert "cannot be followed" in lines(followed.stderr)[0]["error"]


def test_none_is_silence(tmp_path, papers):
    assert mined(*papers, "-o", tmp_path / "out", progress="none").stderr == ""


def test_an_interrupt_is_told_and_the_same_command_goes_on(tmp_path):
    pages, hold = site(), threading.Event()

    def answer(handler):
        if handler.path == "/world.html":
            hold.wait(PATIENCE)
        answering(pages)(handler)

    with serving(answer) as server, serving(answering(pages)) as other:
        command = [sys.executable, "-m", "weblode", "mine", server.url(), other.url(), "-o", str(tmp_path / "out")]
        command += ["--delay", "0", "--progress", "json"]
        # As a shell starts a command in the background: that alone would ignore an interrupt.
        background = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
        with start([*background, *command], stderr=PIPE, stdout=DEVNULL, text=True) as child:
            server.wait_for(2)
            child.send_signal(signal.SIGINT)
            hold.set()
            said = child.stderr.read().splitlines()
            assert child.wait() == 1
        assert {"stopped": "stopped; run the same command to continue"} in lines("\n".join(said[:-2]))
        before = server.counts()
        assert run(command, capture_output=True, check=True).stderr.splitlines()[-1].startswith(b'{"fini')
        assert server.counts()["/"] == before["/"] == 1


def test_changes_are_few_but_the_last_of_each_stage_is_told(monkeypatch, capsys):
    now = iter(range(10_000))
    monkeypatch.setattr("weblode.cli.progress.time.monotonic", lambda: next(now) / 1000)
    with JsonLines() as progress:
        mining, crawl = progress.part("mining"), progress.part("crawl")
        for level in ("level 1", "level 2"):
            for number in range(100):
                crawl(f"{number} pages")
                mining(f"{level}: {number} of 100")
    said = lines(capsys.readouterr().err)
    assert {"progress": {"crawl": "0 pages", "mining": "level 1: 99 of 100"}} in said
    assert said[-1] == {"progress": {"crawl": "99 pages", "mining": "level 2: 99 of 100"}}
    assert len(said) < 10
