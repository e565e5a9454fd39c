"""Pages of the papers' examples, rebuilt, and lists of records in many forms."""

import weblode
from weblode.pages.html import parse
from weblode.records.fields import fields

OBITUARIES = b"""<html><head><title>Classifieds</title></head>
<body bgcolor="#FFFFFF" >
<table><tr><td>
<h1 align="left">Funeral Notices - </h1> October 1, 1998
<hr>
<b>Lemar K. Adamson</b><br> age 84, of Tucson, died September 30, 1998.
He is survived by wife, Cindy; daughters, Elvia, Gloria, Irene, Isabel,
Jewel, and Jessica; sons, Paul, John, Jeffery, and Louis; brothers, Kirk,
Justin, Ivan, Hubert and Grover. Funeral service 10:00 a.m. Monday,
October 5, 1998 at Silverbell Ward, 1540 E. Linden. Burial in City
Cemetery. Friends may call from 9:00 a.m. to 10:00 a.m. Monday, at the
church. Arrangements by <b>MEMORIAL CHAPEL</b>, 236 S. Scott<br>
<hr>
Our beloved <b>Brian Fielding Frost</b>, age 41, passed away Wednesday
morning, September 30, 1998, due to injuries sustained in an automobile
accident. He was born January 12, 1957 in Salt Lake City, to Donald
Fielding and Helen Glade Frost. He married Susan Fox on June 1, 1981.
He is survived by Susan; sons Alfred, Joseph; parents, and two sisters,
Anne (Dale) Elkins and Sally (Kent) Britton. Funeral services will be
held at 12 noon Tuesday, October 6, 1998 in the <b>Howard Stake Center</b>,
350 South 1600 East. Friends may call 5-7pm. Monday at
<b>Carrillo's Tucson Mortuary</b>, 3401 S. Highland Drive. Interment at
Holy Hope Cemetery.<br>
<hr>
<b>Leonard Kenneth Gunther</b><br> age 82. A resident of Tucson,
passed away peacefully on September 30, 1998. He was born June 6, 1916 in Iowa.
He joined the U.S. Navy serving during World War II. He remained a member
of the U.S. Naval Reserve (USNR) for several years. He is survived by his wife,
Gwendolyn; sons, Eric D. of San Francisco, CA, Vincent J. of Tucson; a daughter,
Janet H. of Provo, UT; and one granddaughter, Sarah R. of Phoenix, AZ.
Friends may call from 5:00 p.m. until 7:00 p.m. on Monday, October 5, 1998 at
<b>HEATHER MORTUARY</b>, 1040 N. Columbus Blvd. Funeral services
will be at 11:00 a.m. at <b>HEATHER MORTUARY</b>, on Tuesday,
October 6, 1998. Burial will be private at South Lawn Cemetery.<br>
<hr>
</td></tr></table>
All material is copyrighted.
</body>
</html>"""

# Twenty results, each a rule, a block of text and a link; the counts of the paper's figures 1 and 2.
LIBRARY = (
    b"<html><head><title>Search results</title></head><body><h1>Library</h1><i>twenty found</i>"
    + b"".join(
        b"<hr><pre>%d. Title of book number %d, with its author and year%s</pre><a href=/b/%d>full record</a>"
        % (i, i, b" and a note" * (i % 3), i)
        for i in range(1, 21)
    )
    + b"<hr><a href=/next>next</a><br><form>"
    + b"<b>x</b>" * 8
    + b"</form><p>about</p></body></html>"
)

