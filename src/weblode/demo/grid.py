"""Pages in the style of today: HTML5 landmarks and roles, a grid, time elements, metadata on some sites."""

import json

from weblode.demo import addresses, markup, things
from weblode.demo.markup import DemoLink, article_link, plain_link, section_link, text
from weblode.demo.site import Section, Site
from weblode.demo.stories import Story, facts, paragraphs
from weblode.demo.vocabulary import NEWS

CHARSET = "utf-8"

SHEET = """
:root { --brand: COLOUR; --accent: ACCENT }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.5 FONT; color: #1a1a1a }
a { color: inherit; text-decoration: none } a:hover { text-decoration: underline } img { max-width: 100%; height: auto }
body > header, .layout, body > footer { max-width: 1180px; margin: 0 auto; padding: 0 20px }
.masthead { display: flex; justify-content: space-between; align-items: center; padding: 16px 0 }
.masthead .brand { font-size: 30px; font-weight: 800; color: var(--brand) }
nav ul { display: flex; flex-wrap: wrap; gap: 6px 18px; list-style: none; padding: 0; margin: 0 0 10px }
.sections { border-block: 1px solid #ccc; padding-top: 10px; font-weight: 600 }
.layout { display: grid; grid-template-columns: minmax(0, 1fr) 280px; gap: 36px }
.grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px } .hero { grid-column: 1 / -1 }
section > h2 { border-top: 3px solid var(--accent); padding-top: 6px; font-size: 20px }
h1 { font-size: 34px; line-height: 1.15 } .card h3 { font-size: 17px; line-height: 1.3; margin: 6px 0 }
.card p, .byline, time, .tag { font-size: 14px; color: #555; margin: 4px 0 } .tag { color: var(--accent) }
.promo { background: #f4f1e4; padding: 40px 16px; text-align: center } aside section { margin-bottom: 28px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; background: #f5f5f5; padding: 14px }
dd { margin: 0 } .prose { font-size: 18px; max-width: 42em } figure { margin: 16px 0 }
body > footer { border-top: 4px solid var(--brand) }
.sitemap { display: grid; grid-template-columns: repeat(6, 1fr); gap: 16px; font-size: 14px }
.sitemap ul { list-style: none; padding: 0; margin: 0 } .sitemap h4 { margin: 12px 0 4px }
@media (max-width: 800px) { .layout, .grid { grid-template-columns: 1fr } }
"""


def home(site: Site) -> str:
    """The home page: a hero, then a section for each section."""
    lead = site.newest(1)[0]
    parts = [f'<article class="hero card">\n{_picture(lead, 760, 380)}<h2>{article_link(site, lead).html()}</h2>\n']
    parts.append(f"<p>{text(lead.teaser)}</p>\n</article>\n")
    for section in site.tops():
        cards = "".join(_card(site, story) for story in site.section_articles(section, 0, 3))
        title = f'<h2 id="s{section.slot}">{section_link(site, section).html()}</h2>'
        parts.append(
            f'<section aria-labelledby="s{section.slot}">\n{title}\n<div class="grid">\n{cards}</div>\n'
            f"<p>{markup.more_link(site, section).html()}</p>\n</section>\n"
        )
    picks = _list([article_link(site, story) for story in markup.picks(site)])
    parts.append(f'<section class="picks"><div class="inner"><h2>Editors’ picks</h2>{picks}</div></section>\n')
    return _frame(site, f"{site.name} – Breaking news and analysis", "".join(parts), more=_ticker(site))


def listing(site: Site, section: Section, page: int) -> str:
    """A page of a section: its name, its sub-sections, its articles as cards."""
    subs = [section_link(site, sub) for sub in site.below(section)]
    middle = f"<h1>{text(section.label)}</h1>\n"
    if subs:
        middle += f'<nav aria-label="{text(section.label)}">{_list(subs)}</nav>\n'
    cards = "".join(_card(site, story) for story in markup.page_articles(site, section, page))
    middle += f'<div class="grid">\n{cards}</div>\n'
    links = markup.page_links(site, section, page)
    if links:
        here = DemoLink(str(page), section_link(site, section, page).href)
        middle += f'<nav aria-label="Pagination">{_list([here, *links])}</nav>\n'
    return _frame(site, f"{section.label} – {site.name}", middle)


def story(site: Site, article: Story) -> str:
    """The page of an article."""
    section = site.sections[article.section]
    if article.kind != NEWS:
        return _frame(site, f"{article.title} – {site.name}", things.middle(site, article))
    first, *others = paragraphs(article)
    middle = (
        f'<article>\n<header>\n<p class="tag">{section_link(site, section).html()}</p>\n'
        f"<h1>{text(article.title)}</h1>\n"
        f'<p class="byline">By <span rel="author">{text(article.author)}</span></p>\n'
        f'<time datetime="{article.day}">{markup.date_text(site, article.day)}</time>\n</header>\n'
        + (f"<figure>{_picture(article, 760, 380)}</figure>\n" if article.pictured else "")
        + f'<div class="prose">\n<p><span class="dateline">{text(article.place.upper())}</span> — {text(first)}</p>\n'
        + "".join(f"<p>{text(paragraph)}</p>\n" for paragraph in others)
        + f"</div>\n{_facts(article)}{_share(site, article)}</article>\n{_related(site, article)}"
        '<section id="comments"><h2>Comments</h2><p>Log in to join the conversation.</p></section>\n'
    )
    return _frame(site, f"{article.title} – {site.name}", middle, head=_metadata(site, article))


def plain(site: Site, title: str, words: str) -> str:
    """A page with one paragraph."""
    return _frame(site, f"{title} – {site.name}", f'<h1>{text(title)}</h1>\n<p class="prose">{text(words)}</p>\n')


