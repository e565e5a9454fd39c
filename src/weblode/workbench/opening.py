"""Opening a page: by its address, from a file of the folder, uploaded, or pasted; and looking at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from weblode.errors import WeblodeError
from weblode.pages.page import Page
from weblode.tree import Tree
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.pages import fetched, within
from weblode.workbench.security import PAGE_POLICY
from weblode.workbench.sheets import beside, from_the_web, nowhere


def opened(desk: Desk, _: Asked) -> dict[str, Any]:
    """The pages that were opened last."""
    return {"folder": desk.folder.resolve().name, "pages": [each.as_dict() for each in desk.pages.recent()]}


def open_page(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The page that was asked for, now among the opened ones.

    A body of type application/json has one of `url`, `path` and `html` (then with `url`, if it is known where the page
    lives); any other body is the page itself, its `name` in the query.
    """
    page, sheets = _page(desk, asked)
    return desk.pages.add(page, sheets).as_dict()


def _page(desk: Desk, asked: Asked) -> tuple[Page, Callable[[Tree], dict[int, str]]]:
    """The page, and where its style sheets come from: from the web as well, or from beside its file."""
    if not asked.kind.startswith("application/json"):
        if not asked.body:
            raise WeblodeError("the file is empty; choose one that holds a page")
        return Page(asked.query.get("name") or "uploaded page", asked.body), nowhere
    sent = asked.sent()
    if "html" in sent:
        url = sent.get("url")
        data = asked.said("html").encode("utf-8", "replace")
        return Page("pasted page", data, str(url) if url else None, "utf-8"), nowhere
    if "path" in sent:
        path = asked.said("path")
        return within(desk.folder, path, desk.limits), partial(beside, folder=desk.folder, page=path)
    return fetched(asked.said("url"), desk.limits), partial(from_the_web, limits=desk.limits)


def shown(desk: Desk, asked: Asked) -> Download:
    """The page to look at in a frame, without anything that runs or loads."""
    text = desk.pages.shown(asked.path["page"])
    return Download(text.encode("utf-8", "replace"), "text/html; charset=utf-8", policy=PAGE_POLICY)


VIEWS = dict.fromkeys(("/pages", "/records", "/outline", "/tables"), opened)
ACTIONS = {"/pages": open_page}
DOWNLOADS = {"/pages/{page}/shown": shown}
