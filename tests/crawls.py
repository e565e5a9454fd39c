"""Small crawls that tests make: pages of some hosts, as record batches, WARC and Parquet files."""

import gzip

import pyarrow as pa
from pyarrow import parquet
from shops import lamp

TABLE = "<table><tr><th>Name<th>Age" + "".join(f"<tr><td>Person {i}<td>{20 + i}" for i in range(6)) + "</table>"
POISON = "this page ends its process"


def listing(n):
    """A page that lists six lamps, no two such pages the same."""
    rows = "".join(lamp(i) for i in range(6 * n + 1, 6 * n + 7))
    return f"<title>Lamps {n}</title><h1>Lamps {n}</h1><main><ul>{rows}</ul></main><p>Open from 9 to 5"


def thing(n):
    """A page about one lamp."""
    return (
        f"<title>Lamp {n}</title><h1>Lamp {n}</h1><dl><dt>Price:<dd>£{n}.50<dt>Weight:<dd>{n % 9 + 1} kg"
        f"<dt>Colour:<dd>{'red green blue'.split()[n % 3]}</dl><p>Sold by us in our shop of lamps"
    )


def crawl(n, hosts=3):
    """The addresses and pages of a crawl: lists, pages about one thing, and tables, by turns."""
    makes = (listing, thing, lambda i: f"<h1>People {i}</h1>{TABLE}")
    return [(f"http://h{i % hosts}.example/{i}", makes[i // hosts % 3](i)) for i in range(n)]


def batch(pages):
    """Pages as a record batch."""
    return pa.record_batch({"url": [url for url, _ in pages], "html": [html for _, html in pages]})


def write_parquet(path, pages, group=10):
    """The path of a Parquet file with pages, in row groups."""
    parquet.write_table(pa.Table.from_batches([batch(pages)]), path, row_group_size=group)
    return str(path)


def warc_record(url, html):
    """A page as a record of a WARC file."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
    kind = "Content-Type: application/http; msgtype=response\r\n"
    return f"{head}{kind}Content-Length: {len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


def write_warc(path, pages):
    """The path of a WARC file with pages, packed one by one."""
    path.write_bytes(b"".join(gzip.compress(warc_record(*page)) for page in pages))
    return str(path)


def rows(batches):
    """The rows of record batches as dictionaries."""
    return [row for each in batches for row in each.to_pylist()]
