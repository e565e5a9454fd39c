"""The main job, on made sites that are served on loopback, and offline."""

import os
import signal
from pathlib import Path

import pytest
from loopback import serving
from mining import made
from newspapers import SECTIONS, answering, save, site

from weblode.demo.compare import compare
from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.demo.truth import truth
from weblode.instances import reading
from weblode.limits import Limits
from weblode.mining.job import mine
from weblode.mining.miner import MineOptions, mine_ontology
from weblode.sources import crawl
from weblode.sources.choice import web
from weblode.subprocesses import can_fork


def test_made_sites_are_mined_end_to_end(tmp_path):
    with serve(generate(sites=3, articles=60, seed=15)) as server:
        homes = server.web.homes()
        source = web(homes, tmp_path, crawl.CrawlOptions(delay=0, concurrency=8, max_pages=5000))
        found = mine_ontology(homes, source, options=MineOptions(depth=2, semantics=True))
        source.close()
        scores = dict(compare(found, truth(server.web)).rows())
        asked = [request.address for request in server.log if not request.address.endswith("robots.txt")]
    assert len(asked) == len(set(asked))
    for name, score in scores.items():
        assert score.precision >= 0.95, (name, score.wrong)
        assert score.recall >= 0.95, (name, score.missed)
    assert any("what they list is alike" in why for concept in found.concepts for why in concept.merged)


def saved_site(folder, topics, *, more=()):
    """A saved site: a home page, a page for each topic that lists stories; `more` has further labels by page."""
    menu = "<ul>" + "".join(f"<li><a href={name.lower()}.html>{name}</a>" for name in topics) + "</ul>"
    folder.mkdir(exist_ok=True)
    names = ["index", *topics, *(one for several in dict(more).values() for one in several)]
    for name in dict.fromkeys(map(str.lower, names)):
        labels = "".join(f"<li><a href={one.lower()}.html>{one}</a>" for one in dict(more).get(name, ()))
        stories = "".join(
            f"<div><h3><a href=story-{name}-{i}.html>The story number {i} of {name} in words</a></h3><p>A<p>B</div>"
            for i in range(12)
        )
        (folder / f"{name}.html").write_text(f"<title>{name}</title>{menu}<ul>{labels}</ul>{stories}")
        for i in range(12):
            (folder / f"story-{name}-{i}.html").write_text(f"<h1>The story {i}</h1>{'<p>A text of some words.' * 9}")
    return str(folder / "index.html")


TOPICS = ["World", "Politics", "Business", "Sports", "Travel"]


def add_section(site, upper, name, *, stories=12):
    """Add a section of a section to a saved site, with a link from there, which no other site has."""
    page = site / f"{upper}.html"
    page.write_text(f"{page.read_text()}<p><a href={upper}/{name.lower()}.html>{name}</a></p>")
    (site / upper).mkdir(exist_ok=True)
    items = "".join(
        f"<div><h3><a href=../story-{upper}-{i}.html>The story number {i} of {upper} in words</a></h3><p>A<p>B</div>"
        for i in range(stories)
    )
    (site / upper / f"{name.lower()}.html").write_text(f"<title>{name}</title>{items}")


def test_a_section_inside_the_address_of_a_concept_is_one_if_its_page_is_read_and_lists_something(tmp_path):
    homes = [saved_site(tmp_path / name, TOPICS) for name in "ab"]
    add_section(tmp_path / "a", "world", "Oceans")
    add_section(tmp_path / "a", "world", "Islands", stories=0)
    for depth, below in ((1, set()), (2, {"Oceans"})):
        source = web(homes, tmp_path / f"run{depth}")
        ontology = mine_ontology(homes, source, options=MineOptions(depth=depth))
        source.close()
        names = {concept.id: concept.label for concept in ontology.concepts}
        assert {names[pair.narrower] for pair in ontology.broader if names[pair.broader] == "World"} == below


def test_a_section_that_has_the_name_of_another_in_the_same_place_is_that_one(tmp_path):
    homes = [saved_site(tmp_path / name, TOPICS) for name in "ab"]
    add_section(tmp_path / "a", "world", "Arctic")
    add_section(tmp_path / "b", "world", "Arctic & Greenland")
    source = web(homes, tmp_path / "run")
    ontology = mine_ontology(homes, source, options=MineOptions(depth=2))
    source.close()
    [arctic] = [concept for concept in ontology.concepts if "Arctic" in concept.labels]
    assert set(arctic.labels) == {"Arctic", "Arctic & Greenland"}
    assert len(arctic.sites) == 2
    assert "one of several" in arctic.merged[0]


