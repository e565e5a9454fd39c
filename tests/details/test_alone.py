"""A page without siblings: what it labels."""

import pytest
from hypothesis import given
from strategies import SOUP

from details.sites import bold, page, prefixed, product, read, td_td, terms, th_td, values
from weblode.articles.article import ArticleParts
from weblode.details.alone import labelled, unlabelled, whole_values
from weblode.details.leaves import Leaves
from weblode.pages.html import parse


def pairs(page):
    """The labels of a page with their values."""
    leaves = Leaves(parse(page.encode()))
    return {label: [leaves.texts[i] for i in numbers] for label, numbers in labelled(leaves).items()}


@pytest.mark.parametrize("dialect", [th_td, td_td, terms, bold], ids=lambda each: each.__name__)
def test_the_values_after_labels_are_found(dialect):
    row = product(3)
    truth = {name.capitalize(): [value] for name, value in row.items() if name != "title"}
    assert pairs(page(row, dialect)) == truth


def test_lines_that_begin_with_labels_are_found_whole():
    row = product(3)
    names = [name for name in row if name != "title"]
    assert pairs(page(row, prefixed)) == {name.capitalize(): [f"{name.capitalize()}: {row[name]}"] for name in names}


@pytest.mark.parametrize("dialect", [th_td, td_td, terms, bold, prefixed], ids=lambda each: each.__name__)
def test_a_single_page_has_its_title_and_its_labelled_values(dialect):
    group = read([page(product(3), dialect)])
    assert values(group) == [product(3)]
    assert group.template is None


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("<dl><dt>Colours<dd>red<dd>blue<dt>Size<dd>big</dl>", {"Colours": ["red", "blue"], "Size": ["big"]}),
        ("<p><b>Author:</b> Ann Lee</p>", {"Author": ["Ann Lee"]}),
        ("<p><b>作者\uff1a</b>王小明</p>", {"作者": ["王小明"]}),
        ("<p>Author:</p><p>Ann Lee</p>", {"Author": ["Ann Lee"]}),
        ("<p>Time: 10:30</p>", {"Time": ["Time: 10:30"]}),
        ("<p>Just a text of some words.</p>", {}),
        ("<p>10:30</p><p>http://a.example/x</p>", {}),
        ("<p hidden>Secret: yes</p><p>words", {}),
        ("<form><label>Name:</label> <select><option>Mr<option>Ms</select></form>", {}),
        ("<h2>Questions:</h2><p>none</p>", {}),
        ("<div><b>Maker</b>: Ito</div><div>Rope: long</div>", {"Maker": [": Ito"], "Rope": ["Rope: long"]}),
        ("<dl><dt>Empty:<dt>Full:<dd>yes</dl>", {"Full": ["yes"]}),
        ("<p>Label:</p>", {}),
        ("<h2>Rain: it came at last</h2><p>words", {}),
        ("<title>Rain: it came at last - News</title><p>Rain: it came at last</p>", {}),
        ("<p>Friday, 5 May at 10:30</p>", {}),
        ('<p>{"name": "x"}</p>', {}),
        ("<ul><li><b>2 cups</b> flour<li><b>½ litre</b> milk</ul>", {}),
        (
            "<ul><li><b>Mass</b> 2 kg<li><b>4 wheels</b> yes<li><b>Seats</b> 5</ul>",
            {"Mass": ["2 kg"], "4 wheels": ["yes"], "Seats": ["5"]},
        ),
        ("", {}),
    ],
)
def test_what_is_a_label_and_what_is_not(text, truth):
    assert pairs(text) == truth


def test_a_text_of_many_lines_is_no_value():
    assert pairs(f"<dl><dt>About:<dd>{'word ' * 100}<dt>Size:<dd>big</dl>") == {"Size": ["big"]}


def test_a_label_that_comes_again_has_all_its_values_in_order():
    assert pairs("<dl><dt>By:<dd>Ann Lee<dt>Size:<dd>big<dt>By:<dd>Bob Ray</dl>") == {
        "By": ["Ann Lee", "Bob Ray"],
        "Size": ["big"],
    }


@given(SOUP)
def test_any_page_has_labels_or_none_and_each_value_is_a_text_of_it(page):
    leaves = Leaves(parse(page.encode()))
    for label, numbers in labelled(leaves).items():
        assert label
        assert numbers
        assert all(0 <= i < len(leaves) for i in numbers)


def test_hidden_labels_count_only_if_they_are_asked_for():
    leaves = Leaves(parse(b"<p hidden>Secret: yes</p><p>Size: big</p>"))
    assert list(labelled(leaves)) == ["Size"]
    assert list(labelled(leaves, with_hidden=True)) == ["Secret", "Size"]


def test_the_authors_of_posts_are_no_labels():
    post = "<div><p><b>{}</b> says</p><p>" + "I made this twice, and it was good both times. " * 3 + "</p></div>"
    posts = "".join(map(post.format, ("Ann Lee", "Bob Ray", "Cy Young", "Di Fox")))
    assert pairs("<dl><dt>Size:<dd>big<dt>Mass:<dd>2 kg<dt>Price:<dd>5 $</dl>" + posts) == {
        "Size": ["big"],
        "Mass": ["2 kg"],
        "Price": ["5 $"],
    }


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        ("<i>6</i> <b>servings</b>", [["6", "servings"]]),
        ("<i>1</i> <b>hr</b> <i>30</i> <b>mins</b>", [["1", "hr", "30", "mins"]]),
        ("a few wedges are <a href=/k>key</a> to the right taste", [["a few wedges are", "key", "to the right taste"]]),
        ("<a href=/x>Ann Lee</a> and <a href=/y>Bob Ray</a>", [["Ann Lee"], ["Bob Ray"]]),
        ("<i>drama</i> <i>comedy</i>", [["drama"], ["comedy"]]),
        ("<b>501-329-3934</b> / none", [["501-329-3934"], ["/ none"]]),
        ("12 Main St | <a href=/m>map</a>", [["12 Main St |"], ["map"]]),
        ("<i>5</i><br><b>servings</b>", [["5"], ["servings"]]),
    ],
)
def test_the_parts_of_a_value_are_one(value, truth):
    leaves = Leaves(parse(f"<dl><dt>Label:<dd>{value}</dl>".encode()))
    [numbers] = labelled(leaves).values()
    assert [[leaves.texts[i] for i in each] for each in whole_values(leaves, numbers)] == truth


def test_the_parts_of_an_article_are_not_put_together_again_for_each_block(monkeypatch):
    asked = []
    used = ArticleParts.used.fget
    monkeypatch.setattr(ArticleParts, "used", property(lambda parts: asked.append(1) or used(parts)))
    prose = "".join(f"<p>{'The river rose again in the night. ' * 6}{i}</p>" for i in range(60))
    unlabelled(Leaves(parse(f"<title>The river</title><h1>The river</h1><article>{prose}</article>".encode())))
    assert len(asked) <= 1


def test_terms_that_are_explained_in_prose_are_no_labels():
    options = "<dl><dt>-a<dd>Show all files<dt>Quiet:<dd>Print nothing at all<dt>Force<dd>Replace what is there</dl>"
    facts = "<dl><dt>Weight<dd>2 kg<dt>Maker<dd>Kessel &amp; Sons</dl>"
    page = Leaves(parse(f"<title>Tool</title><h1>Tool</h1>{options}{facts}".encode()))
    assert list(labelled(page)) == ["Weight", "Maker"]
