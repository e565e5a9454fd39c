"""The workbench's server: a socket, and the application that serves it until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from weblode.errors import SourceError
from weblode.workbench.app import application
from weblode.workbench.workspace import Workspace

_WAITING = 128  # backlog of connections
_PATIENCE = 3  # seconds for unfinished answers when the server stops


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket; port 0 picks a free one. Raises SourceError if the port cannot be used."""
    with ExitStack() as stack:
        try:
            family, kind, protocol, _, socket_address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            listener = stack.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(socket_address)
            listener.listen(_WAITING)  # connections wait in the backlog until the server runs
        except OSError as error:
            problem = f"cannot listen on {host}, port {port} ({error.strerror})"
            raise SourceError(f"{problem}; choose another --port or --host") from error
        yield listener


def address(listener: socket.socket) -> str:
    """The address under which a browser reaches a listening socket."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(workspace: Workspace, listener: socket.socket) -> None:
    """Serve the workbench until Ctrl-C or SIGTERM."""
    import uvicorn

    config = uvicorn.Config(
        application(workspace),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_PATIENCE,
        lifespan="on",
    )
    with suppress(KeyboardInterrupt):  # raised again by uvicorn after its shutdown
        uvicorn.Server(config).run(sockets=[listener])
