"""Which requests the workbench answers: those to this machine's own names; changes only from its own pages.

| danger | protection |
| --- | --- |
| a shown page runs or loads something | `PAGE_POLICY` and the frame's sandbox; its HTML is written by us, see `shown` |
| another site's page changes something here | a change needs our origin and a token that only our own pages have |
| another site's page starts work here, or times it | its requests are refused, as browsers say where they come from; a
  link from there opens the `GATE`, which does nothing without a click |
| OpenRefine asks from its own port of this machine | `/reconcile/RUN` alone answers pages of loopback addresses: it
  changes nothing, looks at labels only, and never gives a page that has the token |
| a foreign name that resolves to this machine reads it (DNS rebinding) | only this machine's own names are answered |
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "x-weblode-token"
QUESTIONS = "/reconcile/"  # the start of addresses for other programs: requests change nothing, all answers are JSON

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE_POLICY = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD")
# A view requests its data by itself, and its address may hold an expensive query: an address that another site wrote is
# requested only after a click here. The empty link is that address, now requested from our own origin.
GATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>weblode</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
</head>
<body>
<main>
<h1>Another site has led here</h1>
<p>Nothing was done so far. Look at the address above: <a href="">open it</a>, or go to <a href="/records">the
workbench</a>.</p>
</main>
</body>
</html>
"""


@dataclass(frozen=True)
class Door:
    """Decides which requests are allowed, by the host of the server and the token of its pages."""

    host: str = "127.0.0.1"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def refusal(self, method: str, headers: Headers, *, is_question: bool = False) -> str:
        """Why a request is refused; "" if it is not. A question changes nothing, whatever its method."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"{host!r} is not a name of this server; open it as http://localhost or by its IP address"
        if is_question and (is_local(headers) or not _is_foreign(headers)):
            return ""
        if method not in _SAFE and not _is_origin(headers.get("origin", f"http://{host}"), host):
            return "changes are accepted only from the workbench's own pages"
        if _is_foreign(headers):
            return "other sites may link to the workbench's views, but not use it"
        if method in _SAFE:
            return ""
        if not secrets.compare_digest(headers.get(TOKEN, "").encode(), self.token.encode()):
            return f"changes need the header {TOKEN}; if the workbench was restarted, reload its page"
        return ""

    def leads_here(self, method: str, headers: Headers) -> bool:
        """Whether another site's page navigates here, by a link or by script: the two cannot be told apart."""
        opens = (headers.get("sec-fetch-mode", "navigate"), headers.get("sec-fetch-dest", "document"))
        foreign = self._is_ours(headers.get("host", "")) and _is_foreign(headers)
        return foreign and method in _SAFE and opens == ("navigate", "document")

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this server: its name, localhost, or an IP address, which cannot be rebound."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in ("localhost", self.host.lower()):
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def is_local(headers: Headers) -> bool:
    """Whether a page of this machine sent the request, as that of OpenRefine: its origin is localhost or loopback."""
    try:
        name = urlsplit(headers.get("origin", "")).hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another site's page sent the request. A typed address or a program is not foreign.

    Old browsers, and those that use an IP address of the network, do not send Sec-Fetch-Site; then the Origin or
    Referer header decides, if there is one.
    """
    if (site := headers.get("sec-fetch-site")) is not None:
        return site not in ("same-origin", "none")
    sender = headers.get("origin", headers.get("referer"))
    return sender is not None and not _is_origin(sender, headers.get("host", ""))


def _is_origin(address: str, host: str) -> bool:
    """Whether an address or origin has that host and port."""
    return address.partition("://")[2].partition("/")[0] == host


class Guard:
    """Middleware that refuses requests the door does not allow, and adds the security headers to every answer.

    `is_view` says whether a request is for the HTML page of a view, the only addresses that other sites may link to;
    `is_question` whether it is one that changes nothing, which pages of this machine may send.
    """

    def __init__(
        self, app: ASGIApp, door: Door, is_view: Callable[[Scope], bool], is_question: Callable[[Scope], bool]
    ) -> None:
        self._app, self._door, self._is_view, self._is_question = app, door, is_view, is_question

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_question = self._is_question(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                own = Headers(scope=scope)
                if is_question and is_local(own):
                    headers["access-control-allow-origin"] = own["origin"]
                    headers["cross-origin-resource-policy"] = "cross-origin"
            await send(message)

        await self._answer(scope, is_question=is_question)(scope, receive, send_with_headers)

    def _answer(self, scope: Scope, *, is_question: bool) -> ASGIApp:
        method, headers = scope["method"], Headers(scope=scope)
        if self._door.leads_here(method, headers) and self._is_view(scope):
            return HTMLResponse(GATE)
        reason = self._door.refusal(method, headers, is_question=is_question)
        return JSONResponse({"error": reason}, status_code=403) if reason else self._app
