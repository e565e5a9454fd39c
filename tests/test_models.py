"""The models that come with the package: one form, made again byte for byte."""

from importlib.resources import files

import pytest

from bench import models as writer
from weblode import models

NAMES = sorted(
    f"{folder.name}/{path.name}"
    for folder in files("weblode").iterdir()
    if folder.is_dir()
    for path in folder.iterdir()
    if path.name.endswith(".json")
)


@pytest.mark.parametrize("name", NAMES)
def test_every_model_says_what_made_it_from_which_data_with_which_score_and_when(name):
    found = models.read(name)
    assert tuple(found) == ("model", "parameters")
    assert tuple(found["model"]) == models.HEADER
    assert found["model"]["made_by"].startswith("python -m bench.")
    assert models.parameters(name) == found["parameters"]


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """A function that fits a model of its own on a small folder of data, and gives its bytes."""
    data, package = tmp_path / "data", tmp_path / "package"
    data.mkdir()
    package.mkdir()
    (data / "page.html").write_text("<p>a")
    monkeypatch.setattr(writer, "PACKAGE", package)
    monkeypatch.setattr(models, "get_data", lambda _, name: (package / name).read_bytes())

    def save(weight):
        writer.save("weights.json", {"a": weight}, made_by="python -m bench.x", data=data, score={"F1": 0.5})
        return (package / "weights.json").read_bytes()

    return save


def test_a_model_made_again_is_the_same_file_and_keeps_its_date(saved):
    first = saved(1.0)
    old = first.replace(models.read("weights.json")["model"]["date"].encode(), b"2020-02-02")
    (writer.PACKAGE / "weights.json").write_bytes(old)
    assert saved(1.0) == old
    assert b"2020-02-02" not in saved(2.0)
