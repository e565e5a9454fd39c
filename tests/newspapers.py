"""Small newspapers: sections with articles, as files in folders, or as an answer of a server."""

from loopback import Handler

SECTIONS = {
    "World": ["Harbour bridge opens after ten years", "Ministers meet in the mountains again"],
    "Politics": ["Parliament votes on the new budget", "Mayor promises trams to the airport"],
    "Business": ["Ship builder raises wages for welders", "Central bank leaves its rate alone"],
    "Sports": ["Home side wins the cup on penalties", "Cyclist takes the yellow jersey early"],
    "Science": ["Telescope sees a comet behind the moon", "Old seeds grow in a new laboratory"],
}


def slug(title):
    return "-".join(title.lower().split())


def site(sections=SECTIONS, renamed=()):
    """The pages of a newspaper by path; articles in `renamed` live at other addresses."""

    def path(title):
        return f"{slug(title)}{'-moved' if title in renamed else ''}.html"

    menu = "".join(f'<li><a href="{name.lower()}.html">{name}</a>' for name in sections)
    pages = {"index.html": f"<title>Paper</title><ul>{menu}</ul>{'<p>A text of some length.</p>' * 40}"}
    for name, titles in sections.items():
        listed = "".join(
            f'<article><h2><a href="{path(title)}">{title}</a></h2><p>What we read about {title.lower()}.</p>'
            for title in titles
        )
        pages[f"{name.lower()}.html"] = f"<title>{name}</title><ul>{menu}</ul><h1>{name}</h1><main>{listed}</main>"
        for title in titles:
            prose = "".join(
                f"<p>Of {title.lower()} we hear, for the {n}th time, that all went well there.</p>" for n in "4567"
            )
            pages[path(title)] = f"<title>{title}</title><ul>{menu}</ul><h1>{title}</h1><p>By Ada Writer</p>{prose}"
    return pages


def save(folder, sites):
    """The home pages of sites that are now in folders, each alone in its own."""
    homes = []
    for name, pages in sites.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for old in (folder / name).iterdir():
            old.unlink()
        for path, text in pages.items():
            (folder / name / path).write_text(text, encoding="utf-8")
        homes.append(str(folder / name / "index.html"))
    return homes


def answering(pages):
    """The answer of a server that has these pages; the dictionary may change."""

    def answer(handler: Handler) -> None:
        found = pages.get(handler.path.strip("/") or "index.html")
        handler.reply((found or "").encode(), 200 if found else 404)

    return answer
