"""The records of a crawl on Spark, as Parquet: spark-submit examples/spark_records.py OUT WARC...

Names of files travel to the workers, pages do not: each task opens its file. All workers need weblode (`pip install
'weblode[spark]'`, or an environment packed with venv-pack and given by --archives), and must see the files and the
folder under the same names.
"""

import sys

from pyspark.sql import SparkSession

from weblode import spark as weblode_spark


def main(output: str, sources: list[str]) -> None:
    """Write the records of all pages of the sources, and the pages that failed."""
    session = SparkSession.builder.appName("weblode records").getOrCreate()
    results = weblode_spark.records(weblode_spark.files(session, sources)).selectExpr(
        "*", "error is not null as failed"
    )
    results.write.mode("overwrite").partitionBy("failed").parquet(output)
    written = session.read.parquet(output)
    print(f"{written.where('not failed').count():,} records, {written.where('failed').count():,} pages failed")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
