"""A hand-made ontology of ten concepts, a large one of any size, and Hypothesis ontologies."""

from hypothesis import strategies as st

from weblode.ontology import Attribute, Broader, Concept, Dropped, Instance, Ontology, Witness

GAZETTE, HERALD = "https://gazette.test/", "https://herald.test/"
HOMES = (Witness("gazette.html", "/html/body/nav/a[1]", GAZETTE), Witness("herald.html", "/html/body/ul/li[1]", HERALD))
BOTH = ("gazette.test", "herald.test")
PAIRS = "asia world|europe world|football sport|tennis sport|cup football|cup world|markets business"


def concept(id_, *labels, sites=BOTH, merged=()):
    return Concept(id_, labels, sites, tuple(f"https://{site}/{id_}" for site in sites), HOMES[: len(sites)], merged)


def article(concept_, name, *pairs):
    url = f"{GAZETTE}{name}.html"
    places = enumerate(pairs, 1)
    attributes = tuple(
        Attribute(key, value, Witness(f"{name}.html", f"/html/body/p[{i}]", url, "template"))
        for i, (key, value) in places
    )
    listed = Witness(f"{concept_}.html", f"//a[@href='{name}.html']", f"{GAZETTE}{concept_}")
    return Instance(concept_, name.title(), f"{name}.html", f"{concept_}.html", url, attributes, listed)


NEWS = Ontology(
    concepts=(
        concept("world", "World", "World news", "International", merged=("International: the same siblings",)),
        concept("sport", "Sport", "Sports"),
        concept("business", "Business"),
        concept("asia", "Asia"),
        concept("europe", "Europe", "Европа", "欧洲"),
        concept("football", "Football", 'The "beautiful" game'),
        concept("tennis", "Tennis", sites=BOTH[:1]),
        concept("cup", "World Cup", sites=BOTH[:1]),
        concept("markets", "Markets & shares", sites=BOTH[:1]),
        concept("weather", "Weather"),
    ),
    broader=tuple(Broader(*pair.split(), BOTH, HOMES) for pair in PAIRS.split("|")),
    instances=(
        article("asia", "monsoon", ("Author", "A. Writer"), ("Published", "March 5, 2017"), ("Words", "812")),
        article("football", "final", ("Author", "B. Other"), ("Author", "C. Third"), ("Published", "03/04/2017")),
        article("cup", "final", ("Author", "B. Other")),
        article("markets", "shares", ("Price", "19,99 €"), ("Note", "")),
    ),
    dropped=(Dropped("Subscribe", "no page below it", "gazette.test"),),
    sites={"herald.test": HERALD, "gazette.test": GAZETTE},
)


def large(n_concepts, n_instances, n_attributes=4):
    """An ontology as wide as asked for: every concept is below the one of a tenth of its number."""
    ids = [f"concept-{i}" for i in range(n_concepts)]
    return Ontology(
        tuple(concept(id_, f"Concept {i}", f"Label {i}") for i, id_ in enumerate(ids)),
        tuple(Broader(ids[i], ids[i // 10], BOTH, HOMES) for i in range(10, n_concepts)),
        tuple(
            article(ids[i % n_concepts], f"page-{i}", *((f"name {j}", f"value {i} {j}") for j in range(n_attributes)))
            for i in range(n_instances)
        ),
        sites={"herald.test": HERALD, "gazette.test": GAZETTE},
    )


def values(answer):
    """The rows of an answer, with the texts of their terms."""
    return [tuple(getattr(term, "value", term) for term in row) for row in answer.rows]


ODD = [
    "",
    " ",
    "World news",
    'a "b" \\c',
    "\x00\x01\x7f\x85",
    "]]>",
    "<a>&amp;",
    "a\r\nb\t",
    "\ufffe\uffff",
    "\U0001d518\U0001f98a",
]
ODD += [
    "date",
    "हिन्दी",
    "العربية",
    "ไทย",
    "ქართული",
    "3D",
    "-x",
    "a_b",
    "%20",
    "%",
    "2017-03-05",
    "$5.00",
    "e\u0301",
    "\u2028",
    "\u200d",
]
TEXTS = st.text(max_size=12) | st.sampled_from(ODD)
ADDRESSES = st.none() | TEXTS.map(lambda text: f"https://a.test/{text}") | TEXTS
WITNESSES = st.builds(Witness, TEXTS, TEXTS, ADDRESSES, st.sampled_from(["outline", "json-ld", "é\x02"]))
MANY_TEXTS = st.lists(TEXTS, max_size=3).map(tuple)
MANY_WITNESSES = st.lists(WITNESSES, max_size=2).map(tuple)
ATTRIBUTES = st.builds(Attribute, TEXTS, TEXTS, WITNESSES)


@st.composite
def ontologies(draw):
    """Any ontology without cycles: a concept is only ever below one that comes before it."""
    ids = draw(st.lists(TEXTS.filter(bool), max_size=5, unique=True))
    rest = (MANY_TEXTS, MANY_TEXTS, MANY_WITNESSES, MANY_TEXTS, MANY_TEXTS, MANY_TEXTS)
    concepts = [
        Concept(id_, draw(st.lists(TEXTS, min_size=1, max_size=3, unique=True).map(tuple)), *map(draw, rest))
        for id_ in ids
    ]
    pairs = [(i, j) for i in range(len(ids)) for j in range(i)]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=5, unique=True)) if pairs else []
    broader = [Broader(ids[i], ids[j], draw(MANY_TEXTS), draw(MANY_WITNESSES)) for i, j in chosen]
    attributes = st.lists(ATTRIBUTES, max_size=4).map(tuple)
    each = st.builds(
        Instance, st.sampled_from(ids or [""]), TEXTS, TEXTS, TEXTS, ADDRESSES, attributes, st.none() | WITNESSES
    )
    instances = draw(st.lists(each, max_size=4)) if ids else []
    dropped = draw(st.lists(st.builds(Dropped, TEXTS, TEXTS, TEXTS), max_size=2))
    sites = draw(st.dictionaries(TEXTS, TEXTS, max_size=2))
    return Ontology(tuple(concepts), tuple(broader), tuple(instances), tuple(dropped), sites)
