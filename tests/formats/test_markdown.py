"""Tables in Markdown."""

import pytest

from formats.made import one
from weblode.errors import TableError
from weblode.formats import markdown, read, write


def test_a_table_has_a_line_for_each_row(tmp_path):
    write(one(title=["Salt", None], price=[8.5, 12.0], sold=[True, False]), tmp_path / "t.md")
    assert (tmp_path / "t.md").read_text() == (
        "| page | node | title | price | sold |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| a.html | 0 | Salt | 8.5 | yes |\n"
        "| a.html | 1 |  | 12 | no |\n"
    )


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a|b", r"a\|b"),
        ("one\ntwo\r\nthree\u2028four", "one<br>two<br>three<br>four"),
        ("<script>x</script>", r"\<script>x\</script>"),
        ("*bold* `code` [link](x)", r"\*bold\* \`code\` \[link\](x)"),
        ("snake_case _emphasis_", r"snake_case \_emphasis\_"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_no_text_is_markup_or_ends_its_cell(text, cell):
    assert markdown.escape(text) == cell


def test_links_keep_their_target_in_the_cell():
    assert markdown.link("a|b", "http://a.com/?x=<y>|(z)") == r"[a\|b](<http://a.com/?x=%3Cy%3E%7C(z)>)"
    assert (markdown.link("", "/x"), markdown.link("x", "")) == ("[/x](</x>)", "x")


def test_markdown_is_not_read(tmp_path):
    write(one(x=[1]), tmp_path / "t.md")
    with pytest.raises(TableError, match=r"t.md: Markdown is written for people and not read back"):
        read(tmp_path / "t.md")
