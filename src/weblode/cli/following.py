"""`--follow`: the further pages of a list, what they must have, and where pages from the web wait until all is done."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import check_file
from weblode.cli.seconds import delay_option
from weblode.terminal import printable, tell

if TYPE_CHECKING:
    from weblode.limits import Limits
    from weblode.records.record_list import RecordList
    from weblode.sources.following import ListWalk, WalkOptions
    from weblode.tree import Tree

_RENAMED = {"--list-pages": "--follow", "--no-follow": "--no-details"}
_SOURCES = "follow.json"  # the file with the sources whose pages are in a folder
_LOCK = "crawl.lock"
_OWN = (_SOURCES, _LOCK, "pages.warc.gz", "pages.index.jsonl")  # and those of a crawl


class PageCount(click.ParamType):  # type: ignore[type-arg]
    """A number of pages as an int; None for all."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "all":
            from weblode.sources.following import ALL

            return ALL
        if isinstance(value, int) or (value.isdecimal() and 0 < int(value) < 2**31):
            return int(value)
        return self.fail(f"{value!r} is neither a number of pages nor `all`", param, ctx)


class RenamedOptions(click.Command):
    """A command that says what an option is called now."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises UsageError for an option that has another name now."""
        for name in (each.partition("=")[0] for each in args):
            if name in _RENAMED:
                raise click.UsageError(f"{name} is {_RENAMED[name]} now", ctx)
        return super().parse_args(ctx, args)


def follow_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options for lists that go on over several pages."""
    delay = delay_option("--follow: seconds between requests to a host.")
    follow = click.option(
        "--follow",
        type=PageCount(),
        metavar="N|all",
        help="Read also the next pages of each page's list, up to N in all, or all (at most 1,000).",
    )
    with_options: Callable[..., None] = follow(delay(_archive_options(command)))
    return with_options


def _archive_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with --warc and --replay, for which `following` looks."""

    def store(ctx: click.Context, option: click.Parameter, value: object) -> None:
        ctx.meta[f"weblode.{option.name}"] = value

    warc = click.option(
        "--warc",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        expose_value=False,
        callback=store,
        help="--follow: keep the fetched pages in this archive.",
    )
    replay = click.option(
        "--replay",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        expose_value=False,
        callback=store,
        help="--follow: take the pages of addresses from this archive, which --warc wrote, not from the web.",
    )
    with_archives: Callable[..., None] = warc(replay(command))
    return with_archives


def following(follow: int | None, delay: float, output: str | None = None) -> Following | None:
    """What --follow and the options beside it ask for; None without it."""
    meta = click.get_current_context().meta
    warc, replay = meta.get("weblode.warc") or "", meta.get("weblode.replay") or ""
    if warc and replay:
        raise click.UsageError("--warc keeps pages from the web; with --replay there are none")
    if follow is None:
        if warc or replay:
            raise click.UsageError("--warc and --replay are for pages that are followed: add --follow 1, or more")
        return None
    check_file(warc or None)
    return Following(follow, delay, output, warc, replay)


