"""`weblode plan` and `weblode run`, as a user runs them: files, exit status, hooks, archives."""

import csv
import json
import sys

import pytest
from bookshops import BOOKS, save, shops
from commands import lines, run
from loopback import Handler, serving

from bench.made_shop import FIELDS, first_shop, later_shop, serve


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def planned(tmp_path):
    """A folder with a plan for a shop in files."""
    save(tmp_path / "shop", shops()[0])
    done = run("plan", "shop/books-1.html", "-o", "site.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path


def truth_faults(folder, shop, base=""):
    with open(folder / "site.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    truth = shop.truth(base)
    columns = [[row[name] for row in rows] for name in rows[0]]
    return [name for name in FIELDS if [row[name] or "" for row in truth] not in columns]


def test_a_plan_is_a_text_with_its_rules_beside_it(planned):
    assert {path.name for path in planned.glob("site.*")} == {"site.toml", "site.rule.json", "site.details.json"}
    text = (planned / "site.toml").read_text()
    assert text.startswith("# A plan of weblode: `weblode run site.toml` runs it")
    for line in ('start = ["shop/books-1.html"]', 'follow = "all"', 'key = ["url"]', 'details = "site.details.json"'):
        assert line in text.splitlines()


def test_a_plan_is_not_replaced_without_a_word(planned):
    again = run("plan", "shop/books-1.html", "-o", "site.toml", cwd=planned)
    assert (again.returncode, lines(again.stderr)) == (
        1,
        ["Error: site.toml exists: add --force to replace it, or choose another file"],
    )
    assert run("plan", "shop/books-1.html", "-o", "site.toml", "--force", cwd=planned).returncode == 0
    assert run("plan", "shop/books-1.html", "-o", "site.txt", cwd=planned).returncode == 2


def test_the_exit_status_says_whether_something_changed(planned):
    first = run("run", "site.toml", cwd=planned)
    assert (first.returncode, first.stdout) == (0, b"")
    assert f"site.toml: {BOOKS} records; first run" in lines(first.stderr)[-1]
    assert run("run", "site.toml", cwd=planned).returncode == 0
    later, changes = shops()[1:]
    save(planned / "shop", later)
    third = run("run", "site.toml", cwd=planned)
    assert third.returncode == 3
    assert len(third.stdout.splitlines()) == sum(map(len, (changes.new, changes.gone, changes.changed)))
    assert truth_faults(planned, later) == []
    summary = f"{len(changes.new)} new, {len(changes.gone)} gone, {len(changes.changed)} changed"
    assert summary in lines(third.stderr)[-1]


def test_a_list_that_breaks_off_ends_with_status_1_and_nothing_is_gone(planned):
    run("run", "site.toml", cwd=planned)
    offers = "".join(f"<tr><td><a href=/{n}>Offer {n}</a></td><td>{n} left of it</td></tr>" for n in range(9))
    (planned / "shop" / "books-3.html").write_text(f"<title>Offers</title><h1>Offers</h1><table>{offers}</table>")
    done = run("run", "site.toml", cwd=planned)
    assert (done.returncode, done.stdout) == (1, b"")
    assert "the list is not complete" in lines(done.stderr)[-1]


def test_a_webhook_and_a_command_hear_of_changes_and_of_nothing_else(planned):
    bodies = []

    def answer(handler):
        handler.reply(b"", 404)

    def post(handler):
        bodies.append(json.loads(handler.rfile.read(int(handler.headers["Content-Length"]))))
        handler.reply(b"ok")

    program = "import sys; open('heard.jsonl', 'ab').write(sys.stdin.buffer.read())"
    with serving(answer) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handler, "do_POST", post, raising=False)
        hooks = ["--webhook", server.url("/hook"), "--command", f'{sys.executable} -c "{program}"']
        assert run("run", "site.toml", *hooks, cwd=planned).returncode == 0
        assert run("run", "site.toml", *hooks, cwd=planned).returncode == 0
        assert bodies == []
        save(planned / "shop", shops()[1])
        assert run("run", "site.toml", *hooks, cwd=planned).returncode == 3
    assert (planned / "heard.jsonl").read_bytes() == (planned / "site.changes.jsonl").read_bytes()
    [body] = bodies
    assert (body["plan"], body["run"], len(body["changes"])) == (
        "site.toml",
        3,
        body["new"] + body["gone"] + body["changed"],
    )


def test_a_hook_that_fails_is_reported(planned):
    run("run", "site.toml", cwd=planned)
    save(planned / "shop", shops()[1])
    hooks = ["--webhook", "http://127.0.0.1:1/", "--command", "no-such-command-here"]
    done = run("run", "site.toml", *hooks, cwd=planned)
    assert done.returncode == 1
    assert "http://127.0.0.1:1/: was not told of the changes" in done.stderr.decode()
    assert "no-such-command-here: [Errno 2]" in done.stderr.decode()


@pytest.mark.parametrize(
    "address", ["http://xn--\u2603-/", "http://a..example/", "ftp://a.example/", "hook", "http://[::1/"]
)
def test_a_webhook_that_is_no_address_is_one_line_before_anything_is_read(planned, address):
    done = run("run", "site.toml", "--webhook", address, cwd=planned)
    assert (done.returncode, len(lines(done.stderr))) == (1, 1)
    assert "cannot be the address of a webhook" in done.stderr.decode()
    assert not (planned / "site.db").exists()


def test_on_the_web_only_what_changed_is_sent_and_a_run_can_be_repeated_offline(tmp_path):
    shop = first_shop(30)
    later, changes = later_shop(shop)
    with serve(shop) as served:
        arguments = ("plan", f"{served.base}/books", "-o", "site.toml", "--delay", "0")
        assert run(*arguments, cwd=tmp_path).returncode == 0
        files = {path: path.read_bytes() for path in tmp_path.iterdir()}
        assert run("run", "site.toml", "--warc", "pages.warc.gz", cwd=tmp_path).returncode == 0
        assert truth_faults(tmp_path, shop, served.base) == []
        first = (tmp_path / "site.csv").read_bytes()
        served.shop = later
        served.log.clear()
        assert run("run", "site.toml", cwd=tmp_path).returncode == 3
        assert truth_faults(tmp_path, later, served.base) == []
        books = [path for path in served.pages() if path.startswith("/book/")]
        assert sorted(books) == sorted(f"/book/{n}" for n in changes.new | changes.changed)
    other = tmp_path / "other"
    other.mkdir()
    for path, data in files.items():
        (other / path.name).write_bytes(data)
    assert run("run", "site.toml", "--replay", "../pages.warc.gz", cwd=other).returncode == 0
    assert (other / "site.csv").read_bytes() == first


def test_a_page_that_is_gone_is_gone_in_a_replay_too(tmp_path):
    shop = first_shop(30)
    with serve(shop) as served:
        assert run("plan", f"{served.base}/books", "-o", "site.toml", "--delay", "0", cwd=tmp_path).returncode == 0
        served.gone.add("/book/3")
        done = run("run", "site.toml", "--warc", "pages.warc.gz", cwd=tmp_path)
        on_the_web, table = lines(done.stderr), (tmp_path / "site.csv").read_bytes()
    assert any("answered 404 Not Found" in line for line in on_the_web)
    again = run("run", "site.toml", "--replay", "pages.warc.gz", cwd=tmp_path)
    assert any("answered 404 Not Found" in line for line in lines(again.stderr))
    assert (again.returncode, (tmp_path / "site.csv").read_bytes()) == (done.returncode, table)


def test_after_a_replay_servers_are_still_asked_only_for_what_has_changed(tmp_path):
    with serve(first_shop(30)) as served:
        assert run("plan", f"{served.base}/books", "-o", "site.toml", "--delay", "0", cwd=tmp_path).returncode == 0
        assert run("run", "site.toml", "--warc", "pages.warc.gz", cwd=tmp_path).returncode == 0
        for _ in range(2):
            assert run("run", "site.toml", "--replay", "pages.warc.gz", cwd=tmp_path).returncode == 0
        served.log.clear()
        done = run("run", "site.toml", cwd=tmp_path)
        assert (done.returncode, [path for path in served.pages() if path.startswith("/book/")]) == (0, [])


def test_what_is_no_plan_is_one_line(tmp_path):
    (tmp_path / "p.toml").write_text("start = 3")
    done = run("run", "p.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert len(lines(done.stderr)) == 1
    (tmp_path / "p.toml").write_text("start = 'a.html'\nrule = 'none.json'")
    done = run("run", "p.toml", cwd=tmp_path)
    assert (done.returncode, len(lines(done.stderr))) == (1, 1)
    assert "none.json: cannot be read as a rule" in done.stderr.decode()
    assert run("run", "p.toml", "--warc", "a.warc.gz", "--replay", "p.toml", cwd=tmp_path).returncode == 2
