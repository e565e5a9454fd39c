import threading

import pytest

from weblode.workbench.recent import Recent


def test_what_was_asked_for_last_is_kept_as_far_as_it_fits():
    made = []
    recent = Recent[str](10)

    def get(key):
        return recent.get(key, lambda: made.append(key) or key, size=4)

    assert [get(key) for key in "ababcab"] == list("ababcab")
    assert "".join(made) == "abcab"


def test_one_thing_larger_than_all_room_is_kept_alone():
    recent = Recent[int](10)
    assert recent.get("large", lambda: 1, size=99) == recent.get("large", lambda: 2, size=99) == 1


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
