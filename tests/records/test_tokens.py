"""The encodings of a page."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from strategies import SOUP

from weblode.errors import WeblodeError
from weblode.pages.html import parse
from weblode.records.tokens import CLASSES, ENCODINGS, encode
from weblode.tags import NUMBERS

PAGE = b"<p><a href=/1><em>One</em></a> <b>two</b><br><img><script>x</script><my-card>three</my-card>"


def written(page, encoding):
    tokens = encode(parse(page), encoding)
    text = "".join(map(tokens.name, tokens.row.tolist()))
    return text.removeprefix("<html><body>").removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("all-tag", "<p><a><em><text></em></a><b><text></b><br><img><my-card><text></my-card></p>"),
        ("no-logical", "<p><a><text></a><b><text></b><br><img><my-card><text></my-card></p>"),
        ("no-physical", "<p><a><em><text></em></a><text><br><img><my-card><text></my-card></p>"),
        ("no-special", "<p><em><text></em><b><text></b><br><my-card><text></my-card></p>"),
        ("block-level", "<p><text><br><my-card><text></my-card></p>"),
    ],
)
def test_each_encoding_leaves_out_its_tags_and_joins_the_texts_beside_them(encoding, text):
    assert written(PAGE, encoding) == text


def test_the_country_codes_of_the_paper_are_one_text_each_at_the_block_level():
    page = b"<b>Congo</b><i>242</i><br><b>Egypt</b><i>20</i><br>"
    assert written(page, "all-tag") == "<b><text></b><i><text></i><br>" * 2
    assert written(page, "block-level") == "<text><br>" * 2


def test_drawings_and_controls_are_one_token_or_none():
    page = b"<div>a<svg><text>b</text></svg><select><option>c</select></div>"
    assert written(page, "all-tag") == "<div><text><svg><select></div>"
    assert written(page, "block-level") == "<div><text></div>"


def test_an_element_called_text_is_not_text():
    tokens = encode(parse(b"<text>a</text>"))
    names = [tokens.name(token) for token in tokens.row.tolist()]
    assert names[2:5] == ["<text/>", "<text>", "</text>"]
    assert [tokens.number(name) for name in names] == tokens.row.tolist()
    assert tokens.number("<elsewhere>") == -1


def test_classes_have_names_of_html_once_each():
    names = [name for each in CLASSES.values() for name in each]
    assert len(names) == len(set(names))
    assert set(names) <= set(NUMBERS)


def test_an_encoding_that_is_none_is_named_with_the_others():
    with pytest.raises(WeblodeError, match="no encoding 'morse'; choose one of all-tag"):
        encode(parse(b""), "morse")


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_tokens_balance_know_their_place_and_have_names(soup):
    tree = parse(soup.encode(errors="replace"))
    for encoding in ENCODINGS:
        tokens = encode(tree, encoding)
        row, place = tokens.row.tolist(), tokens.place.tolist()
        assert place == sorted(place)
        assert all(0 <= u <= len(tree) for u in place)
        assert [tokens.number(tokens.name(token)) for token in row] == row
        assert all(a or b for a, b in pairwise(row))
