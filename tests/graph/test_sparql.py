"""Questions that would ask other servers, and questions that no parser can take."""

import sys
from contextlib import suppress

import children
import pytest
from commands import run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopback import serving
from pyoxigraph import Store

from graph.made import values
from weblode.errors import OntologyError
from weblode.graph import sparql, store

SPELLINGS = [
    "SELECT ?s { SERVICE <URL> { ?s ?p ?o } }",
    "SELECT ?s { service<URL>{ ?s ?p ?o } }",
    "SELECT ?s { {}SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { ?a ?b 1 .SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { ?a ?b ?o.SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { ?a ?b 1SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { ?a ?b trueSERVICE<URL>{ ?s ?p ?o } }",
    'SELECT ?s { ?a ?b "x"SERVICE<URL>{ ?s ?p ?o } }',
    'SELECT ?s { ?a ?b """x" "" """SERVICE<URL>{ ?s ?p ?o } }',
    "SELECT ?s { ?a ?b <urn:x>SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { #\rSERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { #'\nSERVICE<URL>{ ?s ?p ?o } #' }",
    "SELECT ?s { ?a <urn:x\u00a0#> ?b . SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { ?a <urn:x'> ?b . SERVICE<URL>{ ?s ?p ?o } FILTER('' = '') }",
    "SELECT ?s { ?a ?b ?c FILTER(?c<1)SERVICE?g{ ?s ?p ?o } FILTER(1>0) }",
    "PREFIX : <URL> SELECT ?s { SERVICE:{ ?s ?p ?o } }",
    "PREFIX x: <URL> SELECT ?s { SERVICEx:{ ?s ?p ?o } }",
    "PREFIX service: <URL> SELECT ?s { SERVICEservice:{ ?s ?p ?o } }",
    "PREFIX q: <URL> PREFIX qervice: <URL> SELECT ?s { service qervice:{ ?s ?p ?o } }",
    "PREFIX : <URL> PREFIX qervice: <URL> SELECT ?s { service:{ ?s ?p ?o } }",
    "SELECT ?s { FILTER EXISTS{SERVICE SILENT<URL>{ ?s ?p ?o }} }",
    "SELECT ?s { { SELECT ?s { SERVICE<URL>{ ?s ?p ?o } } } }",
    "SELECT ?s { \\u0053ERVICE<URL>{ ?s ?p ?o } }",
    "SELECT ?s { SERV\\U00000049CE<URL>{ ?s ?p ?o } }",
    r"SELECT * { OPTIONAL{?s <urn:\u0041#> ?o} SERVICE <URL> {?a ?b ?x} }",
    r"SELECT * { OPTIONAL{?s <urn:\u0041'> ?o} SERVICE <URL> {?a ?b ?x} FILTER('' = '') }",
    r"PREFIX a: <urn:a> SELECT * { OPTIONAL{?s a:\# ?o} SERVICE <URL> {?a ?b ?x} }",
    r"PREFIX a: <urn:a> SELECT * { OPTIONAL{?s a:\' ?o} SERVICE <URL> {?a ?b ?x} FILTER('' = '') }",
    "\ufeffSELECT * { SERVICE <URL> {?a ?b ?x} }",
    "BASE <URL> SELECT * { SERVICE <x> {?a ?b ?x} }",
    "ASK { SERVICE <URL> {?a ?b ?x} }",
    "DESCRIBE ?s { SERVICE <URL> {?s ?b ?x} }",
    "CONSTRUCT WHERE { SERVICE <URL> {?s ?b ?x} }",
    "CONSTRUCT {?s ?b ?x} WHERE { SERVICE <URL> {?s ?b ?x} }",
    "SELECT ?s { VALUES ?g { <URL> } SERVICE ?g { ?s ?p ?o } }",
    "LOAD <URL>",
    "LOAD SILENT <URL> INTO GRAPH <urn:g>",
]


def rows(news, question):
    return values(store.ask(news, question))


def unisolated(question):
    """What is answered where threads cannot be cut off: the filter stands alone."""
    sparql.check(question, {})
    return list(Store().query(question))


# ---------------------------------------------------------------- other servers
@pytest.mark.parametrize("question", SPELLINGS)
def test_no_spelling_of_service_asks_another_server(news, question):
    with serving() as server, pytest.raises(OntologyError):
        rows(news, question.replace("URL", server.url()))
    assert server.met == 0


