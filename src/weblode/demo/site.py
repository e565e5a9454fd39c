"""A generated news site: its name, its sections, and the articles of each section. Nothing is stored.

An article's section is its number modulo the number of sections, so the n-th article of any section, and of a section
with its sub-sections, is computed directly: a page costs the same on a site of a hundred articles and of a million.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from weblode.demo import stories
from weblode.demo.dice import Dice, permute
from weblode.demo.stories import Story, slug
from weblode.demo.vocabulary import NEWS, Topic, around, own, prose, topics

ERAS = ("tables", "divs", "grid")
LAST_DAY = {"tables": date(2003, 6, 20), "divs": date(2012, 10, 5), "grid": date(2025, 9, 12)}
ALWAYS = ("World", "Business", "Sports")  # topics that every site has

# Up to this number of sites, another site does not change the others; above, all headlines are distributed again.
FEW_SITES = 64


@dataclass(frozen=True)
class SitePlan:
    """The arguments of `generate`."""

    sites: int
    articles: int  # of each site
    seed: int
    kind: str = NEWS  # one of `vocabulary.KINDS`


@dataclass(frozen=True)
class Section:
    """A section or sub-section of a site."""

    slot: int
    topic: Topic
    label: str  # the name on this site
    slugs: tuple[str, ...]  # the slug of the section above, if any, then its own
    parent: int | None = None  # the slot of the section above


@dataclass(frozen=True)
class Look:
    """The differences between sites with the same markup."""

    colour: str
    accent: str
    font: str
    more: str  # the label of the link to a section
    metadata: str  # none, json-ld or opengraph
    per_page: int  # articles on a section page


@dataclass(frozen=True, eq=False)  # compared by identity, as it is the key of caches that every page uses
class Site:
    """A site. Its pages come from `weblode.demo.generate.page`."""

    index: int
    name: str
    city: str
    host: str
    base: str  # the start of its addresses
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
        """The start of the keys of all its dice."""
        return f"{self.plan.seed}/{self.index}"

    def tops(self) -> list[Section]:
        """Its top-level sections."""
        return self._children[None]

    def below(self, section: Section) -> list[Section]:
        """The sub-sections of a section."""
        return self._children[section.slot]

    @cached_property
    def _children(self) -> dict[int | None, list[Section]]:
        slots = (None, *range(len(self.sections)))
        return {slot: [sub for sub in self.sections if sub.parent == slot] for slot in slots}

    def count(self, section: Section) -> int:
        """The number of articles in a section, including its sub-sections."""
        slots = [section.slot, *(sub.slot for sub in self.below(section))]
        return sum(len(range(slot, self.plan.articles, len(self.sections))) for slot in slots)

    def pages(self, section: Section) -> int:
        """The number of pages of a section."""
        return max(1, -(-self.count(section) // self.look.per_page))

    def section_articles(self, section: Section, first: int, number: int) -> Iterator[Story]:
        """`number` articles of a section and its sub-sections, newest first, from the position `first`."""
        slots = sorted([section.slot, *(sub.slot for sub in self.below(section))])
        newest = self.count(section) - 1
        for nth in range(newest - first, max(newest - first - number, -1), -1):
            turn, which = divmod(nth, len(slots))
            yield self.article(turn * len(self.sections) + slots[which])

    def article(self, number: int) -> Story:
        """The article with a number."""
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
            teaser=stories.teaser(about, place, topic, key, self.plan.kind),
            subject=about,
            topic=topic,
            key=key,
            kind=self.plan.kind,
        )

    def newest(self, number: int) -> list[Story]:
        """The newest articles of all sections."""
        last = self.plan.articles - 1
        return [self.article(n) for n in range(last, max(last - number, -1), -1)]

    def popular(self) -> list[Story]:
        """The articles in the "most read" list of every page."""
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
    """The site with an index, from 0. The default base is `http://` and its host."""
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
    """The host name of the site with an index, different for each; it is reserved for examples (RFC 2606)."""
    return f"www.{slug(' '.join(_name(plan, index)))}.example"


def _name(plan: SitePlan, index: int) -> tuple[str, str]:
    """City and paper, a different pair for each site; when all combinations are used up, the paper gets a number."""
    words = prose(plan.kind)
    starts, ends, papers = words["towns"], words["endings"], words["papers"]
    turn, which = divmod(index, len(starts) * len(ends))
    end, start = divmod(permute(which, len(starts) * len(ends), f"{plan.seed}/city"), len(starts))
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
    """The sections of a site: most topics, some of them under another name, and one or two of its own."""
    sections: list[Section] = []
    for topic in _topics(plan, index):
        label = _label(plan, index, topic)
        top = Section(len(sections), topic, label, (slug(label),))
        sections.append(top)
        for sub in topic.subs:
            if not _left_out(plan, index, sub):
                name = _label(plan, index, sub)
                sections.append(Section(len(sections), sub, name, (*top.slugs, slug(name)), top.slot))
    special = own(index, plan.kind)
    if special is not None:
        [name] = special.labels
        sections.append(Section(len(sections), special, name, (slug(name),)))
    if plan.kind == NEWS and (special is None or Dice(plan.seed, index, "own").chance(50)):
        sections.append(Section(len(sections), around(), f"Around {city}", (f"around-{slug(city)}",)))
    return tuple(sections)


def _topics(plan: SitePlan, index: int) -> list[Topic]:
    """The topics of a site in the order of its menus. On some sites Technology and Science are merged."""
    site_topics = [topic for topic in topics(plan.kind) if not _left_out(plan, index, topic)]
    both = [topic for topic in site_topics if topic.name in ("Technology", "Science")]
    neighbours = range(index - index % 3, index - index % 3 + 3)
    all_have_both = not any(_left_out(plan, other, topic) for topic in both for other in neighbours)
    if len(both) == 2 and all_have_both and index % 3 == Dice(plan.seed, index // 3, "merged").number(0, 3):
        site_topics[site_topics.index(both[0])] = _merge(*both)
        site_topics.remove(both[1])
    dice = Dice(plan.seed, index, "order")
    return site_topics[:1] + dice.some(site_topics[1:], len(site_topics)) if dice.chance(50) else site_topics


def _merge(first: Topic, second: Topic) -> Topic:
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
    """Whether a site lacks a topic: at most one of three neighbours does, so that most topics overlap."""
    always = ALWAYS if plan.kind == NEWS else [each.name for each in topics(plan.kind)[:3]]
    return topic.name not in always and index % 3 == Dice(plan.seed, index // 3, topic.name).number(0, 6)


def _label(plan: SitePlan, index: int, topic: Topic) -> str:
    dice = Dice(plan.seed, index, topic.name, "label")
    return topic.labels[0] if dice.chance(60) else dice.pick(topic.labels)
