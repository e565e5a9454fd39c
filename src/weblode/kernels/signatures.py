"""A number for the place of each node in its page's template: the reference implementation, in Python.

Two nodes, of one page or of several, have the same signature if the elements from the root to them have the same tags,
and if asked for the same classes and ids, where all numbers count as one: `row1` is `row2`.
"""

import numpy as np
from numpy.typing import NDArray

BASIS, PRIME = 0xCBF29CE484222325, 0x100000001B3  # of the hash FNV-1a, 64 bits
MASK = 2**64 - 1
NAMES = (b"class", b"id")
SPACES = b" \t\n\r\f"
DIGIT = b"#"[0]  # stands for the digits of a number
BETWEEN = b" "[0]  # stands for white space


def signatures(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    parent: NDArray[np.int32],
    codes: NDArray[np.uint64],
    *,
    by_names: bool,
) -> NDArray[np.uint64]:
    """The signature of each node, `by_names` with classes and ids; `codes` has a number for each tag.

    That of a text is its parent's.
    """
    result = np.zeros(len(tag), dtype=np.uint64)
    for u, (number, above) in enumerate(zip(tag.tolist(), parent.tolist(), strict=True)):
        before = int(result[above]) if above >= 0 else BASIS
        code = mixed(before ^ int(codes[number])) if number else before
        result[u] = _element(buffer[start[u] : start[u + 1]], code) if number and by_names else code
    return result


def _element(attributes: bytes, code: int) -> int:
    """The hash of an element's class and id, from the hash of its tag and what is above it."""
    parts = attributes.split(b"\0")
    for name, value in zip(parts[:-1:2], parts[1::2], strict=False):
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


def mixed(code: int) -> int:
    """A number whose bits all depend on all bits of another one."""
    code = ((code ^ (code >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    code = ((code ^ (code >> 27)) * 0x94D049BB133111EB) & MASK
    return code ^ (code >> 31)
