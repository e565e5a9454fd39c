"""Small pictures for the generated sites: the spacer, a logo and a picture for every article."""

import struct
import zlib

from weblode.demo.dice import Dice

# One transparent pixel, which pages of 2003 used for their layout.
SPACER = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")

SIZES = {"thumb": (80, 60), "wide": (380, 220), "logo": (60, 60)}


def picture(size: str, key: str) -> bytes:
    """A PNG: sky above land, in colours that depend on the key."""
    width, height = SIZES[size]
    dice = Dice(key, "picture")
    sky = [dice.number(120, 230) for _ in range(3)]
    land = [dice.number(30, 140) for _ in range(3)]
    horizon = dice.number(height // 3, height * 2 // 3)
    rows = bytearray()
    for y in range(height):
        colour = sky if y < horizon else land
        rows += b"\0" + bytes(max(0, value - y * 40 // height) for value in colour) * width
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
