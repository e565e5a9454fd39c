"""The programs for Scrapy in docs/python.md, run by Scrapy itself on a site of this machine."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from children import run
from loopback import serving

ITEM = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
PAGES = {
    "/": "<ul>" + "".join(map(ITEM.format, range(1, 9))) + "</ul><a rel=next href=/2>next</a>",
    "/2": "<ul>" + "".join(map(ITEM.format, range(9, 15))) + "</ul>",
}
DOCS = Path(__file__).parent.parent / "docs" / "python.md"
PLAIN_SPIDER = """
import scrapy

class Plain(scrapy.Spider):
    name = "plain"
    start_urls = ["https://shop.example/"]
    custom_settings = {"SPIDER_MIDDLEWARES": {"middlewares.Records": 100}}

    def parse(self, response):
        yield {"own": response.url}
"""


def shop(handler):
    handler.reply(PAGES.get(handler.path, "").encode(), 200 if handler.path in PAGES else 404)


def programs():
    return re.findall(r"```python\n(import .*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def crawl(tmp_path):
    def run_spider(program):
        """The items of a spider, run as a user runs it."""
        with serving(shop) as server:
            (tmp_path / "spider.py").write_text(program.replace("https://shop.example/", server.url("/")))
            command = [
                sys.executable,
                "-m",
                "scrapy",
                "runspider",
                "spider.py",
                "-O",
                "items.json",
                "-s",
                "LOG_LEVEL=ERROR",
            ]
            environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NO_PROXY": "*"}
            done = run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads((tmp_path / "items.json").read_text(encoding="utf-8")), server.url("/")

    return run_spider


def test_a_spider_without_selectors_yields_the_records_of_all_pages(crawl):
    items, home = crawl(programs()[0])
    assert len(programs()[0].splitlines()) <= 12
    assert [item["title"] for item in items] == [f"Book {n}" for n in range(1, 15)]
    assert {item["page"] for item in items} == {home, f"{home}2"}


def test_a_middleware_adds_the_records_to_what_a_spider_yields(crawl, tmp_path):
    (tmp_path / "middlewares.py").write_text(programs()[1], encoding="utf-8")
    items, home = crawl(PLAIN_SPIDER)
    assert items[0] == {"own": home}
    assert [item["title"] for item in items[1:]] == [f"Book {n}" for n in range(1, 9)]
