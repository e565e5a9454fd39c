"""Home pages of three sites, and labels that stand in groups."""

from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.sources.offline import Offline
from weblode.taxonomy.labels import Labels, Use
from weblode.taxonomy.page_labels import Home

TOPICS = ["World", "Politics", "Business", "Sports", "Travel", "Health"]


FURNITURE = ["Contact Us", "Privacy Policy", "About Us", "Login"]


def page(topics, host, *, below=()):
    def link(name):
        return f'<li><a href="/{name.lower().replace(" ", "-")}">{name}</a>'

    items = "".join(
        link(name) + (f"<ul>{''.join(map(link, below))}</ul>" if name.startswith("Sport") else "") for name in topics
    )
    stories = "".join(
        f'<h3><a href="/story-{i}">The story number {i} of {host} in many words</a></h3><p>And a text.</p>'
        for i in range(25)
    )
    foot = "".join(link(name) for name in FURNITURE)
    social = '<a href="http://social.example/us">Follow us</a>'
    return f"<title>{host}</title><ul id=menu>{items}</ul><div>{stories}</div><ul>{foot}</ul>{social}"


def homes(*pages):
    return [
        Home(f"site{i}.com", f"http://site{i}.com/", outline(parse(text.encode(), url=f"http://site{i}.com/")))
        for i, text in enumerate(pages)
    ]


WEB = Offline([])


SITES = homes(
    page(TOPICS, "one", below=["Tennis", "Golf"]),
    page(["World News", *TOPICS[1:3], "Sport", "Travel", "Food"], "two", below=["Golf", "Cricket"]),
    page([*TOPICS[:4], "Science", "Food"], "three"),
)


def made(groups, sites=3):
    """Labels that stand in groups, each given as site, keys, and the labels above."""
    uses = {}
    for group in groups:
        for one in group.keys:
            uses.setdefault(one, {})[group.site] = Use(texts={one: 1})
    return Labels(uses, tuple(groups), tuple(map(str, range(sites))))
