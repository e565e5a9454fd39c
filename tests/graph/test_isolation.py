"""A thread that has given up the network."""

import socket
import sys
import threading

import pytest
from loopback import serving
from pyoxigraph import Store

from weblode.graph import isolation


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is of Linux")
def test_a_thread_that_is_cut_off_reaches_nobody_and_others_still_do():
    said = []

    def work(url):
        said.append(isolation.disable_network())
        try:
            list(Store().query(f"SELECT * {{ SERVICE <{url}> {{ ?a ?b ?c }} }}"))
        except OSError as error:
            said.append(str(error))

    with serving() as server:
        thread = threading.Thread(target=work, args=(server.url(),))
        thread.start()
        thread.join()
        assert (said[0], server.met) == (True, 0)
        assert "denied" in said[1]
        with pytest.raises(OSError, match="501"):
            list(Store().query(f"SELECT * {{ SERVICE <{server.url()}> {{ ?a ?b ?c }} }}"))
        assert server.met == 1


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is of Linux")
def test_threads_that_it_starts_have_no_network_either_and_giving_up_twice_is_no_trouble():
    said = []

    def ask():
        try:
            socket.create_connection(("127.0.0.1", 9)).close()
        except OSError as error:
            said.append(type(error))

    def work():
        said.extend([isolation.disable_network(), isolation.disable_network()])
        inner = threading.Thread(target=ask)
        inner.start()
        inner.join()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said == [True, True, PermissionError]
    socket.socket().close()  # this thread still can


def test_where_the_kernel_has_no_filter_that_is_told(monkeypatch):
    monkeypatch.setattr(isolation.platform, "machine", lambda: "pdp11")
    assert not isolation.disable_network()
