"""Pipes, sockets and devices in folders of somebody else's: nothing waits for them."""

import os
import socket
from pathlib import Path

import pytest
from commands import run
from newspapers import save, site

from weblode.files import acquire_lock, is_special, open_file, read_file

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")


def test_only_regular_files_are_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    os.symlink(tmp_path / "pipe", tmp_path / "link")
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(str(tmp_path / "socket"))
    for path in (tmp_path / "pipe", tmp_path / "link", tmp_path / "socket", Path("/dev/zero")):
        assert is_special(path)
        with pytest.raises(OSError, match=r"not a file|No such device"):
            read_file(path)
    with pytest.raises(IsADirectoryError):
        open_file(tmp_path)
    (tmp_path / "file").write_bytes(b"x")
    assert (read_file(tmp_path / "file"), is_special(tmp_path / "file"), is_special(tmp_path)) == (b"x", False, False)


@pytest.mark.parametrize(
    "command",
    [
        ["records"],
        ["outline"],
        ["tables"],
        ["tree"],
        ["learn", "-o", "rule.json"],
        ["instances"],
        ["mine", "-o", "out"],
    ],
)
def test_a_pipe_in_a_folder_of_pages_stops_nobody(tmp_path, command):
    [home, *_] = save(tmp_path / "papers", {"north": site(), "south": site()})
    folder = Path(home) if Path(home).is_dir() else Path(home).parent
    os.mkfifo(folder / "a.html")
    os.mkfifo(folder / "b.warc.gz")
    os.mkfifo(folder / "index.htm")
    done = run(*command, str(folder), cwd=tmp_path)
    assert b"Traceback" not in done.stderr
    if command[0] != "mine":
        assert b"a.html: is a pipe, socket or device, not a file" in done.stderr


def test_a_lock_that_is_a_pipe_is_told(tmp_path):
    os.mkfifo(tmp_path / "mine.lock")
    with pytest.raises(OSError, match=r"mine\.lock is a pipe"):
        acquire_lock(str(tmp_path / "mine.lock"))
