"""Sites by host as far as they need no Spark: what each of its tasks does, and what the folder of a run says."""

import gzip
import json

import pyarrow as pa
import pytest
from crawls import rows

from weblode.batches import process
from weblode.batches.runs import describe
from weblode.batches.shards import CHARSET, RuledBatch
from weblode.batches.tasks import TaskOptions
from weblode.errors import WeblodeError
from weblode.spark.hosts import _ApplySites, _LearnSites, _ReadPages, claim_folder

WORD = "\u041b\u0430\u043c\u043f\u0430"  # letters that windows-1251 has and the default of HTML has not
ITEMS = "".join(f"<li><a href=/{i}>{WORD} {i}</a> <b>{i}.50</b>" for i in range(1, 7))
PAGE = f"<h1>{WORD}</h1><ul>{ITEMS}</ul>".encode("windows-1251")
ABOUT = {"waves": 2, "options": describe(TaskOptions()), "source": {"columns": ["url"], "rows": 3, "digest": 5}}


def written(path, *kinds):
    """The path of a WARC file with the page, once for each content type, packed one by one."""
    records = b""
    for number, kind in enumerate(kinds):
        answer = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + PAGE
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/{number}\r\n"
        head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
        records += gzip.compress(head.encode() + answer + b"\r\n\r\n")
    path.write_bytes(records)
    return str(path)


@pytest.fixture
def read(tmp_path):
    """The pages of a WARC file and of a file that is missing, as a task of Spark reads them."""
    path = written(tmp_path / "a.warc.gz", "text/html; charset=windows-1251", "text/html")
    names = pa.record_batch({"path": [path, str(tmp_path / "no.html")]})
    [batch] = _ReadPages(TaskOptions())(iter([names]))
    return batch


def test_pages_of_archives_keep_the_charset_of_their_header(read):
    assert read.schema.names == ["url", "html", CHARSET]
    assert read.column("html").to_pylist() == [PAGE, PAGE, None]
    assert read.column(CHARSET).to_pylist() == ["windows-1251", None, None]


def test_rules_are_learnt_from_pages_in_their_charset(read):
    batch = pa.record_batch([pa.array(["h.example"] * 3), *read.columns], ["host", *read.schema.names])
    [(host, pages)] = _LearnSites(TaskOptions())._hosts(iter([batch]))
    assert (host, [page.charset for page in pages]) == ("h.example", ["windows-1251", None])


def test_pages_are_read_in_their_charset(read):
    places = [pa.array(["h.example"] * 3), pa.array([0] * 3), pa.array([None] * 3, pa.string())]
    batch = pa.record_batch([*places, *read.columns], ["host", "part", "rule", *read.schema.names])
    items = list(_ApplySites(TaskOptions())._items(iter([batch])))
    assert all(isinstance(item, RuledBatch) for item in items)
    texts = [row["text"] for row in rows(process(items, "sites")) if row["url"] == "http://h.example/0"]
    assert [WORD in text for text in texts] == [True] * 6


def test_a_run_is_continued_by_the_same_and_refused_to_others(tmp_path):
    folder = tmp_path / "sites"
    claim_folder(str(folder), ABOUT)
    (folder / "rules").mkdir()
    claim_folder(str(folder), ABOUT)
    assert json.loads((folder / "run.json").read_text())["waves"] == 2
    with pytest.raises(WeblodeError, match="has a run with other waves: 2, not 4; choose another folder"):
        claim_folder(str(folder), {**ABOUT, "waves": 4})
    with pytest.raises(WeblodeError, match="has a run with other options"):
        claim_folder(str(folder), {**ABOUT, "options": describe(TaskOptions(xml=False))})
    with pytest.raises(WeblodeError, match="has a run with other source"):
        claim_folder(str(folder), {**ABOUT, "source": {"columns": ["url"], "rows": 4, "digest": 5}})


@pytest.mark.parametrize("text", ["{", "[]", "3"])
def test_a_folder_of_something_else_is_refused_in_one_line(tmp_path, text):
    (tmp_path / "rules").mkdir()
    with pytest.raises(WeblodeError, match="has files that are of no run"):
        claim_folder(str(tmp_path), ABOUT)
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(WeblodeError, match="choose another folder") as told:
        claim_folder(str(tmp_path), ABOUT)
    assert "\n" not in str(told.value)


def test_an_address_of_spark_is_no_folder_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claim_folder("hdfs://far.example/sites", ABOUT)
    assert list(tmp_path.iterdir()) == []
