"""XML documents as trees: names, texts, XPaths, limits and encodings."""

import pytest
from feeds import ATOM, BOOKS, DECLARATION, FEEDS, LAUGHS, ROWS, RSS_2, feed
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from pages.made import in_title
from processor import within

from weblode import paths
from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.pages.xml_signs import is_xml
from weblode.tags import NAMES
from weblode.tree import Tree

DOCUMENTS = {**FEEDS, "books": BOOKS, "rows": ROWS}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_xpath_leads_another_tool_to_the_same_element(name):
    tree = parse(DOCUMENTS[name])
    document = etree.fromstring(DOCUMENTS[name], etree.XMLParser(recover=True))  # RSS 0.91 has entities of its DTD
    for u in tree.elements.tolist():
        (element,) = document.xpath(paths.xpath(tree, u))
        assert etree.QName(element).localname == tree.name(u).rpartition(":")[2]
        assert {key: value for key, value in tree.attributes(u).items() if ":" not in key and key != "xmlns"} == {
            key: value for key, value in element.attrib.items() if "}" not in key
        }
        assert paths.find(tree, paths.xpath(tree, u)) == u


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_columns_are_those_of_any_tree(name):
    tree = parse(DOCUMENTS[name])
    assert (tree.parent[1:] < range(1, len(tree))).all()
    assert tree.end[0] == len(tree)
    assert (tree.depth[1:] == tree.depth[tree.parent[1:]] + 1).all()
    assert len(tree.start) == len(tree) + 1
    assert tree.leaf[tree.leaves].tolist() == list(range(len(tree.leaves)))


def test_names_of_xml_do_not_mean_what_they_mean_in_html():
    tree = parse(RSS_2)
    assert tree.is_xml
    assert {tree.name(u) for u in tree.elements.tolist()} >= {"rss", "link", "title", "dc:creator", "pubDate"}
    assert (tree.tag[tree.elements] >= len(NAMES)).all()
    assert tree.number("title") >= len(NAMES)
    assert not parse(b"<p>x").is_xml


def test_only_xhtml_inside_xml_is_html():
    tree = parse(ATOM)
    names = [tree.name(u) for u in tree.elements.tolist() if tree.tag[u] < len(NAMES)]
    assert names == ["div", "p", "b", "p"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<?xml version='1.0'?><books/>", True),
        (b"\n <?xml version='1.0'?><!-- a > b --><!DOCTYPE x [<!ENTITY y 'z'>]><x/>", True),
        (b"<rss version='2.0'>", True),
        (b"<atom:feed xmlns:atom='http://www.w3.org/2005/Atom'>", True),
        (b"<kml xmlns='http://www.opengis.net/kml/2.2'>", True),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", False),
        (b"<?xml version='1.0'?><!DOCTYPE html><title>x", False),
        (b"<?xml version='1.0'?><div>", False),
        (b"<?xml version='1.0'?>", False),
        (b"<svg xmlns='http://www.w3.org/2000/svg'></svg><p>x", False),
        (b"<my-card>x</my-card>", False),
        (b"rss", False),
        (b"<rss", True),
        (b"", False),
    ],
)
def test_the_declaration_and_the_root_tell_xml_from_html(data, expected):
    assert is_xml(data) is expected


def test_texts_of_different_elements_stand_on_lines_of_their_own_and_mixed_text_does_not():
    tree = parse(b"<?xml version='1.0'?><r><a>one</a><b>two</b><c>thr<i>e</i>e <i>or</i> four</c></r>")
    assert tree.text(0) == "one\ntwo\nthree or four"


def test_a_comment_divides_a_text_as_xpath_counts_it():
    data = b"<?xml version='1.0'?><r>one<!-- x -->two<![CDATA[ & three]]></r>"
    tree = parse(data)
    assert [paths.xpath(tree, u) for u in tree.leaves.tolist()] == ["/r/text()[1]", "/r/text()[2]"]
    assert [tree.string(u) for u in tree.leaves.tolist()] == ["one", "two & three"]


# ---------------------------------------------------------------- text that is HTML
def test_an_atom_text_is_html_only_if_it_says_so():
    tree = parse(ATOM)
    titles = [tree.text(u) for u in tree.elements.tolist() if tree.name(u) == "title"]
    assert titles == ["Blog", "Salt & pepper", "if a<b then <b> is bold"]


def test_references_in_a_sitemap_stay_as_they_are():
    assert "&copy;" in parse(b"<urlset><url><loc>http://a/?b&amp;copy;=1</loc></url></urlset>").text(0)


# ---------------------------------------------------------------- encodings
@pytest.mark.parametrize(
    ("declared", "encoding", "found"),
    [
        ("iso-8859-1", "iso-8859-1", "cp1252"),
        ("windows-1251", "windows-1251", "cp1251"),
        ("utf-16", "utf-16", "utf-16-le"),
        ("utf-16", "utf-16-be", "utf-16-be"),
        ("iso-8859-1", "utf-8", "utf-8"),
        ("utf-8", "cp1251", "cp1251"),
    ],
)
def test_the_encoding_is_the_declared_one_if_the_bytes_agree(declared, encoding, found):
    text = "Привет, мир, это длинный заголовок" if "1251" in encoding else "café – naïve é"
    text = text.replace("–", "à") if encoding == "iso-8859-1" else text
    data = in_title(text, f"<?xml version='1.0' encoding='{declared}'?>").encode(encoding)
    tree = parse(data)
    assert (tree.encoding, tree.text(0), tree.warning) == (found, text, "")


