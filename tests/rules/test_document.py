"""The files of rules: what each is for is told apart."""

import pytest
from details.sites import page, products, trees
from rules import made

import weblode
from weblode.details.discover import discover
from weblode.details.rule import learn_rule
from weblode.errors import RuleError
from weblode.rules.document import kind_in


def saved(folder):
    """A rule for records and one for details."""
    weblode.learn(made.page(6)).save(folder / "list.json")
    learn_rule(discover(trees([page(row) for row in products(3)])), {}).save(folder / "thing.json")
    return folder / "list.json", folder / "thing.json"


def test_a_rule_for_something_else_names_what_reads_it(tmp_path):
    records, details = saved(tmp_path)
    assert (kind_in(records), kind_in(details)) == ("records", "details")
    with pytest.raises(RuleError, match=r"thing\.json: is a rule for details: read it with weblode\.DetailRule\.load"):
        weblode.Rule.load(details)
    with pytest.raises(RuleError, match=r"list\.json: is a rule for records: read it with weblode\.Rule\.load"):
        weblode.DetailRule.load(records)


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", "[" * 100_000])
def test_a_file_that_is_no_rule_is_for_nothing(tmp_path, text):
    (tmp_path / "rule.json").write_text(text)
    assert kind_in(tmp_path / "rule.json") == kind_in(tmp_path / "missing.json") == ""
