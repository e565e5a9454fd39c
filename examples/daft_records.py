"""The records of a crawl on Daft, as Parquet: python examples/daft_records.py OUT WARC..."""

import sys

import daft
import pyarrow as pa
from daft import DataType, Series

from weblode.batches.guard import process_guarded
from weblode.batches.schemas import schema_of

SCHEMA = schema_of("records")
ROWS = pa.list_(pa.struct([(each.name, each.type) for each in SCHEMA]))


@daft.func.batch(return_dtype=DataType.from_arrow_type(ROWS))
def records(paths: Series) -> Series:
    """The records of the pages in each file, as a list of rows: Daft's functions give a row for each row."""
    lists = []
    for path in paths.to_pylist():
        table = pa.Table.from_batches(process_guarded([path], "records"), SCHEMA).combine_chunks()
        lists.append(table.to_struct_array().combine_chunks() if len(table) else pa.array([], ROWS.value_type))
    offsets = [0]
    for each in lists:
        offsets.append(offsets[-1] + len(each))
    return Series.from_arrow(pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.concat_arrays(lists)))


def main(output: str, sources: list[str]) -> None:
    """Write the records of all pages of the sources; rows with an error are pages that failed."""
    files = daft.from_pydict({"path": sources}).into_partitions(len(sources))
    rows = files.select(records(files["path"]).alias("row")).explode("row")
    rows.select(*(rows["row"].get(name).alias(name) for name in SCHEMA.names)).write_parquet(output)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
