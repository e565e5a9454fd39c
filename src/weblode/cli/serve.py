"""`weblode serve`: the workbench."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from weblode.cli.reading import limit_options
from weblode.limits import Limits
from weblode.sources.trust import UNCHECKED
from weblode.terminal import tell


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the workbench in the browser.")
@partial(limit_options, private=False)
def serve(folder: Path, *, host: str, port: int, browser: bool, **limits: Any) -> None:
    """Open the workbench, a web application on this machine to view and edit results.

    DIR is its working folder: it shows the results of `weblode mine` there, and keeps rules, jobs and visited pages
    there.
    """
    from weblode.workbench.security import Door
    from weblode.workbench.serving import address, listening
    from weblode.workbench.serving import serve as serve_workspace
    from weblode.workbench.workspace import Workspace

    if not folder.is_dir():
        raise click.ClickException(f"{folder}: no such folder; create it first, or give another")
    if limits["insecure"]:
        tell(UNCHECKED)
    with listening(host, port) as socket:
        tell(f"the workbench is at {address(socket)} (Ctrl-C stops it)")
        if browser:
            click.launch(address(socket))
        serve_workspace(Workspace(folder, Door(host), Limits(**limits)), socket)
