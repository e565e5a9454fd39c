"""Files and folders that are replaced: the order of it, and what is left when it fails."""

import errno
import os
import stat
import sys
from pathlib import Path

import children
import pytest

import weblode
from weblode import files, formats
from weblode.errors import RuleError
from weblode.graph import files as ontology_files
from weblode.graph import history, store
from weblode.graph.edits import Edit
from weblode.mining import results
from weblode.ontology import Concept, Ontology
from weblode.rules.rule import Rule

SHOP = Path(weblode.__file__).parent / "demo" / "bookshop.html"


def rule():
    return weblode.learn(weblode.records(weblode.read(SHOP)))


def one_edit():
    known = history.History()
    known.add(Edit("rename", (Concept("a", ("A",)),), label="B"), time="2026-01-31T12:00:00Z")
    return known


@pytest.fixture
def watched(monkeypatch):
    """What was done to the disk, in order: what was synced, with its size then, and what was renamed, by inode."""
    calls = []

    def fsync(number, work=os.fsync):
        work(number)
        about = os.fstat(number)
        calls.append(("sync", about.st_ino, None if stat.S_ISDIR(about.st_mode) else about.st_size))

    def renaming(work):
        def rename(source, target):
            calls.append(("rename", os.stat(source).st_ino, None))
            work(source, target)

        return rename

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renaming(os.replace))
    monkeypatch.setattr(os, "rename", renaming(os.rename))
    return calls


