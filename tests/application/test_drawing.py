"""Drawings of ontologies."""

from xml.etree import ElementTree

import pytest

from application.made import SHOP, ontology, shop
from weblode.application import files
from weblode.application.drawing import lines, svg


def test_the_tree_shows_sets_constraints_types_and_tables():
    shown = "\n".join(lines(shop()))
    assert "-> ● Book" in shown
    assert "├─ [1] has Title [1..* -> 1]  text" in shown
    assert "   ├─ [0..1] stands on Shelf [1..*]  integer" in shown
    assert "[0..1] appeared on Published: Date [1..*]  date" in shown
    assert "general: Date" in shown
    assert "a record is identified by KEYWORD(Title), Title, KEYWORD(Price)" in shown
    assert "table lent: lent" in shown


@pytest.mark.parametrize("name", files.bundled())
def test_the_image_has_every_set_lexical_ones_dashed(name):
    application = files.load(name)
    root = ElementTree.fromstring(svg(application))
    boxes = [each for each in root if each.tag.endswith("rect") and each.get("stroke")]
    texts = {"".join(each.itertext()) for each in root if each.tag.endswith("text")}
    dashed = sum(bool(box.get("stroke-dasharray")) for box in boxes)
    assert len(boxes) == len(application.sets)
    assert dashed == sum(application.is_lexical(each) for each in application.sets)
    assert {
        f"{each.name}: {each.special_of}" if each.special_of else each.name for each in application.sets.values()
    } <= texts
    assert "-> ●" in texts


def test_hostile_names_stay_text_and_short():
    name = "<script>alert(1)</script>&\x1b[31m" + "n" * 10_000
    written = name.replace("\x1b", "\\u001b").replace("[", "(")
    text = SHOP.replace('"Book [0..1] costs Price [1..*]"', f'"Book [0..1] costs {written} [1..*]"')
    application = ontology(text.replace("[sets.Price]", f'[sets."{written}"]'))
    root = ElementTree.fromstring(svg(application))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert len(svg(application)) < 20_000
    assert "\x1b" not in "\n".join(lines(application))


def test_relationships_of_three_sets_show_all_of_them():
    shown = "\n".join(lines(files.load("obituaries")))
    assert "has Relationship [1..*]" in shown
    assert "to Relatives [1..*]" in shown
