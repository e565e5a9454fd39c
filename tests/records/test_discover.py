"""The methods: what each finds, and what is asked wrongly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SOUP

import weblode
from records.pages import FORMS, RESULTS, is_cut_exactly, two_lists
from weblode.errors import WeblodeError
from weblode.pages.html import parse
from weblode.records import METHODS
from weblode.records.discover import SEPARATING, discover, extract, read, see_text
from weblode.records.record_list import RecordLists
from weblode.records.repeats import Bounds
from weblode.rules.learning import learn


def test_iepad_is_a_method_with_its_pattern_told():
    tree = parse(RESULTS)
    (found,) = discover(tree, "iepad")
    assert found.texts() == [f"Title {i} Words about it, some more" for i in range(6)]
    assert (found.method, tree.name(found.region), tree.name_of(found.separator)) == ("iepad", "ul", "li")
    assert found.pattern == "<li><h3><text></h3><p><text></p></li>"
    assert learn([found]).apply(tree).records == found.records


def test_bounds_are_for_iepad_alone():
    with pytest.raises(WeblodeError, match=r"bounds on repeats .* not with 'omini'"):
        discover(parse(RESULTS), "omini", bounds=Bounds())


@pytest.mark.parametrize("n", [3, 5, 10, 47, 300, 5000])
@pytest.mark.parametrize("form", FORMS)
def test_a_list_of_equal_records_is_found_among_other_things(form, n):
    page = f"<title>t</title><h1>A page</h1><p>Some words before.</p>{FORMS[form](n)}<p>And some after.</p>"
    (found,) = discover(parse(page.encode()), "omini")
    assert is_cut_exactly(found, n)


def test_a_list_that_was_taken_with_another_is_not_listed_again():
    found = discover(two_lists(), "omini", limit=5)
    assert [each.tree.name_of(each.separator) for each in found] == ["li", "ul"]


def test_a_page_without_a_list_has_no_records():
    assert discover(parse(b"")) == []
    assert discover(parse(b"<p>one paragraph")) == []


@pytest.mark.parametrize("wrong", [{"method": "guess"}, {"factors": "theirs"}])
def test_a_method_or_factors_that_are_none_are_named_with_those_that_are(wrong):
    with pytest.raises(WeblodeError, match=r"choose \('consensus', 'omini', 'byu', 'iepad'\) with \('ours', 'paper'\)"):
        discover(parse(RESULTS), **wrong)


def test_only_methods_that_cut_at_a_tag_read_a_region():
    with pytest.raises(WeblodeError, match=r"no method 'iepad' .* choose \('omini', 'byu'\)"):
        read(parse(RESULTS), 0, "iepad")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_list_of_a_plain_page_and_says_its_name(method):
    tree = parse(RESULTS)
    (found,) = discover(tree, method)
    assert found.method == method
    assert found.texts() == [f"Title {i} Words about it, some more" for i in range(6)]


@pytest.mark.parametrize("method", SEPARATING)
def test_a_list_below_the_threshold_is_left_out(method):
    tree = two_lists()
    score = discover(tree, method)[0].score
    assert discover(tree, method, threshold=score)[0].score == score
    assert discover(tree, method, threshold=1.01) == []


def test_a_region_is_read_by_the_heuristics_that_are_chosen():
    tree = parse(RESULTS)
    region = discover(tree, "omini")[0].region
    every, some = read(tree, region, "byu"), read(tree, region, "byu", heuristics="RH")
    assert set(some.votes) == {"R", "H"} < set(every.votes)
    assert some.votes["R"] == every.votes["R"]


def test_a_region_without_tags_that_separate_is_no_list():
    tree = parse(b"<p>just a text")
    assert read(tree, len(tree) - 2) is None


def test_without_refining_every_piece_is_a_record():
    tree = parse(b"<ul><li><a>One</a> thing<li><a>Two</a> things<li><li><a>Three</a> things</ul>")
    region = next(u for u in range(len(tree)) if tree.name(u) == "ul")
    plain, refined = (extract(tree, region, tree.number("li"), refine=refine) for refine in (False, True))
    assert (len(plain.records), len(refined.records)) == (4, 3)
    assert [each.reason for each in refined.dropped] == ["has no text"]


@given(SOUP, st.sampled_from(METHODS))
@settings(max_examples=100)
def test_any_page_gives_lists_of_two_records_or_more_in_order_no_more_than_asked_for(soup, method):
    tree = parse(soup.encode(errors="replace"))
    lists = discover(tree, method, limit=3)
    assert len(lists) <= 3
    for found in lists:
        assert len(found.records) > 1
        edges = [u for record in found.records for u in record]
        assert edges == sorted(edges)


def test_results_have_the_pagination_of_the_page_also_without_a_list():
    link = "<a href='?page=2'>Next</a>"
    nothing = weblode.records(f"<p>Nothing. {link}", url="http://a.example/")
    assert (len(nothing), nothing.pagination.next) == (0, "http://a.example/?page=2")
    items = "".join(
        f"<li><h3><a href=/{n}>Book {n}</a></h3> <p>A novel in {n} parts</p> <i>£{n}.50</i>" for n in range(9)
    )
    books = weblode.records(f"<ul>{items}</ul>{link}", url="http://a.example/")
    assert books.pagination == books[0].pagination
    assert books[0].pagination.next == "http://a.example/?page=2"
    assert RecordLists().pagination.pages == RecordLists(books).pagination.pages == []


def test_a_page_whose_text_was_looked_at_before_has_the_same_lists():
    seen = see_text(parse(RESULTS))
    assert "hidden" in seen.column_cache
    assert [each.records for each in discover(seen)] == [each.records for each in discover(parse(RESULTS))]
    assert "hidden" not in see_text(parse(b"<?xml version='1.0'?><a><b/></a>")).column_cache
