from xml.parsers import expat

from hypothesis import given

from graph.made import TEXTS
from weblode.graph import names


@given(TEXTS, TEXTS)
def test_two_texts_never_share_a_name(one, two):
    assert (names.local(one) == names.local(two)) == (one == two)


def test_names_are_readable_in_many_scripts():
    assert names.local("World news") == "World_news"
    for word in ("Größe", "Цена", "価格", "가격", "मूल्य", "سعر", "מחיר"):
        assert names.local(word) == word


def test_every_character_that_stays_may_stand_in_a_name_of_xml():
    stays = [char for char in map(chr, range(0xD800)) if names.local(f"a{char}") == f"a{char}"]
    assert len(stays) > 30_000
    expat.ParserCreate(encoding="utf-8").Parse(f"<a{''.join(stays)}/>".encode(), True)  # noqa: FBT003
    for char in stays:
        if names.local(char) == char:
            expat.ParserCreate(encoding="utf-8").Parse(f"<{char}/>".encode(), True)  # noqa: FBT003


def test_a_page_is_named_by_its_address_or_else_by_ours():
    assert names.page("urn:x:", "a.html", "https://a.test/b c?d=é#e") == "https://a.test/b%20c?d=é#e"
    assert names.page("urn:x:", "a b.html", None) == "urn:x:page/a%20b.html"
    assert names.page("urn:x:", "https://a.test/", None) == "https://a.test/"
    assert names.page("urn:x:", "a.html", "javascript:x") == "urn:x:page/a.html"
