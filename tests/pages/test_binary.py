"""Bytes that are no page."""

import random

import pytest
from commands import lines, run

from weblode.pages.binary import binary_kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"%PDF-1.7\n<html>", "a PDF document"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP image"),
        (bytes(1000), "binary data"),
        (random.Random(7).randbytes(5000), "binary data"),
        (random.Random(7).randbytes(40), "binary data"),
    ],
)
def test_files_that_are_no_pages_are_known(data, kind):
    assert binary_kind(data) == kind


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"just a text",
        "<p>Größe".encode("utf-16"),
        "<div>Größe</div>".encode("utf-16-le"),
        "日本語のテキスト".encode("iso-2022-jp"),
        "Ein Text mit Umlauten: äöü".encode("latin-1"),
        b"<div>" + bytes(range(256)) + b"</div>",
        b"<p>a text with \0 one and \x01 two in a hundred characters, as some editors leave them: " + b"x" * 60,
    ],
)
def test_pages_are_pages_even_with_a_few_control_characters(data):
    assert binary_kind(data) == ""


@pytest.mark.parametrize("command", ["records", "tables", "outline", "tree", "instances"])
def test_an_image_is_one_line_and_status_1(tmp_path, command):
    (tmp_path / "page.png").write_bytes(b"\x89PNG\r\n\x1a\n" + random.Random(7).randbytes(3000))
    done = run(command, "page.png", cwd=tmp_path)
    assert (done.returncode, lines(done.stderr)) == (
        1,
        ["weblode: page.png: is a PNG image, not a page; give HTML or XML"],
    )
