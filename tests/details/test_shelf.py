"""Pages on a shelf: another process reads what one has put there, and their memory can be given back."""

import os
import pickle
from contextlib import closing

import numpy as np
import pytest

from details.sites import page, products, trees
from weblode.details import readers
from weblode.details.discover import discover, discover_each
from weblode.details.leaves import Leaves
from weblode.details.readers import ReadOptions
from weblode.details.waiting import wait
from weblode.kernels.columns import ROWS

if os.name == "nt":
    pytest.skip("a shelf is for processes that are forked", allow_module_level=True)

from weblode.details.shelf import PageShelf

PAGES = [page(row) for row in products(85)] + ["<h1>Alone</h1><p>Size: 12 m", "", "<p>"]
COLUMNS = ("number", "node", "row", "cell", "block", "length", "link", "place", "path", "text", "flags")


def in_process(shelf, tree):
    """Where a page is that another process has put on a shelf."""
    ours, theirs = os.pipe()
    if not (child := os.fork()):
        os.write(theirs, pickle.dumps(shelf.put(Leaves(tree))))
        os._exit(0)
    os.waitpid(child, 0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as answer:
        return pickle.load(answer)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of threads, which are not forked
def test_a_page_is_the_same_in_another_process():
    with closing(PageShelf()) as shelf:
        for tree in trees(PAGES[-4:]):
            got, whole = shelf.get(in_process(shelf, tree)), Leaves(tree)
            assert all(np.array_equal(getattr(got, name), getattr(whole, name)) for name in COLUMNS)
            assert all(np.array_equal(getattr(got.tree, name), getattr(tree, name)) for name in ROWS)
            assert (got.tree.buffer, got.tree.page, got.tree.url) == (tree.buffer, tree.page, tree.url)
            assert not got.node.flags.writeable


@pytest.mark.parametrize("in_memory", [True, False])
def test_results_are_those_of_pages_that_are_kept(in_memory, monkeypatch):
    if not in_memory:
        monkeypatch.delattr(os, "memfd_create", raising=False)
    whole = [each.rows() for each in discover(trees(PAGES))]
    with closing(PageShelf()) as shelf:
        waiting = [wait(tree, shelf) for tree in trees(PAGES)]
        assert not any(isinstance(each.place, Leaves) for each in waiting)
        assert list(discover_each(waiting, lambda pages: pages.rows(), ReadOptions(), shelf=shelf)) == whole


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux gives back a part of a file")
def test_the_memory_of_pages_that_were_read_is_given_back():
    with closing(PageShelf()) as shelf:
        places = [shelf.put(Leaves(tree)) for tree in trees(PAGES)]
        before = os.fstat(shelf._file.fileno()).st_blocks
        shelf.remove(places[:-1])
        assert os.fstat(shelf._file.fileno()).st_blocks <= before // 50
        assert len(shelf.get(places[-1]).tree) == places[-1].nodes


def test_a_shelf_without_room_says_so(monkeypatch):
    monkeypatch.setattr(os, "pwritev", lambda *_: 0)
    with closing(PageShelf()) as shelf, pytest.raises(OSError, match="No space left"):
        shelf.put(Leaves(next(iter(trees(PAGES[:1])))))


def test_pages_that_find_no_room_wait_in_the_process(monkeypatch):
    monkeypatch.setattr(os, "pwritev", lambda *_: 0)
    with closing(PageShelf()) as shelf:
        waiting = [wait(tree, shelf) for tree in trees(PAGES)]
        assert all(isinstance(each.place, Leaves) for each in waiting)
        made = discover_each(waiting, lambda pages: pages.rows(), ReadOptions(), shelf=shelf)
        assert list(made) == [each.rows() for each in discover(trees(PAGES))]


def test_pages_stay_on_the_shelf_if_the_lesson_of_their_template_is_lost(monkeypatch):
    monkeypatch.setattr(readers, "_AT_ONCE", 50)
    lost = []

    def losing(work, items, *, pages, done):
        for item in items:
            if not lost and len(pages(item)) == readers.SAMPLE:
                lost.extend(pages(item))
                yield None
            else:
                result = work(item)
                done(item)
                yield result

    things = [page(row) for row in products(85)]
    with closing(PageShelf()) as shelf:
        waiting = [wait(tree, shelf) for tree in trees(things)]
        options = ReadOptions(keep_trees=False)
        [rows] = discover_each(waiting, lambda pages: pages.rows(), options, spread=losing, shelf=shelf)
    assert len(lost) == readers.SAMPLE
    assert [row["attributes"]["title"] for row in rows] == [row["title"] for row in products(45, start=40)]


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux gives back a part of a file")
@pytest.mark.parametrize("most", [50, 1000])
def test_the_memory_of_pages_is_given_back_as_soon_as_they_are_read(most, monkeypatch):
    monkeypatch.setattr(readers, "_AT_ONCE", most)
    with closing(PageShelf()) as shelf:
        waiting = [wait(tree, shelf) for tree in trees(PAGES)]

        def made(_):
            return os.fstat(shelf._file.fileno()).st_blocks

        before = made(None)
        # The last template is that of the page without a text.
        *_, left = discover_each(waiting, made, ReadOptions(), shelf=shelf)
        assert left <= before // 20


def test_a_page_that_is_not_there_is_an_error():
    with closing(PageShelf()) as shelf:
        place = shelf.put(Leaves(next(iter(trees(PAGES[:1])))))
        with pytest.raises(EOFError):
            shelf.get(place._replace(start=1 << 30))