_NEWS = (
    b"<table><tr><td><img src=x></td><td><table><tr><td><img src=y></td><td><font><b>"
    b"<a href=/%d>Headline %d of the day</a></b><br>Some lines of the story, enough to fill a cell of the page with "
    b"words<br><b>2 July</b></font></td></tr></table></td></tr></table>"
)
_MENU = (
    b"<table><tr><td><br><br><br></td><td><a href=/1>x</a><a href=/2>y</a><a href=/3>z</a><font>%s</font></td></tr>"
    b"</table>"
)
# Twelve news items as tables after a menu with more children: counts as in tables 3, 6 and 7 of the paper. The region
# is a form there and a div here, for HTML knows no form in a form.
CANOE = (
    b"<html><head><title>News</title></head><body><form><table><tr><td>a</td><td>"
    + b"<b>one</b><b>two</b><b>three</b></td></tr></table></form>top<hr><div><img src=1><br><img src=2><br>"
    + _MENU % b"".join(b"<a href=/m%d>m%d</a><br>" % (i, i) for i in range(12))
    + b"<map></map>"
    + b"".join(_NEWS % (i, i) for i in range(12))
    + b"<form><table><tr><td><input></td><td><input></td></tr></table></form></div></body></html>"
)


def words(i: int) -> str:
    return f"Record number {i} with several words of text"


FORMS = {
    "ul": lambda n: "<ul>" + "".join(f"<li>{words(i)}</li>" for i in range(n)) + "</ul>",
    "table": lambda n: "<table>" + "".join(f"<tr><td>{i}</td><td>{words(i)}</td></tr>" for i in range(n)) + "</table>",
    "div": lambda n: "<div>" + "".join(f"<div><h3>{i}</h3><p>{words(i)}</p></div>" for i in range(n)) + "</div>",
    "dl": lambda n: "<dl>" + "".join(f"<dt>{i}</dt><dd>{words(i)}</dd>" for i in range(n)) + "</dl>",
    "hr": lambda n: "<div>" + "<hr>".join(f"<b>{i}</b> {words(i)}" for i in range(n)) + "</div>",
    "br": lambda n: "<div>" + "<br>".join(words(i) for i in range(n)) + "</div>",
    "rows in pairs": lambda n: (
        "<table>"
        + "".join(f"<tr><td><b>{i}</b></td></tr><tr><td><i>{words(i)}</i></td></tr>" for i in range(n))
        + "</table>"
    ),
}


def columns(rows, *, wrap="<ul>{}</ul>", tag="li", hidden=False):
    """The fields of a list of these rows, with `hidden` also those that tables leave out."""
    tree = parse(wrap.format("".join(rows)).encode(), page="p.html")
    region = max(u for u in range(len(tree)) if tag in {tree.name(v) for v in tree.children(u)})
    records = [(u, int(tree.end[u])) for u in tree.children(region) if tree.name(u) == tag]
    found = fields(tree, region, records)
    return tree, records, [each for each in found if hidden or not each.column.hidden]


def values(found):
    return {each.name: [cell.value if cell else None for cell in each.cells] for each in found}


ITEMS = "".join(f"<li><h3><a href=/{i}>Title {i}</a></h3><p>Words about it, some more</p></li>" for i in range(6))


RESULTS = f"<h1>Results</h1><ul>{ITEMS}</ul><p>Next page</p>".encode()


def is_cut_exactly(found, n):
    texts = found.texts()
    return len(texts) == n and all(words(i) in text and words(i + 1) not in text for i, text in enumerate(texts))


def two_lists(*, more=""):
    item = "<li><a href=/{0}><b>Title {0}</b></a> <i>{1}</i></li>"
    lists = ["".join(item.format(i, words(i)) for i in part) for part in (range(6), range(6, 10))]
    return parse(f"<ul>{lists[0]}</ul><ul>{lists[1]}{more}</ul>".encode())


def rows(data, **about):
    """The fields of each record, by name, without those that it lacks."""
    (record_list,) = weblode.records(parse(data, **about))
    table = [{} for _ in record_list.records]
    for each in record_list.fields:
        for row, cell in zip(table, each.cells, strict=True):
            if cell:
                row[each.name] = cell.value
    return table


ITEM = "<div><h3><a href=/{0}>Title of result {0}</a></h3><p>{1}</p><span>{0} January 2020</span></div>"


def results(start, stop):
    """Results of a search, by their numbers."""
    return "".join(ITEM.format(i, words(i)) for i in range(start, stop))
