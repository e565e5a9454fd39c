"""Pages in the style of 2003: layout tables, font tags, spacer images, no style sheet, unclosed tags."""

from collections.abc import Iterable

from weblode.demo import markup, things
from weblode.demo.dice import Dice
from weblode.demo.markup import DemoLink, article_link, plain_link, section_link, text
from weblode.demo.site import LAST_DAY, Section, Site
from weblode.demo.stories import Story, facts, paragraphs
from weblode.demo.vocabulary import NEWS

CHARSET = "iso-8859-1"
FACE = '<font face="Verdana, Arial, Helvetica" size='


def home(site: Site) -> str:
    """The home page: the lead, two columns of boxes, one for each section."""
    lead, *others = site.newest(4)
    boxes = [_box(site, section) for section in site.tops()]
    picks = "".join(f"&#149; {article_link(site, story).html()}<br>\n" for story in markup.picks(site))
    boxes.append(f"{_bar(site, 'Editor&#146;s Choice')}{FACE}2>{picks}</font><br>\n")
    rows = (f"<tr valign=top><td width=50%>{a}</td><td width=50%>{b}</td></tr>" for a, b in _pairs(boxes))
    middle = (
        f"{_image(lead, 'wide', 220, 140)}{article_link(site, lead).html()}".replace("<a ", f"{FACE}4><b><a ")
        + f"</b></font><br>\n{FACE}2>{text(lead.teaser)}</font><br clear=all>\n"
        + "".join(f"{FACE}2>&#149; {article_link(site, story).html()}</font><br>\n" for story in others)
        + "<br>\n<table width=100% border=0 cellspacing=0 cellpadding=4>\n"
        + "\n".join(rows)
        + "\n</table>"
    )
    return _frame(site, site.name + ": News", middle, None, more=_ticker(site))


def listing(site: Site, section: Section, page: int) -> str:
    """A page of a section: its name in a bar, its sub-sections, its articles."""
    subs = " | ".join(section_link(site, sub).html() for sub in site.below(section))
    middle = _bar(site, text(section.label))
    if subs:
        middle += f"{FACE}1>{subs}</font><br>\n"
    middle += "<table width=100% border=0 cellspacing=0 cellpadding=3>\n"
    middle += "".join(_row(site, story) for story in markup.page_articles(site, section, page))
    middle += "</table>\n"
    links = markup.page_links(site, section, page)
    if links:
        pages = " ".join(link.html() for link in links)
        middle += f"<center>{FACE}1>Page <b>{page}</b> {pages}</font></center>\n"
    return _frame(site, f"{section.label} - {site.name}", middle, section)


def story(site: Site, article: Story) -> str:
    """The page of an article."""
    section = site.sections[article.section]
    if article.kind != NEWS:
        return _frame(site, f"{site.name}: {article.title}", things.middle(site, article), section)
    first, *others = paragraphs(article)
    # Not closed on half of the sites: then, in quirks mode, the last paragraph contains the rest of its cell.
    end = "</p>" * Dice(site.key, "paragraphs").chance(50)
    day = markup.date_text(site, article.day)
    middle = (
        f"{_trail(site, section)}<br><br>\n{FACE}4><b>{text(article.title)}</b></font><br>\n"
        f"{FACE}1>By {text(article.author)}<br>{day}</font><br>\n"
        f"<hr size=1 noshade>\n{_image(article, 'wide', 220, 140) if article.pictured else ''}{FACE}2>\n"
        f"<p><b>{text(article.place.upper())}</b> -- {text(first)}{end}\n"
        + "".join(f"<p>{text(paragraph)}{end}\n" for paragraph in others)
        + f"</font>\n{_facts(article)}{_related(site, article)}"
        f"{FACE}1>{markup.comments_link(site, article).html()} | "
        f'<a href="javascript:window.print()">Print this story</a></font>\n'
    )
    return _frame(site, f"{site.name}: {article.title}", middle, section)


def plain(site: Site, title: str, words: str) -> str:
    """A page with one paragraph."""
    return _frame(site, f"{site.name}: {title}", f"{_bar(site, text(title))}{FACE}2><p>{text(words)}</font>\n", None)


