"""The web application: the routes of its views, actions, downloads and static files.

Each view is one address. Browsers get the same HTML shell for all of them; its JavaScript requests the address +
`.json`, which answers with the data. The modules in `_PARTS` define the routes as `VIEWS`, `ACTIONS` and `DOWNLOADS`.
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
from weblode.workbench import (
    editing,
    evidence,
    job_views,
    ontology,
    opening,
    outline,
    query,
    reconcile,
    records,
    tables,
)
from weblode.workbench.requests import Download, JsonAnswer, ViewRequest
from weblode.workbench.security import QUESTIONS, Guard
from weblode.workbench.workspace import Workspace

_PARTS = (opening, records, outline, tables, job_views, ontology, evidence, query, editing, reconcile)
_STATIC = files("weblode.workbench") / "static"


def application(workspace: Workspace) -> Starlette:
    """The application for a workspace."""
    first = Route("/", lambda _: RedirectResponse("/records"))
    routes: list[BaseRoute] = [first]
    for part in _PARTS:
        for path, view in part.VIEWS.items():
            routes.append(Route(f"{path}.json", _view_endpoint(workspace, view)))
        for path, download in getattr(part, "DOWNLOADS", {}).items():
            routes.append(Route(path, _download_endpoint(workspace, download)))
        for path, action in getattr(part, "ACTIONS", {}).items():
            routes.append(Route(path, _action_endpoint(workspace, action), methods=["POST"]))
    shell = partial(_shell, workspace)
    views = [Route(path, shell) for part in _PARTS for path in part.VIEWS]
    routes += views
    routes.append(Mount("/static", StaticFiles(directory=str(_STATIC))))
    handlers: dict[Any, Any] = dict.fromkeys((WeblodeError, OSError), _error)
    handlers[HTTPException] = partial(_not_found, workspace)
    questions = [route for route in routes if isinstance(route, Route) and route.path.startswith(QUESTIONS)]
    guard = Middleware(
        Guard,
        door=workspace.door,
        is_view=lambda scope: _route(routes, scope) in (first, *views),
        is_question=lambda scope: _route(questions, scope) is not None,
    )
    return Starlette(
        routes=routes, middleware=[guard], exception_handlers=handlers, lifespan=lambda _: _stop_jobs(workspace)
    )


def _route(routes: Sequence[BaseRoute], scope: Scope) -> BaseRoute | None:
    """The route of a request: the first that matches, as a name in a path may look like the address of data."""
    return next((route for route in routes if route.matches(scope)[0] is Match.FULL), None)


@asynccontextmanager
async def _stop_jobs(workspace: Workspace) -> AsyncIterator[None]:
    """Stop the running jobs when the server ends; they can be resumed later."""
    yield
    await run_in_threadpool(workspace.jobs.close)


def _shell(workspace: Workspace, _: Request) -> HTMLResponse:
    """The HTML page that all views are drawn in."""
    text = (_STATIC / "index.html").read_text(encoding="utf-8")
    return HTMLResponse(text.replace("{{token}}", workspace.door.token))


def _view_endpoint(
    workspace: Workspace, view: Callable[[Workspace, ViewRequest], dict[str, Any]]
) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return JsonAnswer(view(workspace, ViewRequest(request.path_params, request.query_params)))

    return answer


def _download_endpoint(
    workspace: Workspace, download: Callable[[Workspace, ViewRequest], Download]
) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        details = ViewRequest(request.path_params, request.query_params, origin=_origin(request))
        return download(workspace, details).response()

    return answer


def _action_endpoint(
    workspace: Workspace, action: Callable[[Workspace, ViewRequest], dict[str, Any]]
) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        body = await _body(request, workspace.limits.size)
        content_type = request.headers.get("content-type", "")
        details = ViewRequest(request.path_params, request.query_params, body, content_type, _origin(request))
        return JsonAnswer(await run_in_threadpool(action, workspace, details))

    return answer


def _origin(request: Request) -> str:
    """The start of this server's addresses, as the request names it; the door lets in only its own names."""
    return f"{request.scope['scheme']}://{request.headers.get('host', '')}"


async def _body(request: Request, limit: int) -> bytes:
    """The body of a request. Raises LimitError as soon as it is longer than the limit."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise too_large(limit, int(declared))
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise too_large(limit)
    return bytes(body)


def _not_found(workspace: Workspace, request: Request, error: HTTPException) -> Response:
    """The answer to an HTTP error: browsers get the shell for a 404, which shows that the address does not exist.

    Other programs and their pages never get it, as it has the token.
    """
    path = request.scope["path"]
    is_data = path.endswith(".json") or path.startswith(QUESTIONS)
    if error.status_code != 404 or is_data or "text/html" not in request.headers.get("accept", ""):
        return _error(request, error)
    shell = _shell(workspace, request)
    shell.status_code = 404
    return shell


def _error(_: Request, error: Exception) -> JsonAnswer:
    """The answer to a request that failed, with the reason."""
    if isinstance(error, HTTPException):
        return JsonAnswer({"error": error.detail}, status_code=error.status_code)
    if not isinstance(error, WeblodeError):  # an error of the disk: the request itself is correct
        return JsonAnswer({"error": f"the request failed: {error}"}, status_code=500)
    status = 413 if isinstance(error, LimitError) else 404 if isinstance(error, SourceError) else 400
    return JsonAnswer({"error": str(error)}, status_code=status)
