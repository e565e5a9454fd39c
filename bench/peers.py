"""Other tools on the same articles: `python -m bench.peers FOLDER [--half read|other]`.

The peers (trafilatura, newspaper4k, readability-lxml) are needed by this command alone and are no requirement of the
project; each that is not installed is reported in one line. Every tool gets the same bytes, decoded by us where it
wants text. The figures are those of `python -m bench.articles`.
"""

import argparse
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.articles import Values, article_folder, predict, score_of
from weblode.evaluate.articles import ArticleGold, article_golds, halves
from weblode.pages.html import parse

Predictor = Callable[[ArticleGold], Values]


def text_of(gold: ArticleGold) -> str:
    """The page as text, by the encoding that we find."""
    data = gold.path.read_bytes()
    return data.decode(parse(data).encoding, errors="replace")


def trafilatura(module: Any) -> Predictor:
    """The predictor of trafilatura, without comments."""

    def predict_page(gold: ArticleGold) -> Values:
        found = module.bare_extraction(text_of(gold), url=gold.url, include_comments=False, with_metadata=True)
        if found is None:
            return {}
        row = found if isinstance(found, dict) else found.as_dict()
        return {"title": row["title"] or "", "author": (row["author"] or "").split("; "), "body": row["text"] or ""}

    return predict_page


def newspaper(module: Any) -> Predictor:
    """The predictor of newspaper4k."""

    def predict_page(gold: ArticleGold) -> Values:
        page = module.Article(gold.url, fetch_images=False)
        page.download(input_html=text_of(gold))
        page.parse()
        return {"title": page.title or "", "author": list(page.authors), "body": page.text or ""}

    return predict_page


def readability(module: Any) -> Predictor:
    """The predictor of readability-lxml, which names no authors; the body is the text of its HTML."""

    def predict_page(gold: ArticleGold) -> Values:
        page = module.Document(text_of(gold))
        tree = parse(page.summary(html_partial=True).encode())
        return {"title": page.short_title() or "", "body": tree.text(0, len(tree), line="\n") if len(tree) else ""}

    return predict_page


PEERS: dict[str, tuple[str, Callable[[Any], Predictor]]] = {
    "trafilatura": ("trafilatura", trafilatura),
    "newspaper4k": ("newspaper", newspaper),
    "readability-lxml": ("readability", readability),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description="Other tools on articles with gold.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("read", "other"), help="only the pages of this half of the publishers")
    options = parser.parse_args()
    golds = article_golds(article_folder(options.folder))
    golds = halves(golds)[options.half] if options.half else golds
    print(f"{'weblode':24} {score_of(golds, predict)}")
    for name, (module, predictor) in PEERS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                peer = predictor(import_module(module))
        except ImportError as error:
            print(f"{name}: not installed here ({error}); pip install {name}")
            continue
        print(f"{name + ' ' + version(name):24} {score_of(golds, peer)}")


if __name__ == "__main__":
    main()
