"""What a question in SPARQL may be: to this graph alone, and neither deeper nor longer than its parser can take.

Whether a question asks another server (SERVICE) is for the parser to say that answers it: any reading of our own would
differ somewhere. It reads the question with each `service` spelt `qervice`. In a text, a name, a variable or a comment
that changes nothing in the grammar; where it was the keyword nothing else can stand, as no IRI or variable is followed
by `{` but after a keyword. So a question that is read without that word does not use it.

The parser and what comes after it are recursive, over brackets and over all that can be chained, and end the process
where the stack ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from pyoxigraph import Store

from weblode.errors import OntologyError

# With a stack of STACK bytes, measured by tests/graph/test_sparql.py: each kind of nesting and of chain holds at
# these limits. With 8 MiB calls of functions end at 500 to 1000 deep, and chains of BIND at 2,000 to 5,000.
DEPTH = 200  # brackets of any kind in one another
PARTS = 10_000  # words, names, texts and signs, but for those in lists of values
STACK = 32 * 2**20  # bytes for the thread that answers
# Where `<` may be a comparison as well as the start of a name, nothing after it is sure: all brackets count as if none
# were closed, and all words and signs.
DOUBTFUL_DEPTH = 1000

_WORD = re.compile("s(?=ervice)", re.IGNORECASE | re.ASCII)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U(0010[0-9A-Fa-f]{4}|000[0-9A-Fa-f]{5})")
# What stands before the place of a mistake if that is the keyword itself, or the name after it.
_AT_SERVICE = re.compile(r"(?<![\w?$:/@.-])service(?:\s*silent)?\s*\S*\s*$", re.IGNORECASE)
_PLACE = re.compile(r"error at ([0-9]+):([0-9]+):")
# A name in <> that, if `<` is a comparison instead, holds brackets: only the parser knows which.
_DOUBTFUL = re.compile(r'<(?=[^\x00-\x20<>"{}|^`]*[()\[\]])[^\x00-\x20<>"{}|^`]*>')
_RAW = re.compile(r"\w+|\S")
_TOKEN = re.compile(
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
    """None. Raises OntologyError if a question must not be asked, SyntaxError if it is found to be wrong."""
    _check_size(question)
    renamed = _WORD.sub(lambda found: "q" if found[0] == "s" else "Q", question)
    if _WORD.search(_decoded(_decoded(renamed))):
        raise OntologyError("the word 'service' is written with escapes (\\u0053): write it without them")
    if renamed == question:
        return
    try:
        with suppress(OSError, RuntimeError):  # it was read, and is wrong in another way
            Store().query(renamed, prefixes=dict(prefixes))
    except SyntaxError as error:
        if _AT_SERVICE.search(_before(question, str(error))):
            raise OntologyError(
                "SERVICE asks other servers, and questions here are to this graph alone: leave it out"
            ) from error
        raise


def _decoded(question: str) -> str:
    """A question without escapes of characters: SPARQL has them anywhere, the parser in texts and names only."""
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), question)


def _before(question: str, message: str) -> str:
    """What stands before the place that a message names, up to the end of the word that is there."""
    found = _PLACE.match(message)
    if not found:
        return ""
    lines = question.split("\n")[: int(found[1])]
    column = int(found[2]) - 1
    last = lines[-1][:column] + re.match(r"\w*", lines[-1][column:])[0]  # type: ignore[index]
    return "\n".join([*lines[:-1], last])


def _check_size(question: str) -> None:
    """None. Raises OntologyError if a question is too deep or has too many parts."""
    open_: list[str] = []  # brackets; those around the rows of VALUES as "values"
    parts, word, doubtful = 0, "", bool(_DOUBTFUL.search(question))
    for token in _TOKEN.finditer(question):
        kind, text = token.lastgroup, token[0]
        # In a list of values there are no comparisons, and outside of round brackets neither.
        if text[0] == "<" and open_[-1:] == ["("] and open_[-2:-1] != ["values"]:
            doubtful = doubtful or not {"#", "'"}.isdisjoint(text)
        if kind == "open":
            open_.append("values" if text == "{" and word == "VALUES" else text)
        elif kind == "close" and open_:
            open_.pop()
        if len(open_) > DEPTH:
            raise OntologyError(f"the question is nested more than {DEPTH} deep: write it with fewer brackets")
        if kind == "comma" and open_[-1:] == ["("]:
            parts -= 1  # the members of a list are no chain
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
    """The last word of a question, after another token; it stays over the variables of VALUES."""
    return text.upper() if text.upper() == "VALUES" else before if text[0] in "?$()#" else ""
