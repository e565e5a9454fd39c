"""Shared by the three markups: escaped text, links, formatted dates, and the fixed texts of a site."""

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
    """A label and its address."""

    label: str
    href: str

    def html(self, attributes: str = "") -> str:
        """The link as an element."""
        return f'<a href="{text(self.href)}"{attributes}>{text(self.label)}</a>'


def text(value: str) -> str:
    """The text, escaped for HTML."""
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

# A cache for parts that are the same on all pages of a site, some ten kilobytes per site.
per_site = lru_cache(maxsize=64)

# Off-site links, to names reserved for examples (RFC 2606): a crawler that leaves the site is noticed and does no harm.
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
    """The link to a section. Sites in the style of 2012 have absolute addresses."""
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
    """A date as in the articles of a site."""
    month = MONTHS[day.month - 1]
    return f"{day.day} {month} {day.year}" if site.era == "divs" else f"{month} {day.day}, {day.year}"


def short_date(site: Site, day: date) -> str:
    """A date as in the lists of a site."""
    if site.era == "tables":
        return f"{day:%m/%d/%y}"
    return date_text(site, day) if site.era == "divs" else f"{day:%b} {day.day}, {day.year}"


def picture(article: Story, size: str) -> str:
    """The path of the picture of an article; size is thumb or wide."""
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
    return list(site.section_articles(section, (page - 1) * size, size))


def plain_text(site: Site, name: str) -> str:
    """The text of a page like About."""
    label = PLAIN_LABELS[name].lower()
    return (
        f"This is the page of the {site.name} for {label}. The {site.name} has been printed in {site.city} since 1887. "
        f"Write to us at Market Street 4, {site.city}, or call during office hours."
    )


def form_links(site: Site) -> list[DemoLink]:
    """The links after the sections in the menu, such as Video."""
    dice = Dice(site.key, "forms")
    return [plain_link(site, name) for name in dice.some(addresses.FORMS, dice.number(1, 3))]


def picks(site: Site) -> list[Story]:
    """The editor's picks on the home page, from all sections."""
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
    """The OpenGraph metadata of an article."""
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
