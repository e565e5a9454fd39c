"""The fields that identify a record, by the thesis's rules."""

import pytest

from application.made import ontology, shop
from weblode.application.files import load
from weblode.application.identify import estimate, identifying_fields


def chosen(application):
    return [each.descriptor for each in identifying_fields(application)]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("obituaries", {"KEYWORD(Interment)", "KEYWORD(Funeral)", "KEYWORD(Birth Date)", "KEYWORD(Death Date)"}),
        ("cars", {"Make", "Model", "KEYWORD(Mileage)"}),
        ("courses", {"KEYWORD(Credit Hour)", "Course Number", "KEYWORD(Prerequisite)"}),
    ],
)
def test_the_applications_are_identified_as_in_figure_5_3(name, fields):
    assert set(chosen(load(name))) == fields


def test_jobs_are_identified_by_title_salary_and_date_since_few_print_a_telephone_today():
    assert chosen(load("jobs")) == ["Job Title", "KEYWORD(Salary)", "KEYWORD(Posted)"]


def test_one_to_one_comes_first_then_keywords_before_constants():
    assert chosen(shop()) == ["KEYWORD(Title)", "Title", "KEYWORD(Price)"]


def test_constants_of_a_shared_type_do_not_identify():
    sets = "".join(f"[sets.{name}]\nis = 'Date'\n" for name in "BCD")
    found = ontology(
        "entity = 'A'\nrelationships = ['A [1] has B [1]', 'A [1] has C [1]', 'A [1] has D [1]', 'A [1] on Date [1]']\n"
        f"[sets.A]\n[sets.Date]\nvalues = ['x']\n{sets}"
    )
    assert chosen(found) == []


def test_fewer_than_three_are_none_and_many_are_a_fifth_of_the_sets():
    def wide(n):
        relations = ", ".join(f"'A [1] has S{i} [1]'" for i in range(n))
        sets = "".join(f"[sets.S{i}]\nvalues = ['v{i}']\n" for i in range(n))
        return chosen(ontology(f"entity = 'A'\nrelationships = [{relations}]\n[sets.A]\n{sets}"))

    assert [len(wide(n)) for n in (2, 3, 18, 29)] == [0, 3, 4, 6]


def test_the_estimate_is_the_mean_of_the_fields_that_occur():
    assert estimate([4, 3, 3, 2]) == 3
    assert estimate([4, 0, 2]) == 3
    assert estimate([0, 0]) == 0
