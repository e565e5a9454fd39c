"""Which addresses are public, and those of a host."""

import socket

import pytest

from weblode.errors import SourceError
from weblode.sources import public

OURS = """
    127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    100.100.100.200 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 192.88.99.1 168.63.129.16
    :: ::1 fe80::1 fe80::1%1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 3fff::1 100::1 5f00::1 4000::1
    ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::8.8.8.8 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::808:808
    2002:7f00:1:: 2002:808:808:: 2001::1 2001:0:7f00:1::1 2001:10::1
""".split()
EVERYBODYS = """
    1.1.1.1 8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 169.253.0.1 192.0.1.1 223.255.255.255
    2606:4700::1111 2a00:1450:4001::1 2001:200::1 2001:4860:4860::8888 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
""".split()


@pytest.mark.parametrize("address", OURS)
def test_an_address_of_this_machine_or_a_network_within_is_not_public(address):
    assert not public.is_public(address)


@pytest.mark.parametrize("address", EVERYBODYS)
def test_an_address_that_everybody_can_reach_is_public(address):
    assert public.is_public(address)


def test_the_addresses_of_a_host_come_once_each_and_in_order(monkeypatch):
    answers = [(0, 0, 0, "", (address, 80)) for address in ("1.1.1.1", "8.8.8.8", "1.1.1.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    assert public.public_addresses("a.example", 80) == ["1.1.1.1", "8.8.8.8"]
    answers.append((0, 0, 0, "", ("10.0.0.7", 80)))
    with pytest.raises(SourceError, match=r"a\.example is 10\.0\.0\.7, which is not a public address"):
        public.public_addresses("a.example", 80)
