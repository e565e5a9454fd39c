"""Tests of the shapes of addresses."""

from weblode.taxonomy.shapes import Shapes, is_section_of, page_name, shape


def test_addresses_of_sections_have_one_shape_and_an_account_has_another():
    assert shape("https://a.example/c/shoes.html") == shape("https://a.example/c/bags.html")
    assert shape("https://a.example/c/shoes.html") != shape("https://a.example/account/orders/list.do")


def test_the_share_of_a_shape_says_how_usual_it_is_on_the_site():
    sections = [[f"https://a.example/c/{name}"] for name in ("shoes", "bags", "hats")]
    shapes = Shapes({"a.example": [*sections, ["https://a.example/account"], []]})
    usual, odd = shapes.share("a.example", sections[0]), shapes.share("a.example", ["https://a.example/account"])
    assert usual is not None
    assert odd == 0.0 < usual < 1
    assert shapes.share("a.example", []) is None


def test_the_name_of_a_page_is_the_last_of_its_path_or_its_host():
    assert page_name("http://www.a.example/world/asia_pacific/", "a.example") == "asia pacific"
    assert page_name("http://money.a.example/", "a.example") == "money"
    assert page_name("http://www.a.example/", "a.example") == ""


def test_a_section_of_a_section_has_both_names_in_order():
    assert is_section_of("/section/business/energy-environment", "Energy", "Business")
    assert not is_section_of("/section/energy", "Energy", "Business")
    assert not is_section_of("/business", "Business", "Business")
