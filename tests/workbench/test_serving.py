import os
import signal
import socket
import sys

import httpx
from children import PATIENCE, PIPE, start
from click.testing import CliRunner

from weblode.cli import main
from weblode.workbench.serving import address, listening


def serve(*arguments):
    return CliRunner().invoke(main, ["serve", "--no-browser", *map(str, arguments)])


def test_a_port_that_is_taken_is_told(tmp_path):
    with listening("127.0.0.1", 0) as taken:
        taken.listen()
        result = serve(tmp_path, "--port", taken.getsockname()[1])
    assert result.exit_code == 1
    assert "choose another --port" in result.output


def test_a_host_that_is_none_is_told(tmp_path):
    assert "cannot listen on no.such.host.test" in serve(tmp_path, "--host", "no.such.host.test").output


def test_a_file_is_no_folder_to_serve(tmp_path):
    (tmp_path / "file").touch()
    assert serve(tmp_path / "file").exit_code == 2


def test_where_it_listens_for_all_the_browser_is_sent_to_this_machine():
    with listening("0.0.0.0", 0) as listener:
        assert address(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        with listening("::1", 0) as listener:
            assert address(listener).startswith("http://[::1]:")


def test_ctrl_c_ends_it_without_a_word(tmp_path):
    command = [sys.executable, "-m", "weblode", "serve", str(tmp_path / "new"), "--port", "0", "--no-browser"]
    with start(command, stderr=PIPE, text=True) as process:
        url = process.stderr.readline().split()[5]
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=PATIENCE) as client:
            assert client.get(url, follow_redirects=True).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (None, "")
    assert process.returncode == 0
