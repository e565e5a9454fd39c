"""Public addresses only, for Scrapy: Twisted asks a resolver for every host, numbers too, and connects as it says."""

from __future__ import annotations

from typing import Any

from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from weblode.sources.public import addresses


class PublicResolver:
    """Finds no address for a host of which any is not public; `middlewares.Public` tells why."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor

    def install_on_reactor(self) -> None:
        """Take over all lookups."""
        self._reactor.installNameResolver(self)

    def resolveHostName(self, receiver: Any, name: str, portNumber: int = 0, **_: object) -> HostResolution:  # noqa: N802, N803
        """A lookup that has begun, as Twisted's IHostnameResolver has it."""
        lookup = HostResolution(name)
        receiver.resolutionBegan(lookup)
        Deferred.fromCoroutine(_answer(receiver, name, portNumber))
        return lookup


async def _answer(receiver: Any, name: str, port: int) -> None:
    try:
        found = await deferToThread(addresses, name, port)
    except (OSError, UnicodeError):  # there is no such host, or none for us
        found = []
    for address in found:
        kind = IPv6Address if ":" in address else IPv4Address
        receiver.addressResolved(kind("TCP", address, port))
    receiver.resolutionComplete()