def test_the_declaration_of_xml_counts_and_a_meta_tag_in_a_text_does_not():
    meta = "<![CDATA[<meta charset='windows-1251'>d\xe9j\xe0 vu]]>"
    data = in_title(meta, "<?xml version='1.0' encoding='iso-8859-1'?>").encode("iso-8859-1")
    assert parse(data).text(0) == "déjà vu"


# ---------------------------------------------------------------- broken documents
def test_what_begins_as_xml_and_has_no_element_is_read_as_html_with_a_warning():
    tree = parse(b"<rss")
    assert (tree.is_xml, tree.warning) == (False, "begins as XML but has no element; read as HTML")


# ---------------------------------------------------------------- hostile documents
def test_entities_that_expand_without_end_are_refused():
    for data in (LAUGHS, LAUGHS.replace(b'"ha"', b'""')):
        with pytest.raises(LimitError, match="its entities expand to more than 1,048,576 characters beyond its size"):
            parse(data)
    large = b'<!DOCTYPE rss [<!ENTITY a "%s">]>' % (b"x" * 20_000)
    for use in (b"<a>%s</a>" % (b"&a;" * 200), b"<a b='%s'/>" % (b"&a;" * 200)):
        with pytest.raises(LimitError, match="its entities expand"):
            parse(DECLARATION.encode() + large + b"<rss>" + use + b"</rss>")


def test_entities_of_a_document_are_replaced():
    doctype = "<!DOCTYPE rss [<!ENTITY shop 'Salt &amp; Co'>]>"
    assert parse((DECLARATION + doctype + "<rss><a>by &shop;</a></rss>").encode()).text(0) == "by Salt & Co"


def test_no_other_file_is_read(tmp_path):
    (tmp_path / "secret").write_text("secret")
    for doctype in (
        f'<!DOCTYPE rss [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]>',
        f'<!DOCTYPE rss [<!ENTITY % y SYSTEM "file://{tmp_path}/secret"> %y;]>',
        f'<!DOCTYPE rss SYSTEM "file://{tmp_path}/secret">',
    ):
        tree = parse((DECLARATION + doctype + "<rss><a>one &x; two</a></rss>").encode())
        assert "secret" not in tree.text(0)
        assert tree.text(0).startswith("one")


@pytest.mark.parametrize("end", ["", "x" + "</a>" * 10_000 + "</rss>"])
def test_ten_thousand_levels_are_refused_by_their_depth(end):
    with pytest.raises(LimitError, match=r"nested more than 512 deep.*--max-depth"):
        parse(("<rss>" + "<a>" * 10_000 + end).encode())


def test_limits_on_size_and_nodes_hold_for_xml():
    for limits, message in ((Limits(size=1000), "--max-size"), (Limits(nodes=50), "--max-nodes")):
        with pytest.raises(LimitError, match=message):
            parse(feed(100), limits=limits)
    with pytest.raises(LimitError, match="--max-dense"):
        parse(b"<rss>" + b"<a/>" * 300 + b"</rss>", limits=Limits(dense=100))


@pytest.mark.parametrize(
    "data",
    [
        b"<rss>" + b"<a '\"<b \"'" * 30_000,
        b"<rss>" + b"<!--" * 80_000,
        b"<rss><" + b"a" * 300_000,
        b"<rss><![CDATA[<p><" + b"a" * 300_000,
        b"<!DOCTYPE " + b"a" * 300_000,
        b"<!DOCTYPE a [" + b"] " * 150_000,
        b"<?xml version='1.0' " + b"encoding " * 30_000 + b"?><rss>",
        b"<rss>" + b"<![CDATA[" * 30_000,
        b"<rss>" + b"<!A [" * 50_000,
        b"<rss>" + b"<a>" * 400 + b"</b>" * 80_000,
        b"<rss><d><![CDATA[" + b"<p <a \"<b '" * 30_000 + b"]]></d></rss>",
        b"<rss><d><![CDATA[" + b"<p><script><style><!--" * 15_000 + b"]]></d></rss>",
        b"<rss><d><![CDATA[<p>" + b"&a" * 150_000 + b"]]></d></rss>",
        b"<rss " + b" ".join(b"a%d=''" % i for i in range(30_000)) + b"/>",
        b"<rss>" + b"".join(b"<a%d>x</a%d>" % (i, i) for i in range(18_000)) + b"</rss>",
    ],
)
def test_a_third_of_a_megabyte_takes_less_than_two_seconds(data):
    with within(2):
        parse(data)


@given(st.binary(max_size=200) | st.text("<>/!?&;='\" arx[]CDATA-", max_size=200).map(str.encode))
def test_any_bytes_after_a_root_give_a_tree(data):
    tree = parse(b"<rss>" + data)
    assert isinstance(tree, Tree)
    assert len(tree) > 0
    tree.text(0)


def test_the_same_bytes_give_the_same_columns():
    for data in (*DOCUMENTS.values(), feed(20)[:-300]):
        one, other = parse(data), parse(data)
        assert (one.buffer, one.names, one.path.tolist()) == (other.buffer, other.names, other.path.tolist())
