"""Seconds as the value of an option."""

from typing import Any

import click


class Seconds(click.FloatRange):
    """Seconds as a float; NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return seconds if seconds == seconds else self.fail(f"{value!r} is not a number of seconds", param, ctx)
