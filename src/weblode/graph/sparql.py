"""Checks of a SPARQL question: it is for this graph only, and neither nested nor chained too deep for the parser.

Whether a question queries another server (SERVICE) is decided by the same parser that answers it, as a parser of our
own would differ somewhere. It parses the question with each `service` replaced by `qervice`. In a text, a name, a
variable or a comment this does not change the grammar. In place of the keyword it is a syntax error, as only after a
keyword can an IRI or variable be followed by `{`. So a question that still parses does not use SERVICE.

The parser and the evaluator are recursive, over brackets and over everything that can be chained, and a stack overflow
ends the process.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from pyoxigraph import Store

from weblode.caches import regex
from weblode.errors import OntologyError

# tests/graph/test_sparql.py shows that with a stack of STACK bytes each kind of nesting and of chain works up to these
# limits. With 8 MiB function calls fail at a depth of 500 to 1000, and chains of BIND at 2,000 to 5,000.
DEPTH = 200  # nested brackets of any kind
PARTS = 10_000  # words, names, texts and signs, except those in lists of values
STACK = 32 * 2**20  # bytes for the thread that answers
# Where `<` may be a comparison as well as the start of a name, nothing after it is certain: then brackets are counted
# as if none were closed, and all words and signs as parts.
DOUBTFUL_DEPTH = 1000

_WORD = regex("s(?=ervice)", re.IGNORECASE | re.ASCII)
_ESCAPE = regex(r"\\u([0-9A-Fa-f]{4})|\\U(0010[0-9A-Fa-f]{4}|000[0-9A-Fa-f]{5})")
# The text before the place of a syntax error that is at the keyword SERVICE itself, or at the name after it.
_AT_SERVICE = regex(r"(?<![\w?$:/@.-])service(?:\s*silent)?\s*\S*\s*$", re.IGNORECASE)
_PLACE = regex(r"error at ([0-9]+):([0-9]+):")
# A name in <> that would contain brackets if `<` were a comparison: only the parser knows which it is.
_DOUBTFUL = regex(r'<(?=[^\x00-\x20<>"{}|^`]*[()\[\]])[^\x00-\x20<>"{}|^`]*>')
_RAW = regex(r"\w+|\S")
_TOKEN = regex(
    "|".join(
        (
            r"#[^\r\n]*",
            r'(?P<part>"{3}(?:[^"\\]|\\.|"(?!""))*"{3}',
            r"'{3}(?:[^'\\]|\\.|'(?!''))*'{3}",
            r'"(?:[^"\\\r\n]|\\.)*"',
            r"'(?:[^'\\\r\n]|\\.)*'",
            r'<[^\x00-\x20<>"{}|^`()]*>',
            r"[?$]?(?:[\w:%]|\\.|[.-](?=\w))+)",
            r"(?P<open>[({\[])",
            r"(?P<close>[)}\]])",
            r"(?P<comma>,)",
            r"(?P<sign>&&|\|\||[^\s\w;.])",
        )
    ),
    re.DOTALL,
)


def check(question: str, prefixes: Mapping[str, str]) -> None:
    """Raises OntologyError if a question is not allowed, SyntaxError if it is seen to be wrong."""
    _check_size(question)
    without_service = _WORD.sub(lambda found: "q" if found[0] == "s" else "Q", question)
    if _WORD.search(_decode(_decode(without_service))):
        raise OntologyError("the word 'service' is written with escapes (\\u0053): write it without them")
    if without_service == question:
        return
    try:
        with suppress(OSError, RuntimeError):  # it was parsed, and fails for another reason
            Store().query(without_service, prefixes=dict(prefixes))
    except SyntaxError as error:
        if _AT_SERVICE.search(_before(question, str(error))):
            raise OntologyError(
                "SERVICE queries other servers, but questions are for this graph only: leave it out"
            ) from error
        raise


def _decode(question: str) -> str:
    """A question with its \\u escapes decoded: SPARQL allows them anywhere, the parser in texts and names only."""
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), question)


def _before(question: str, message: str) -> str:
    """The question up to the place in an error message, and to the end of the word there."""
    match = _PLACE.match(message)
    if not match:
        return ""
    lines = question.split("\n")[: int(match[1])]
    column = int(match[2]) - 1
    last = lines[-1][:column] + re.match(r"\w*", lines[-1][column:])[0]  # type: ignore[index]
    return "\n".join([*lines[:-1], last])


def _check_size(question: str) -> None:
    """Raises OntologyError if a question is nested too deep or has too many parts."""
    open_: list[str] = []  # brackets; those around the rows of VALUES as "values"
    parts, word, doubtful = 0, "", bool(_DOUBTFUL.search(question))
    for token in _TOKEN.finditer(question):
        kind, text = token.lastgroup, token[0]
        # There are no comparisons in a list of values, nor outside round brackets.
        if text[0] == "<" and open_[-1:] == ["("] and open_[-2:-1] != ["values"]:
            doubtful = doubtful or not {"#", "'"}.isdisjoint(text)
        if kind == "open":
            open_.append("values" if text == "{" and word == "VALUES" else text)
        elif kind == "close" and open_:
            open_.pop()
        if len(open_) > DEPTH:
            raise OntologyError(f"the question is nested more than {DEPTH} deep: write it with fewer brackets")
        if kind == "comma" and open_[-1:] == ["("]:
            parts -= 1  # the members of a list are not a chain
        elif kind and "values" not in open_[-3:]:  # a row may hold a triple
            parts += 1
        if parts > PARTS:
            raise OntologyError(f"the question has more than {PARTS:,} parts: ask several, or list things in VALUES")
        word = _word(text, word)
    if doubtful and sum(map(question.count, "({[")) > DOUBTFUL_DEPTH:
        raise OntologyError(f"the question has more than {DOUBTFUL_DEPTH:,} brackets, {_UNSURE}")
    if doubtful and sum(1 for _ in _RAW.finditer(question)) > PARTS:
        raise OntologyError(f"the question has more than {PARTS:,} parts, {_UNSURE}")


_UNSURE = "and a < that may begin a name or compare: put a space behind it, or write names with a prefix"


def _word(text: str, before: str) -> str:
    """VALUES if that is the last word so far, else ""; variables, brackets and comments after it do not end it."""
    return text.upper() if text.upper() == "VALUES" else before if text[0] in "?$()#" else ""
