"""IRIs: the vocabularies that graphs use, and an IRI for each concept, attribute, instance, page and site.

An IRI depends only on the thing itself, so it stays the same from run to run, and two things never share one. The base
is `urn:weblode:` unless another is given: it is not an address on the web, so it claims nobody's host.
"""

import re
from hashlib import sha256

from weblode.caches import regex

BASE = "urn:weblode:"
TERMS = "urn:weblode:terms#"  # our own vocabulary, whatever the base of the data
PREFIXES = {
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "wl": TERMS,
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
FOLDERS = {"attribute": "attribute/", "concept": "concept/", "instance": "instance/"}  # prefixes of the data

# In RDF/XML a property is an element name. Most parsers use expat, which accepts names by the fourth edition of XML 1.0
# (characters of Unicode 2.0). These are its large ranges; all other characters are escaped.
_LETTERS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0388-\u038a\u038e-\u03a1"
    "\u03a3-\u03ce\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e-\u0481\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    "\u0905-\u0939\u0e01-\u0e2e\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3"
)
_MARKS = "0-9\u0300-\u0345\u0660-\u0669\u0901-\u0903\u093c\u093e-\u094d\u0966-\u096f\u0e30-\u0e3a\u0e47-\u0e4e-"
_ESCAPED = regex(f"[^{_LETTERS}{_MARKS} ]|^ | $|  +| (?=x)")  # so that `_x` always begins an escape
_STARTS = regex(f"[_{_LETTERS}]")
_NOT_IN_IRI = regex(r"%(?![0-9A-Fa-f]{2})|[^\w%/:@!$&'()*+,;=.~?#-]|[\ud800-\udfff]")
_NOT_IN_PATH = regex(r"[^\w/:@!$&'()*+,;=.~-]|[\ud800-\udfff]")  # `%` too: two texts must not give one IRI
_ADDRESS = regex(r"https?://[^/?#]+", re.IGNORECASE)
_NOT_XML = regex("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def local(text: str) -> str:
    """A text as the last part of an IRI, which is also a valid XML name; two texts never give the same.

    A space becomes `_`; letters of the major scripts, digits and `-` stay; others become code points as in `_x28_`.

    >>> local("World news"), local("Prix (€)"), local("3D")
    ('World_news', 'Prix__x28__x20ac__x29_', '_3D')
    """
    name = _ESCAPED.sub(lambda match: "".join(f"_x{ord(char):x}_" for char in match[0]), text).replace(" ", "_")
    return name if _STARTS.match(name) else f"_{name}"


def page(base: str, name: str, url: str | None) -> str:
    """The IRI of a page: its web address, or one made from its name."""
    address = url or name
    return _NOT_IN_IRI.sub(_percent, address) if _ADDRESS.match(address) else f"{base}page/{path(name)}"


def path(text: str) -> str:
    """A text as the rest of an IRI, readable where it is a path or an address.

    >>> path("https://a.org/b c?d#e")
    'https://a.org/b%20c%3Fd%23e'
    """
    return _NOT_IN_PATH.sub(_percent, text)


def digest(*parts: str) -> str:
    """Sixteen hexadecimal digits for some texts, the same in every run."""
    whole = "\0".join(f"{len(part)}:{part}" for part in parts)
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def plain(text: str) -> str:
    """A text as XML allows it: U+000A for all line ends, U+FFFD for control characters and lone surrogates."""
    return _NOT_XML.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))
