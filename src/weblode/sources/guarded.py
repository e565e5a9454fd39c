"""Connections to public IP addresses only, for httpx."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ssl import SSLContext

import httpcore
import httpx

from weblode.sources.public import public_addresses


class PublicBackend(httpcore.SyncBackend):
    """Connects only to addresses of a host that were checked to be public."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address of a host that accepts it. Raises SourceError if any is not public."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        try:
            public = public_addresses(host, port)
        except socket.gaierror as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in public:
            try:
                return super().connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class PublicTransport(httpx.HTTPTransport):
    """httpx's transport over a PublicBackend; never through a proxy, which would resolve names itself."""

    def __init__(self, checks: SSLContext) -> None:
        # Replaces the pool of httpx, which takes no backend. If httpx ever renames `_pool`, all requests fail.
        self._pool = httpcore.ConnectionPool(ssl_context=checks, network_backend=PublicBackend(), keepalive_expiry=5.0)
