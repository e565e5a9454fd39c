"""A thread without a network: whatever code it runs cannot reach another server.

On Linux any thread, without privileges, can give up system calls for itself and the threads it starts (seccomp,
`man 2 seccomp`). Here `socket` is given up: without it no host name is resolved and no connection is opened.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import sys
from contextlib import suppress

# By machine, its number in a filter (linux/audit.h), and the number of the system call `socket`.
_MACHINES = {
    "x86_64": (0xC000003E, 41),
    "aarch64": (0xC00000B7, 198),
    "riscv64": (0xC00000F3, 198),
}
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2  # linux/prctl.h; without the first only root may set a filter
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06  # linux/bpf_common.h
_NUMBER, _MACHINE = 0, 4  # offsets in the data that a filter sees (struct seccomp_data)
_ALLOWED, _FAILS = 0x7FFF0000, 0x00050000  # linux/seccomp.h


class _FilterStep(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.POINTER(_FilterStep)))


def disable_network() -> bool:
    """Take the network from this thread and those it starts; True if that worked, False if not on Linux."""
    if sys.platform == "linux" and platform.machine() in _MACHINES:
        with suppress(OSError, AttributeError):  # a C library without prctl
            _give_up_sockets(*_MACHINES[platform.machine()])
    try:
        socket.socket().close()
    except PermissionError:
        return True
    return False


def _give_up_sockets(machine: int, number: int) -> None:
    """Install the filter for this thread, unless the kernel does not support it."""
    steps = (_FilterStep * 6)(
        _FilterStep(_LOAD, 0, 0, _MACHINE),
        _FilterStep(_IF_EQUAL, 0, 3, machine),
        _FilterStep(_LOAD, 0, 0, _NUMBER),
        _FilterStep(_IF_EQUAL, 0, 1, number),
        _FilterStep(_RETURN, 0, 0, _FAILS | errno.EACCES),
        _FilterStep(_RETURN, 0, 0, _ALLOWED),
    )
    program = _Program(len(steps), steps)
    prctl = ctypes.CDLL(None).prctl
    prctl.argtypes = (ctypes.c_int, *[ctypes.c_ulong] * 4)
    prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    prctl(_SECCOMP, _FILTER, ctypes.addressof(program), 0, 0)
