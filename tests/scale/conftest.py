"""Tests of the engines: run by `make test-scale`, in an environment that has them; left out elsewhere."""

import os
import sys
from importlib.util import find_spec

import pytest

collect_ignore = ["faults"]  # for the processes of the engine alone
if find_spec("pyspark") is None:
    collect_ignore.append("test_spark.py")


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    """A Spark session with two processes, each of whose tasks may fail three times."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    here = os.path.dirname(__file__)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.log.level": "OFF",
        # Small jobs: what takes long is to compile.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.driver.memory": "1g",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.adaptive.enabled": "false",
    }
    os.environ["PYTHONPATH"] = os.path.join(here, "faults")  # whose sitecustomize the workers load
    builder = SparkSession.builder.master("local[2,4]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
