"""Connections to public addresses only, for httpx."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ssl import SSLContext

import httpcore
import httpx

from weblode.sources.public import addresses


class PublicBackend(httpcore.SyncBackend):
    """Connects to the addresses of a host that were checked, and to no others."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address that takes it. Raises SourceError if any is not public."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        try:
            found = addresses(host, port)
        except socket.gaierror as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in found:
            try:
                return super().connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class PublicTransport(httpx.HTTPTransport):
    """The transport of httpx over such connections; never through a proxy, which would look names up itself."""

    def __init__(self, checks: SSLContext) -> None:
        # Instead of that of httpx, which takes no backend. Should `_pool` ever be another name, all requests fail.
        self._pool = httpcore.ConnectionPool(ssl_context=checks, network_backend=PublicBackend(), keepalive_expiry=5.0)
