"""The web application: its views, what can be done in them, and the files they are made of.

Each view is one address. It answers with the same shell for people, whose modules ask for the address + `.json`, and
that answers with the data. `views`, `actions` and `downloads` of the modules named in `_PARTS` say what there is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.pages.unpacking import too_large
from weblode.workbench import asking, editing, evidence, ontology, opening, outline, records, tables, watching
from weblode.workbench.asked import Asked, Download, JsonAnswer
from weblode.workbench.desk import Desk
from weblode.workbench.security import Guard

_PARTS = (opening, records, outline, tables, watching, ontology, evidence, asking, editing)
_STATIC = files("weblode.workbench") / "static"


def application(desk: Desk) -> Starlette:
    """The application for a desk."""
    first = Route("/", lambda _: RedirectResponse("/records"))
    routes: list[BaseRoute] = [first]
    for part in _PARTS:
        for path, view in part.VIEWS.items():
            routes.append(Route(f"{path}.json", _answering(desk, view)))
        for path, download in getattr(part, "DOWNLOADS", {}).items():
            routes.append(Route(path, _downloading(desk, download)))
        for path, action in getattr(part, "ACTIONS", {}).items():
            routes.append(Route(path, _acting(desk, action), methods=["POST"]))
    shell = partial(_shell, desk)
    views = [Route(path, shell) for part in _PARTS for path in part.VIEWS]
    routes += views
    routes.append(Mount("/static", StaticFiles(directory=str(_STATIC))))
    handlers: dict[Any, Any] = dict.fromkeys((WeblodeError, OSError), _told)
    handlers[HTTPException] = partial(_missing, desk)
    guard = Middleware(Guard, door=desk.door, is_view=lambda scope: _route(routes, scope) in (first, *views))
    return Starlette(
        routes=routes, middleware=[guard], exception_handlers=handlers, lifespan=lambda _: _until_the_end(desk)
    )


def _route(routes: Sequence[BaseRoute], scope: Scope) -> BaseRoute | None:
    """The route that a request takes: the first that fits it, as a name in a path may look like an address of data."""
    return next((route for route in routes if route.matches(scope)[0] is Match.FULL), None)


@asynccontextmanager
async def _until_the_end(desk: Desk) -> AsyncIterator[None]:
    """Jobs that are at work when the server ends are stopped; they can be gone on with."""
    yield
    await run_in_threadpool(desk.jobs.close)


def _shell(desk: Desk, _: Request) -> HTMLResponse:
    """The page that all views are drawn in."""
    text = (_STATIC / "index.html").read_text(encoding="utf-8")
    return HTMLResponse(text.replace("{{token}}", desk.door.token))


def _answering(desk: Desk, view: Callable[[Desk, Asked], dict[str, Any]]) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return JsonAnswer(view(desk, Asked(request.path_params, request.query_params)))

    return answer


def _downloading(desk: Desk, download: Callable[[Desk, Asked], Download]) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return download(desk, Asked(request.path_params, request.query_params)).response()

    return answer


def _acting(desk: Desk, action: Callable[[Desk, Asked], dict[str, Any]]) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        body = await _body(request, desk.limits.size)
        asked = Asked(request.path_params, request.query_params, body, request.headers.get("content-type", ""))
        return JsonAnswer(await run_in_threadpool(action, desk, asked))

    return answer


async def _body(request: Request, limit: int) -> bytes:
    """What a request brings. Raises LimitError as soon as it is more than the limit."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise too_large(limit, int(declared))
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise too_large(limit)
    return bytes(body)


def _missing(desk: Desk, request: Request, error: HTTPException) -> Response:
    """What there is no answer to: for people the shell, in which they are told so."""
    people = "text/html" in request.headers.get("accept", "") and not request.url.path.endswith(".json")
    if error.status_code != 404 or not people:
        return _told(request, error)
    shell = _shell(desk, request)
    shell.status_code = 404
    return shell


def _told(_: Request, error: Exception) -> JsonAnswer:
    """The answer to a request that cannot be done, with the reason."""
    if isinstance(error, HTTPException):
        return JsonAnswer({"error": error.detail}, status_code=error.status_code)
    if not isinstance(error, WeblodeError):  # of the disk: what was asked for is right, and cannot be done
        return JsonAnswer({"error": f"cannot be done: {error}"}, status_code=500)
    status = 413 if isinstance(error, LimitError) else 404 if isinstance(error, SourceError) else 400
    return JsonAnswer({"error": str(error)}, status_code=status)
