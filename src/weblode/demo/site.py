"""A made news site: its name, its sections, and which articles stand where. Nothing of it is stored.

An article's section is its number modulo the number of sections, so the n-th article of any section, and of a section
with its sub-sections, is found by arithmetic: a page costs the same on a site of a hundred articles and of a million.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from weblode.demo import stories
from weblode.demo.dice import Dice, scattered
from weblode.demo.stories import Story, slug
from weblode.demo.vocabulary import Topic, around, own, prose, topics

ERAS = ("tables", "divs", "grid")
LAST_DAY = {"tables": date(2003, 6, 20), "divs": date(2012, 10, 5), "grid": date(2025, 9, 12)}
ALWAYS = ("World", "Business", "Sports")  # no news site is without them

# Up to so many sites, one site more changes nothing on the others; above, headlines are dealt out anew.
FEW_SITES = 64


@dataclass(frozen=True)
class SitePlan:
    """What `generate` was asked for."""

    sites: int
    articles: int  # of each site
    seed: int


@dataclass(frozen=True)
class Section:
    """A section or sub-section of a site."""

    slot: int
    topic: Topic
    label: str  # as this site writes it
    slugs: tuple[str, ...]  # its own last, after the one of the section above
    parent: int | None = None  # the slot of the section above


@dataclass(frozen=True)
class Look:
    """What tells sites of one markup apart."""

    colour: str
    accent: str
    font: str
    more: str  # the label of the link to a section
    metadata: str  # none, json-ld or opengraph
    per_page: int  # articles on a section page


@dataclass(frozen=True, eq=False)  # compared as an object: what is kept of some sites is looked up for every page
class Site:
    """A site. Its pages come from `weblode.demo.generate.page`."""

    index: int
    name: str
    city: str
    host: str
    base: str  # where it is served: its addresses begin with this
    era: str
    look: Look
    sections: tuple[Section, ...]
    plan: SitePlan

    @property
    def home(self) -> str:
        """The address of its home page."""
        return self.base + "/"

    @property
    def key(self) -> str:
        """Where all its dice begin."""
        return f"{self.plan.seed}/{self.index}"

    def tops(self) -> list[Section]:
        """Its sections that are below no other."""
        return self._children[None]

    def below(self, section: Section) -> list[Section]:
        """The sub-sections of a section."""
        return self._children[section.slot]

    @cached_property
    def _children(self) -> dict[int | None, list[Section]]:
        slots = (None, *range(len(self.sections)))
        return {slot: [sub for sub in self.sections if sub.parent == slot] for slot in slots}

    def count(self, section: Section) -> int:
        """How many articles a section lists, those of its sub-sections included."""
        slots = [section.slot, *(sub.slot for sub in self.below(section))]
        return sum(len(range(slot, self.plan.articles, len(self.sections))) for slot in slots)

    def pages(self, section: Section) -> int:
        """On how many pages."""
        return max(1, -(-self.count(section) // self.look.per_page))

    def listed(self, section: Section, first: int, number: int) -> Iterator[Story]:
        """Articles of a section and its sub-sections from the `first` on, the newest being 0."""
        slots = sorted([section.slot, *(sub.slot for sub in self.below(section))])
        newest = self.count(section) - 1
        for nth in range(newest - first, max(newest - first - number, -1), -1):
            turn, which = divmod(nth, len(slots))
            yield self.article(turn * len(self.sections) + slots[which])

    def article(self, number: int) -> Story:
        """The article with that number."""
        turn, slot = divmod(number, len(self.sections))
        topic, key = self.sections[slot].topic, f"{self.key}/{number}"
        among_all = turn * max(FEW_SITES, self.plan.sites) + self.index
        about = stories.subject(topic, among_all, str(self.plan.seed))
        dice = Dice(key, "head")
        place = self.city if slot % 7 == 6 else dice.pick(prose()["places"])
        staff = Dice(self.key, "staff", dice.number(1, 14))
        return Story(
            number=number,
            section=slot,
            title=about.headline,
            author=stories.person(staff),
            day=self._day(number),
            place=place,
            teaser=stories.teaser(about, place, topic, key),
            subject=about,
            topic=topic,
            key=key,
        )

    def newest(self, number: int) -> list[Story]:
        """The newest articles of all sections."""
        last = self.plan.articles - 1
        return [self.article(n) for n in range(last, max(last - number, -1), -1)]

    def popular(self) -> list[Story]:
        """The articles that every page calls the most read."""
        dice = Dice(self.key, "popular")
        return [self.article(number) for number in dice.some(self.recent(), 5)]

    def recent(self) -> range:
        """The numbers of its newest articles."""
        return range(max(0, self.plan.articles - 60), self.plan.articles)

    def related(self, article: Story) -> list[Story]:
        """Older articles of the same section, or newer ones if it is among the first."""
        step = len(self.sections)
        numbers = [article.number + step * turn for turn in (-1, -2, -3, -4, 1, 2, 3, 4)]
        return [self.article(number) for number in numbers if 0 <= number < self.plan.articles][:4]

    def _day(self, number: int) -> date:
        a_day = max(6, self.plan.articles // 2000)
        return LAST_DAY[self.era] - timedelta(days=(self.plan.articles - 1 - number) // a_day)


def site(plan: SitePlan, index: int, base: str = "") -> Site:
    """The site with that number, from 0. Its base is `http://` and its host if none is given."""
    city, paper = _name(plan, index)
    own_host = host(plan, index)
    return Site(
        index=index,
        name=f"{city} {paper}",
        city=city,
        host=own_host,
        base=base or f"http://{own_host}",
        era=ERAS[index % len(ERAS)],
        look=_look(plan, index),
        sections=_sections(plan, index, city),
        plan=plan,
    )


def host(plan: SitePlan, index: int) -> str:
    """The host name of the site with that number, unlike all others; it can belong to nobody (RFC 2606)."""
    return f"www.{slug(' '.join(_name(plan, index)))}.example"


def _name(plan: SitePlan, index: int) -> tuple[str, str]:
    """City and paper, unlike those of all other sites; when the words have run out, the paper has a number."""
    starts, ends, papers = prose()["towns"], prose()["endings"], prose()["papers"]
    turn, which = divmod(index, len(starts) * len(ends))
    end, start = divmod(scattered(which, len(starts) * len(ends), f"{plan.seed}/city"), len(starts))
    again, shift = divmod(turn, len(papers))
    paper = papers[(Dice(plan.seed, which, "paper").below(len(papers)) + shift) % len(papers)]
    return starts[start] + ends[end], f"{paper} {again + 1}" if again else paper


def _look(plan: SitePlan, index: int) -> Look:
    dice = Dice(plan.seed, index, "look")
    colour, accent = dice.pick(
        [("#003366", "#cc0000"), ("#5b1a18", "#b58b00"), ("#1d4d2b", "#c75000"), ("#222222", "#0a66a8")]
    )
    font = dice.pick(
        ["Verdana, Arial, sans-serif", "Georgia, 'Times New Roman', serif", "Arial, Helvetica, sans-serif"]
    )
    more = dice.pick(["More {label}", "More from {label} »", "All {label}"])
    metadata = ("json-ld", "opengraph", "none")[index // len(ERAS) % 3] if index % len(ERAS) == 2 else "none"
    if index % len(ERAS) == 1 and dice.chance(50):
        metadata = "opengraph"
    return Look(colour, accent, font, more, metadata, dice.number(8, 12))


def _sections(plan: SitePlan, index: int, city: str) -> tuple[Section, ...]:
    """The sections of a site: most of the topics, some of them under another name, and one or two of its own."""
    found: list[Section] = []
    for topic in _topics(plan, index):
        label = _label(plan, index, topic)
        top = Section(len(found), topic, label, (slug(label),))
        found.append(top)
        for sub in topic.subs:
            if not _left_out(plan, index, sub):
                name = _label(plan, index, sub)
                found.append(Section(len(found), sub, name, (*top.slugs, slug(name)), top.slot))
    special = own(index)
    if special is not None:
        [name] = special.labels
        found.append(Section(len(found), special, name, (slug(name),)))
    if special is None or Dice(plan.seed, index, "own").chance(50):
        found.append(Section(len(found), around(), f"Around {city}", (f"around-{slug(city)}",)))
    return tuple(found)


def _topics(plan: SitePlan, index: int) -> list[Topic]:
    """The topics of a site in the order of its menus. On some sites Technology and Science are one."""
    kept = [topic for topic in topics() if not _left_out(plan, index, topic)]
    both = [topic for topic in kept if topic.name in ("Technology", "Science")]
    neighbours = range(index - index % 3, index - index % 3 + 3)
    kept_by_all = not any(_left_out(plan, other, topic) for topic in both for other in neighbours)
    if len(both) == 2 and kept_by_all and index % 3 == Dice(plan.seed, index // 3, "merged").number(0, 3):
        kept[kept.index(both[0])] = _merged(*both)
        kept.remove(both[1])
    dice = Dice(plan.seed, index, "order")
    return kept[:1] + dice.some(kept[1:], len(kept)) if dice.chance(50) else kept


def _merged(first: Topic, second: Topic) -> Topic:
    return Topic(
        name="Tech & Science",
        labels=("Tech & Science", "Science & Technology"),
        actors=second.actors,
        verbs=first.verbs,
        objects=first.objects,
        tails=first.tails,
        facts=first.facts,
        subs=first.subs + second.subs,
    )


def _left_out(plan: SitePlan, index: int, topic: Topic) -> bool:
    """Whether a site does without a topic: at most one of three neighbours does, so that most overlap."""
    return topic.name not in ALWAYS and index % 3 == Dice(plan.seed, index // 3, topic.name).number(0, 6)


def _label(plan: SitePlan, index: int, topic: Topic) -> str:
    dice = Dice(plan.seed, index, topic.name, "label")
    return topic.labels[0] if dice.chance(60) else dice.pick(topic.labels)
