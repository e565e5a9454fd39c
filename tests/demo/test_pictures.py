"""Pictures, read by the definition of PNG."""

import struct
import zlib

import pytest

from weblode.demo.pictures import SIZES, SPACER, picture


def chunks(data):
    """The parts of a PNG; a wrong checksum is an error."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    data, found = data[8:], {}
    while data:
        [length] = struct.unpack(">I", data[:4])
        kind, content = data[4:8], data[8 : 8 + length]
        assert zlib.crc32(kind + content) == struct.unpack(">I", data[8 + length : 12 + length])[0]
        found[kind] = content
        data = data[12 + length :]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_a_png_of_its_size(size):
    found = chunks(picture(size, "k"))
    width, height = SIZES[size]
    assert list(found) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", found[b"IHDR"]) == (width, height, 8, 2, 0, 0, 0)
    rows = zlib.decompress(found[b"IDAT"])
    assert len(rows) == height * (1 + 3 * width)
    assert {rows[y * (1 + 3 * width)] for y in range(height)} == {0}  # no row is filtered


def test_another_key_is_another_picture_and_the_same_key_the_same():
    assert picture("thumb", "a") == picture("thumb", "a") != picture("thumb", "b")


def test_a_size_that_there_is_not_is_an_error():
    with pytest.raises(KeyError):
        picture("huge", "k")


def test_the_spacer_is_one_pixel():
    assert SPACER[:6] == b"GIF89a"
    assert struct.unpack("<HH", SPACER[6:10]) == (1, 1)
    assert SPACER[-1:] == b"\x3b"
