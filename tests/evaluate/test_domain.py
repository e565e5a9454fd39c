"""Right and wrong values of application ontologies on pages about one thing."""

import json

from application.made import BOATS, boats, ontology, page

from bench import domain
from weblode.application import files
from weblode.application.extract import extract
from weblode.evaluate.domain import DomainJudge, DomainScore

FIELDS = {"name": ["Name"], "depth": ["Draught"], "home": ["Harbour"]}


ALMA = boats()[0][1]


def score(gold, html=ALMA):
    made = ontology(BOATS)
    result = DomainJudge(made, FIELDS).add(extract(page(html), made), gold)
    return result.right, result.values, result.hits, result.expected


def test_a_value_is_right_by_its_words_or_by_what_its_set_reads_from_the_gold():
    assert score({"name": ["ALMA"], "depth": ["1.1 m at the keel"], "home": ["Husum"]}) == (3, 3, 3, 3)
    assert score({"name": ["Berta"], "depth": ["1.4 m"], "home": ["Emden"]}) == (0, 3, 0, 3)


def test_a_value_from_a_gold_text_is_right_if_it_has_most_of_its_words():
    html = ALMA.replace("<h1>Alma", "<h1>Alma of Husum, 1951").replace("Husum<tr>", "Husum (old basin)<tr>")
    assert score({"name": ["Alma of Husum, 1951"], "home": ["Husum (old basin)"]}, html) == (2, 2, 2, 2)
    assert score({"home": ["Husum, old basin, berth 3"]}, html) == (0, 1, 0, 1)


def test_a_gold_value_without_words_does_not_count():
    assert score({"home": ["Husum"], "depth": ["/"]}) == (1, 1, 1, 1)


def test_attributes_that_gold_or_mapping_lack_do_not_count():
    assert score({"home": ["Husum"], "owner": ["Ida"]}) == (1, 1, 1, 1)
    assert score({}) == (0, 0, 0, 0)


def test_scores_without_values_are_precise_only_if_nothing_was_expected():
    assert (DomainScore().precision, DomainScore().recall) == (1.0, 1.0)
    assert (DomainScore(expected=1).precision, DomainScore(expected=1).recall) == (0.0, 0.0)


def test_the_mapping_names_sets_of_bundled_ontologies():
    for kind in domain.MAPPING.values():
        sets = files.load(kind["ontology"]).sets
        assert all(name in sets for names in kind["fields"].values() for name in names)


def test_the_command_prints_both_halves_by_kind(tmp_path, capsys):
    rows = []
    (tmp_path / "pages").mkdir()
    for site in ("a", "b"):
        for i, title in enumerate(("Salt", "Mud", "Sand", "Clay")):
            name = f"book-{site}-{i}.html"
            isbn = f"978030640615{i}"
            (tmp_path / "pages" / name).write_text(
                f"<title>{title} | {site}</title><h1>{title}</h1><p>by <b>Ada Reed</b></p><table><tr><td>ISBN-13:"
                f"<td>{isbn}<tr><td>Publisher:<td>{title} Press</table><div>Site {site}</div>"
            )
            values = {"title": [title], "isbn_13": [isbn], "publisher": [f"{title} Press"]}
            rows.append({"page": name, "site": f"book-{site}", "vertical": "book", "url": "", "attributes": values})
    (tmp_path / "gold.json").write_text(json.dumps(rows))
    domain.main([str(tmp_path), "--kind", "book", "--pages"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.split() == ["all", *["1.000", "1.000", "12"] * 2, "1.000", "1.000", "24"]
