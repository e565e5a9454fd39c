"""Many viewers at a time, on a server of its own."""

from bench.workbench import LOOKS, VIEWERS, large, opening, serving, viewing

PAGE = b"<title>x</title><ul>" + b"".join(b"<li><a href=/%d>Thing %d</a><p>%d.50" % (i, i, i) for i in range(50))


def test_fifty_viewers_at_a_time_meet_no_error(tmp_path):
    with serving(tmp_path) as server:
        looks = viewing(server, [PAGE + b"<li>%d" % i for i in range(5)])
    assert len(looks) == VIEWERS * LOOKS


def test_a_page_of_five_megabytes_is_answered(tmp_path):
    with serving(tmp_path) as server:
        [took] = opening(server, [large()])
    assert took < 60  # a busy machine; `python -m bench.workbench` measures it
