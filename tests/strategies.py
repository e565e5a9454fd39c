"""What Hypothesis feeds the tests: tag soup, random bytes, and well-formed pages."""

from hypothesis import strategies as st

NAMES = st.sampled_from(
    "a b br button dd div dl dt em font form h1 hr i iframe img input li math mi my-card noscript o:p ol optgroup "
    "option p plaintext pre script select small span strong style svg foreignObject table tbody td template textarea "
    "th title tr ul xmp frameset frame body html head selectedcontent a.b DIV".split()
)
WORDS = st.text(st.sampled_from("ab é漢\u00a0\u2003\u3000 \t\n\f\x1c\x85&;<>\"'=/\0-!"), max_size=12)
ATTRIBUTES = st.builds(
    lambda name, value, quote: f" {name}={quote}{value}{quote}" if value is not None else f" {name}",
    st.sampled_from(["class", "href", "id", "x", "data-a", "xlink:href", "viewBox", "=", "é", 'q"']),
    st.none() | st.text(st.sampled_from("ab &é>/\n;"), max_size=6),
    st.sampled_from(["", '"', "'"]),
)
START_TAGS = st.builds(
    lambda name, attrs, end: f"<{name}{''.join(attrs)}{end}",
    NAMES,
    st.lists(ATTRIBUTES, max_size=3),
    st.sampled_from([">", "/>", ""]),
)
END_TAGS = NAMES.map(lambda name: f"</{name}>")
OTHER = st.sampled_from(
    [
        "<!-- c -->",
        "<!--",
        "-->",
        "<!doctype html>",
        "<![CDATA[x]]>",
        "<?xml?>",
        "&nbsp;",
        "&nGt;",
        "&#0;",
        "&#xD800;",
        "<",
        "</",
        "<!",
    ]
)
SOUP = st.lists(START_TAGS | END_TAGS | WORDS | OTHER, max_size=40).map("".join)
BYTES = st.binary(max_size=400) | SOUP.map(str.encode) | SOUP.map(lambda s: s.encode("utf-16", "replace"))


# Pages as a text, or a tag with attributes and what it holds; `written` gives their HTML.
NESTED = st.recursive(
    st.sampled_from(["a", "b c", "d"]),
    lambda inner: st.tuples(
        st.sampled_from("a article b div div div h2 li nav p section span ul".split()),
        st.dictionaries(st.sampled_from(["class", "id", "role", "title"]), st.sampled_from(["main", "role", "x"])),
        st.lists(inner, max_size=5),
    ),
    max_leaves=40,
)


def written(nested, *, turned=False):
    """The HTML of a nested page, with the attributes in their order or turned round."""
    if isinstance(nested, str):
        return nested
    name, attributes, inner = nested
    pairs = reversed(attributes.items()) if turned else attributes.items()
    said = "".join(f' {key}="{value}"' for key, value in pairs)
    return f"<{name}{said}>{''.join(written(part, turned=turned) for part in inner)}</{name}>"
