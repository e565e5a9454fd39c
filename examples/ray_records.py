"""The records of a crawl on Ray, as Parquet: python examples/ray_records.py OUT WARC..."""

import sys

import pyarrow as pa
import ray

from weblode.batches.guard import process_guarded
from weblode.batches.schemas import schema_of


def records(files: pa.Table) -> pa.Table:
    """The records of the pages in some files: names travel, pages do not."""
    return pa.Table.from_batches(process_guarded(files["path"].to_pylist(), "records"), schema_of("records"))


def main(output: str, sources: list[str]) -> None:
    """Write the records of all pages of the sources; rows with an error are pages that failed."""
    files = ray.data.from_arrow([pa.table({"path": [source]}) for source in sources])
    files.map_batches(records, batch_format="pyarrow", batch_size=1).write_parquet(output)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