def _frame(site: Site, title: str, middle: str, section: Section | None, *, more: str = "") -> str:
    """The page around its middle column."""
    colour = site.look.colour
    return (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n'
        f'<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset={CHARSET}">\n'
        f"<title>{text(title)}</title>\n</head>\n"
        f"<body bgcolor=#ffffff text=#000000 link={colour} vlink=#666666 topmargin=0 leftmargin=0>\n{_top(site)}"
        "<table width=760 border=0 cellspacing=0 cellpadding=0>\n<tr valign=top>\n"
        f"<td width=140 bgcolor=#e8e8e0>\n{_menu(site, section)}</td>\n"
        '<td width=10><img src="/images/spacer.gif" width=10 height=1 alt=""></td>\n'
        f"<td width=440>\n{middle}</td>\n"
        '<td width=10><img src="/images/spacer.gif" width=10 height=1 alt=""></td>\n'
        f"<td width=160>\n{_side(site)}{more}</td>\n</tr>\n</table>\n{_foot(site)}</body>\n</html>\n"
    )


@markup.per_site
def _top(site: Site) -> str:
    words, href = markup.ADS[site.index % len(markup.ADS)]
    day = markup.date_text(site, LAST_DAY[site.era])
    return (
        "<table width=760 border=0 cellspacing=0 cellpadding=4>\n<tr>\n"
        f'<td><a href="/"><img src="/images/logo.png" width=60 height=60 border=0 alt="{text(site.name)}"></a></td>\n'
        f'<td><font face="Times New Roman, Times" size=6 color={site.look.colour}><b>{text(site.name)}</b></font><br>'
        f"{FACE}1>{day}</font></td>\n"
        f"<td align=right><table border=1 width=300 height=60 bgcolor=#ffffcc><tr><td align=center>{FACE}2>"
        f'<a href="{text(href)}" target=_blank>{text(words)}</a></font></td></tr></table></td>\n</tr>\n'
        f"<tr><td colspan=3 bgcolor={site.look.colour}>{FACE}1 color=#ffffff>"
        f'<a href="/"><font color=#ffffff>Home</font></a> &nbsp; '
        + " &nbsp; ".join(
            f'<a href="{plain_link(site, name).href}"><font color=#ffffff>{plain_link(site, name).label}</font></a>'
            for name in ("Newsletter", "Login")
        )
        + "</font></td></tr>\n</table>\n"
    )


def _menu(site: Site, here: Section | None) -> str:
    """The left column: all sections, and the sub-sections of the current one."""
    unfolded = None if here is None else here.slot if here.parent is None else here.parent
    rows = []
    for top in site.tops():
        rows.append(f"<tr><td>{FACE}2><b>{section_link(site, top).html()}</b></font></td></tr>\n")
        for sub in site.below(top) if top.slot == unfolded else ():
            rows.append(f"<tr><td>{FACE}1>&nbsp;&nbsp;{section_link(site, sub).html()}</font></td></tr>\n")
    for link in markup.form_links(site):
        rows.append(f"<tr><td>{FACE}2><b>{link.html()}</b></font></td></tr>\n")
    services = "<br>\n".join(link.html() for link in markup.SERVICES)
    rows.append(f"<tr><td><hr size=1 noshade>{FACE}1><b>Services</b><br>\n{services}</font></td></tr>\n")
    return f"<table width=140 border=0 cellspacing=0 cellpadding=3>\n{''.join(rows)}</table>\n"


def _ticker(site: Site) -> str:
    rows = "".join(
        f"<tr><td>{FACE}1>{name}</font></td><td align=right>{FACE}1>{value}</font></td>"
        f"<td align=right>{FACE}1 color={site.look.accent}>{change}</font></td></tr>\n"
        for name, value, change in markup.ticker(site)
    )
    return f"{_bar(site, 'Market Data')}<table width=100% border=0 cellspacing=0 cellpadding=2>\n{rows}</table>\n"


@markup.per_site
def _side(site: Site) -> str:
    words, href = markup.ADS[(site.index + 1) % len(markup.ADS)]
    popular = "".join(f"<li>{FACE}1>{article_link(site, story).html()}</font>\n" for story in site.popular())
    return (
        f"<center>{FACE}1 color=#999999>Advertisement</font><br>\n"
        f"<table border=1 width=150 height=200 bgcolor=#ffffcc><tr><td align=center>{FACE}3>"
        f'<a href="{text(href)}" target=_blank>{text(words)}</a></font></td></tr></table></center><br>\n'
        f"{_bar(site, 'Most Read')}<ol>\n{popular}</ol>\n"
        f"{_bar(site, 'E-mail News')}<form action={plain_link(site, 'Newsletter').href}>{FACE}1>"
        "Headlines in your mailbox every morning:<br>"
        "<input type=text name=mail size=12> <input type=submit value=Go></font></form>\n"
    )


