"""XML that is not well-formed, read as far as it goes."""

from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

import pytest
from feeds import feed
from hypothesis import example, given
from hypothesis import strategies as st
from pages.made import in_title

from weblode import paths
from weblode.pages.html import parse
from weblode.pages.repair import read_broken


class Events(list):
    """What happens in a document, in order, with texts in one piece."""

    def start(self, name, attributes):
        self.append((name, dict(zip(attributes[::2], attributes[1::2], strict=True))))

    def end(self, name):
        self.append(f"/{name}")

    def characters(self, text):
        if self and isinstance(self[-1], list):
            self[-1][0] += text
        elif text:
            self.append([text])

    def divide(self, *_):
        self.append("|")


def repaired(text):
    events = Events()
    read_broken(text, events)
    return events


def strict(text):
    """The events of a well-formed document, by another parser."""
    events = Events()
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler, parser.EndElementHandler = events.start, events.end
    parser.CharacterDataHandler = events.characters
    parser.Parse(text.encode(), 1)
    return events


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("fish & chips &nbsp;daily", "fish & chips daily"),
        ("a < b <c", "a < b <c"),
        ("one<br>two</p>", "onetwo"),
        ("bell\x07 and nul\0", "bell and nul"),
        ("&unknown; thing", "&unknown; thing"),
        ("see ?a=1&copy=2", "see ?a=1&copy=2"),
    ],
)
def test_what_is_not_well_formed_is_repaired_with_a_warning(text, read):
    tree = parse(in_title(text).encode())
    assert tree.warning.startswith("not well-formed XML (")
    assert "repaired" in tree.warning
    assert " ".join(tree.text(0, line="").split()) == read
    assert paths.xpath(tree, 3) == "/rss/channel/item/title"


def test_a_document_that_is_cut_off_keeps_what_came_before_the_cut():
    whole = feed(5)
    for cut in range(len(whole) - 1, len(whole) - 700, -7):
        tree = parse(whole[:cut])
        assert tree.warning
        assert tree.text(0).startswith("Long\nTitle 0\nhttp://long.example/0\nWords of a description, as many")
        assert not any(tag in tree.text(0) for tag in ("<title", "<link", "<item", "</", "<guid"))


def test_what_follows_the_root_is_left_out():
    tree = parse(b"<rss><channel>one</channel></rss><p>two</p>")
    assert tree.text(0) == "one"
    assert "junk after document element" in tree.warning


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("<a><b>x</a>", [("a", {}), ("b", {}), ["x"], "/b", "/a"]),
        ("<a></b>x</a>", [("a", {}), ["x"], "/a"]),
        ("<a><b>x", [("a", {}), ("b", {}), ["x"], "/b", "/a"]),
        ("<a><b><b>x</b>y</a>", [("a", {}), ("b", {}), ("b", {}), ["x"], "/b", ["y"], "/b", "/a"]),
        ("x</b><a/>y<c/>", [("a", {}), "/a"]),
        ("<a>x</a><c>y</c>", [("a", {}), ["x"], "/a"]),
        ("<a><![CDATA[<b>&amp;]]></a>", [("a", {}), ["<b>&amp;"], "/a"]),
        ("<a><![CDATA[<b>", [("a", {}), ["<b>"], "/a"]),
        ("<a>x<!-- <b> -->y<?z?></a>", [("a", {}), ["x"], "|", ["y"], "|", "/a"]),
        ("<a>x<!-- <b>", [("a", {}), ["x"], "|", "/a"]),
        ("<!DOCTYPE a [<!ENTITY b '<c/>'>]><a>&b;</a>", [("a", {}), ["&b;"], "/a"]),
        ("<a>1 < 2 & 3 > 2</a>", [("a", {}), ["1 < 2 & 3 > 2"], "/a"]),
        ("<a>x<b c='1'", [("a", {}), ["x"], "|", "/a"]),
        ("", []),
        ("no tag", []),
    ],
)
def test_what_happens_in_a_broken_document(text, events):
    assert repaired(text) == events


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("<a b='1' b='2'>", {"b": "1"}),
        ("<a b=1 c>", {"b": "1", "c": ""}),
        ("<a b = '>' c=\"'\">", {"b": ">", "c": "'"}),
        ("<a b='&lt;&eacute;&x;'>", {"b": "<\u00e9&x;"}),
        ("<a x:b='1'/>", {"x:b": "1"}),
    ],
)
def test_attributes_are_read_as_far_as_they_can_be(tag, attributes):
    assert repaired(tag) == [("a", attributes), "/a"]


NAMES = st.sampled_from(["a", "b", "x:c", "\u00e9"])
TEXTS = st.text(st.sampled_from("ab &<>'\"\u00e9;="), max_size=6)


def element(name, attributes, inner):
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inner)}</{name}>"


def elements(inner):
    return st.builds(element, NAMES, st.dictionaries(NAMES, TEXTS, max_size=2), st.lists(inner, max_size=4))


ELEMENTS = elements(st.recursive(TEXTS.map(escape), elements, max_leaves=12))


@given(ELEMENTS)
def test_a_well_formed_document_is_read_as_a_strict_parser_reads_it(document):
    assert repaired(document) == strict(document)


@given(st.lists(st.sampled_from("<a> </a> <b> </b> <c/> <! <!-- --> <![CDATA[ ]]> <a < > & x".split())).map("".join))
@example("<a></b></a></a>")
def test_every_element_that_begins_ends_inside_the_one_around_it(text):
    open_names = []
    for i, each in enumerate(repaired(text)):
        if isinstance(each, tuple):
            assert open_names or i == 0  # one root
            open_names.append(each[0])
        else:
            assert open_names
            if isinstance(each, str) and each != "|":
                assert open_names.pop() == each[1:]
    assert open_names == []


def test_characters_that_xml_forbids_are_left_out():
    assert repaired("<a b='1\x002'>x\x0by\ufffe\tz</a>") == [("a", {"b": "12"}), ["xy\tz"], "/a"]
