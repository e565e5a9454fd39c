"""Rankings, ties and no answers."""

from weblode.pages.html import parse
from weblode.records import separators
from weblode.records.separators import Children, rank_by_value


def children(html, share=0.0):
    tree = parse(html.encode())
    return Children(tree, tree.children(2)[0], share)


def test_equal_values_share_a_rank_and_the_next_counts_on():
    assert rank_by_value([(1, 5.0), (2, 1.0), (3, 5.0), (4, 9.0)]) == {2: 1, 1: 2, 3: 2, 4: 4}
    assert rank_by_value([]) == {}


def test_repeating_siblings_have_no_answer_without_an_adjacent_pair():
    assert separators.repeating_siblings(children("<div><p>a</p><p>b</p></div>")) == {}
    assert separators.repeating_siblings(children("<div><hr>text<br>text<hr></div>")) == {}


def test_known_tags_have_no_answer_where_none_is_known():
    cards = children("<div><my-card>a</my-card><my-card>b</my-card></div>")
    assert separators.identifiable_tags(cards) == {}
    assert separators.path_separators(cards) == {}


def test_ontology_match_has_no_answer_where_no_pattern_matches():
    assert separators.ontology_match(children("<ul><li>a<li>b</ul>"), separators.count_matches(["zebra"])) == {}


def test_the_type_of_the_region_orders_the_known_tags():
    html = "<{0}><b>x</b><b>y</b><p>z</p></{0}>"
    names = {}
    for region in ("blockquote", "div"):
        found = children(html.format(region))
        names[region] = [found.tree.name_of(tag) for tag in separators.path_separators(found)]
    assert names == {"blockquote": ["p", "b"], "div": ["p", "b"]}
    table = children("<table><tr><td>a<tr><td>b</table>")
    assert separators.path_separators(Children(table.tree, table.nodes[0])) == {table.tree.number("tr"): 1}


def test_form_controls_and_scripts_are_no_candidates():
    found = children("<div><input><input><script>x</script><p>a</p><p>b</p></div>")
    assert [found.tree.name_of(tag) for tag in found.counts] == ["p"]


def test_rare_tags_are_left_out_by_their_share():
    html = "<div>" + "<p>a</p>" * 19 + "<hr></div>"
    assert len(children(html).counts) == 2
    assert len(children(html, 0.1).counts) == 1


def test_intervals_and_sizes_are_different_deviations():
    found = children("<div><hr><p>aaaa</p><hr><p>b</p><p>bbb</p><hr><p>cccc</p></div>")
    name = found.tree.name_of
    assert next(iter(map(name, separators.interval_deviation(found)))) == "hr"
    assert {name(tag): rank for tag, rank in separators.size_deviation(found).items()} == {"hr": 1, "p": 2}


def test_tags_that_occur_too_rarely_are_rejected_by_repeating_tags_and_by_known_paths():
    # Buttler, Liu, Pu, section 6.5: with no tag above the threshold, neither can choose one.
    found = children("<div><table><tr><td>menu</table><p><b>a</b></p><p><b>b</b></p><p><b>c</b></p></div>")
    name = found.tree.name_of
    for heuristic in (separators.repeating_tags, separators.path_separators):
        ranked = {least: sorted(map(name, heuristic(found, least))) for least in (0, 1, 2, 3, 4)}
        assert ranked == {0: ["p", "table"], 1: ["p", "table"], 2: ["p"], 3: ["p"], 4: []}


def test_thresholds_are_options_of_the_rankings_and_leave_the_other_heuristics_alone():
    found = children("<div><table><tr><td>menu</table><p><b>a</b></p><p><b>b</b></p></div>")
    default = separators.rankings(found, "omini")
    assert default == separators.rankings(found, "omini", least=separators.LEAST)
    high = separators.rankings(found, "omini", least={"R": 9, "I": 9})
    assert (high["R"], high["I"]) == ({}, {})
    assert {letter: high[letter] for letter in "SPB"} == {letter: default[letter] for letter in "SPB"}
    assert separators.rankings(found, "byu", least={"R": 9, "I": 9}) == separators.rankings(found, "byu")
