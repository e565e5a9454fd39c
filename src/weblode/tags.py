"""HTML elements: their numbers, how they break a line of text, and which have no text for people.

A tag is a number. Those of `NAMES` are the same on every page, so tables indexed by tag are constants; names that HTML
does not define (`my-card`, `o:p`, most elements inside `svg` and `math`) get the next numbers in the order of their
appearance on a page. Number 0 is text.

The list is the element index of the HTML standard (html.spec.whatwg.org, living standard of 2025, "Elements" and
"Obsolete features"), and the other names that browsers parse specially.
"""

TEXT = 0

NAMES = (
    "#text a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink "
    "blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn "
    "dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main "
    "map mark marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol "
    "optgroup option output p param picture plaintext pre progress q rb rbc rp rt rtc ruby s samp script search "
    "section select selectedcontent slot small source spacer span strike strong style sub summary sup svg table "
    "tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp"
).split()

NUMBERS = {name: number for number, name in enumerate(NAMES)}

# Text inside these is for machines. Everything else counts as text, including the fallback of an iframe.
UNREAD_NAMES = frozenset({"noscript", "script", "style", "template"})

# Elements that browsers show as blocks by default, and those that are separated from the words beside them by a space.
_LINE_NAMES = frozenset(
    (
        "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
        "figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html isindex legend li listing main "
        "marquee menu nav noframes ol optgroup option p plaintext pre search section summary table tbody tfoot thead "
        "title tr ul xmp"
    ).split()
)
_SPACE_NAMES = frozenset(
    (
        "applet audio button canvas datalist embed iframe image img input keygen meter object progress select td "
        "textarea th video"
    ).split()
)

JOINED, SPACED, BROKEN = 0, 1, 2
LEAD = bytes(BROKEN if n in _LINE_NAMES else SPACED if n in _SPACE_NAMES else JOINED for n in NAMES)
UNREAD = bytes(n in UNREAD_NAMES for n in NAMES)

# Elements that never are, or contain, a record: text for machines, form controls, and elements without content.
NO_CONTENT_NAMES = UNREAD_NAMES | frozenset(
    "area base basefont bgsound col colgroup datalist input keygen link meta optgroup option param select source "
    "track".split()
)
NO_CONTENT = frozenset(NUMBERS[name] for name in NO_CONTENT_NAMES)
