"""What of a command's work only its first process does: `python -m bench.serial FILE COMMAND...`.

Runs `weblode COMMAND...` and writes to FILE, as JSON, the processor's time in seconds: `serial` of the first process
while there are no workers, `beside` of the first process while there are, and `workers` of all of these. On two idle
cores the command then takes about serial + (beside + workers) / 2, which a busy machine can tell too.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

from weblode.batches import workers
from weblode.cli import main


class _Clock:
    """The processor's time of this process, with and without workers."""

    def __init__(self) -> None:
        self._pools, self._since = 0, 0.0
        self.seconds = {"serial": 0.0, "beside": 0.0}

    def change(self, pools: int) -> None:
        """Note that so many pools of workers are begun, or ended if the number is negative."""
        now = time.process_time()
        self.seconds["beside" if self._pools else "serial"] += now - self._since
        self._pools, self._since = self._pools + pools, now


def watch(path: Path) -> None:
    """Write the times of this process to a file when it ends."""
    clock, own = _Clock(), os.getpid()
    begin, stop = workers._Pool.__init__, workers._Pool.stop

    def begin_watched(self: Any, *arguments: Any) -> None:
        clock.change(1)
        begin(self, *arguments)

    def stop_watched(self: Any) -> None:
        stop(self)
        clock.change(-1)

    def write() -> None:
        if os.getpid() == own:
            clock.change(0)
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            path.write_text(json.dumps(clock.seconds | {"workers": used.ru_utime + used.ru_stime}))

    workers._Pool.__init__ = begin_watched  # type: ignore[assignment, method-assign]
    workers._Pool.stop = stop_watched  # type: ignore[method-assign]
    atexit.register(write)


if __name__ == "__main__":
    watch(Path(sys.argv[1]))
    sys.argv = ["weblode", *sys.argv[2:]]
    main()