def test_concepts_whose_pages_were_not_seen_stay_and_those_whose_pages_bring_nothing_fall(tmp_path):
    homes = [saved_site(tmp_path / name, TOPICS) for name in "ab"]
    for name in "ab":
        (tmp_path / name / "world.html").unlink()
        (tmp_path / name / "travel.html").write_text("<p>Nothing here.")
    found = mine(homes).ontology
    assert {concept.label for concept in found.concepts} == {"World", "Politics", "Business", "Sports"}
    assert "its pages have neither" in next(lost.reason for lost in found.dropped if lost.name == "Travel")


def test_labels_that_pages_of_a_concept_share_are_below_it_though_one_home_page_has_one_of_them(tmp_path):
    more = {"sports": ("Tennis", "Cycling", "Rowing", "Fencing")}
    homes = [saved_site(tmp_path / "a", TOPICS, more={**more, "index": ("Tennis",)})]
    homes.append(saved_site(tmp_path / "b", TOPICS, more=more))
    found = mine(homes).ontology
    names = found.by_id()
    below = {names[pair.narrower].label for pair in found.broader if names[pair.broader].label == "Sports"}
    assert below == set(more["sports"])


def test_the_next_page_of_a_list_is_no_concept_below_it(tmp_path):
    more = {"sports": ("Tennis", "Cycling", "Rowing", "Fencing", "Next")}
    homes = [saved_site(tmp_path / name, TOPICS, more=more) for name in "ab"]
    for name in "ab":
        page = tmp_path / name / "sports.html"
        page.write_text(page.read_text().replace("href=next.html", "rel=next href=sports2.html"))
        (tmp_path / name / "next.html").rename(tmp_path / name / "sports2.html")
    found = mine(homes).ontology
    assert {"Tennis", "Fencing"} < {concept.label for concept in found.concepts}
    assert "Next" not in {concept.label for concept in found.concepts}


def test_every_broader_pair_says_where_it_was_seen(tmp_path):
    with serve(generate(sites=2, articles=6, seed=15)) as server:
        homes = server.web.homes()
        with web(homes, tmp_path, crawl.CrawlOptions(delay=0, concurrency=8)) as source:
            found = mine_ontology(homes, source, options=MineOptions(depth=0))
    assert found.broader
    assert all({one.url for one in pair.witnesses} <= set(homes) and pair.witnesses for pair in found.broader)


def test_of_a_single_site_a_label_needs_several_pages(tmp_path):
    home = saved_site(tmp_path / "a", TOPICS, more={"index": ("Short",)})
    found = mine([home]).ontology
    assert {concept.label for concept in found.concepts} == set(TOPICS)
    assert {one.concept for one in found.instances} == {topic.lower() for topic in TOPICS}


def test_limits_of_the_options_hold_for_the_source_that_is_opened(tmp_path):
    (tmp_path / "index.html").write_text("<p>" + "x" * 100)
    found = mine([str(tmp_path)], options=MineOptions(limits=Limits(size=50))).ontology
    assert "the limit of 50 bytes" in found.dropped[0].reason


def test_so_many_items_are_followed_below_a_concept_on_each_site(tmp_path, served):
    homes, _, servers = served
    done = made.mine(homes, tmp_path / "out", "--max-per-concept", "1", "--concurrency", "8")
    assert "World  [3 sites, 3 instances]" in done.stdout
    assert len([path for path in made.asked(servers) if "-" in path]) == 3 * len(SECTIONS)


def test_an_archive_of_several_sites_is_mined_as_these(tmp_path, served):
    homes, _, _ = served
    made.mine(homes, tmp_path / "live", "--concurrency", "8")
    done = made.mine([str(tmp_path / "live" / "pages.warc.gz")], tmp_path / "out")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "World  [3 sites, 6 instances]" in done.stdout
    live, out = ((tmp_path / name / "instances.jsonl").read_text().splitlines() for name in ("live", "out"))
    assert sorted(out) == sorted(live)  # the archive has the sites in the order in which they answered


def test_saved_sites_of_which_only_some_pages_declare_an_address_are_mined(tmp_path, papers):
    for number, home in enumerate(papers):
        path = Path(home)
        path.write_text(f'<link rel=canonical href="http://www.s{number}.com/">{path.read_text()}')
    done = made.mine(papers, tmp_path / "out")
    assert "World  [3 sites, 6 instances]" in done.stdout
    assert set(made.taxonomy(tmp_path / "out")["sites"]) == {"s0.com", "s1.com", "s2.com"}


