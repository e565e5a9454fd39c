"""Writing the models that come with the package: one form for all, see `weblode.models`."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.data import digest
from weblode import models

PACKAGE = Path(models.__file__).parent


def save(name: str, parameters: Any, *, made_by: str, data: Path, score: Mapping[str, float]) -> None:
    """Write a model, such as `records/consensus.json`, fitted on a data folder.

    Fitted again on the same data it is the same file, byte for byte: the date is that of the last change.
    """
    path = PACKAGE / name
    header = {"made_by": made_by, "data": digest(data), "score": {key: round(n, 4) for key, n in score.items()}}
    before = models.read(name) if path.exists() else {}
    same = before.get("parameters") == parameters and before["model"] | header == before["model"]
    header["date"] = before["model"]["date"] if same else datetime.now(UTC).date().isoformat()
    text = json.dumps({"model": header, "parameters": parameters}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    models.parameters.cache_clear()
