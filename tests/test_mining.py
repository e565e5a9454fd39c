"""The main job, on made sites that are served on loopback, and offline."""

import json
import re
import subprocess
import sys

from test_cli import on_a_terminal

from weblode.demo.compare import compare
from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.demo.truth import truth
from weblode.mining import Options, mine
from weblode.pages import crawl
from weblode.pages.choice import web


def test_made_sites_are_mined_end_to_end(tmp_path):
    with serve(generate(sites=3, articles=60, seed=15)) as server:
        homes = server.web.homes()
        source = web(homes, tmp_path, crawl.Options(delay=0, concurrency=8, max_pages=5000))
        found = mine(homes, source, options=Options(depth=2, semantics=True))
        source.close()
        scores = dict(compare(found, truth(server.web)).rows())
        asked = [request.address for request in server.log if not request.address.endswith("robots.txt")]
    assert len(asked) == len(set(asked))
    for name, score in scores.items():
        assert score.precision >= 0.95, (name, score.wrong)
        assert score.recall >= 0.95, (name, score.missed)
    assert any("what they list is alike" in why for concept in found.concepts for why in concept.merged)


def test_a_terminal_shows_level_concepts_instances_and_pages_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("COLUMNS", "200")
    with serve(generate(sites=2, articles=20, seed=15)) as server:
        shown = on_a_terminal("mine", *server.web.homes(), "-o", str(tmp_path), "--delay", "0", "--concurrency", "4")
    line = r"\r\x1b\[Kweblode: level 1: \d+ of \d+ concepts, \d+ instances; \d+ pages, \d+ queued, \d+ failed"
    assert re.search(line, shown), shown
    assert "queued" not in shown.rpartition("\x1b[K")[2], "the line is gone before the report"


def test_of_a_single_site_a_label_needs_several_pages(tmp_path):
    topics = ["World", "Politics", "Business", "Sports", "Travel"]
    menu = "<ul>" + "".join(f"<li><a href={name.lower()}.html>{name}</a>" for name in topics) + "</ul>"
    for name in ("index", *(topic.lower() for topic in topics), "short"):
        stories = "".join(
            f"<div><h3><a href=story-{name}-{i}.html>The story number {i} of {name} in words</a></h3><p>A text.</div>"
            for i in range(6)
        )
        once = "<ul><li><a href=short.html>Short Story</a></ul>" if name == "index" else ""
        (tmp_path / f"{name}.html").write_text(f"<title>{name}</title>{menu}{once}{stories}")
        for i in range(6):
            (tmp_path / f"story-{name}-{i}.html").write_text(f"<h1>The story {i}</h1>{'<p>A text of some words.' * 9}")
    found = mine([str(tmp_path / "index.html")])
    assert {concept.label for concept in found.concepts} == set(topics)
    assert {one.concept for one in found.instances} == {topic.lower() for topic in topics}


def test_home_pages_alone_are_mined_from_files(tmp_path):
    homes = []
    for i, more in enumerate(("Food", "Science", "Food")):
        topics = ["World", "Politics", "Business", "Sports", more]
        links = "".join(f'<li><a href="/{name.lower()}">{name}</a>' for name in topics)
        path = tmp_path / f"{i}.html"
        path.write_text(f"<ul>{links}</ul>{'<p>A text of some length.</p>' * 40}<a href=/privacy>Privacy Policy</a>")
        homes.append(f"{path}=http://site{i}.com/")
    command = [sys.executable, "-m", "weblode", "mine", *homes, "-o", str(tmp_path / "out"), "--depth", "0"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert "Sports  [3 sites]" in done.stdout
    written = json.loads((tmp_path / "out" / "taxonomy.json").read_text())
    assert {"Politics", "Food"} <= {concept["labels"][0] for concept in written["concepts"]}
    assert (tmp_path / "out" / "graph").is_dir()


def test_sites_that_share_nothing_give_one_clear_line(tmp_path):
    (tmp_path / "a.html").write_text("<p>nothing here")
    command = [
        sys.executable,
        "-m",
        "weblode",
        "mine",
        f"{tmp_path}/a.html=http://a.com/",
        "-o",
        str(tmp_path / "o"),
        "--depth",
        "0",
    ]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert "no concepts were found" in done.stderr
