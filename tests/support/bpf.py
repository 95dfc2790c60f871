"""A small interpreter of classic BPF, to ask a seccomp program what it answers to a system call."""

from __future__ import annotations

import errno
import struct

ALLOW = 0x7FFF0000
ERRNO = 0x00050000
LINE = struct.Struct("<HBBI")


def answer(program: bytes, number: int, architecture: int, arguments: tuple[int, ...] = ()) -> str:
    """`allowed`, or the name of the errno, for a call with these arguments (64 bits each)."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, architecture, 0, *padded)
    lines = list(LINE.iter_unpack(program))
    accumulator = position = 0
    for _ in range(len(lines)):
        code, then, otherwise, value = lines[position]
        position += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif code == 0x54:
            accumulator &= value
        elif code == 0x05:
            position += value
        elif code == 0x06:
            return _named(value)
        else:
            holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
            position += then if holds else otherwise
    raise AssertionError("the program has no end")


def _named(value: int) -> str:
    if value == ALLOW:
        return "allowed"
    assert value & 0xFFFF0000 == ERRNO, hex(value)
    return errno.errorcode[value & 0xFFFF]
