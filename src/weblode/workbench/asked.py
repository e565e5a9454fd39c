"""What a request asks for, and a file as the answer; the same for all views."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from starlette.datastructures import QueryParams
from starlette.responses import JSONResponse, Response

from weblode.errors import WeblodeError


@dataclass(frozen=True)
class Asked:
    """What a request says: the parts of its path, its query, and what it brings."""

    path: Mapping[str, str]
    query: QueryParams
    body: bytes = field(default=b"", repr=False)
    kind: str = ""  # the content type of the body

    def number(self, name: str, default: float, *, least: float = 0.0) -> float:
        """A number of the query. Raises WeblodeError if it is none, or too small."""
        given = self.query.get(name, "")
        if not given:
            return default
        try:
            found = float(given)
        except ValueError:
            found = math.nan
        if not least <= found < math.inf:
            raise WeblodeError(f"{name}={given!r} is no number from {least:g} on")
        return found

    def whole(self, name: str, default: int, *, least: int = 0) -> int:
        """A whole number of the query. Raises WeblodeError if it is none, or too small."""
        found = self.number(name, default, least=least)
        if found != int(found):
            raise WeblodeError(f"{name}={found:g} is no whole number")
        return int(found)

    def sent(self) -> dict[str, Any]:
        """The object that the body holds. Raises WeblodeError if it holds none."""
        try:
            found = json.loads(self.body)
            json.dumps(found, ensure_ascii=False).encode()  # half of a pair of surrogates is no text
        except (ValueError, RecursionError) as error:
            raise WeblodeError(f"the request is not JSON ({error})") from error
        if not isinstance(found, dict):
            raise WeblodeError("the request must be a JSON object")
        return found

    def said(self, name: str) -> str:
        """A text of the body's object. Raises WeblodeError if it is not there or empty."""
        found = self.sent().get(name)
        if not isinstance(found, str) or not found.strip():
            raise WeblodeError(f"the request needs {name!r}, a text")
        return found.strip()


class JsonAnswer(JSONResponse):
    """Data as JSON; what a file of ours may hold and UTF-8 cannot, half of a pair of surrogates, as an escape."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class Download:
    """A file for the browser to save, or a page to show in a frame (then without a name)."""

    data: bytes
    kind: str
    name: str = ""
    policy: str = ""

    def response(self) -> Response:
        """The answer."""
        headers = {"content-security-policy": self.policy} if self.policy else {}
        if self.name:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(self.name)}"
        return Response(self.data, media_type=self.kind, headers=headers)
