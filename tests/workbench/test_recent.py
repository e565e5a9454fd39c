import threading

import pytest

from weblode.pages.html import parse
from weblode.workbench.recent import Recent
from weblode.workbench.sizes import Held, tree_bytes


def sized(thing):
    """A thing of four bytes, or of as many as it says."""
    return Held(thing if isinstance(thing, int) else 4, {})


def test_what_was_asked_for_last_is_kept_as_far_as_it_fits():
    made = []
    recent = Recent[str](4, sized)  # for those before the last

    def get(key):
        return recent.get(key, lambda: made.append(key) or key)

    assert [get(key) for key in "ababcab"] == list("ababcab")
    assert "".join(made) == "abcab"


def test_one_thing_larger_than_all_room_is_kept_alone():
    recent = Recent[int](10, sized)
    assert recent.get("large", lambda: 99) == recent.get("large", lambda: 98) == 99


def test_what_grew_after_it_was_handed_out_counts_as_it_is_now():
    recent = Recent[list](1000)
    grown = recent.get("grown", list)
    assert recent.get("small", list) is recent.get("small", list)
    assert recent.get("grown", list) is grown
    grown.append(b"x" * 2000)
    small = recent.get("small", list)
    recent.get("new", list)
    assert recent.get("grown", list) is not grown
    assert recent.get("small", list) is small


def test_things_of_one_page_count_its_tree_once():
    tree = parse(b"<p>" * 1000)
    recent = Recent[tuple](tree_bytes(tree) * 2)
    things = [recent.get(key, lambda key=key: (tree, key)) for key in range(10)]
    assert [recent.get(key, tuple) for key in range(10)] == things
    other = parse(b"<p>" * 3000)
    assert recent.get("other", lambda: (other,)) == (other,)
    assert recent.get("last", tuple) == ()
    assert recent.get(0, lambda: "anew") == "anew"


def test_many_who_ask_at_a_time_have_it_made_once():
    made = []
    recent = Recent[int](10)
    start = threading.Barrier(8)

    def ask():
        start.wait()
        recent.get("key", lambda: made.append(1) or 7)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_what_cannot_be_made_is_tried_again():
    recent = Recent[int](10)
    with pytest.raises(ZeroDivisionError):
        recent.get("key", lambda: 1 // 0)
    assert recent.get("key", lambda: 7) == 7
