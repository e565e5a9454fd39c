"""Stages that go wrong, for tests of what runs them: each in its own way, told by what the page holds."""

import ctypes
import os
import time

from weblode import kernels
from weblode.errors import LimitError, RuleError


def crash(data):
    if b"crash" in data:
        ctypes.string_at(0)
    return "well"


def report(data):
    """Ends as a kernel does that a sanitizer watches."""
    if b"report" in data:
        os.write(2, b"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x62d0 at pc 0x7f\n")
        os.write(2, b"    #0 0x7f in __pyx_f_Walk_add lib/_native.c:21\n")
        os.abort()
    return "well"


def end(data):
    if b"end" in data:
        os._exit(3)
    return "well"


def work(data):
    while b"work" in data:
        pass
    return "well"


def hang(data):
    if b"hang" in data:
        time.sleep(1000)
    return "well"


def eat(data):
    return len(bytearray(2**29 if b"eat" in data else 1))


def starve(data):
    """Runs out of memory and reports it, as a parser does: that is no excuse."""
    try:
        return len(bytearray(2**29 if b"starve" in data else 1))
    except MemoryError as error:
        raise LimitError("not enough memory") from error


def stumble(data):
    return {}["missing"] if b"stumble" in data else "well"


def refuse(data):
    if b"refuse" in data:
        raise RuleError("no records to learn from")
    return "well"


def shuffle(data):
    return list({"a", "b", "c", "d", "e", "f", "g", "h"}) if b"shuffle" in data else "well"


def disagree(data):
    return kernels.fastest().name if b"disagree" in data else "well"


_ALL = (crash, report, end, work, hang, eat, starve, stumble, refuse, shuffle, disagree)
STAGES = {each.__name__: each for each in _ALL}
