"""Faults for the processes of an engine: some pages end the process that works on them.

Loaded by every Python that has this folder on its path.
"""

import os
import signal
import sys


class _Faults:
    """Wraps the work on records when the module that has it is imported."""

    def find_spec(self, name, *_):
        if name != "weblode.batches.processing":
            return
        sys.meta_path.remove(self)
        from weblode.batches import tasks

        work = tasks._WORK["records"]

        def records(tree, options):
            title = tree.text(0)
            if "POISON" in title:
                os.kill(os.getpid(), signal.SIGKILL)
            if "KILL THE WORKER" in title and _first(tree.url):
                os.kill(os.getppid(), signal.SIGKILL)
            return work(tree, options)

        tasks._WORK["records"] = records
        return


def _first(url):
    """Whether this is the first time, by a file that the address names."""
    mark = url.partition("#")[2]
    if os.path.exists(mark):
        return False
    with open(mark, "w"):
        return True


sys.meta_path.insert(0, _Faults())
