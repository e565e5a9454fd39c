"""`weblode serve`."""

import signal
import sys

import httpx
from children import PATIENCE, PIPE, start
from click.testing import CliRunner

from weblode.cli import main
from weblode.workbench.serving import listening


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


def test_a_folder_that_is_not_there_is_told(tmp_path):
    result = serve(tmp_path / "new")
    assert (result.exit_code, result.output) == (
        1,
        f"Error: {tmp_path / 'new'}: no such folder; create it first, or give another\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_it_without_a_word(tmp_path):
    command = [sys.executable, "-m", "weblode", "serve", str(tmp_path), "--port", "0", "--no-browser"]
    with start(command, stderr=PIPE, text=True) as process:
        url = process.stderr.readline().split()[5]
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=PATIENCE) as client:
            assert client.get(url, follow_redirects=True).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (None, "")
    assert process.returncode == 0


def test_a_server_without_checks_of_certificates_says_so(tmp_path):
    done = serve(tmp_path, "--insecure", "--host", "no.such.host.test")
    assert "the certificates of servers are not checked" in done.stderr
    assert "certificates" not in serve(tmp_path, "--host", "no.such.host.test").stderr


def test_only_public_addresses_are_fetched_unless_the_user_says_so():
    default = next(option.default for option in main.commands["serve"].params if option.name == "private")
    assert default is False
