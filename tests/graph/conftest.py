import pytest

from graph.made import NEWS
from weblode.graph import statements, store


@pytest.fixture(scope="session")
def news_folder(tmp_path_factory):
    """A folder with the store of the news."""
    found = tmp_path_factory.mktemp("news")
    store.write(statements.triples(NEWS), found)
    return found


@pytest.fixture(scope="session")
def news(news_folder):
    """The store of the news, open for questions."""
    return store.open_store(news_folder)
