import os
import socket

from weblode.workbench.serving import address, listening


def test_where_it_listens_for_all_the_browser_is_sent_to_this_machine():
    with listening("0.0.0.0", 0) as listener:
        assert address(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        with listening("::1", 0) as listener:
            assert address(listener).startswith("http://[::1]:")
