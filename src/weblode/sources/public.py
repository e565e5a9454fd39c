"""Whether an IP address is public, and the public addresses of a host.

A service that fetches on behalf of others (the workbench) must not reach what only this machine or its network can
reach: local services, a router, a cloud's metadata. A name is looked up once, all of its addresses are checked, and
connections are made to the checked addresses only, so that a different second answer of the name server does no harm.
"""

from __future__ import annotations

import ipaddress
import socket

from weblode.errors import SourceError

# IANA's special-purpose registries (RFC 6890), written out: `ipaddress` differs between Python versions.
NOT_PUBLIC = tuple(
    ipaddress.ip_network(net)
    for net in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
        "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
        "168.63.129.16/32 "  # looks public, but is internal to a cloud
        "2001::/23 2001:db8::/32 2002::/16 3fff::/20"  # of protocols (Teredo, ORCHID), documents, 6to4
    ).split()
)
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")  # other IPv6 is reserved, local or multicast
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # how networks without IPv4 reach it (RFC 6052)


def is_public(address: str) -> bool:
    """Whether a numeric address can be reached from everywhere.

    >>> is_public("93.184.216.34"), is_public("169.254.169.254"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in NAT64:
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
        elif ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        elif ip not in GLOBAL_UNICAST:
            return False
    return not any(ip in net for net in NOT_PUBLIC)


def public_addresses(host: str, port: int) -> list[str]:
    """The IP addresses of a host, in any notation. Raises SourceError if any of them is not public."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numeric = dict.fromkeys(str(place[0]) for *_, place in answers)
    for address in numeric:
        if not is_public(address):
            text = host if host == address else f"{host} is {address}, which"
            raise SourceError(f"not asked for: {text} is not a public address; allow those with --allow-private")
    return list(numeric)
