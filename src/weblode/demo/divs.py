"""Pages in the style of 2012: XHTML doctype, divs with classes, clearfix, an embedded style sheet, drop-down menus."""

from weblode.demo import markup, things
from weblode.demo.markup import DemoLink, article_link, plain_link, section_link, text
from weblode.demo.site import LAST_DAY, Section, Site
from weblode.demo.stories import Story, facts, paragraphs
from weblode.demo.vocabulary import NEWS

CHARSET = "utf-8"

SHEET = """
* { margin: 0; padding: 0 }
body { font: 13px/1.5 FONT; color: #333; background: #e9e9e9 }
a { color: COLOUR; text-decoration: none } a:hover { text-decoration: underline }
img { border: 0 } ul, ol { list-style: none }
.clearfix:after { content: "."; display: block; height: 0; clear: both; visibility: hidden }
#wrapper { width: 960px; margin: 0 auto; background: #fff; padding: 0 15px }
#top { font-size: 11px; padding: 6px 0; border-bottom: 1px solid #ddd } #top li { float: left; margin-right: 14px }
#header { padding: 14px 0 } #logo { float: left; font-size: 34px; font-weight: bold; letter-spacing: -1px }
#banner { float: right; width: 468px; height: 60px; background: #f6f0d0; text-align: center; line-height: 60px }
#nav { background: COLOUR } #nav li { float: left; position: relative }
#nav a { display: block; color: #fff; padding: 8px 9px; font-weight: bold; text-transform: uppercase; font-size: 11px }
#nav li ul { display: none; position: absolute; top: 33px; left: 0; background: COLOUR; width: 160px; z-index: 9 }
#nav li:hover ul { display: block } #nav li ul li { float: none }
#content { float: left; width: 630px; padding: 16px 0 } #sidebar { float: right; width: 300px; padding: 16px 0 }
h1 { font-size: 26px; line-height: 1.2; margin-bottom: 8px }
h2 { font-size: 18px; border-top: 3px solid ACCENT; padding: 4px 0; margin-bottom: 8px }
h3 { font-size: 14px; line-height: 1.3 } .lead h2 { border: 0; font-size: 24px }
.box { float: left; width: 300px; margin: 0 15px 18px 0 } .box:nth-child(odd) { clear: left }
.story { padding: 10px 0; border-bottom: 1px dotted #ccc }
.thumb { float: left; margin: 0 10px 4px 0 } .meta { font-size: 11px; color: #888 }
.subnav li { float: left; margin: 0 12px 10px 0; font-weight: bold } .entry p { margin-bottom: 13px; font-size: 14px }
.share li, .pagination li, .breadcrumbs li { float: left; margin-right: 10px } .widget { margin-bottom: 22px }
.widget h3 { border-bottom: 2px solid #333; margin-bottom: 8px; text-transform: uppercase }
.widget ol li { padding: 5px 0; border-bottom: 1px solid #eee } .infobox { background: #f3f3f3; padding: 10px }
.ad { width: 300px; height: 250px; background: #f6f0d0; text-align: center; padding-top: 100px; margin-bottom: 20px }
#footer { clear: both; border-top: 4px solid COLOUR; padding: 14px 0; font-size: 11px; color: #777 }
#footer li { float: left; margin-right: 14px }
"""


def home(site: Site) -> str:
    """The home page: the lead with its picture, a box for each section."""
    lead = site.newest(1)[0]
    picks = _list([article_link(site, story) for story in markup.picks(site)], "headlines")
    middle = (
        f'<div class="lead clearfix">\n{_picture(lead, "wide", 300, 190)}\n'
        f"<h2>{article_link(site, lead).html()}</h2>\n<p>{text(lead.teaser)}</p>\n</div>\n"
        '<div class="boxes clearfix">\n'
        + "".join(_box(site, section) for section in site.tops())
        + f'<div class="box"><div class="module"><h2>Editor\'s Picks</h2>\n{picks}</div></div>\n</div>\n'
    )
    return _frame(site, site.name, middle, more=_ticker(site))


def listing(site: Site, section: Section, page: int) -> str:
    """A page of a section: breadcrumbs, its name, its sub-sections, its articles."""
    middle = f'{_trail(site, section)}<h1 class="section-title">{text(section.label)}</h1>\n'
    subs = [section_link(site, sub) for sub in site.below(section)]
    if subs:
        middle += _list(subs, "subnav clearfix")
    stories = "".join(_story(site, story) for story in markup.page_articles(site, section, page))
    middle += f'<div class="stories">\n{stories}</div>\n'
    links = markup.page_links(site, section, page)
    if links:
        middle += _list(links, "pagination clearfix", first=f'<li class="current"><span>{page}</span></li>\n')
    return _frame(site, f"{section.label} | {site.name}", middle)


