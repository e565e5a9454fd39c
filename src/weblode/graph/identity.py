"""What identifies an instance, and how many there are: one thing may be a member of several concepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from weblode.graph import names
from weblode.ontology import Attribute, Instance, Ontology, Witness

_WEB = ("http://", "https://")


def place(instance: Instance) -> str:
    """What identifies an instance: its address, else its link, its node or its title on the page."""
    if instance.url:
        return names.path(instance.url)
    xpath = instance.witness.xpath if instance.witness else ""
    return f"{names.path(instance.page)}#{names.path(instance.href or xpath or instance.title)}"


def distinct(instances: Iterable[Instance]) -> int:
    """The number of different instances: what several pages list counts once."""
    return len(set(map(place, instances)))


def memberships(instances: Iterable[Instance]) -> int:
    """The number of pairs of an instance and a concept that it belongs to."""
    return len({(place(one), one.concept) for one in instances})


def with_addresses(ontology: Ontology, addresses: Mapping[str, str]) -> Ontology:
    """The ontology with the addresses on the web of pages that were read from files; `addresses` has them by path.

    The pages of witnesses keep their names, so that they can still be opened.
    """

    def known(witness: Witness) -> Witness:
        address = addresses.get(witness.url or witness.page)
        if address is None or (witness.url or witness.page).startswith(_WEB):
            return witness
        return Witness(witness.page, witness.xpath, address, witness.method)

    def placed(attribute: Attribute) -> Attribute:  # there are tens of thousands: `replace` takes twice the time
        return Attribute(attribute.name, attribute.value, known(attribute.witness), attribute.read)

    if not addresses:
        return ontology
    return replace(
        ontology,
        concepts=tuple(replace(one, witnesses=tuple(map(known, one.witnesses))) for one in ontology.concepts),
        broader=tuple(replace(one, witnesses=tuple(map(known, one.witnesses))) for one in ontology.broader),
        instances=tuple(
            replace(
                one,
                witness=known(one.witness) if one.witness else None,
                attributes=tuple(map(placed, one.attributes)),
            )
            for one in ontology.instances
        ),
    )


def local_pages(ontology: Ontology) -> set[str]:
    """The paths of the pages that statements were read on and whose address on the web is not known."""
    witnesses = [
        *(each for one in ontology.concepts for each in one.witnesses),
        *(each for one in ontology.broader for each in one.witnesses),
        *(one.witness for one in ontology.instances if one.witness),
        *(each.witness for one in ontology.instances for each in one.attributes),
    ]
    pages = {witness.url or witness.page for witness in witnesses}
    return {page for page in pages if not page.startswith(_WEB)}
