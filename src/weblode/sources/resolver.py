"""Public addresses only, for Scrapy: Twisted resolves every host, also IP addresses, with the installed resolver."""

from __future__ import annotations

from typing import Any

from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from weblode.sources.public import public_addresses


class PublicResolver:
    """Finds no address for a host with any address that is not public; `middlewares.Public` gives the reason."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor

    def install_on_reactor(self) -> None:
        """Install this as the resolver of all lookups."""
        self._reactor.installNameResolver(self)

    def resolveHostName(self, receiver: Any, name: str, portNumber: int = 0, **_: object) -> HostResolution:  # noqa: N802, N803
        """Start a lookup (Twisted's IHostnameResolver)."""
        lookup = HostResolution(name)
        receiver.resolutionBegan(lookup)
        Deferred.fromCoroutine(_answer(receiver, name, portNumber))
        return lookup


async def _answer(receiver: Any, name: str, port: int) -> None:
    try:
        public = await deferToThread(public_addresses, name, port)
    except (OSError, UnicodeError):  # there is no such host, or it is not public
        public = []
    for address in public:
        kind = IPv6Address if ":" in address else IPv4Address
        receiver.addressResolved(kind("TCP", address, port))
    receiver.resolutionComplete()
