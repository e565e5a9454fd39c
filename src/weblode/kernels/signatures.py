"""A number for the place of each node in its page's template: the reference implementation, in Python.

Two nodes, of one page or of several, have the same signature if the elements from the root to them have the same tags
and itemprops, and in a second column also the same classes and ids, where all numbers count as one: `row1` is `row2`.
"""

from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

BASIS, PRIME = 0xCBF29CE484222325, 0x100000001B3  # of the hash FNV-1a, 64 bits
MASK = 2**64 - 1
NAMES = (b"class", b"id")
PROPERTY = b"itemprop"
SPACES = b" \t\n\r\f"
DIGIT = b"#"[0]  # stands for the digits of a number
BETWEEN = b" "[0]  # stands for white space
BY_NAMES, BY_TAGS = range(2)  # the rows of the result


def signatures(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    parent: NDArray[np.int32],
    codes: NDArray[np.uint64],
) -> NDArray[np.uint64]:
    """Two signatures of each node, with classes and ids and without; `codes` has a number for each tag.

    That of a text is its parent's. An itemprop, which says what its element holds, adds its own number to all below.
    """
    result = np.zeros((2, len(tag)), dtype=np.uint64)
    by_names, by_tags, added = [0] * len(tag), [0] * len(tag), [0] * len(tag)
    for u, (number, above) in enumerate(zip(tag.tolist(), parent.tolist(), strict=True)):
        by_names[u], by_tags[u] = (by_names[above], by_tags[above]) if above >= 0 else (BASIS, BASIS)
        added[u] = added[above] if above >= 0 else 0
        if number:
            code, attributes = int(codes[number]), _pairs(buffer[start[u] : start[u + 1]])
            by_names[u] = _element(attributes, mixed(by_names[u] ^ code))
            by_tags[u] = mixed(by_tags[u] ^ code)
            added[u] += sum(property_code(value) for name, value in attributes if name == PROPERTY)
        result[BY_NAMES, u] = (by_names[u] + added[u]) & MASK
        result[BY_TAGS, u] = (by_tags[u] + added[u]) & MASK
    return result


def _pairs(attributes: bytes) -> list[tuple[bytes, bytes]]:
    parts = attributes.split(b"\0")
    return list(zip(parts[:-1:2], parts[1::2], strict=False))


def _element(attributes: list[tuple[bytes, bytes]], code: int) -> int:
    """The hash of an element's class and id, from the hash of its tag and what is above it."""
    for name, value in attributes:
        if name not in NAMES:
            continue
        code = ((code ^ len(name)) * PRIME) & MASK
        last = BETWEEN
        for byte in value:
            sign = BETWEEN if byte in SPACES else DIGIT if 48 <= byte <= 57 else byte
            if sign != last or sign not in (BETWEEN, DIGIT):
                code = ((code ^ sign) * PRIME) & MASK
            last = sign
    return code


@lru_cache(maxsize=4096)
def property_code(name: bytes) -> int:
    """A number for an itemprop, the same in every process."""
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")


def mixed(code: int) -> int:
    """A number whose bits all depend on all bits of another one."""
    code = ((code ^ (code >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    code = ((code ^ (code >> 27)) * 0x94D049BB133111EB) & MASK
    return code ^ (code >> 31)
