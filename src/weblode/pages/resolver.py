"""Public addresses for Scrapy: Twisted asks a resolver for every host, numbers too, and connects to its answer."""

from __future__ import annotations

from typing import Any

from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver, IHostResolution, IResolutionReceiver
from twisted.internet.threads import deferToThread
from zope.interface import implementer

from weblode.pages.public import addresses


@implementer(IHostnameResolver)
class PublicResolver:
    """Finds no address for a host of which any is not public; `middlewares.Public` tells why."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor

    def install_on_reactor(self) -> None:
        """Take over all lookups."""
        self._reactor.installNameResolver(self)

    def resolveHostName(  # noqa: N802
        self,
        receiver: IResolutionReceiver,
        name: str,
        portNumber: int = 0,  # noqa: N803
        **_: object,
    ) -> IHostResolution:
        """A lookup under way; the names are Twisted's."""
        resolution = HostResolution(name)
        receiver.resolutionBegan(resolution)

        def give(found: list[str]) -> None:
            for address in found:
                kind = IPv6Address if ":" in address else IPv4Address
                receiver.addressResolved(kind("TCP", address, portNumber))

        looked_up = deferToThread(addresses, name, portNumber).addCallback(give)
        looked_up.addErrback(lambda failure: failure.trap(OSError, UnicodeError))  # no such host, or none for us
        looked_up.addCallback(lambda _: receiver.resolutionComplete())
        return resolution
