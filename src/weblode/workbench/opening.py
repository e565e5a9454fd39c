"""Opening pages: by address, from a file of the folder, uploaded or pasted; and showing them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from weblode.errors import WeblodeError
from weblode.pages.page import Page
from weblode.tree import Tree
from weblode.workbench.pages import fetch_page, read_page
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.security import PAGE_POLICY
from weblode.workbench.sheets import fetch_sheets, local_sheets, no_sheets
from weblode.workbench.workspace import Workspace


def recent_pages(workspace: Workspace, _: ViewRequest) -> dict[str, Any]:
    """The pages opened last."""
    return {"folder": workspace.folder.resolve().name, "pages": [each.as_dict() for each in workspace.pages.recent()]}


def open_page(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """Open the requested page, and return its description.

    A body of type application/json has one of `url`, `path` and `html` (which may have a `url`, the address of
    the page); any other body is the page itself, with its `name` in the query.
    """
    page, sheets = _page(workspace, request)
    return workspace.pages.add(page, sheets).as_dict()


def _page(workspace: Workspace, request: ViewRequest) -> tuple[Page, Callable[[Tree], dict[int, str]]]:
    """The requested page, and a function that returns its style sheets: from the web, or from files beside it."""
    if not request.kind.startswith("application/json"):
        if not request.body:
            raise WeblodeError("the file is empty; choose one that holds a page")
        return Page(request.query.get("name") or "uploaded page", request.body), no_sheets
    body = request.json_body()
    if "html" in body:
        url = body.get("url")
        data = request.body_text("html").encode("utf-8", "replace")
        return Page("pasted page", data, str(url) if url else None, "utf-8"), no_sheets
    if "path" in body:
        path = request.body_text("path")
        return read_page(workspace.folder, path, workspace.limits), partial(
            local_sheets, folder=workspace.folder, page=path
        )
    return fetch_page(request.body_text("url"), workspace.limits), partial(fetch_sheets, limits=workspace.limits)


def rendered_page(workspace: Workspace, request: ViewRequest) -> Download:
    """The page as HTML for a frame, without anything that runs or loads."""
    text = workspace.pages.render(request.path["page"])
    return Download(text.encode("utf-8", "replace"), "text/html; charset=utf-8", policy=PAGE_POLICY)


VIEWS = dict.fromkeys(("/pages", "/records", "/outline", "/tables"), recent_pages)
ACTIONS = {"/pages": open_page}
DOWNLOADS = {"/pages/{page}/shown": rendered_page}
