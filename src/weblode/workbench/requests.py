"""Requests and answers as all views share them: path, query and body of a request; JSON and files as answers."""

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
class ViewRequest:
    """A request: the parameters of its path, its query, its body, and whom it was sent to."""

    path: Mapping[str, str]
    query: QueryParams
    body: bytes = field(default=b"", repr=False)
    kind: str = ""  # the content type of the body
    origin: str = ""  # the start of this server's addresses, as the request names it

    def number(self, name: str, default: float, *, least: float = 0.0) -> float:
        """A number of the query. Raises WeblodeError if it is not a number, or less than `least`."""
        text = self.query.get(name, "")
        if not text:
            return default
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number < math.inf:
            raise WeblodeError(f"{name}={text!r} is not a number of {least:g} or more")
        return number

    def whole(self, name: str, default: int, *, least: int = 0) -> int:
        """A whole number of the query. Raises WeblodeError if it is not a whole number, or less than `least`."""
        number = self.number(name, default, least=least)
        if number != int(number):
            raise WeblodeError(f"{name}={number:g} is not a whole number")
        return int(number)

    def json_body(self) -> dict[str, Any]:
        """The JSON object in the body. Raises WeblodeError if there is none."""
        try:
            data = json.loads(self.body)
            json.dumps(data, ensure_ascii=False).encode()  # raises UnicodeEncodeError for a lone surrogate
        except (ValueError, RecursionError) as error:
            raise WeblodeError(f"the request is not JSON ({error})") from error
        if not isinstance(data, dict):
            raise WeblodeError("the request must be a JSON object")
        return data

    def body_text(self, name: str) -> str:
        """A text in the JSON object of the body. Raises WeblodeError if it is missing or empty."""
        text = self.json_body().get(name)
        if not isinstance(text, str) or not text.strip():
            raise WeblodeError(f"the request needs {name!r}, a text")
        return text.strip()


class JsonAnswer(JSONResponse):
    """Data as JSON; lone surrogates, which result files may hold but UTF-8 cannot, are written as escapes."""

    def render(self, content: Any) -> bytes:
        """The content as bytes."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class Download:
    """A file for the browser to save, or a page to show in a frame (which has no `name`)."""

    data: bytes
    kind: str
    name: str = ""
    policy: str = ""

    def response(self) -> Response:
        """The download as an HTTP response."""
        headers = {"content-security-policy": self.policy} if self.policy else {}
        if self.name:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(self.name)}"
        return Response(self.data, media_type=self.kind, headers=headers)
