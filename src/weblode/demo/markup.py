"""What the three markups share: escaped text, links, dates as they are written, and the fixed texts of a site."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape

from weblode.demo import addresses
from weblode.demo.dice import Dice
from weblode.demo.site import Section, Site
from weblode.demo.stories import MONTHS, Story


@dataclass(frozen=True)
class DemoLink:
    """A label and where it leads."""

    label: str
    href: str

    def html(self, attributes: str = "") -> str:
        """The link as an element."""
        return f'<a href="{text(self.href)}"{attributes}>{text(self.label)}</a>'


def text(value: str) -> str:
    """The text as HTML."""
    return escape(value, quote=True)


PLAIN_LABELS = {
    "About": "About Us",
    "Contact": "Contact Us",
    "Privacy": "Privacy Policy",
    "Terms": "Terms of Use",
    "Advertise": "Advertise",
    "Newsletter": "Newsletters",
    "Login": "Log In",
    "Help": "Help",
    **{name: name for name in addresses.FORMS},
}

# For what is the same on all pages of a site. A site's take some ten kilobytes.
per_site = lru_cache(maxsize=64)

# Off-site, at names that can belong to nobody (RFC 2606): a crawler that leaves the site is found out, and harms none.
SOCIAL = {"Facebook": "http://www.facebook.example/", "Twitter": "http://www.twitter.example/"}
SERVICES = (
    DemoLink("Find a job", "http://jobs.example/"),
    DemoLink("Homes for sale", "http://homes.example/search"),
    DemoLink("Used cars", "http://cars.example/"),
    DemoLink("Dating", "http://dating.example/"),
)
ADS = (
    ("Cheap flights to the sun from $59", "http://ads.example/click?c=flights"),
    ("Refinance today: rates from 2.9%", "http://ads.example/click?c=loans"),
    ("Meet singles over fifty", "http://ads.example/click?c=singles"),
    ("New windows in a single day", "http://ads.example/click?c=windows"),
)


def section_link(site: Site, section: Section, page: int = 1) -> DemoLink:
    """The link to a section. Sites of 2012 write addresses in full."""
    return DemoLink(section.label, _href(site, addresses.section_path(site, section, page)))


def article_link(site: Site, article: Story) -> DemoLink:
    """The link to an article."""
    return DemoLink(article.title, _href(site, addresses.article_path(site, article)))


def plain_link(site: Site, name: str) -> DemoLink:
    """The link to a page like About."""
    return DemoLink(PLAIN_LABELS[name], _href(site, addresses.plain_path(site, name)))


def comments_link(site: Site, article: Story) -> DemoLink:
    """The link to the comments on an article."""
    return DemoLink(f"Comments ({article.number * 7 % 43})", _href(site, addresses.comments_path(site, article)))


def more_link(site: Site, section: Section) -> DemoLink:
    """The link below the first few articles of a section."""
    return DemoLink(site.look.more.format(label=section.label), section_link(site, section).href)


def date_text(site: Site, day: date) -> str:
    """A date as the site's articles show it."""
    month = MONTHS[day.month - 1]
    return f"{day.day} {month} {day.year}" if site.era == "divs" else f"{month} {day.day}, {day.year}"


def short_date(site: Site, day: date) -> str:
    """A date as the site's lists show it."""
    if site.era == "tables":
        return f"{day:%m/%d/%y}"
    return date_text(site, day) if site.era == "divs" else f"{day:%b} {day.day}, {day.year}"


def picture(article: Story, size: str) -> str:
    """Where the picture of an article is; size is thumb or wide."""
    return f"/images/{size}{article.number}.png"


def page_links(site: Site, section: Section, page: int) -> list[DemoLink]:
    """Links to the other pages of a section: some around this one, then the next."""
    last = site.pages(section)
    near = [n for n in range(max(1, page - 3), min(last, page + 3) + 1) if n != page]
    links = [DemoLink(str(n), section_link(site, section, n).href) for n in near]
    if page < last:
        links.append(DemoLink("Next »", section_link(site, section, page + 1).href))
    return links


def page_articles(site: Site, section: Section, page: int) -> list[Story]:
    """The articles of one page of a section."""
    size = site.look.per_page
    return list(site.listed(section, (page - 1) * size, size))


def plain_text(site: Site, name: str) -> str:
    """What a page like About says."""
    label = PLAIN_LABELS[name].lower()
    return (
        f"This is the page of the {site.name} for {label}. The {site.name} has been printed in {site.city} since 1887. "
        f"Write to us at Market Street 4, {site.city}, or call during office hours."
    )


def form_links(site: Site) -> list[DemoLink]:
    """Links that stand in the menu after the sections: Video and its like."""
    dice = Dice(site.key, "forms")
    return [plain_link(site, name) for name in dice.some(addresses.FORMS, dice.number(1, 3))]


def picks(site: Site) -> list[Story]:
    """Some articles of all sections that the home page puts together."""
    return [site.article(number) for number in Dice(site.key, "picks").some(site.recent(), 4)]


def ticker(site: Site) -> list[tuple[str, str, str]]:
    """Rows of a small table on the home page: an index, its value, its change."""
    dice = Dice(site.key, "ticker")
    names = ("Coastal 100", "Inland 30", "Copper", "Wheat", "Euro")
    rows = []
    for name in names:
        value, change = dice.number(80_000, 990_000) / 100, dice.number(-300, 300) / 100
        rows.append((name, f"{value:,.2f}", f"{change:+.2f}%"))
    return rows


def opengraph(site: Site, article: Story) -> str:
    """An article for machines, as OpenGraph."""
    values = {
        "og:type": "article",
        "og:site_name": site.name,
        "og:title": article.title,
        "og:description": article.teaser,
        "og:url": site.base + addresses.article_path(site, article),
        "article:published_time": str(article.day),
        "article:author": article.author,
        "article:section": site.sections[article.section].label,
    }
    end = " /" if site.era == "divs" else ""
    rows = (f'<meta property="{name}" content="{text(value)}"{end}>\n' for name, value in values.items())
    return "".join(rows)


def _href(site: Site, path: str) -> str:
    return site.base + path if site.era == "divs" else path