def _frame(site: Site, title: str, middle: str, *, head: str = "", more: str = "") -> str:
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="{CHARSET}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{text(title)}</title>\n'
        f'<link rel="alternate" type="application/rss+xml" href="/rss.xml">\n{head}'
        f'<style>{_sheet(site)}</style>\n</head>\n<body>\n{_top(site)}<div class="layout">\n'
        f'<main id="content">\n{middle}</main>\n'
        f'<aside role="complementary">\n{_side(site)}{more}</aside>\n</div>\n{_foot(site)}</body>\n</html>\n'
    )


@markup.per_site
def _sheet(site: Site) -> str:
    look = site.look
    return SHEET.replace("COLOUR", look.colour).replace("ACCENT", look.accent).replace("FONT", look.font)


@markup.per_site
def _top(site: Site) -> str:
    sections = [DemoLink("Home", "/"), *(section_link(site, top) for top in site.tops()), *markup.form_links(site)]
    return (
        '<header role="banner">\n<a class="skip" href="#content" style="position:absolute;left:-9999px">'
        'Skip to content</a>\n<div class="masthead">'
        f'<a class="brand" href="/">{text(site.name)}</a><div>{plain_link(site, "Newsletter").html()} '
        f"&nbsp; {plain_link(site, 'Login').html()}</div></div>\n"
        f'<nav class="sections" aria-label="Sections">{_list(sections)}</nav>\n</header>\n'
    )


@markup.per_site
def _side(site: Site) -> str:
    words, href = markup.ADS[site.index % len(markup.ADS)]
    popular = "".join(f"<li>{article_link(site, story).html()}</li>\n" for story in site.popular())
    return (
        f"<section><h2>Most read</h2>\n<ol>\n{popular}</ol></section>\n"
        f'<div class="promo" aria-label="Advertisement"><small>Advertisement</small><br>'
        f'<a href="{text(href)}" rel="sponsored noopener">{text(words)}</a></div>\n'
        f"<section><h2>Our newsletter</h2><p>The stories that matter, in your inbox by seven.</p>"
        f'<form action="{plain_link(site, "Newsletter").href}"><input type="email" name="mail" placeholder="E-mail" '
        'aria-label="E-mail"> <button>Subscribe</button></form></section>\n'
    )


def _ticker(site: Site) -> str:
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td>{value}</td><td>{change}</td></tr>\n'
        for name, value, change in markup.ticker(site)
    )
    return f"<section><h2>Markets today</h2><table>\n{rows}</table></section>\n"


@markup.per_site
def _foot(site: Site) -> str:
    """The footer with the site map: every section with its sub-sections."""
    columns = []
    for top in site.tops():
        subs = [section_link(site, sub) for sub in site.below(top)]
        columns.append(f"<div><h4>{section_link(site, top).html()}</h4>{_list(subs) if subs else ''}</div>\n")
    names = ("About", "Contact", "Privacy", "Terms", "Advertise", "Help")
    links = [DemoLink("Home", "/"), *(plain_link(site, name) for name in names), DemoLink("RSS", "/rss.xml")]
    links += markup.SERVICES
    links += [DemoLink(name, host + site.host) for name, host in markup.SOCIAL.items()]
    return (
        f'<footer role="contentinfo">\n<div class="sitemap">\n{"".join(columns)}</div>\n'
        f'<nav aria-label="Footer">{_list(links)}</nav>\n<p><small>© 2025 {text(site.name)}</small></p>\n</footer>\n'
    )


def _card(site: Site, story: Story) -> str:
    if story.kind != NEWS:
        return things.entry(site, story)
    return (
        f'<article class="card">\n{_picture(story, 380, 220) if story.pictured else ""}'
        f"<h3>{article_link(site, story).html()}</h3>\n<p>{text(story.teaser)}</p>\n"
        f'<p class="byline">{text(story.author)} · <time datetime="{story.day}">'
        f"{markup.short_date(site, story.day)}</time></p>\n</article>\n"
    )


def _picture(article: Story, width: int, height: int) -> str:
    source = markup.picture(article, "wide")
    return f'<img src="{source}" width="{width}" height="{height}" loading="lazy" alt="">\n'


def _facts(article: Story) -> str:
    rows = "".join(f"<dt>{text(label)}</dt><dd>{text(value)}</dd>\n" for label, value in facts(article))
    return f"<dl>\n{rows}</dl>\n" if rows else ""


def _share(site: Site, article: Story) -> str:
    path = addresses.article_path(site, article)
    links = [DemoLink(f"Share on {name}", f"{host}share?u={site.base}{path}") for name, host in markup.SOCIAL.items()]
    return f'<nav aria-label="Share">{_list([*links, markup.comments_link(site, article)])}</nav>\n'


def _related(site: Site, article: Story) -> str:
    cards = "".join(f"<li>{article_link(site, other).html()}</li>\n" for other in site.related(article))
    return f"<section><h2>Related stories</h2>\n<ul>\n{cards}</ul></section>\n" if cards else ""


def _metadata(site: Site, article: Story) -> str:
    if site.look.metadata == "opengraph":
        return markup.opengraph(site, article)
    if site.look.metadata != "json-ld":
        return ""
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title,
        "datePublished": str(article.day),
        "author": {"@type": "Person", "name": article.author},
        "contentLocation": {"@type": "Place", "name": article.place},
        "articleSection": site.sections[article.section].label,
        "publisher": {"@type": "NewsMediaOrganization", "name": site.name, "url": site.home},
        "mainEntityOfPage": site.base + addresses.article_path(site, article),
    }
    return f'<script type="application/ld+json">{json.dumps(data)}</script>\n'


def _list(links: list[DemoLink]) -> str:
    return "<ul>\n" + "".join(f"<li>{link.html()}</li>\n" for link in links) + "</ul>"
