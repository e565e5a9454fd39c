"""A PostgreSQL server of our own: started for the tests that need it, stopped after them."""

import glob
import os
import pwd
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import children
from children import DEVNULL
from machine import lacks


def binaries():
    """The folder with initdb and pg_ctl, or None."""
    folders = [*sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True), *os.environ.get("PATH", "").split(":")]
    return next((folder for folder in folders if all(shutil.which(name, path=folder) for name in _NEEDED)), None)


_NEEDED = ("initdb", "pg_ctl", "postgres")


def _user():
    """Who runs the server: PostgreSQL refuses root."""
    if os.geteuid():
        return {}, pwd.getpwuid(os.geteuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}, name


@contextmanager
def server():
    """The address of a server with an empty database; it listens on a socket of its own, not on the network."""
    folder = binaries()
    if folder is None:
        lacks("postgresql", "no PostgreSQL server on this machine: install postgresql to run these tests")
    who, name = _user()
    home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    try:
        if who:
            shutil.chown(home, name, pwd.getpwnam(name).pw_gid)
        data = home / "data"

        def run(program, *arguments):
            children.run(
                [f"{folder}/{program}", "-D", data, *arguments],
                check=True,
                cwd=home,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(home)},
                stdout=DEVNULL,
                stderr=DEVNULL,
                stdin=DEVNULL,
                **who,
            )

        run("initdb", "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -k {home} -c fsync=off"
        run("pg_ctl", "start", "-w", "-l", home / "log", "-o", options)
        try:
            yield f"postgresql://tester@/postgres?host={home}"
        finally:
            run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(home, ignore_errors=True)
