"""What the label of a link says about pages: next, previous, first, last, more, or a page's number.

Words of some thirty languages, arrows, and the names that pages give to their parts (classes, icons).
"""

# ruff: noqa: RUF001 - signs and letters of other scripts

import re
from functools import lru_cache

from weblode.caches import regex
from weblode.pagination.labels import BACK_LABELS, ENDS_LABELS, MORE_LABELS, NEXT_LABELS

NEXT, BACK, ENDS, MORE = "next", "back", "ends", "more"

_LABELS = {NEXT: NEXT_LABELS, BACK: BACK_LABELS, ENDS: ENDS_LABELS, MORE: MORE_LABELS}
_KINDS = {label: kind for kind, text in _LABELS.items() for label in " ".join(text.split()).split("; ")}
# What a longer label may begin with: "next 20", "older posts in June".
_STARTS = (
    dict.fromkeys("next older nächste weitere suivant suivante siguiente próxima volgende следующие".split(), NEXT)
    | dict.fromkeys("previous prev newer vorherige précédent anterior".split(), BACK)
    | dict.fromkeys("first last erste letzte".split(), ENDS)
    | dict.fromkeys("more mehr plus más mais altri meer fler flere więcej ещё".split(), MORE)
)
_PAGE_WORDS = set(
    "page pages pg p seite página pagina pág sida side sivu strona strana stránka stranica страница стр сторінка "
    "σελίδα "
    "sayfa trang halaman hal oldal หน้า ページ ページ目 ページ目へ 页 頁 第 페이지 صفحة صفحه עמוד דף पृष्ठ go to gehe zu "
    "zur aller à la ir a la vai alla ga naar current actuelle aktuell aktuelle actual attuale huidige текущая results "
    "ergebnisse résultats resultados you're on".split()
)
_FORWARD = "›»>→⇒▶►▸❯⟩〉》＞⏩➔➜➡⟶"
_BACKWARD = "‹«<←⇐◀◄◂❮⟨〈《＜⏪⬅⟵"
_SIGNS = regex(rf"[\s{re.escape(_FORWARD + _BACKWARD)}|\[\](){{}}:·•*…_\-–—\"'“”‚‘’!＋+\ufe0e\ufe0f]+")
_FIRST_WORD = regex(rf"(?:{_SIGNS.pattern})?([^{_SIGNS.pattern[1:-2]}]*)")
_POINTERS = frozenset(_FORWARD + _BACKWARD + "|\ufe0e\ufe0f")
_LONGEST_NAMES = 200  # characters of names that are kept in a cache
_LONGEST_NUMBER = 40  # characters of a label that gives the number of a page
_FIRST_WORDS = {label.split()[0] for label in _KINDS} | set(_STARTS)
_DIGIT = regex(r"\d")
_GROUPED = regex(r"\d{1,3}(?:[.,\u00a0\u202f’' ]\d{3})+|\d{1,7}")
_AROUND_NUMBER = regex(r"[\s\[\](){}|.,·•…<>‹›«»:\-–—/]+")
_CLASS_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]+")
_NEXT_CLASS = {"next", "forward", "older", "nextpostslink", "nextpage", "nxt", "weiter", "suivant", "siguiente"}
_BACK_CLASS = {"prev", "previous", "back", "newer", "previouspostslink", "prevpage", "vorige", "zurueck"}
_ENDS_CLASS = {"first", "last", "ffwd", "rewind"}
_RIGHT_CLASS = {"right", "forward"}
_POINTING = {"arrow", "chevron", "angle", "caret", "icon", "fa", "glyphicon"}
_PAGER_CLASS = regex(r"pag(?![a-z]*size)(?:e|er|es|ing|ination|inator|enav|inierung|ine|inacion|inazione)s?|pnav", re.I)
_SLIDER_CLASS = regex(r"slide|carousel|caroufredsel|swiper|gallery|lightbox|bx-|flex-direction|slick", re.I)
_CALENDAR_CLASS = regex(r"calend|datepick|month|weekday|date-(?:prev|next)", re.I)