@dataclass
class Following:
    """What --follow asks for: so many pages of a list, fetched with this delay, for this output."""

    most: int
    delay: float = 1.0
    output: str | None = None
    warc: str = ""  # the archive to write
    replay: str = ""  # the archive to read instead of the web
    is_open: bool = False  # whether the folder beside the output is in use

    @contextmanager
    def walk(self, sources: Sequence[str], limits: Limits, *, xml: bool) -> Iterator[ListWalk[Tree]]:
        """The pages of the sources, each followed by those of its list."""
        from weblode.pagination.addresses import address_key
        from weblode.pagination.discover import pagination
        from weblode.sources.following import ListWalk, TreeReader

        def href(tree: Tree) -> str | None:
            link = pagination(tree).following
            return link.href if link else None

        with self.options(sources, limits, xml=xml) as options:
            yield ListWalk(sources, TreeReader(href, limits), options=options, key=address_key, tell=tell)

    @contextmanager
    def options(self, sources: Sequence[str], limits: Limits, *, xml: bool, more: int = 0) -> Iterator[WalkOptions]:
        """How the pages of the sources and of their lists are fetched, and so many more pages."""
        from weblode.sources.choice import sites
        from weblode.sources.crawl import CrawlOptions
        from weblode.sources.following import WalkOptions
        from weblode.sources.store import copy_archive, read_index

        with self._directory(sources) as directory:
            most = max(self.most * len(sources), 1) + len(read_index(directory)) + more
            live = [source for source in sources if _is_address(source)]
            crawl = CrawlOptions(self.delay, max_pages=most, scope=sites(live), limits=limits)
            yield WalkOptions(self.most, directory, crawl, xml, self.replay)
            if self.warc:
                copy_archive(directory, self.warc)

    @contextmanager
    def _directory(self, sources: Sequence[str]) -> Iterator[str]:
        """The folder for pages from the web: beside the output, so that a killed command continues with them."""
        if self.pages_folder and not self.replay and any(map(_is_address, sources)):
            _open_folder(self.pages_folder, sources)
            self.is_open = True
            yield self.pages_folder
            return
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as directory:
            yield directory

    @property
    def pages_folder(self) -> str:
        """The folder beside the output; "" without one."""
        return f"{self.output}.pages" if self.output else ""

    def clear(self) -> None:
        """Remove the folder of pages after all is written, if it was used and nothing else is in it."""
        folder = self.pages_folder
        if self.is_open and os.path.isdir(folder) and set(os.listdir(folder)) <= set(_OWN):
            import shutil

            shutil.rmtree(folder, ignore_errors=True)


def _open_folder(folder: str, sources: Sequence[str]) -> None:
    """Make the folder for pages of the sources; one that a killed command left goes on, or anew for other sources.

    Raises SourceError for a folder with anything else.
    """
    from weblode.errors import SourceError
    from weblode.files import acquire_lock, read_file, replace_file
    from weblode.sources.store import fetch_times

    arguments = json.dumps({"sources": list(sources)}).encode()
    os.makedirs(folder, exist_ok=True)
    names = set(os.listdir(folder))
    if not names <= set(_OWN) or (names and _SOURCES not in names):
        raise SourceError(f"{printable(folder)}: has files that are not of --follow; move it away, or name another -o")
    path = os.path.join(folder, _SOURCES)
    if names and read_file(path) == arguments:
        if times := fetch_times(folder):
            pages = f"{len(times):,} page{'' if len(times) == 1 else 's'}"
            tell(f"continuing with {pages} fetched since {min(times.values())} in {printable(folder)}")
        return
    if names:
        with acquire_lock(os.path.join(folder, _LOCK)):  # so that no other command is at work there
            for name in names - {_LOCK, _SOURCES}:
                os.remove(os.path.join(folder, name))
    replace_file(path, arguments, error=SourceError)


def _is_address(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


class FollowedLists:
    """The record lists of pages that follow each other: those of further pages by the rule of the first one.

    So all have the same columns. A further page that does not fit the rule is searched as the first one was.
    """

    def __init__(self, find: Callable[[Tree], list[RecordList]]) -> None:
        self.find = find
        self._rule: Any = None

    def lists(self, tree: Tree, number: int) -> list[RecordList]:
        """The record lists of a page, the `number`th of its list."""
        from weblode.errors import RuleError
        from weblode.rules.learning import learn

        if number == 1:
            self._rule = None  # that of the list before, whatever becomes of this page
        if self._rule is not None:
            again = self._rule.try_on(tree)
            return [again] if again else self.find(tree)
        lists = self.find(tree)
        if number == 1 and len(lists) == 1 and not tree.is_xml:
            try:
                self._rule = learn(lists)
            except RuleError:
                return lists
            again = self._rule.try_on(tree)
            if again is None or again.records != lists[0].records:
                self._rule = None
        return lists