WRITERS = {
    "rule.json": lambda folder: rule().save(folder / "rule.json"),
    "edits.jsonl": lambda folder: history.write(one_edit(), folder),
    "run.json": lambda folder: results.write_json(folder / "run.json", {"a": 1}),
    "taxonomy.json": lambda folder: ontology_files.write(Ontology((Concept("a", ("A",)),)), folder),
    "table.csv": lambda folder: formats.write(weblode.Table({"page": ["a"], "node": [1]}), folder / "table.csv"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_is_on_the_disk_before_its_name_and_the_name_before_anybody_hears_of_it(name, tmp_path, watched):
    for _ in range(2):  # new, and in the place of another
        watched.clear()
        WRITERS[name](tmp_path)
        about, folder = os.stat(tmp_path / name), os.stat(tmp_path).st_ino
        start = watched.index(("sync", about.st_ino, about.st_size))
        assert watched[start + 1 : start + 3] == [("rename", about.st_ino, None), ("sync", folder, None)]


def test_a_folder_is_on_the_disk_with_all_in_it_before_its_name(tmp_path, watched):
    for _ in range(2):
        watched.clear()
        store.write([], tmp_path)
        graph = tmp_path / "graph"
        renamed = watched.index(("rename", os.stat(graph).st_ino, None))
        before = {inode for kind, inode, _ in watched[:renamed] if kind == "sync"}
        assert {os.stat(path).st_ino for path in (graph, *graph.iterdir())} <= before
        assert watched[renamed + 1] == ("sync", os.stat(tmp_path).st_ino, None)


FULL = """
import resource, sys
sys.path[:0] = {path!r}
import test_files
from weblode.errors import WeblodeError
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
try:
    test_files.WRITERS[{name!r}](Path({folder!r}))
except WeblodeError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_without_room_leaves_the_old_file_whole_and_says_which(name, tmp_path):
    WRITERS[name](tmp_path)
    old = (tmp_path / name).read_bytes()
    folder, paths = str(tmp_path), [str(Path(__file__).parent)]
    program = FULL.format(path=paths, name=name, folder=folder, most=len(old) // 2)
    said = children.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert f"cannot write {tmp_path / name}: {os.strerror(errno.EFBIG)}" in said
    assert (tmp_path / name).read_bytes() == old
    assert files.leftovers(tmp_path) == []


def test_a_rule_that_cannot_be_written_is_a_rule_error(tmp_path):
    with pytest.raises(RuleError, match=r"cannot write .*nowhere/rule.json: No such file"):
        rule().save(tmp_path / "nowhere" / "rule.json")
    with pytest.raises(RuleError, match="is not a regular file"):
        rule().save(tmp_path)


def test_a_full_device_is_told_with_its_name():
    with pytest.raises(RuleError, match="cannot write /dev/full: No space left on device"):
        rule().save("/dev/full")


def test_a_device_is_written_to_and_stays_one(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = children.start(["cat", tmp_path / "pipe"], stdout=children.PIPE)
    rule().save(tmp_path / "pipe")
    said, _ = reader.communicate(timeout=30)
    (tmp_path / "rule.json").write_bytes(said)
    assert Rule.load(tmp_path / "rule.json") == rule()
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


def test_a_file_keeps_its_permissions_and_a_link_leads_where_it_led(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    os.chmod(tmp_path / "real", 0o640)
    (tmp_path / "link").symlink_to("real")
    files.replace_file(tmp_path / "link", b"new")
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()
    assert stat.S_IMODE(os.stat(tmp_path / "real").st_mode) == 0o640
    files.replace_file(tmp_path / "fresh", b"new")
    (tmp_path / "usual").touch()
    assert os.stat(tmp_path / "fresh").st_mode == os.stat(tmp_path / "usual").st_mode


def test_an_exception_in_between_leaves_the_old_file_and_nothing_else(tmp_path):
    (tmp_path / "a").write_bytes(b"old")

    def stopped():
        with files.replacing(tmp_path / "a") as stream:
            stream.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    with pytest.raises(ConnectionResetError), files.replacing(tmp_path / "a"):
        raise ConnectionResetError(errno.ECONNRESET, "of a page that was read meanwhile")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_a_folder_that_cannot_take_the_place_leaves_the_one_before(tmp_path, monkeypatch):
    target = tmp_path / "graph"
    target.mkdir()
    (target / "old").touch()
    rename = os.rename

    def failing(source, into):
        if into == target and source.name.endswith(".part"):
            raise OSError(errno.EIO, "broken")
        rename(source, into)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="broken"), files.folder_replacement(target) as new:
        new.mkdir()
    assert [path.name for path in tmp_path.iterdir()] == ["graph"]
    assert (target / "old").exists()


@pytest.mark.parametrize("failing", [KeyboardInterrupt, OSError])
def test_between_the_two_renames_nothing_is_lost(tmp_path, monkeypatch, failing):
    target = tmp_path / "graph"
    target.mkdir()
    (target / "old").touch()
    rename = os.rename

    def interrupted(source, to):
        if Path(to) == target and Path(source).suffix == ".part":
            raise failing
        rename(source, to)

    monkeypatch.setattr(os, "rename", interrupted)
    with pytest.raises(failing), files.folder_replacement(target) as new:
        new.mkdir()
    assert [path.name for path in files.find_folder(target).iterdir()] == ["old"]


def test_an_old_folder_that_cannot_come_back_stays_where_it_is_found(tmp_path, monkeypatch):
    target = tmp_path / "graph"
    target.mkdir()
    (target / "old").touch()
    rename = os.rename

    def broken(source, to):
        if Path(to) == target:
            raise OSError(errno.EIO, "broken")
        rename(source, to)

    monkeypatch.setattr(os, "rename", broken)
    with pytest.raises(OSError, match="broken"), files.folder_replacement(target) as new:
        new.mkdir()
    assert [path.name for path in files.find_folder(target).iterdir()] == ["old"]


def test_a_file_system_that_cannot_sync_folders_is_written_to_all_the_same(tmp_path, monkeypatch):
    fsync = os.fsync

    def files_alone(number):
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        fsync(number)

    monkeypatch.setattr(os, "fsync", files_alone)
    with files.replacing(tmp_path / "a.txt", encoding="utf-8") as stream:
        stream.write("new")
    assert (tmp_path / "a.txt").read_text() == "new"


def test_the_ground_floor_knows_nothing_of_weblode_but_its_errors():
    code = "import sys, weblode.files; print(*(name for name in sys.modules if name.startswith('weblode')))"
    loaded = children.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) == {"weblode", "weblode.errors", "weblode.files"}
