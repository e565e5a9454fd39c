"""The pages of a data folder, in a fixed order."""

import hashlib
from pathlib import Path

BUNDLED = Path(__file__).parent.parent / "src" / "weblode" / "demo"


def page_files(folder: Path, pattern: str = "**/*.html") -> list[Path]:
    """All pages below a folder, sorted."""
    return sorted(path for path in folder.glob(pattern) if path.is_file())


def spread(files: list[Path], n: int) -> list[Path]:
    """`n` of the files, taken evenly from every folder that holds pages."""
    folders: dict[Path, list[Path]] = {}
    for path in files:
        folders.setdefault(path.parent, []).append(path)
    chosen: list[Path] = []
    share = -(-n // max(1, len(folders)))
    for members in folders.values():
        chosen += members[:: max(1, len(members) // share)][:share]
    return chosen[:n]


def digest(folder: Path) -> str:
    """A fingerprint of all files below a folder: their names and bytes."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(str(path.relative_to(folder)).encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]