@markup.per_site
def _foot(site: Site) -> str:
    links = [DemoLink("Home", "/"), *(plain_link(site, name) for name in ("About", "Contact", "Privacy", "Terms"))]
    links += [plain_link(site, "Advertise"), DemoLink("RSS", "/rss.xml")]
    row = " | ".join(link.html() for link in links)
    return (
        f"<table width=760 border=0 cellpadding=6><tr><td align=center><hr size=1 noshade>{FACE}1>{row}<br>\n"
        f"&copy; 2003 {text(site.name)}. All rights reserved.</font></td></tr></table>\n"
    )


def _box(site: Site, section: Section) -> str:
    """The box of a section on the home page: a bar with its name, its sub-sections, its newest articles."""
    subs = " | ".join(section_link(site, sub).html() for sub in site.below(section))
    lines = [f"&#149; {article_link(site, story).html()}<br>\n" for story in site.section_articles(section, 0, 3)]
    return (
        _bar(
            site,
            section_link(site, section).html().replace(">", "><font color=#ffffff>", 1).replace("</a>", "</font></a>"),
        )
        + (f"{FACE}1 color=#666666>{subs}</font><br>\n" if subs else "")
        + f"{FACE}2>{''.join(lines)}</font>{FACE}1>{markup.more_link(site, section).html()}</font><br><br>\n"
    )


def _bar(site: Site, label: str) -> str:
    return (
        f"<table width=100% border=0 cellspacing=0 cellpadding=2><tr><td bgcolor={site.look.colour}>"
        f"{FACE}2 color=#ffffff><b>{label}</b></font></td></tr></table>\n"
    )


def _row(site: Site, story: Story) -> str:
    if story.kind != NEWS:
        return things.entry(site, story)
    thumb = '<img src="/images/spacer.gif" width=80 height=1 alt="">'
    if story.pictured:
        thumb = f'<img src="{markup.picture(story, "thumb")}" width=80 height=60 alt="">'
    return (
        f"<tr valign=top><td width=80>{thumb}</td><td>{FACE}2><b>{article_link(site, story).html()}</b></font><br>\n"
        f"{FACE}1 color=#666666>{markup.short_date(site, story.day)} - {text(story.author)}</font><br>\n"
        f"{FACE}2>{text(story.teaser)}</font></td></tr>\n"
        '<tr><td colspan=2><img src="/images/spacer.gif" width=1 height=6 alt=""></td></tr>\n'
    )


def _trail(site: Site, section: Section) -> str:
    links = [DemoLink("Home", "/")]
    if section.parent is not None:
        links.append(section_link(site, site.sections[section.parent]))
    links.append(section_link(site, section))
    return FACE + "1>" + " &gt; ".join(link.html() for link in links) + "</font>"


def _facts(article: Story) -> str:
    rows = "".join(f"<b>{text(label)}:</b> {text(value)}<br>\n" for label, value in facts(article))
    return (
        f"<table border=1 cellpadding=6 bgcolor=#f4f4ec><tr><td>{FACE}2>\n{rows}</font></td></tr></table><br>\n"
        * bool(rows)
    )


def _related(site: Site, article: Story) -> str:
    rows = "".join(f"<li>{FACE}2>{article_link(site, other).html()}</font>\n" for other in site.related(article))
    return f"<br><br>{_bar(site, 'Related Stories')}<ul>\n{rows}</ul>\n" * bool(rows)


def _image(article: Story, size: str, width: int, height: int) -> str:
    source = markup.picture(article, size)
    return f'<img src="{source}" width={width} height={height} align=right hspace=6 vspace=4 alt="">'


def _pairs(boxes: list[str]) -> Iterable[tuple[str, str]]:
    return zip(boxes[::2], [*boxes[1::2], *["&nbsp;"] * (len(boxes) % 2)], strict=True)