@pytest.mark.parametrize("question", SPELLINGS)
def test_the_filter_refuses_each_spelling_on_any_system(question):
    with serving() as server, pytest.raises((OntologyError, SyntaxError)):
        unisolated(question.replace("URL", server.url()))
    assert server.met == 0


@pytest.mark.parametrize(
    "question", ["SELECT * FROM <URL> {?a ?b ?c}", "SELECT * FROM NAMED <URL> {GRAPH ?g {?a ?b ?c}}"]
)
def test_graphs_by_their_names_are_those_of_the_store(news, question):
    with serving() as server:
        assert rows(news, question.replace("URL", server.url())) == []
    assert server.met == 0


NAMES = [
    "<urn:x>",
    "<urn:\\u0041#>",
    "<urn:it's>",
    "<urn:\\u0027\\u0022>",
    "x:a",
    "x:\\#",
    "x:\\'",
    "x:%23",
    "x:SERVICE",
]
TERMS = st.sampled_from(
    [*NAMES, "?service", "$v", "1", "true", "'#'", "'\\''", '"\\""', '"""\'"#"""', "'''\n\"'''", "[]"]
)
SPACES = st.sampled_from(["", " ", "\t", "\n", "#'\n", "# {\r", "#SERVICE\n", "\u00a0", "\ufeff"])
WORDS = st.sampled_from(
    ["SERVICE", "service", "sErViCe", "SERVICE SILENT", "\\u0053ERVICE", "SERVICE\n", "\u017fERVICE", "x:SERVICE"]
)
ENDPOINTS = st.sampled_from(["<URL>", "x:", ":", "?g", "service:", "<\\u0068ttp:REST>"])
PATTERNS = [
    "{} {} {}",
    "OPTIONAL {{ {} {} {} }}",
    "FILTER('<'<'>')\n{} {} {}",
    "{} {} {} FILTER(?v<1)",
    "BIND('#' AS ?x) {} {} {}",
]
HEAD = "PREFIX : <URL> PREFIX x: <URL> PREFIX service: <URL> PREFIX qervice: <URL> "


@st.composite
def questions(draw):
    """Questions with SERVICE somewhere, among all that may hide it from a reader who does not know the grammar."""
    pieces = [
        draw(st.sampled_from(PATTERNS)).format(*(draw(TERMS) for _ in range(3))) for _ in range(draw(st.integers(0, 3)))
    ]
    called = draw(WORDS) + draw(SPACES) + draw(ENDPOINTS) + draw(SPACES) + "{ ?a ?b ?c }"
    pieces.insert(draw(st.integers(0, len(pieces))), called)
    form = draw(st.sampled_from(["SELECT * {{ {} }}", "ASK {{{}}}", "SELECT * {{ {{ {} }} FILTER('' = '') }}"]))
    return HEAD + form.format("".join(piece + draw(SPACES) + draw(st.sampled_from(["", "."])) for piece in pieces))


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(questions())
def test_what_the_filter_lets_through_asks_nobody(counting, question):
    server, met = counting, counting.met
    text = question.replace("URL", server.url()).replace("REST", server.url().partition(":")[2])
    with suppress(OntologyError, SyntaxError, TypeError, OSError, RuntimeError):
        unisolated(text)
    assert server.met == met


@pytest.fixture(scope="module")
def counting():
    with serving() as server:
        yield server


def test_the_spellings_of_the_search_do_ask_if_nobody_looks(counting):
    """So that the search above can fail."""
    met = counting.met
    text = f"PREFIX x: <{counting.url()}> SELECT * {{ ?service <urn:\\u0041#> ?x SERVICE#'\nx:{{ ?a ?b ?c }} }}"
    with pytest.raises(OSError, match="501"):
        Store().query(text.replace("?service <urn:\\u0041#> ?x", "OPTIONAL { ?service <urn:\\u0041#> ?x }")).__next__()
    assert counting.met == met + 1


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is of Linux")
def test_a_question_that_the_filter_missed_would_still_ask_nobody(news, monkeypatch):
    monkeypatch.setattr(sparql, "check", lambda *_: None)
    with serving() as server, pytest.raises(OntologyError, match="denied"):
        rows(news, f"SELECT * {{ SERVICE <{server.url()}> {{ ?a ?b ?c }} }}")
    assert server.met == 0


