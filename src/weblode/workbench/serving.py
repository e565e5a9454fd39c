"""The workbench's server: a socket, and the application behind it until somebody ends it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from weblode.errors import SourceError
from weblode.workbench.app import application
from weblode.workbench.desk import Desk

_WAITING = 128  # connections that wait to be taken
_PATIENCE = 3  # seconds that answers under way are given at the end


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that takes connections; port 0 is a free one. Raises SourceError if it cannot be had."""
    with ExitStack() as stack:
        try:
            family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            found = stack.enter_context(socket.socket(family, kind, protocol))
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(where)
            found.listen(_WAITING)  # a browser that is quicker than the server waits for it
        except OSError as error:
            why = f"cannot listen on {host}, port {port} ({error.strerror})"
            raise SourceError(f"{why}; choose another --port or --host") from error
        yield found


def address(listener: socket.socket) -> str:
    """Where a browser finds what a socket serves."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def served(desk: Desk, listener: socket.socket) -> None:
    """None, once the server was ended by Ctrl-C or by SIGTERM."""
    import uvicorn

    config = uvicorn.Config(
        application(desk), log_level="warning", access_log=False, timeout_graceful_shutdown=_PATIENCE, lifespan="on"
    )
    with suppress(KeyboardInterrupt):  # which uvicorn hands on, once it has ended
        uvicorn.Server(config).run(sockets=[listener])
