"""Running commands as a user does: in a process, through a pipe or on a terminal."""

import os
import sys

import children
from forked import SERVER

from weblode import kernels

WEBLODE = [sys.executable, "-m", "weblode"]
# What a command that reads pages says on stderr if there is nothing to say.
SILENCE = f"weblode: working without compiled kernels, several times slower: {kernels.missing()}\n".encode()
SILENCE = SILENCE if kernels.missing() else b""
OUTLINED = """<title>Portal</title><nav><a href=/a>Home</a> | <a href=/b>Help</a></nav>
<h2>News</h2><ul><li><a href=/1>Rain</a><li><a href=/2>Snow</a></ul><p>A text that nobody lists.</p>"""


def run(*arguments, stdin=b"", cwd=None):
    return SERVER.run(arguments, stdin=stdin, cwd=cwd)


def on_a_terminal(*arguments, cwd=None):
    """What a command prints when its output is a terminal."""
    main, sub = os.openpty()
    with children.start([*WEBLODE, *arguments], stdout=sub, stderr=sub, cwd=cwd) as child:
        shown = _shown(child, main, sub)
    return shown.replace("\r\n", "\n")


def answered(answer, *arguments, cwd=None):
    """What a command says on a terminal when a person answers its question, and its exit status."""
    main, sub = os.openpty()
    with children.start([*WEBLODE, *arguments], stdin=sub, stdout=sub, stderr=sub, cwd=cwd) as child:
        os.write(main, f"{answer}\n".encode())
        shown = _shown(child, main, sub)
    return shown, child.returncode


def _shown(child, main, sub):
    """What a child writes to a terminal until its end; both ends of the terminal are closed then."""
    os.close(sub)
    shown = b""
    try:
        while chunk := os.read(main, 4096):
            shown += chunk
    except OSError:  # Linux's way to say that the other end is closed
        pass
    child.wait()
    os.close(main)
    return shown.decode()


def lines(output):
    """The lines of stderr, but for the note that there are no compiled kernels."""
    return [line for line in output.decode().splitlines() if "compiled kernels" not in line]


def listing(tmp_path, name, n, start=0):
    items = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(start, start + n))
    path = tmp_path / name
    path.write_text(f"<h1>Results</h1><div><ul>{items}</ul></div><p>footer")
    return str(path)
