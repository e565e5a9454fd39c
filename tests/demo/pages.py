"""Three small made sites, one of each era, and their pages."""

import re

import weblode
from weblode.demo import addresses
from weblode.demo.generate import generate

SMALL = generate(3, 90)
PAGES = [(site, path) for site in SMALL for path in addresses.paths(site)]


def text_of(site, path):
    found = SMALL.page(site.base + path)
    return found.data.decode(found.kind.partition("charset=")[2])


def pages_of(era):
    return [text_of(site, path) for site, path in PAGES if site.era == era]


def links(text):
    return re.findall(r"""(?:href|src|action)=["']?([^"'\s>]+)""", text)


def of_era(era):
    """The site of an era."""
    return next(site for site in SMALL if site.era == era)


def without_markup(page):
    """The text of a page, which is made of what a browser shows."""
    return weblode.read(page.encode()).text(0)