@pytest.mark.parametrize(
    "question",
    [
        """PREFIX x: <urn:service/> SELECT ?service { # a service
        ?service a x:Service ; ?b "Customer Service", 'service', \"\"\"a "service" here\"\"\", <urn:service> }""",
        "PREFIX service: <urn:s> SELECT ?x { ?x service:service service:SERVICE }",
        "SELECT ?myservice ?SERVICE { ?myservice ?SERVICE 'SERVICE <http://x.test/> { }'@service }",
        "SELECT ?x { ?x <urn:\\u0041#service> 'it\\'s service' FILTER(?x < 'service' && 'service' > ?x) }",
        "SELECT ?x { ?x ?y _:service . _:service ?y 1 }",
        'SELECT ?x { ?x ?y "# service" } # SERVICE <http://x.test/> {}',
    ],
)
def test_the_word_service_may_stand_in_texts_names_and_comments(news, question):
    assert rows(news, question) == []


def test_a_mistake_beside_the_word_service_is_told_where_it_is(news):
    with pytest.raises(OntologyError, match=r"line 2, column 18.*: the prefix 'foo:' is not known"):
        rows(news, "SELECT ?service {\n ?service foo:bar ?x }")
    with pytest.raises(OntologyError, match=r"SERVICE queries other servers"):
        rows(news, "SELECT ?service {\n ?service ?x ?y . SERVICE ?x { ?a ?b ?c } }")


# ---------------------------------------------------------------- too deep, too long
def nested(before, after, n, inside="?a ?b ?c"):
    return before * n + inside + after * n


DEEP = {
    "braces": lambda n: f"SELECT * {nested('{', '}', n)}",
    "parentheses": lambda n: f"SELECT * {{ FILTER({nested('(', ')', n, '1')}) }}",
    "brackets": lambda n: f"SELECT * {{ ?x ?y {nested('[?b ', ']', n, '1')} }}",
    "collections": lambda n: f"SELECT * {{ ?x ?y {nested('(', ')', n, '1')} }}",
    "functions": lambda n: f"SELECT * {{ FILTER({nested('STR(', ')', n, '?x')}) }}",
    "exists": lambda n: f"SELECT * {{ {nested('FILTER EXISTS {', '}', n)} }}",
    "subqueries": lambda n: f"SELECT * {{ {nested('{SELECT * {', '}}', n)} }}",
    "graphs": lambda n: f"SELECT * {{ {nested('GRAPH ?g {', '}', n)} }}",
    "paths in parentheses": lambda n: f"SELECT * {{ ?a {nested('(', ')*', n, '<u:a>')} ?c }}",
    "aggregates": lambda n: f"SELECT ({nested('SUM(', ')', n, '?x')} AS ?y) {{}}",
    "less than that looks like a name": lambda n: f"SELECT * {{ FILTER(1<{nested('(', ')', n, '1')}) FILTER(2>1) }}",
}
LONG = {
    "not": lambda n: f"SELECT * {{ FILTER({'!' * n}?a) }}",
    "or": lambda n: f"SELECT * {{ FILTER({'||'.join(['?a'] * n)}) }}",
    "plus": lambda n: f"SELECT * {{ FILTER({'+'.join(['?a'] * n)}) }}",
    "sequences": lambda n: f"SELECT * {{ ?a {'/'.join(['<u:a>'] * n)} ?c }}",
    "alternatives": lambda n: f"SELECT * {{ ?a {'|'.join(['a'] * n)} ?c }}",
    "unions": lambda n: f"SELECT * {{ {' UNION '.join(['{?a ?b ?c}'] * n)} }}",
    "groups": lambda n: f"SELECT * {{ {'{?a ?b ?c}' * n} }}",
    "optionals": lambda n: f"SELECT * {{ {'OPTIONAL{?a ?b ?c}' * n} }}",
    "minus": lambda n: f"SELECT * {{ ?a ?b ?c {'MINUS{?a ?b ?c}' * n} }}",
    "filters": lambda n: f"SELECT * {{ {'FILTER(?a)' * n} }}",
    "bindings": lambda n: f"SELECT * {{ {' '.join(f'BIND(1 AS ?x{i})' for i in range(n))} }}",
    "expressions": lambda n: f"SELECT {' '.join(f'(1 AS ?x{i})' for i in range(n))} {{}}",
    "triples": lambda n: f"SELECT * {{ {'?a ?b ?c.' * n} }}",
    "properties": lambda n: f"SELECT * {{ ?a ?b ?c{';?b ?c' * n} }}",
    "objects": lambda n: f"SELECT * {{ ?a ?b ?c{',?c' * n} }}",
    "members": lambda n: f"SELECT * {{ ?a ?b ({'1 ' * n}) }}",
    "values": lambda n: f"SELECT * {{ {'VALUES ?a {1}' * n} }}",
    "sums in a list": lambda n: f"SELECT * {{ FILTER(?a IN (1, {'+'.join(['1'] * n)}, 1)) }}",
    "quoted": lambda n: f"SELECT * {{ ?x ?y {nested('<<( ?a ?b ', ')>>', n, '?c')} }}",
}


