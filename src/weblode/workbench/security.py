"""What the workbench lets in: requests to this machine's own names, and changes only from its own pages.

| danger | what stands against it |
| --- | --- |
| a page that is shown runs or loads something | `PAGE_POLICY` and the frame's sandbox; its HTML is ours, see `shown` |
| another site's page makes us change something | a change needs our origin and a token that only our own pages have |
| another site's page makes us work, or measures us | its requests are refused, as browsers say whose they are |
| a foreign name that resolves to this machine reads it (DNS rebinding) | only this machine's own names are answered |
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "x-weblode-token"

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


@dataclass(frozen=True)
class Door:
    """Who may come in: the host that the server was started with, and the token of its pages."""

    host: str = "127.0.0.1"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def refusal(self, method: str, headers: Headers) -> str:
        """Why a request is refused; "" if it is not."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"{host!r} is not a name of this server; open it as http://localhost or by its number"
        if _is_foreign(headers):
            return "other sites may lead to the workbench, but not use it from their own pages"
        if method in _SAFE:
            return ""
        if headers.get("origin", f"http://{host}").partition("://")[2] != host:
            return "changes are taken from the workbench's own pages only"
        if not secrets.compare_digest(headers.get(TOKEN, "").encode(), self.token.encode()):
            return f"changes need the header {TOKEN}; the workbench was started anew? Then reload its page"
        return ""

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header is the server's: its own name, localhost, or a number, which cannot be rebound."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in ("localhost", self.host.lower()):
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another site's page asks, other than by a link or an address that was typed."""
    asks = headers.get("sec-fetch-site", "none")
    opens = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return asks not in ("same-origin", "none") and not opens


class Guard:
    """The application behind the door, every answer with the headers that a browser is to heed."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        reason = self._door.refusal(scope["method"], Headers(scope=scope))
        app = JSONResponse({"error": reason}, status_code=403) if reason else self._app
        await app(scope, receive, guarded)