def may_speak(label: str) -> bool:
    """Whether a label may say something about pages; most do not, and a look at their first word is enough.

    >>> may_speak("Next »"), may_speak("[3]"), may_speak("«"), may_speak("First aid"), may_speak("About us")
    (True, True, True, True, False)
    """
    first = _FIRST_WORD.match(label)
    word = first[1].casefold() if first else ""
    if word in _FIRST_WORDS or word.rstrip(".") in _FIRST_WORDS:
        return True
    if not word and arrow_kind(label):  # arrows are signs, and no part of a word
        return True
    return len(label) <= _LONGEST_NUMBER and _DIGIT.search(label) is not None and page_number(label) is not None


def label_kind(label: str) -> tuple[str, bool]:
    """What a label says (`NEXT`, `BACK`, `ENDS`, `MORE` or ""), and whether it says only that.

    >>> label_kind("Next »"), label_kind("Weiter"), label_kind("Next 20 results"), label_kind("Nextel phones for all")
    (('next', True), ('next', True), ('next', False), ('', False))
    """
    return _label_kind(label) if len(label) <= 80 else ("", False)


@lru_cache(maxsize=4096)
def _label_kind(label: str) -> tuple[str, bool]:
    plain = _SIGNS.sub(" ", label.casefold()).strip()
    if kind := _KINDS.get(plain) or _KINDS.get(plain.rstrip(".")):
        return kind, True
    words = plain.split()
    if not 1 < len(words) <= 5:
        return "", False
    return _STARTS.get(words[0], ""), False


def arrow_kind(label: str) -> str:
    """Where a label that is nothing but arrows points: `NEXT`, `BACK`, `ENDS` for one with a bar; else "".

    >>> arrow_kind("»"), arrow_kind("<<"), arrow_kind(">|"), arrow_kind("Home »")
    ('next', 'back', 'ends', '')
    """
    if label.lstrip()[:1] not in _POINTERS:
        return ""
    signs = "".join(label.split())
    if not 0 < len(signs) <= 4:
        return ""
    bar = "|" in signs
    signs = signs.replace("|", "").replace("\ufe0e", "").replace("\ufe0f", "")
    if signs and all(sign in _FORWARD for sign in signs):
        return ENDS if bar else NEXT
    if signs and all(sign in _BACKWARD for sign in signs):
        return ENDS if bar else BACK
    return ""


def page_number(label: str) -> int | None:
    """The number that a label gives a page; None if it is no such label.

    >>> page_number("2"), page_number("[1,097]"), page_number("Page 3"), page_number("第4页"), page_number("50%")
    (2, 1097, 3, 4, None)
    """
    if len(label) > _LONGEST_NUMBER or not _DIGIT.search(label) or (match := _GROUPED.search(label)) is None:
        return None
    before, after = label[: match.start()], label[match.end() :]
    rest = _AROUND_NUMBER.sub(" ", f"{before} {after}").casefold().split()
    if any(word not in _PAGE_WORDS for word in rest):
        return None
    return int(re.sub(r"\D", "", match[0]))


def class_kind(names: str) -> str:
    """What the names of classes say about a link: `NEXT`, `BACK`, `ENDS` or "".

    >>> [class_kind(names) for names in ("next page-numbers", "icon-chevron-right", "nextpostslink", "nav")]
    ['next', 'next', 'next', '']
    """
    return _class_kind(names) if len(names) <= _LONGEST_NAMES else _class_kind.__wrapped__(names)


@lru_cache(maxsize=4096)  # a page has few
def _class_kind(names: str) -> str:
    words = {word.lower() for word in _CLASS_WORD.findall(names)}
    if words & _NEXT_CLASS:
        return "" if words & _BACK_CLASS else NEXT
    if words & _BACK_CLASS:
        return BACK
    if words & _ENDS_CLASS:
        return ENDS
    if words & _POINTING:
        return NEXT if words & _RIGHT_CLASS else BACK if "left" in words else ""
    return ""


def is_pager(names: str) -> bool:
    """Whether the names of classes speak of pages."""
    return bool(_PAGER_CLASS.search(names))


def is_slider(names: str) -> bool:
    """Whether the names of classes speak of images that pass by."""
    return bool(_SLIDER_CLASS.search(names))


def is_calendar(names: str) -> bool:
    """Whether the names of classes speak of a calendar."""
    return bool(_CALENDAR_CLASS.search(names))