@pytest.mark.parametrize("kind", DEEP)
def test_a_question_that_is_nested_too_deeply_is_one_line(news_folder, kind):
    done = run("query", str(news_folder), "-", stdin=DEEP[kind](3000).encode())
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"Error: the question is nested more than 200 deep")


@pytest.mark.parametrize("kind", LONG)
def test_a_question_of_too_many_parts_is_one_line(news_folder, kind):
    done = run("query", str(news_folder), "-", stdin=LONG[kind](30_000).encode())
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith((b"Error: the question has more than 10,000 parts", b"Error: the question is nested"))


HIDDEN = {
    "behind a name with a bracket": f"SELECT * {{ ?a <http://e/(#> ?b FILTER({'(' * 20_000}1{')' * 20_000}) }}",
    "behind a comparison": f"SELECT * {{ ?a ?b ?c FILTER(?a<'>' && {'(' * 20_000}?a{')' * 20_000} = 'x') }}",
    "closed in comments": "SELECT * { ?a ?b ?c FILTER(" + "(1<?b#> )\n+" * 1500 + "1" + ")" * 1500 + ") }",
    "a chain": f"SELECT * {{ ?a <http://e/(#> ?b FILTER({'+'.join(['1'] * 20_000)} = 1) }}",
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_only_the_parser_can_read_is_counted_as_it_stands(news_folder, kind):
    done = run("query", str(news_folder), "-", stdin=HIDDEN[kind].encode())
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"and a < that may begin a name or compare" in done.stderr


def test_names_with_signs_do_not_make_a_question_doubtful(news):
    many = " ".join(f"(<urn:x#{i}> <urn:'{i}>)" for i in range(5_000))
    question = f"SELECT (COUNT(*) AS ?n) {{ VALUES (?a ?b) {{ {many} }} FILTER(?a != <urn:x#none> || 1 < 2) }}"
    with pytest.raises(OntologyError, match="more than 1,000 brackets"):
        rows(news, question)
    assert rows(news, question.replace("<urn:x#none>", "<urn:none>")) == [("5000",)]
    assert rows(news, "SELECT ?a { VALUES ?a { <http://e/(x)> } }") == [("http://e/(x)",)]


@pytest.mark.parametrize(("kind", "n"), [*((kind, 60) for kind in DEEP), *((kind, 60) for kind in LONG)])
def test_what_people_write_is_neither_too_deep_nor_too_long(kind, n):
    sparql.check((DEEP | LONG)[kind](n), {})


def test_a_long_list_of_values_is_no_long_question(news):
    many = " ".join(f"(<urn:{i}> 'a) {{{i}' {i}.5)" for i in range(20_000))
    among = ", ".join(map(str, range(20_000)))
    assert rows(news, f"SELECT (COUNT(*) AS ?n) {{ VALUES (?a ?b ?c) {{ {many} }} }}") == [("20000",)]
    assert rows(news, f"ASK {{ BIND(7 AS ?x) FILTER(?x IN ({among})) }}") == [(True,)]


@pytest.mark.parametrize("kind", [*DEEP, *LONG])
def test_what_is_just_let_through_does_not_end_the_process(kind):
    """Some of it takes the optimizer for ever: what it does in a second of processor time must not crash it."""
    make = (DEEP | LONG)[kind]
    n = max(n for n in (95, 190, *range(500, 10_000, 500)) if _passes(make(n)))
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (1, 2)); from pyoxigraph import Store\n"
        "from weblode.graph import store\nstore.ask(Store(), sys.stdin.read()).rows"
    )
    done = children.run([sys.executable, "-c", program], input=make(n).encode(), capture_output=True, check=False)
    assert b"ImportError" not in done.stderr
    assert done.returncode in (0, 1, -9, -24), done  # -24: no processor time is left


def _passes(question):
    try:
        sparql.check(question, {})
    except OntologyError:
        return False
    return True
