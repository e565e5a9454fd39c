"""The vocabulary of the generated sites: categories, their labels and their words, read from `news.toml` and others."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

Words = tuple[str, ...]

NEWS = "news"
KINDS = (NEWS, "travel", "shop", "jobs")  # what sites are about; each has its words in a file
SPECIAL = ("own", "around", "prose")  # tables of the file that are not shared categories


@dataclass(frozen=True)
class Topic:
    """A category: its names and the words of its headlines."""

    name: str
    labels: Words  # the first is the usual one
    actors: Words
    verbs: tuple[tuple[str, str], ...]  # in a headline, in a story
    objects: Words
    tails: Words
    facts: tuple[tuple[str, Words], ...] = ()  # label, values to choose from
    subs: tuple["Topic", ...] = ()


@cache
def topics(kind: str = NEWS) -> tuple[Topic, ...]:
    """The categories that sites share, each with its sub-categories."""
    return tuple(_topic(name, table, table) for name, table in _file(kind).items() if name not in SPECIAL)


@cache
def own(index: int, kind: str = NEWS) -> Topic | None:
    """The topic that only the site with this index has; None if the file has no more labels for such topics.

    Each has its own words: a part of those that the file has for such topics.
    """
    every = _topic("own", _file(kind)["own"], _file(kind)["own"])
    if index >= len(every.labels):
        return None
    label, actors, objects = (
        every.labels[index : index + 1],
        every.actors[index % 4 :: 4],
        every.objects[index % 5 :: 5],
    )
    return replace(every, labels=label, actors=actors, objects=objects)


@cache
def around() -> Topic:
    """The topic of a site's own city."""
    return _topic("around", _file(NEWS)["around"], _file(NEWS)["around"])


@cache
def prose(kind: str = NEWS) -> dict[str, Words]:
    """Names, places and sentences by their kind; what a kind of sites does not have of its own is that of news."""
    own_words = _file(NEWS)["prose"] | _file(kind)["prose"]
    words = {name: _split(text) for name, text in own_words.items()}
    # An end that begins with a comma directly follows its sentence, and half of the sentences have no end.
    ends = tuple(end if end.startswith(",") else f" {end}" for end in words["closers"])
    return {**words, "closers": ends + ("",) * len(ends)}


@cache
def _file(kind: str) -> dict[str, Any]:
    return tomllib.loads((files("weblode.demo") / f"{kind}.toml").read_text(encoding="utf-8"))


def _topic(name: str, table: dict[str, Any], above: dict[str, Any]) -> Topic:
    """A topic of the file; a sub-category inherits what it does not have from the category above."""
    words = {**above, **table}
    verbs = (verb.partition("/") for verb in _split(words["verbs"]))
    return Topic(
        name=name,
        labels=_split(table["labels"]),
        actors=_split(words["actors"]),
        verbs=tuple((now, then) for now, _, then in verbs),
        objects=_split(words["objects"]),
        tails=_split(words["tails"]),
        facts=tuple(_fact(text) for text in _split(words.get("facts", ""))),
        subs=tuple(_topic(key, sub, table) for key, sub in table.items() if isinstance(sub, dict)),
    )


def _fact(text: str) -> tuple[str, Words]:
    label, _, values = text.partition(": ")
    return label, tuple(values.split(", "))


def _split(text: str) -> Words:
    return tuple(part.strip() for part in text.split("|") if part.strip())
