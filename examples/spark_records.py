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
    results = weblode_spark.records(weblode_spark.files(session, sources))
    results = results.selectExpr("*", "if(error is null, 'done', 'failed') as outcome")
    results.write.mode("overwrite").partitionBy("outcome").parquet(output)
    counts = {row["outcome"]: row["count"] for row in session.read.parquet(output).groupBy("outcome").count().collect()}
    print(f"{counts.get('done', 0):,} records, {counts.get('failed', 0):,} pages failed")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