def story(site: Site, article: Story) -> str:
    """The page of an article."""
    section = site.sections[article.section]
    if article.kind != NEWS:
        return _frame(site, f"{article.title} | {site.name}", things.middle(site, article))
    first, *others = paragraphs(article)
    here = article_link(site, article).href
    share = [DemoLink(name, f"{host}share?u={here}") for name, host in markup.SOCIAL.items()]
    middle = (
        f'{_trail(site, section)}<div class="post">\n<h1>{text(article.title)}</h1>\n'
        f'<p class="meta">By <a href="{section_link(site, section).href}" class="author">{text(article.author)}</a>'
        f' on <span class="date">{markup.date_text(site, article.day)}</span></p>\n'
        f"{_list([*share, markup.comments_link(site, article)], 'share clearfix')}"
        f'<div class="entry">\n{_picture(article, "wide", 300, 190) if article.pictured else ""}'
        f'<p><strong class="place">{text(article.place)}:</strong> {text(first)}</p>\n'
        + "".join(f"<p>{text(paragraph)}</p>\n" for paragraph in others)
        + f"</div>\n{_facts(article)}</div>\n{_related(site, article)}"
        '<div id="comments"><h3>Comments</h3><p>You must be logged in to post a comment.</p></div>\n'
    )
    head = markup.opengraph(site, article) if site.look.metadata == "opengraph" else ""
    return _frame(site, f"{article.title} | {site.name}", middle, head=head)


def plain(site: Site, title: str, words: str) -> str:
    """A page with one paragraph."""
    return _frame(
        site, f"{title} | {site.name}", f'<h1>{text(title)}</h1>\n<div class="entry"><p>{text(words)}</p></div>\n'
    )


def _frame(site: Site, title: str, middle: str, *, head: str = "", more: str = "") -> str:
    return (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
        '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">\n<head>\n'
        f'<meta http-equiv="Content-Type" content="text/html; charset={CHARSET}" />\n<title>{text(title)}</title>\n'
        f'<link rel="alternate" type="application/rss+xml" title="RSS" href="{site.base}/rss.xml" />\n{head}'
        f'<style type="text/css">{_sheet(site)}</style>\n'
        '<script type="text/javascript">var _gaq = _gaq || []; _gaq.push(["_trackPageview"]);</script>\n'
        f'</head>\n<body>\n<div id="wrapper">\n{_top(site)}{_menu(site)}<div id="main" class="clearfix">\n'
        f'<div id="content">\n{middle}</div>\n<div id="sidebar">\n{_side(site)}{more}</div>\n</div>\n{_foot(site)}'
        "</div>\n</body>\n</html>\n"
    )


@markup.per_site
def _sheet(site: Site) -> str:
    look = site.look
    return SHEET.replace("COLOUR", look.colour).replace("ACCENT", look.accent).replace("FONT", look.font)


@markup.per_site
def _top(site: Site) -> str:
    words, href = markup.ADS[site.index % len(markup.ADS)]
    links = [plain_link(site, name) for name in ("Login", "Newsletter", "Help")]
    day = f"<li>{markup.date_text(site, LAST_DAY[site.era])}</li>\n"
    return (
        f'<div id="top" class="clearfix">\n{_list(links, "quick", first=day)}</div>\n'
        f'<div id="header" class="clearfix"><div id="logo"><a href="{site.home}">{text(site.name)}</a></div>'
        f'<div id="banner"><a href="{text(href)}" rel="nofollow">{text(words)}</a></div></div>\n'
    )


@markup.per_site
def _menu(site: Site) -> str:
    """The bar of sections, with their sub-sections as drop-down menus."""
    rows = [f'<li class="first">{DemoLink("Home", site.home).html()}</li>\n']
    for top in site.tops():
        subs = [section_link(site, sub) for sub in site.below(top)]
        rows.append(f"<li>{section_link(site, top).html()}{_list(subs, 'sub') if subs else ''}</li>\n")
    rows += [f'<li class="media">{link.html()}</li>\n' for link in markup.form_links(site)]
    return f'<div id="nav" class="clearfix"><ul>\n{"".join(rows)}</ul></div>\n'


