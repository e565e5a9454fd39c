"""The text of a generated article: headline, byline, dateline, paragraphs, facts; from its site and number only."""

import re
from dataclasses import dataclass
from datetime import date

from weblode.demo.dice import Dice, permute
from weblode.demo.vocabulary import NEWS, Topic, prose

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True)
class Subject:
    """The parts of a headline, which the sentences of its story are about."""

    actor: str
    now: str
    past: str
    object: str
    tail: str

    @property
    def headline(self) -> str:
        """The headline in sentence case."""
        text = f"{self.actor} {self.now} {self.object} {self.tail}"
        return text[0].upper() + text[1:]


@dataclass(frozen=True)
class Story:
    """The head of an article, as in lists. Its text comes from `paragraphs` and `facts`."""

    number: int  # from 0 on its site; newer articles have higher numbers
    section: int  # the slot of its section
    title: str
    author: str
    day: date
    place: str
    teaser: str
    subject: Subject
    topic: Topic
    key: str  # of its dice
    kind: str = NEWS  # of its site

    @property
    def pictured(self) -> bool:
        """Whether it has a picture."""
        return self.number % 3 != 1


def subject(topic: Topic, number: int, key: str) -> Subject:
    """The subject of the article with a number in its topic; all are different until the combinations are used up."""
    places = prose()["places"][:12]  # with all thirty, most headlines would end with a place
    ends = len(topic.tails) + len(places)
    size = len(topic.actors) * len(topic.verbs) * len(topic.objects) * ends
    rest, actor = divmod(permute(number, size, f"{key}/{topic.name}"), len(topic.actors))
    rest, verb = divmod(rest, len(topic.verbs))
    end, thing = divmod(rest, len(topic.objects))
    tail = topic.tails[end] if end < len(topic.tails) else f"in {places[end - len(topic.tails)]}"
    return Subject(topic.actors[actor], *topic.verbs[verb], topic.objects[thing], tail)


def paragraphs(article: Story) -> list[str]:
    """The paragraphs of an article, without the dateline; the first begins with the teaser."""
    dice = Dice(article.key, "body")
    if article.kind != NEWS:
        return _description(article, dice)
    words = _Words(article.subject, article.place, article.topic, dice)
    sentences = [_sentence(core, words, dice) for core in dice.some(prose()["cores"], dice.number(8, 18))]
    parts, position = [f"{article.teaser} {sentences[0]}"], 1
    while position < len(sentences):
        length = dice.number(1, 3)
        parts.append(" ".join(sentences[position : position + length]))
        position += length
    return parts


def _description(thing: Story, dice: Dice) -> list[str]:
    """The two paragraphs about a thing that is no story."""
    words = _Words(thing.subject, thing.place, thing.topic, dice)
    sentences = [_as_sentence(core.format_map(words)) for core in dice.some(prose(thing.kind)["cores"], 4)]
    return [f"{thing.teaser} {sentences[0]}", " ".join(sentences[1:])]


def facts(article: Story) -> list[tuple[str, str]]:
    """The labels and values in the fact box of an article, which most articles lack; those of any other thing."""
    dice = Dice(article.key, "facts")
    if not article.topic.facts or (article.kind == NEWS and not dice.chance(50)):
        return []
    return [(label, _value(dice.pick(values), dice)) for label, values in article.topic.facts]


def teaser(about: Subject, place: str, topic: Topic, key: str, kind: str = NEWS) -> str:
    """The first sentence of the article."""
    dice = Dice(key, "lead")
    return _as_sentence(dice.pick(prose(kind)["leads"]).format_map(_Words(about, place, topic, dice)))


def person(dice: Dice) -> str:
    """The name of a person."""
    return f"{dice.pick(prose()['first'])} {dice.pick(prose()['last'])}"


def slug(text: str) -> str:
    """The text as part of an address.

    >>> slug("Food & Drink")
    'food-drink'
    """
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")


def _sentence(core: str, words: "_Words", dice: Dice) -> str:
    """A sentence around a core, possibly with an opening, an end, or a quotation after it."""
    text = core + dice.pick(prose()["closers"])
    if dice.chance(40):
        text = f"{dice.pick(prose()['openers'])}, {text}"
    text = _as_sentence(text.format_map(words))
    if dice.chance(30):
        text += f' "{_as_sentence(dice.pick(prose()["quotes"]).format_map(words))[:-1]}," said {words["name"]}.'
    return text


def _as_sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


class _Words(dict[str, object]):
    """The words for the gaps of a sentence, chosen again for every gap."""

    def __init__(self, about: Subject, place: str, topic: Topic, dice: Dice) -> None:
        super().__init__(actor=about.actor, past=about.past, object=about.object, place=place)
        self._topic = topic
        self._dice = dice

    def __missing__(self, gap: str) -> object:
        dice = self._dice
        if gap in ("number", "percent"):
            return dice.number(3, 98)
        if gap == "name":
            return person(dice)
        words = {
            "month": MONTHS,
            "weekday": WEEKDAYS,
            "role": prose()["roles"],
            "place2": prose()["places"],
            "rival": self._topic.actors,
            "other": self._topic.objects,
        }
        return dice.pick(words[gap])


def _value(text: str, dice: Dice) -> str:
    limits = re.fullmatch(r"(\d+)-(\d+)", text)
    if not limits:
        return text
    low, high = int(limits[1]), int(limits[2])
    number = dice.number(low, high)
    return str(number) if 1500 < low < high < 2100 else f"{number:,}"
