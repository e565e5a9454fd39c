"""Home pages of several made sites that overlap, and the taxonomy that `mine` makes of them."""

from weblode.demo.generate import generate
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.sources.choice import web


def made_homes(kind, sites=4):
    """The addresses and bytes of the home pages of made sites."""
    made = generate(sites=sites, articles=60, kind=kind)
    return [(address, made.page(address).data) for address in made.homes()]


def save(pages, folder):
    """The home pages saved in a folder, as FILE=URL."""
    folder.mkdir()
    paths = [folder / f"{number:03}.html" for number in range(len(pages))]
    for path, (_, data) in zip(paths, pages, strict=True):
        path.write_bytes(data)
    return [f"{path}={url}" for path, (url, _) in zip(paths, pages, strict=True)]


def mined(pages, folder, **options):
    """The ontology that `mine` makes of home pages alone, which it saves in a folder."""
    homes = save(pages, folder)
    return mine_ontology(homes, web(homes), options=MineOptions(depth=0, **options))
