"""Opening pages: by address, from a file of the folder, uploaded or pasted; and showing them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from weblode.errors import WeblodeError
from weblode.pages.page import Page
from weblode.tree import Tree
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.pages import fetch_page, read_page
from weblode.workbench.security import PAGE_POLICY
from weblode.workbench.sheets import fetch_sheets, local_sheets, no_sheets


def recent_pages(desk: Desk, _: Asked) -> dict[str, Any]:
    """The pages opened last."""
    return {"folder": desk.folder.resolve().name, "pages": [each.as_dict() for each in desk.pages.recent()]}


def open_page(desk: Desk, request: Asked) -> dict[str, Any]:
    """Open the requested page, and return its description.

    A body of type application/json has one of `url`, `path` and `html` (which may have a `url`, the address of
    the page); any other body is the page itself, with its `name` in the query.
    """
    page, sheets = _page(desk, request)
    return desk.pages.add(page, sheets).as_dict()


def _page(desk: Desk, request: Asked) -> tuple[Page, Callable[[Tree], dict[int, str]]]:
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
        return read_page(desk.folder, path, desk.limits), partial(local_sheets, folder=desk.folder, page=path)
    return fetch_page(request.body_text("url"), desk.limits), partial(fetch_sheets, limits=desk.limits)


def rendered_page(desk: Desk, request: Asked) -> Download:
    """The page as HTML for a frame, without anything that runs or loads."""
    text = desk.pages.render(request.path["page"])
    return Download(text.encode("utf-8", "replace"), "text/html; charset=utf-8", policy=PAGE_POLICY)


VIEWS = dict.fromkeys(("/pages", "/records", "/outline", "/tables"), recent_pages)
ACTIONS = {"/pages": open_page}
DOWNLOADS = {"/pages/{page}/shown": rendered_page}