def test_pages_of_other_sites_are_neither_fetched_nor_mined(tmp_path, served):
    homes, pages, servers = served
    with serving(answering(site())) as other:
        elsewhere = other.url("/world.html")
        away = answering(pages[0])
        servers[0].answer = lambda handler: (
            handler.reply(status=302, headers={"Location": elsewhere}) if "world" in handler.path else away(handler)
        )
        pages[1]["world.html"] = pages[1]["world.html"].replace('<a href="harbour', f'<a href="{other.url("/harbour")}')
        done = made.mine(homes, tmp_path / "out", "--concurrency", "8")
        assert other.hits == []
    assert f"leads to 127.0.0.1:{other.server_port}, which is none of the sites of this crawl" in done.stderr
    assert "World  [3 sites, 4 instances]" in done.stdout
    assert len(done.stderr.splitlines()) == 2


FURTHER = {
    2: ["Ferry line returns to the northern bay", "Bakers strike for shorter night shifts"],
    3: ["Old railway becomes a path for cyclists", "Village votes against a second airport"],
}


@pytest.mark.parametrize(("follow", "instances"), [("1", 6), ("2", 12), ("all", 18)])
def test_a_list_is_followed_over_its_pages_and_a_loop_ends(tmp_path, served, follow, instances):
    homes, pages, servers = served
    for own in pages:
        own["world.html"] += '<a href="world.html?page=2">Next</a>'
        for n, titles in FURTHER.items():
            further = site(SECTIONS | {"World": titles})
            link = "world.html?page=3" if n == 2 else "world.html"
            own.update(further | own)
            own[f"world.html?page={n}"] = f'{further["world.html"]}<a rel=next href="{link}">Next</a>'
    done = made.mine(homes, tmp_path / "out", "--follow", follow, "--concurrency", "8")
    assert f"World  [3 sites, {instances} instances]" in done.stdout
    assert max(made.asked(servers).count(path) for path in made.asked(servers)) <= 3


def test_the_papers_way_finds_the_shared_labels_too(tmp_path):
    for name in "ab":
        saved_site(tmp_path / name, ["World", "Sports", "Travel", "Health"])
    homes = [str(tmp_path / name / "index.html") for name in "ab"]
    ontology = mine(homes, options=MineOptions(depth=0, method="ontominer")).ontology
    assert {"World", "Sports", "Travel", "Health"} <= {concept.label for concept in ontology.concepts}


forks = pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")


@forks
def test_pages_of_items_read_in_three_processes_give_the_bytes_of_one(tmp_path, papers):
    long, gone = (sorted(Path(papers[0]).parent.glob("*-*.html"))[i] for i in (0, -1))
    long.write_text(long.read_text() + "<p>More words of it." * 5000)
    gone.unlink()
    folders = [tmp_path / "one", tmp_path / "three"]
    for jobs, folder in zip((1, 3), folders, strict=True):
        done = made.mine(papers, folder, "--depth", "2", "--max-size", "50000", "--jobs", str(jobs))
        assert done.exit_code == 0, done.output
    one, three = map(made.contents, folders)
    assert one == three
    assert {long.name, gone.name} == {Path(each["name"]).name for each in made.taxonomy(folders[0])["dropped"]}


@forks
def test_a_page_that_ends_its_process_is_told_and_its_list_still_says_what_its_items_are(tmp_path, monkeypatch):
    homes, here, read = save(tmp_path, dict.fromkeys(made.THREE, site())), os.getpid(), reading.attributes
    title = list(SECTIONS.values())[-1][0]

    def deadly(page, template=None):
        if os.getpid() != here and any(title in text for text in page.texts):
            os.kill(os.getpid(), signal.SIGKILL)
        return read(page, template)

    one = mine_ontology(homes, web(homes))
    monkeypatch.setattr(reading, "attributes", deadly)
    found = mine_ontology(homes, web(homes), options=MineOptions(jobs=2))
    assert [each.title for each in found.instances] == [each.title for each in one.instances]
    lost = {each.concept for each in found.instances if each.title == title}
    assert {each.concept for each in found.instances if not any(a.name == "body" for a in each.attributes)} == lost
    assert (
        "ended their process (Killed)"
        in {each.name: each.reason for each in found.dropped}[
            next(each.url for each in found.instances if each.title == title)
        ]
    )
