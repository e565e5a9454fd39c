"""Alignment by its definition: the columns of records, from the places that each record has."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from weblode.records.alignment import align, align_labelled
from weblode.records.places import FieldPlace

PLACES = st.builds(FieldPlace, st.sampled_from("ab"), st.sampled_from(["", "x"]))
SEQUENCES = st.lists(PLACES, max_size=5)


def best(one, two):
    """The highest sum of likenesses of any alignment, by trying all."""
    found = 0.0
    for n in range(min(len(one), len(two)) + 1):
        for left in combinations(one, n):
            for right in combinations(two, n):
                alike = [a.likeness(b) for a, b in zip(left, right, strict=True)]
                found = max(found, sum(alike) if all(alike) else 0.0)
    return found


@given(SEQUENCES, SEQUENCES)
def test_two_sequences_are_aligned_as_well_as_can_be(one, two):
    columns, (found,) = align([two], one)
    pairs = [(columns[i], place) for i, place in zip(found, two, strict=True)]
    assert sum(known.likeness(place) for (number, known), place in pairs if number < len(one)) == best(one, two)
    assert [known for number, known in columns if number < len(one)] == one


@given(st.lists(SEQUENCES, max_size=5))
def test_every_place_has_a_column_of_its_path_and_columns_ascend(sequences):
    places, numbers = align(sequences)
    for sequence, row in zip(sequences, numbers, strict=True):
        assert row == sorted(set(row))
        assert all(places[i][1].path == place.path for i, place in zip(row, sequence, strict=True))


def test_labels_are_aligned_whatever_their_order():
    one, two, three = (FieldPlace("p", "", label) for label in ("Brand", "Model", "Size"))
    title = FieldPlace("h2")
    places, numbers = align_labelled([[title, one, two, three], [title, three, one], [title, two, one], [title]])
    assert [place for _, place in places] == [title, one, two, three]
    assert numbers == [[0, 1, 2, 3], [0, 3, 1], [0, 2, 1], [0]]
    places, numbers = align_labelled([[title, two, one, one]], [title, one, two])
    assert [places[i][0] for i in numbers[0]] == [0, 2, 1, 6]


@given(st.lists(st.lists(st.builds(FieldPlace, st.sampled_from("ab"), st.just(""), st.sampled_from(["", "X", "Y"])))))
def test_aligned_by_labels_every_place_has_a_column_of_its_own(sequences):
    places, numbers = align_labelled(sequences)
    for sequence, row in zip(sequences, numbers, strict=True):
        assert len(set(row)) == len(row)
        assert all(places[i][1].path == place.path for i, place in zip(row, sequence, strict=True))
    assert sorted({number for number, _ in places}) == sorted(number for number, _ in places)


def test_very_long_records_are_aligned_too():
    sequence = [FieldPlace(f"p{i}") for i in range(300)]
    places, numbers = align([sequence, sequence[::2]])
    assert len(places) == 300
    assert numbers[1] == list(range(0, 300, 2))


def places_of(names):
    return [FieldPlace(name) for name in names]


def test_the_most_frequent_record_gives_the_order_of_the_columns():
    places, numbers = align([places_of("ba"), places_of("ab"), places_of("ab")])
    assert [place.path for _, place in places] == ["a", "b", "a"]
    assert numbers == [[1, 2], [0, 1], [0, 1]]


def test_known_places_keep_their_numbers_and_their_order_and_new_ones_get_the_next():
    places, numbers = align([places_of("axb")], places_of("abc"))
    assert [(number, place.path) for number, place in places] == [(0, "a"), (3, "x"), (1, "b"), (2, "c")]
    assert numbers == [[0, 1, 2]]


def test_places_beyond_the_most_columns_are_left_out():
    sequence = [FieldPlace(f"p{i}") for i in range(501)]
    places, (row,) = align([sequence])
    assert len(places) == 500
    assert row == [*range(500), -1]
    labelled = [FieldPlace("p", "", "A"), *sequence, FieldPlace("p", "", "B")]
    places, numbers = align_labelled([labelled, labelled])
    assert len(places) == 502  # labels have columns of their own
    assert numbers == [[*range(501), -1, 501]] * 2


def test_labels_of_headings_are_words_of_titles():
    titles = [[FieldPlace("h2", "", label), FieldPlace("p")] for label in ("Dune", "Salt", "Dune", "Salt")]
    places, numbers = align_labelled(titles)
    assert [place.path for _, place in places] == ["h2", "p"]
    assert numbers == [[0, 1]] * 4


def test_a_label_that_only_one_record_has_is_no_column_of_its_own():
    sequences = [[FieldPlace("p", "", label)] for label in ("Brand", "Brand", "Size", "Size", "Odd")]
    places, numbers = align_labelled(sequences)
    assert [place.label for _, place in places if place.label != "Odd"] == ["Size", "Brand"]
    assert numbers[0] == numbers[1] != numbers[2] == numbers[3]


def test_nothing_is_aligned_with_nothing():
    assert align([]) == align_labelled([]) == ([], [])
    assert align([[], []]) == ([], [[], []])
