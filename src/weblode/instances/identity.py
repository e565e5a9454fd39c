"""The address that identifies an instance: the one its own page declares, else that of its page on the web.

One thing may be linked by several addresses, and a saved page has only a path. A page declares one address by
`rel=canonical` or `og:url`. It is not believed where it is the address of a whole site, nor where items with different
titles declare the same one: then a template has it wrong.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from weblode.ontology import Instance
from weblode.pages import links
from weblode.pages.web import Web
from weblode.values.addresses import file_key, is_home


def canonical_address(declared: str, address: str, web: Web) -> str:
    """The address of the thing on a page, which was read at `address` and declares another; "" if it does not."""
    own = (web.canonical(address) if address else None) or address
    normal = links.normalise(declared)
    return own if normal is None or (is_home(normal) and not is_home(own)) else normal


def without_shared(instances: Iterable[Instance], addresses: Sequence[str]) -> list[Instance]:
    """The instances of a page; where different titles have one address, each gets its own again.

    `addresses` are those at which their pages were read, on the web as far as they are known.
    """
    members = list(instances)
    titles: dict[str, set[str]] = {}
    sources: dict[str, set[str]] = {}
    for one, address in zip(members, addresses, strict=True):
        titles.setdefault(one.url or "", set()).add(one.title.casefold())
        sources.setdefault(one.url or "", set()).add(file_key(address))
    return [
        replace(one, url=address) if one.url and len(titles[one.url or ""]) > 1 < len(sources[one.url or ""]) else one
        for one, address in zip(members, addresses, strict=True)
    ]
