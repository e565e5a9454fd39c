from contextlib import ExitStack

import pytest
from loopback import serving
from mining.made import THREE
from newspapers import answering, save, site


@pytest.fixture
def papers(tmp_path):
    """The home pages of three newspapers in folders."""
    return save(tmp_path / "papers", dict.fromkeys(THREE, site()))


@pytest.fixture
def served():
    """Three newspapers on the loopback: their home pages, their pages, which may change, and the servers."""
    with ExitStack() as stack:
        pages = [site() for _ in THREE]
        servers = [stack.enter_context(serving(answering(one))) for one in pages]
        yield [server.url() for server in servers], pages, servers
