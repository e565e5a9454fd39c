"""Drafts of ontologies from pages: sets, types, labels, patterns; and every draft loads."""

from hypothesis import given, settings
from hypothesis import strategies as st

from application.made import boats, page
from weblode.application import files
from weblode.application.draft import draft
from weblode.details.discover import discover


def drafted(htmls, name="boats"):
    text = draft(name, discover([page(html, f"{i}.html") for i, html in enumerate(htmls)]))
    return files.parse(text, file="draft.toml"), text


def test_attributes_become_sets_with_labels_types_and_patterns():
    application, text = drafted([html for _, html in boats()])
    assert application.entity == "Boats"
    assert application.sets["Title"].title
    assert application.sets["Harbour"].labels == ("harbour",)
    assert application.sets["Draught"].values[0] == r"draught\s*:?\s*(\d[\d.,]*[ ]m)"
    assert application.sets["Draught"].keywords == ("\\bdraught\\b",)
    assert "# such as 1.1 m | 1.4 m | 2.0 m" in text
    assert "Boats [1] has Title [1..* -> 1]" in text


def test_values_of_one_shape_give_a_pattern_and_few_values_words():
    rows = [
        ("LX-10", "red"),
        ("AB-27", "blue"),
        ("QR-93", "red"),
        ("ZZ-41", "blue"),
        ("KK-58", "red"),
        ("MM-77", "red"),
    ]
    htmls = [
        f"<title>{code}</title><h1>No {i}</h1><table><tr><td>Code:<td>{code}<tr><td>Sail:<td>{sail}</table>"
        for i, (code, sail) in enumerate(rows)
    ]
    application, _ = drafted(htmls)
    assert application.sets["Code"].values == (r"\b\p{Lu}\p{L}*\-\d{2}",)
    assert application.sets["Sail"].words == ("blue", "red")
    assert application.sets["Sail"].free


def test_a_page_alone_gives_a_draft_too():
    application, _ = drafted(
        ["<title>A</title><h1>Alma</h1><table><tr><th>Harbour<td>Husum<tr><th>Sail<td>red</table>"]
    )
    assert application.sets["Harbour"].labels == ("harbour",)


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@settings(max_examples=60)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS, TEXTS), min_size=1, max_size=3), TEXTS)
def test_every_draft_loads(rows, name):
    htmls = [f"<h1>{a}</h1><table><tr><td>{b}:<td>{c}<tr><td>{d}<td>{a} 7</table>" for a, b, c, d in rows]
    drafted(htmls, name)
