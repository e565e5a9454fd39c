"""Which pieces of a list are its records: a box of videos, a row of headings, a list of further searches are not.

The pieces of a cut are siblings, and pages put other things between their records. How unlike the others a piece is,
where it stands and what it holds goes through small decision trees, fitted by `python -m bench.members FOLDER --fit`
and stored in `members.json`. Buttler, Liu, Pu 2001 drop such pieces by fixed limits (see `objects.drop_misfits`).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.kernels.clues import hashed
from weblode.kernels.members import FACTS
from weblode.models import parameters
from weblode.records.forest import Forest
from weblode.records.objects import Ranges
from weblode.style.hidden import marks
from weblode.tree import Tree

Texts = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint64]]

LEAST = 3  # of fewer pieces none is unlike the others
MODEL = "records/members.json"
UNLIKE = "is unlike the other records"
_FEW, _PART = 2, 6  # more than so many, and than that part of a list, are another kind of record
_LABELLED = FACTS.index("labels")
# What people write beside an advertisement that stands among results, in the languages of most pages.
_LABELS = (
    "ad ads advert advertisement sponsored promoted anzeige werbung gesponsert annonce annonces publicité sponsorisé "
    "anuncio anuncios publicidad patrocinado anúncio anúncios publicidade annuncio annunci sponsorizzato pubblicità "
    "advertentie advertenties gesponsord reklame sponset annons sponsrad mainos reklama sponzorováno reklam hirdetés "
    "szponzorált sponsorowane ogłoszenie διαφήμιση реклама إعلان פרסומת विज्ञापन โฆษณา iklan 広告 广告 廣告 推广 광고"
).split()


@cache
def label_hashes() -> NDArray[np.uint64]:
    """The hashes of the labels of advertisements, as pages write them, in order."""
    written = {form for word in _LABELS for form in (word, word.capitalize(), word.upper())}
    return np.array(sorted(hashed(form.encode()) for form in written), dtype=np.uint64)


def member_facts(tree: Tree, pieces: Ranges, texts: Texts, traits: NDArray[np.uint16]) -> NDArray[np.float64]:
    """One row of `FACTS` for each piece of a list; `texts` are the columns of `kernels.clues.visible`."""
    columns, (first_mark, numbers, *_) = (tree.end, tree.tag, tree.parent, tree.path), marks(tree)
    return kernels.fastest().members(columns, texts, (first_mark, numbers), traits, label_hashes(), pieces)


@cache
def judge() -> tuple[Forest, float]:
    """The judge of pieces that comes with the package, and the least log odds of a record."""
    document = parameters(MODEL)
    return Forest.of(document, FACTS), float(document["least"])


def piece_odds(tree: Tree, pieces: Ranges, texts: Texts, traits: NDArray[np.uint16]) -> NDArray[np.float64]:
    """For each piece of a list the log odds that it is a record."""
    return judge()[0].weigh(member_facts(tree, pieces, texts, traits))


def divide(tree: Tree, pieces: Ranges, texts: Texts, traits: NDArray[np.uint16]) -> tuple[Ranges, Ranges]:
    """The pieces that are records, and those that are not."""
    if len(pieces) < LEAST:
        return pieces, pieces[:0]
    forest, least = judge()
    facts = member_facts(tree, pieces, texts, traits)
    if forest.agree(facts, least):  # as on most pages
        return pieces, pieces[:0]
    flags = keep(forest.weigh(facts), facts, least)
    return (pieces, pieces[:0]) if flags.all() else (pieces[flags], pieces[~flags])


def keep(odds: NDArray[np.float64], facts: NDArray[np.float64], least: float) -> NDArray[np.bool_]:
    """Which pieces of a list are records, by their log odds and facts.

    All are if only half or fewer would be. Several that are unlike the others, and no advertisements by their labels,
    are records of another kind: lead stories with pictures above the others.
    """
    is_record: NDArray[np.bool_] = odds >= least
    if is_record.all():
        return is_record
    n = len(is_record)
    if 2 * np.count_nonzero(is_record) <= n:
        return np.ones(n, dtype=np.bool_)
    others = ~is_record & (facts[:, _LABELLED] <= 0)
    return is_record | others if np.count_nonzero(others) > max(_FEW, n // _PART) else is_record
