import os
import socket

import pytest

from weblode.errors import SourceError
from weblode.workbench.serving import address, listening


def test_where_it_listens_for_all_the_browser_is_sent_to_this_machine():
    with listening("0.0.0.0", 0) as listener:
        assert address(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        with listening("::1", 0) as listener:
            assert address(listener).startswith("http://[::1]:")


def test_a_port_picked_by_the_system_takes_connections_at_once_and_is_free_at_the_end():
    with listening("127.0.0.1", 0) as listener:
        place = listener.getsockname()
        socket.create_connection(place).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place)


def test_where_nobody_can_listen_the_place_and_the_remedy_are_told():
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        told = rf"cannot listen on 127\.0\.0\.1, port {port} \(.+\); choose another --port or --host"
        with pytest.raises(SourceError, match=told), listening("127.0.0.1", port):
            pass
