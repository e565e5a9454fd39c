"""Where a page is from, by its language and domain: what decides how its numbers, dates and currencies are read."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from weblode.caches import bounded_cache
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.page_links import address_root, page_address

# Languages that write 1.299,50; in the others, and in English, it is 1,299.50. Those that use a space for thousands
# (French, Russian) have a comma before decimals.
_COMMA = frozenset(
    "af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk sl sq "
    "sr sv tr uk vi".split()
)
_POINT = frozenset("en ja zh ko th he hi ms fil cy ga".split())
_POINT_PLACES = frozenset("ch mx li".split())  # de-CH 1'299.50, es-MX 1,299.50
_MONTH_FIRST = frozenset("us".split())
# English is written everywhere, with day or month first; so are pages that do not say their language.
_DAY_FIRST_ENGLISH = frozenset("gb au nz ie in za uk".split())
_NO_PLACE = frozenset("ai cc co com eu fm gg io me tv ws".split())  # domains of countries that the world uses


@dataclass(frozen=True)
class Locale:
    """The language of a page ("de"), the country by its language tag, and by its domain; "" for what is not known."""

    language: str = ""
    region: str = ""
    domain: str = ""

    @cached_property
    def decimal(self) -> str:
        """The mark before decimals, "." or ","; "" if it is not known."""
        if {self.region, self.domain} & _POINT_PLACES:
            return "."
        return "," if self.language in _COMMA else "." if self.language in _POINT else ""

    @cached_property
    def day_first(self) -> bool | None:
        """Whether 3/4/2018 is the third of April; None if it is not known."""
        if self.language == "en":
            if self.region in _MONTH_FIRST and self.domain in ("", "us"):
                return False
            return True if self.region in _DAY_FIRST_ENGLISH or self.domain in _DAY_FIRST_ENGLISH else None
        return True if self.language in _COMMA else None

    @cached_property
    def places(self) -> frozenset[str]:
        """The countries that language tag and domain name; two if they contradict each other."""
        return frozenset(["gb" if place == "uk" else place for place in (self.region, self.domain) if place])


NOWHERE = Locale()


def page_locale(tree: Tree) -> Locale:
    """The locale of a page, by the `lang` of its root and the host of its address; read once a tree."""
    if not len(tree) or tree.is_xml:
        return NOWHERE
    if "locale" not in tree.column_cache:
        tag = _attribute(tree, 0, "lang") or _attribute(tree, 0, "xml:lang") or _body_language(tree)
        tree.column_cache["locale"] = locale_of(tag, page_address(tree))
    locale: Locale = tree.column_cache["locale"]
    return locale


def locale_of(tag: str, address: str = "") -> Locale:
    """The locale of a language tag and an address.

    >>> locale_of("de_AT"), locale_of("en", "https://www.shop.com.au/")
    (Locale(language='de', region='at', domain=''), Locale(language='en', region='', domain='au'))
    """
    return _locale(tag, address_root(address) or address)


@bounded_cache(2**18)  # the pages of a site have one
def _locale(tag: str, address: str) -> Locale:
    language, *rest = tag.strip().lower().replace("_", "-").split("-")
    region = next((part for part in rest if len(part) == 2 and part.isalpha()), "")
    try:
        last = (urlsplit(address).hostname or "").rpartition(".")[2]
    except ValueError:
        last = ""
    domain = last if len(last) == 2 and last.isalpha() and last not in _NO_PLACE else ""
    return Locale(language if 2 <= len(language) <= 3 and language.isalpha() else "", region, domain)


def _body_language(tree: Tree) -> str:
    """The `lang` of the body, "" without one."""
    body = next((u for u in tree.children(0) if tree.tag.item(u) == NUMBERS["body"]), -1)
    return _attribute(tree, body, "lang") if body >= 0 else ""


def _attribute(tree: Tree, u: int, name: str) -> str:
    return tree.attribute(u, name) or ""
