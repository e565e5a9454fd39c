"""Pages that could not be read: one line with the name and the reason, in any output."""

import errno
import gc
import os
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.errors import LimitError, PathError, SourceError
from weblode.pages.page import Unread, printable, unread_page


def test_the_error_begins_with_the_name_of_the_page():
    page = unread_page("a.html", PermissionError(errno.EACCES, "Permission denied", "a.html"))
    assert page == Unread("a.html", page.error)
    assert str(page.error) == "a.html: Permission denied"  # the system's words, without the number and the path


def test_a_limit_stays_a_limit_and_everything_else_is_a_fault_of_the_source():
    assert type(unread_page("a.html", LimitError("too large")).error) is LimitError
    for error in (PathError("x"), OSError("x"), ValueError("x"), SourceError("x")):
        assert type(unread_page("a.html", error).error) is SourceError


def test_a_file_that_is_not_there_is_told_apart_from_a_link_that_leads_nowhere(tmp_path):
    missing, link = tmp_path / "missing.html", tmp_path / "link.html"
    link.symlink_to(missing)
    reasons = {missing: "no such file or folder; an address begins with http", link: "is a link that leads nowhere"}
    for path, reason in reasons.items():
        with pytest.raises(FileNotFoundError) as caught:
            path.read_bytes()
        assert str(unread_page(str(path), caught.value).error).startswith(f"{path}: {reason}")


def test_the_error_does_not_keep_the_bytes_of_the_page_alive():
    class Data:
        """Stands for the bytes of a page, which cannot be watched."""

    def fail(watched):
        data = Data()
        watched.append(weakref.ref(data))
        raise ValueError("broken")

    watched = []
    try:
        fail(watched)
    except ValueError as error:
        page = unread_page("a.html", error)
    gc.collect()
    assert watched[0]() is None
    assert page.error.__context__ is page.error.__cause__ is page.error.__traceback__ is None


def test_bytes_of_a_name_that_are_no_text_are_escaped():
    name = os.fsdecode(b"caf\xe9.html")
    assert printable(name) == r"caf\udce9.html"
    assert str(unread_page(name, OSError("broken")).error) == r"caf\udce9.html: broken"


@given(st.text() | st.binary().map(os.fsdecode))
def test_a_printable_name_is_text_and_names_that_are_text_stay(name):
    escaped = printable(name)
    escaped.encode()
    assert printable(escaped) == escaped
    if not any("\ud800" <= character <= "\udfff" for character in name):
        assert escaped == name
