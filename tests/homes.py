"""Home pages of several sites that overlap, at addresses of their own, and their taxonomy by `mine`."""

from weblode.demo.generate import generate
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.sources.choice import web

KINDS = ("news", "shop", "travel", "jobs")


def made_homes(kind, sites=4, seed=15):
    """The addresses and bytes of the home pages of made sites."""
    made = generate(sites=sites, articles=60, seed=seed, kind=kind)
    return [(address, made.page(address).data) for address in made.homes()]


def mined(pages, folder, **options):
    """The ontology that `mine` makes of home pages alone, saved in a folder."""
    folder.mkdir(exist_ok=True)
    sources = []
    for number, (url, data) in enumerate(pages):
        path = folder / f"{number:03}.html"
        path.write_bytes(data)
        sources.append(f"{path}={url}")
    return mine_ontology(sources, web(sources), options=MineOptions(depth=0, **options))
