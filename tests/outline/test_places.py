"""Labels by their place and by repetition."""

import pytest
from outline.test_structure import rows

from weblode.outline.structure import RULES


def test_a_heading_of_several_texts_is_one_label():
    page = "<h3><a href=x>Post a job</a> Jobs</h3><ul><li>cook<li>baker</ul>"
    assert rows(page) == [{"Jobs": ["Post a job", "cook", "baker"]}]
    page = "<h3><a href=x><i>Feed</i></a> <a href=y>Headlines</a></h3><ul><li>cook<li>baker</ul>"
    assert list(rows(page)[0]) == ["Headlines"]


def test_alike_texts_of_a_heading_stay_beside_each_other():
    assert rows("<h3><a href=x>a</a> <a href=y>b</a></h3><ul><li>c<li>d</ul>") == [["a", "b"], ["c", "d"]]


def test_a_text_before_alike_headings_names_them():
    items = "<div><h3>a</h3><p>x</p></div><div><div><h3>b</h3></div></div>"
    page = f"<section><p><a href=/e>Choice</a></p>{items}</section>"
    assert rows(page) == [{"Choice": [{"a": ["x"]}, "b"]}]
    assert rows(page, rules=set(RULES) - {"places"}) != rows(page)


def test_a_lower_heading_before_alike_higher_ones_names_them():
    items = "<div><h2>a</h2><p>x</p></div><div><h2>b</h2><p>y</p></div>"
    assert rows(f"<section><header><h4>Choice</h4></header>{items}</section>") == [
        {"Choice": [{"a": ["x"]}, {"b": ["y"]}]}
    ]


def test_a_headline_names_the_headings_inside_the_parts_after_it():
    related = "<div><h3>b</h3></div><div><h3>c</h3></div>"
    assert rows(f"<div><h3>a</h3><p>text</p>{related}</div>") == [{"a": ["text", "b", "c"]}]
    assert rows("<div><h3>a</h3><p>text</p><h3>b</h3><h3>c</h3></div>") == [{"a": ["text"]}, "b", "c"]


def test_headings_with_something_below_them_do_not_go_below_one_of_their_level():
    parts = "<div><h3>b</h3><p>x</p></div><div><h3>c</h3><p>y</p></div>"
    assert rows(f"<div><h3>a</h3><p>text</p>{parts}</div>") == [{"a": ["text"]}, {"b": ["x"]}, {"c": ["y"]}]


def test_a_heading_with_nothing_but_one_section_names_it():
    assert rows("<div><h2>Contact</h2><div><h2>Office</h2><p>x</p></div></div>") == [{"Contact": [{"Office": ["x"]}]}]


def test_texts_that_alternate_with_other_parts_name_them():
    states = "<li>Maine<li><a href=1>Bath</a><li>Iowa<li><a href=2>Ames</a><li><a href=3>Clive</a>"
    page = f"<ul>{states}<li>Utah<li><a href=4>Provo</a></ul>"
    assert rows(page) == [{"Maine": ["Bath"]}, {"Iowa": ["Ames", "Clive"]}, {"Utah": ["Provo"]}]


def test_links_that_alternate_with_single_texts_are_no_labels():
    page = "".join(f"<p><a href={n}>title {n}</a></p><div>{n} May</div>" for n in range(1, 5))
    assert rows(page) == [text for n in range(1, 5) for text in (f"title {n}", f"{n} May")]


def test_a_text_and_a_link_to_more_are_above_their_list():
    page = "<div><span>Photos</span> | <a href=x>More</a><ul><li><a href=1>a</a><li><a href=2>b</a></ul></div>"
    assert rows(page) == [{"Photos": ["|", "More", ["a", "b"]]}]


def test_the_first_text_of_alike_parts_with_a_labelled_list_names_its_part():
    part = "<li><a href=/{0}>headline {0}</a><p>text</p><div><p>RELATED</p><a href=1>x</a><a href=2>y</a></div>"
    page = "<ul>" + "".join(part.format(n) for n in range(3)) + "</ul>"
    assert rows(page) == [{f"headline {n}": ["text", {"RELATED": ["x", "y"]}]} for n in range(3)]
    assert rows(page, rules=set(RULES) - {"records"}) != rows(page)


def test_in_alike_parts_a_link_above_a_single_headline_names_it():
    part = "<li><a href=/{0}>{0}</a><h2><a href=1>news of {0}</a></h2></li>"
    page = f"<ul>{part.format('tea')}{part.format('rice')}{part.format('salt')}</ul>"
    assert rows(page) == [{"tea": ["news of tea"]}, {"rice": ["news of rice"]}, {"salt": ["news of salt"]}]
    assert rows(page, rules=set(RULES) - {"kickers"})[0] == ["tea", "news of tea"]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("<span>Stocking Fillers</span><br><a href=m>View all</a>", "Stocking Fillers"),
        ("<span>Study</span> <a href=m>Half the meat saves much</a>", "Half the meat saves much"),
        ("<i>Last updated 04:52</i> <a href=m>Markets</a>", "Markets"),
    ],
)
def test_of_a_heading_of_several_parts_the_longest_names_the_section_unless_it_has_a_time(heading, name):
    (page,) = rows(f"<div><h3>{heading}</h3><ul><li><a href=1>Tea</a><li><a href=2>Rice</a></ul></div>")
    assert list(page) == [name]
    assert {"Tea", "Rice"} <= {item for item in page[name] if isinstance(item, str)} | set(page[name][-1])


def test_small_print_beside_a_name_is_no_part_of_it():
    assert list(rows("<div><h2>New <small>8 of 74</small></h2><p>Tea</p><p>Rice</p></div>")[0]) == ["New"]


def test_the_text_above_the_first_of_alike_headlines_names_them_in_each_of_several_groups():
    groups = "".join(
        f"<div><div><a href={name}>{name}</a><h2><a href={name}1>{name} one</a></h2></div>"
        f"<div><h2><a href={name}2>{name} two</a></h2></div><div><h2><a href={name}3>{name} three</a></h2></div></div>"
        for name in ("Gear", "Law", "Art")
    )
    expected = [{name: [f"{name} one", f"{name} two", f"{name} three"]} for name in ("Gear", "Law", "Art")]
    assert rows(f"<section>{groups}</section>") == expected


def test_the_heading_of_a_header_names_what_follows_the_header():
    menu = "<ul><li><a href=1>Tea</a><li><a href=2>Rice</a></ul>"
    page = f"<section><header><h4>Asia</h4><p>today</p></header>{menu}</section>"
    assert rows(page) == [{"Asia": ["today", "Tea", "Rice"]}]
    assert rows(page, rules=set(RULES) - {"headers"}) == [{"Asia": ["today"]}, ["Tea", "Rice"]]


def test_an_arrow_beside_a_heading_leaves_the_list_after_it_to_the_heading():
    page = "<section><header><h4>Asia</h4> ▾</header><ul><li><a href=1>Tea</a><li><a href=2>Rice</a></ul></section>"
    (labelled,) = rows(page)
    assert list(labelled) == ["Asia"]


def test_no_heading_names_a_footer():
    page = "<main><h1>Story</h1><p>a</p><p>b</p><footer><a href=1>Terms</a><a href=2>Press</a></footer></main>"
    assert rows(page) == [{"Story": ["a", "b"]}, ["Terms", "Press"]]