@markup.per_site
def _side(site: Site) -> str:
    words, href = markup.ADS[(site.index + 1) % len(markup.ADS)]
    popular = "".join(f"<li>{article_link(site, story).html()}</li>\n" for story in site.popular())
    follow = [DemoLink(name, host + site.host) for name, host in markup.SOCIAL.items()]
    follow.append(DemoLink("RSS", site.base + "/rss.xml"))
    return (
        f'<div class="ad"><a href="{text(href)}" rel="nofollow">{text(words)}</a>'
        '<p class="meta">Advertisement</p></div>\n'
        f'<div class="widget"><h3>Most Popular</h3>\n<ol>\n{popular}</ol></div>\n'
        f'<div class="widget"><h3>Newsletter</h3><p>Get the {text(site.name)} by e-mail every morning.</p>'
        f'<form action="{plain_link(site, "Newsletter").href}" method="get"><p>'
        '<input type="text" name="mail" value="" /><input type="submit" value="Sign up" /></p></form></div>\n'
        f'<div class="widget"><div class="widget-inner"><h3>Services</h3>{_list(list(markup.SERVICES), "services")}'
        "</div></div>\n"
        f'<div class="widget clearfix"><h3>Follow Us</h3>{_list(follow, "share")}</div>\n'
    )


def _ticker(site: Site) -> str:
    rows = "".join(
        f'<tr><td class="name">{name}</td><td>{value}</td><td class="change">{change}</td></tr>\n'
        for name, value, change in markup.ticker(site)
    )
    head = "<tr><th>Index</th><th>Last</th><th>Change</th></tr>\n"
    return f'<div class="widget"><h3>Market watch</h3><table class="ticker">\n{head}{rows}</table></div>\n'


@markup.per_site
def _foot(site: Site) -> str:
    names = ("About", "Contact", "Privacy", "Terms", "Advertise")
    links = [DemoLink("Home", site.home), *(plain_link(site, name) for name in names)]
    return (
        f'<div id="footer" class="clearfix">{_list(links, "links clearfix")}'
        f"<p>Copyright 2012 {text(site.name)}. All rights reserved. Powered by PaperPress.</p></div>\n"
    )


def _box(site: Site, section: Section) -> str:
    """The box of a section on the home page: its name, its newest article with teaser, some more."""
    newest = list(site.section_articles(section, 0, 4))
    rows = [f"<li>{article_link(site, story).html()}</li>\n" for story in newest[1:]]
    return (
        f'<div class="box">\n<h2>{section_link(site, section).html()}</h2>\n'
        + "".join(
            f'<div class="story clearfix">{_thumb(story)}<h3>{article_link(site, story).html()}</h3>'
            f"<p>{text(story.teaser)}</p></div>\n"
            for story in newest[:1]
        )
        + (f'<ul class="headlines">\n{"".join(rows)}</ul>\n' if rows else "")
        + f'<p class="more">{markup.more_link(site, section).html()}</p>\n</div>\n'
    )


def _story(site: Site, story: Story) -> str:
    if story.kind != NEWS:
        return things.entry(site, story)
    return (
        f'<div class="story clearfix">\n{_thumb(story)}<h3>{article_link(site, story).html()}</h3>\n'
        f'<p class="meta">{markup.short_date(site, story.day)} by {text(story.author)}</p>\n'
        f"<p>{text(story.teaser)}</p>\n</div>\n"
    )


def _thumb(story: Story) -> str:
    return (
        f'<img class="thumb" src="{markup.picture(story, "thumb")}" width="80" height="60" alt="" />' * story.pictured
    )


def _picture(article: Story, size: str, width: int, height: int) -> str:
    source = markup.picture(article, size)
    return f'<img class="thumb" src="{source}" width="{width}" height="{height}" alt="{text(article.title)}" />'


def _trail(site: Site, section: Section) -> str:
    links = [DemoLink("Home", site.home)]
    if section.parent is not None:
        links.append(section_link(site, site.sections[section.parent]))
    return _list([*links, section_link(site, section)], "breadcrumbs meta clearfix")


def _facts(article: Story) -> str:
    rows = "".join(f"<li><strong>{text(label)}:</strong> {text(value)}</li>\n" for label, value in facts(article))
    return f'<div class="infobox"><h3>At a glance</h3><ul>\n{rows}</ul></div>\n' if rows else ""


def _related(site: Site, article: Story) -> str:
    links = [article_link(site, other) for other in site.related(article)]
    return f'<div class="related"><h3>Related stories</h3>\n{_list(links, "headlines")}</div>\n' if links else ""


def _list(links: list[DemoLink], names: str, first: str = "") -> str:
    rows = "".join(f"<li>{link.html()}</li>\n" for link in links)
    return f'<ul class="{names}">\n{first}{rows}</ul>\n'
