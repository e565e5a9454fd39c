"""The main job in one call: what it returns, what it writes, and what it says on the way."""

import json
from pathlib import Path

import pytest
from feeds import ATOM, RSS_2

import weblode
from weblode.errors import SourceError
from weblode.mining import runs
from weblode.pages import parsed


class Heard:
    """A listener that keeps what it hears."""

    def __init__(self):
        self.parts, self.warnings = {}, []

    def part(self, name):
        return lambda text: self.parts.setdefault(name, []).append(text)

    def tell(self, line):
        self.warnings.append(line)


def test_a_folder_gets_everything_and_the_call_returns_what_was_found(tmp_path, papers):
    result = weblode.mine(papers, folder=tmp_path / "out")
    offline = set(runs.RESULTS) - {"pages.warc.gz", "pages.index.jsonl", "changes.json", "mined"}
    assert offline <= {path.name for path in (tmp_path / "out").iterdir()}
    assert json.loads((tmp_path / "out" / "run.json").read_text())["figures"] == result.figures
    assert result.ontology.concepts
    assert [stage.name for stage in result.stages if not stage.depth] == [
        "home pages",
        "taxonomy",
        "level 1",
        "writing",
    ]
    assert result.changes is None


def test_a_second_call_is_an_update_that_says_what_changed(tmp_path, papers):
    weblode.mine(papers, tmp_path / "out")
    result = weblode.mine(papers, tmp_path / "out")
    assert result.changes is not None
    assert (tmp_path / "out" / "previous" / "run.json").is_file()


def test_without_a_folder_the_same_is_found_and_nothing_is_written(tmp_path, papers):
    before = sorted(tmp_path.rglob("*"))
    result = weblode.mine(papers)
    assert sorted(tmp_path.rglob("*")) == before
    assert result.ontology == weblode.mine(papers, tmp_path / "out").ontology


def test_home_pages_on_the_web_need_a_folder():
    with pytest.raises(SourceError, match="directory"):
        weblode.mine(["http://127.0.0.1:9/"])


def test_a_listener_hears_how_far_the_work_is_and_what_went_wrong(tmp_path, papers):
    (tmp_path / "papers" / "d").mkdir()
    heard = Heard()
    result = weblode.mine([*papers, str(tmp_path / "papers" / "d")], tmp_path / "out", listener=heard)
    assert heard.parts["mining"][0].startswith("home pages")
    assert heard.parts["mining"][-1] == "writing"
    assert tuple(heard.warnings) == result.warnings


def test_no_page_is_parsed_twice(papers, monkeypatch):
    pages = []
    original = parsed.parse
    monkeypatch.setattr(parsed, "parse", lambda data, **about: pages.append(about["page"]) or original(data, **about))
    weblode.mine(papers)
    assert len(pages) == len(set(pages)) > len(papers)


def test_feeds_among_the_pages_of_a_site_do_no_harm(tmp_path, papers):
    before = weblode.mine(papers).ontology
    for home in papers:
        Path(home).with_name("feed.html").write_bytes(RSS_2)
        Path(home).with_name("world.html").write_bytes(ATOM)
        page = Path(home).read_text(encoding="utf-8")
        Path(home).write_text(page.replace("</ul>", '<li><a href="feed.html">Feed</a></ul>'), encoding="utf-8")
    after = weblode.mine(papers, folder=tmp_path / "out").ontology
    labels = {concept.label for concept in before.concepts}
    assert labels & {concept.label for concept in after.concepts}
    assert (tmp_path / "out" / "run.json").is_file()
