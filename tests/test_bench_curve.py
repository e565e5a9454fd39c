"""The learning curve of rules, on a made set of pages."""

import json

from bench.curve import curves, lines, orders


def save(folder):
    """A set of two sites with three pages each."""
    (folder / "pages").mkdir(parents=True)
    gold = []
    for site in ("a", "b"):
        for n in range(3):
            texts = [f"Lamp {i} of oak made in {1900 + i} for {i} rooms" for i in range(10 * n, 10 * n + 8)]
            items = "".join(f"<li><a href=/{i}>{text[:-9]}</a> <i>{text[-9:]}</i></li>" for i, text in enumerate(texts))
            page = f"<h1>Lamps of {site}</h1><div class={site}><ul>{items}</ul></div><p>Open from 9 to 5"
            (folder / "pages" / f"{site}{n}.html").write_text(page)
            gold.append(
                {"page": f"{site}{n}.html", "site": site, "part": "whole", "records": [{"text": t} for t in texts]}
            )
    (folder / "gold.json").write_text(json.dumps(gold))


def test_pages_are_taken_in_orders_that_begin_at_different_ones():
    assert orders(2) == [[0, 1], [1, 0]]
    assert orders(3) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert [order[0] for order in orders(10)] == [0, 3, 6]


def test_every_point_of_a_curve_is_measured_on_the_same_pages(tmp_path):
    save(tmp_path / "records-wien")
    one, two = curves(tmp_path / "records-wien", "consensus")
    assert (one.learnt, two.learnt, one.pages, two.pages) == (1, 2, 6, 6)
    assert (one.total.recall, two.total.recall, two.total.precision) == (1.0, 1.0, 1.0)
    assert one.several == 0 < two.several


def test_curves_are_printed_for_the_sets_that_are_there(tmp_path):
    save(tmp_path / "records-wien")
    rows = [line for line in lines(tmp_path) if line.startswith("| records-")]
    assert [row.split(" | ")[:3] for row in rows[:2]] == [
        ["| records-wien", "1", "1.000"],
        ["| records-wien", "2", "1.000"],
    ]
    assert len(rows) == 4
