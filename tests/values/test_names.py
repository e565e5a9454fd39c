"""Names that are made."""

from hypothesis import given
from hypothesis import strategies as st

from weblode.values.names import concept_id, unused_name


def test_an_id_is_the_folded_words_of_a_label():
    assert concept_id(" World \n NEWS ") == concept_id("world news") == "world-news"


@given(st.text(min_size=1), st.sets(st.text(), max_size=20))
def test_a_name_that_is_taken_gets_the_first_number_that_is_free(name, taken):
    taken |= {name, f"{name}-2"}
    found = unused_name(name, taken)
    assert found not in taken
    number = int(found.removeprefix(f"{name}-"))
    assert all(f"{name}-{n}" in taken for n in range(2, number))
