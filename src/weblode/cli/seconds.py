"""Seconds as the value of an option."""

from collections.abc import Callable
from typing import Any

import click


class Seconds(click.FloatRange):
    """Seconds as a float; NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return seconds if seconds == seconds else self.fail(f"{value!r} is not a number of seconds", param, ctx)


def delay_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option for the time between requests to a host; `text` is its help."""
    return click.option("--delay", type=Seconds(min=0, max=1e6), metavar="S", default=1.0, show_default=True, help=text)
