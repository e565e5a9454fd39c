"""Articles measured against gold, and other tools beside, on pages made here."""

import json
import sys

import pytest
from instances.pages import HEADLINES, article, paragraphs

from bench import articles, peers


@pytest.fixture
def folder(tmp_path):
    """A data folder with two articles of two publishers."""
    pages = tmp_path / articles.SET / "pages"
    pages.mkdir(parents=True)
    rows = []
    for n in range(2):
        (pages / f"{n}.html").write_bytes(article(n))
        body = "\n".join(paragraphs(n))
        rows.append({"page": f"{n}.html", "site": str(n), "title": HEADLINES[n][0], "authors": [], "body": body})
    (pages.parent / "gold.json").write_text(json.dumps(rows))
    return tmp_path


def run(module, monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["bench", *map(str, arguments)])
    module.main()
    return capsys.readouterr().out


def test_both_halves_are_measured(folder, monkeypatch, capsys):
    out = run(articles, monkeypatch, capsys, folder, "--pages", "--json", folder / "answers.jsonl")
    assert [text.split()[0] for text in out.splitlines()] == ["0.html:", "read", "1.html:", "other", "both", "parse"]
    assert "both   bodies: P 1.000  R 1.000  F1 1.000  exact 2/2  title 2/2" in out
    rows = [json.loads(text) for text in (folder / "answers.jsonl").read_text().splitlines()]
    assert [row["attributes"]["title"] for row in rows] == [headline[0] for headline in HEADLINES[:2]]


def test_one_half_alone_is_measured(folder, monkeypatch, capsys):
    out = run(articles, monkeypatch, capsys, folder, "--half", "other", "--no-speed")
    assert out.startswith("other  bodies: P 1.000")
    assert len(out.splitlines()) == 1


def test_the_gate_gets_the_figures_of_both_halves(folder):
    rates = articles.article_rates(folder)
    assert rates["articles body F1 read"] == rates["articles titles other"] == 1
    assert len(rates) == 6


def test_a_peer_that_is_not_installed_is_reported_in_a_line(folder, monkeypatch, capsys):
    monkeypatch.setattr(peers, "PEERS", {"nothing-4k": ("no_such_module", peers.newspaper)})
    out = run(peers, monkeypatch, capsys, folder).splitlines()
    assert out[0].startswith("weblode")
    assert out[1].startswith("nothing-4k: not installed")


class Extractor:
    """A tool that finds the same on every page."""

    class Document:
        def __init__(self, text):
            self.text = text

        def summary(self, *, html_partial):
            return f"<p>{paragraphs(0)[0]}</p>" if html_partial else ""

        def short_title(self):
            return "Rain"

    def bare_extraction(self, text, **_):
        return {"title": "Rain", "author": "Ann Lee; Bo Chen", "text": paragraphs(0)[0]} if "0th" in text else None


@pytest.mark.parametrize("predictor", [peers.trafilatura, peers.readability])
def test_peers_are_measured_by_what_they_find(folder, predictor):
    golds = articles.article_golds(folder / articles.SET)
    found = predictor(Extractor())(golds[0])
    assert (found["title"], found["body"]) == ("Rain", paragraphs(0)[0])


def test_a_peer_that_finds_nothing_gives_nothing(folder):
    golds = articles.article_golds(folder / articles.SET)
    assert peers.trafilatura(Extractor())(golds[1]) == {}
