"""Weighted evidence, turned into a probability."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.tables import detect
from weblode.tables.models import Model, Models, fitted_models


def test_every_weight_has_a_reason_to_give():
    models = fitted_models()
    assert set(models.data.weights) == set(detect._AGAINST)
    for model in (models.data, models.top, models.row, models.matrix):
        assert set(model.weights) == set(model.usual)


EVEN = Model(0.0, {"rows": 2.0, "links": -1.0}, {"rows": 3.0, "links": 0.5})


def test_a_usual_table_is_judged_by_the_bias_alone():
    usual = {"rows": 3.0, "links": 0.5}
    assert EVEN.probability(usual) == 0.5
    assert Model(50.0, {}, {}).probability({}) > 0.99


def test_each_part_is_the_weighted_difference_from_a_usual_table():
    assert EVEN.parts({"rows": 4.0, "links": 1.0, "other": 9.0}) == {"rows": 2.0, "links": -0.5}


@given(st.floats(-100, 100), st.floats(-100, 100), st.floats(0, 5))
def test_more_evidence_or_a_higher_prior_never_lowers_the_probability(rows, prior, more):
    def probability(rows, prior):
        return EVEN.probability({"rows": rows, "links": 0.5}, prior=prior)

    assert 0 <= probability(rows, prior) <= probability(rows + more, prior) <= 1
    assert probability(rows, prior) <= probability(rows, prior + more)


def test_evidence_that_is_missing_is_an_error_and_not_zero():
    with pytest.raises(KeyError, match="links"):
        EVEN.probability({"rows": 1.0})


def test_models_are_read_from_one_object():
    entry = {"bias": 1.5, "weights": {"a": 1.0}, "usual": {"a": 0.0}}
    models = Models.of(dict.fromkeys(("data", "top", "row", "matrix"), entry))
    assert models.data == models.matrix == Model(1.5, {"a": 1.0}, {"a": 0.0})
    with pytest.raises(TypeError):
        Models.of({"data": entry})
