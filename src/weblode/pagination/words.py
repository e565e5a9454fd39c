"""What the label of a link says about pages: next, previous, first, last, more, or a page's number.

Words of some thirty languages, arrows, and the names that pages give to their parts (classes, icons).
"""

import re
from functools import lru_cache

NEXT, BACK, ENDS, MORE = "next", "back", "ends", "more"

# Whole labels, without arrows and other signs. Older entries of a blog come after newer ones.
_LABELS = {
    NEXT: """
        next; next page; the next page; go to next page; go to the next page; next results; older; older posts;
        older entries; older articles; older comments; older stories; older news; forward; continue to next page;
        weiter; nächste; nächste seite; zur nächsten seite; eine seite weiter; vor; vorwärts; ältere beiträge;
        ältere einträge; ältere artikel; folgende; folgende seite; suivant; suivante; suivants; page suivante;
        articles plus anciens; plus anciens; messages plus anciens; siguiente; siguientes; página siguiente;
        siguiente página; pagina siguiente; próximo; próxima; próxima página; página seguinte; seguinte; proximo;
        proxima; avançar; entradas antiguas; entradas anteriores; entradas más antiguas; mensajes antiguos;
        postagens mais antigas; artigos mais antigos; avanti; successiva; successivo; pagina successiva; successivi;
        prossima; prossimo; prossima pagina; post più vecchi; articoli meno recenti; volgende; volgende pagina;
        verder; oudere berichten; nästa; nästa sida; äldre inlägg; neste; neste side; eldre innlegg; næste;
        næste side; ældre indlæg; seuraava; seuraava sivu; seuraavat; vanhemmat; następna; następny; następne;
        następna strona; dalej; starsze wpisy; starsze posty; další; další strana; následující; následující stránka;
        ďalšia; ďalšie; nasledujúca; starší příspěvky; következő; következő oldal; régebbi bejegyzések; următoarea;
        următorul; pagina următoare; înainte; postări mai vechi; следующая; следующий; следующая страница; далее;
        вперед; вперёд; след; след.; дальше; предыдущие записи; старые записи; раньше; наступна; наступна сторінка;
        далі; вперед; напред; следваща; следваща страница; следващ; sljedeća; sljedeća stranica; sledeća; naslednja;
        следећа; επόμενη; επόμενο; επόμενα; επόμενη σελίδα; παλιότερα; παλαιότερα άρθρα; παλαιότερες αναρτήσεις;
        sonraki; sonraki sayfa; ileri; eski kayıtlar; daha eski yazılar; tiếp; tiếp theo; trang sau; trang tiếp;
        trang tiếp theo; sau; bài cũ hơn; berikutnya; selanjutnya; halaman berikutnya; lanjut; posting lama;
        seterusnya; ถัดไป; หน้าถัดไป; หน้าต่อไป; 次; 次へ; 次の; 次のページ; 次のページへ; 次ページ; 次の記事一覧; 過去の投稿;
        古い投稿; 以前の記事; 前の記事一覧; 下一页; 下一頁; 下页; 下頁; 后页; 後頁; 后一页; 後一頁; 다음; 다음페이지;
        다음 페이지; 이전 글; التالي; التالية; الصفحة التالية; المواضيع السابقة; بعدی; صفحه بعد; صفحه بعدی;
        הבא; הבאה; הדף הבא; לעמוד הבא; अगला; अगला पृष्ठ; आगे; পরবর্তী; পরের পাতা; seguent; següent; hurrengoa;
        tālāk; nākamā; toliau; kitas; järgmine; edasi; næsta; kế tiếp""",
    BACK: """
        prev; previous; previous page; go to previous page; the previous page; newer; newer posts; newer entries;
        newer articles; newer comments; back; zurück; vorige; vorherige; vorherige seite; vorhergehende; neuere beiträge;
        neuere einträge; précédent; précédente; précédents; page précédente; plus récents; articles plus récents;
        anterior; anteriores; página anterior; entradas recientes; entradas siguientes; entradas más recientes;
        postagens mais recentes; precedente; precedenti; pagina precedente; indietro; vorige pagina;
        nieuwere berichten; föregående; föregående sida; nyare inlägg; forrige; forrige side; nyere innlegg;
        nyere indlæg; edellinen; uudemmat; poprzednia; poprzedni; poprzednia strona; wstecz; nowsze wpisy; nowsze posty;
        předchozí; predchádzajúca; novější příspěvky; előző; előző oldal; újabb bejegyzések; anterioara; înapoi;
        предыдущая; предыдущая страница; назад; пред; пред.; предишна; следующие записи; новые записи; попередня;
        prethodna; претходна; προηγούμενη; προηγούμενο; νεότερα; νεότερες αναρτήσεις; önceki; önceki sayfa; geri;
        yeni kayıtlar; trước; trang trước; bài mới hơn; sebelumnya; posting lebih baru; ก่อนหน้า; 前; 前へ; 前の;
        前のページ; 前のページへ; 前ページ; 新しい投稿; 上一页; 上一頁; 上页; 前页; 前頁; 이전; 이전페이지; السابق;
        السابقة; الصفحة السابقة; قبلی; صفحه قبل; הקודם; הקודמת; पिछला; পূর্ববর্তী""",
    ENDS: """
        first; last; first page; last page; go to first page; go to last page; erste; letzte; erste seite; letzte seite;
        anfang; ende; première; dernière; premier; dernier; première page; dernière page; début; fin; primera; última;
        primero; último; primera página; última página; primeira; primeiro; prima; ultima; primo; ultimo; eerste;
        laatste; första; sista; første; siste; sidste; ensimmäinen; viimeinen; pierwsza; ostatnia; první; poslední;
        prvá; posledná; első; utolsó; prima; ultima; первая; последняя; в начало; в конец; начало; конец; перша; остання;
        първа; последна; prva; zadnja; πρώτη; τελευταία; ilk; son; đầu; cuối; trang đầu; trang cuối; pertama;
        terakhir; หน้าแรก; หน้าสุดท้าย; 最初; 最後; 最初へ; 最後へ; 最新; 首页; 首頁; 末页; 末頁; 尾页; 尾頁; 第一页;
        最后一页; 처음; 마지막; 맨끝; الأولى; الأخيرة; اولین; آخرین; ראשון; אחרון; top; up; start""",
    MORE: """
        load more; show more; more results; more posts; view more; see more; more articles; more stories; more items;
        load more posts; show more results; mehr anzeigen; mehr laden; weitere laden; weitere anzeigen;
        weitere ergebnisse; mehr ergebnisse; voir plus; afficher plus; charger plus; plus de résultats; ver más;
        cargar más; mostrar más; más resultados; ver mais; carregar mais; mostrar mais; mais resultados;
        carica altri; mostra altro; altri risultati; meer laden; toon meer; meer tonen; meer resultaten; visa fler;
        ladda fler; vis flere; vis mer; last inn flere; indlæs flere; näytä lisää; lataa lisää; pokaż więcej;
        załaduj więcej; více; zobrazit více; načíst další; zobraziť viac; több megjelenítése; még több; mai multe;
        încarcă mai multe; показать ещё; показать еще; загрузить ещё; загрузить еще; ещё; еще; показати ще;
        завантажити ще; покажи още; prikaži više; περισσότερα; φόρτωση περισσότερων; daha fazla;
        daha fazla göster; daha fazla yükle; xem thêm; tải thêm; muat lebih banyak; lihat lainnya; ดูเพิ่มเติม;
        โหลดเพิ่ม; もっと見る; もっと読み込む; さらに表示; 加载更多; 更多; 載入更多; 查看更多; 더보기; 더 보기; عرض المزيد;
        تحميل المزيد; المزيد; نمایش بیشتر; بیشتر; טען עוד; הצג עוד""",
}
_KINDS = {label: kind for kind, text in _LABELS.items() for label in " ".join(text.split()).split("; ")}
# What a longer label may begin with: "next 20", "older posts in June".
_STARTS = {
    **{word: NEXT for word in "next older nächste weitere suivant suivante siguiente próxima volgende следующие".split()},
    **{word: BACK for word in "previous prev newer vorherige précédent anterior".split()},
    **{word: ENDS for word in "first last erste letzte".split()},
    **{word: MORE for word in "more mehr plus más mais altri meer fler flere więcej ещё".split()},
}
_PAGE_WORDS = set(
    "page pages pg p seite página pagina pág sida side sivu strona strana stránka stranica страница стр сторінка σελίδα "
    "sayfa trang halaman hal oldal หน้า ページ ページ目 ページ目へ 页 頁 第 페이지 صفحة صفحه עמוד דף पृष्ठ go to gehe zu "
    "zur aller à la ir a la vai alla ga naar current actuelle aktuell aktuelle actual attuale huidige текущая results "
    "ergebnisse résultats resultados you're on".split()
)
_FORWARD = "›»>→⇒▶►▸❯⟩〉》＞⏩➔➜➡⟶"
_BACKWARD = "‹«<←⇐◀◄◂❮⟨〈《＜⏪⬅⟵"
_SIGNS = re.compile(rf"[\s{re.escape(_FORWARD + _BACKWARD)}|\[\](){{}}:·•*…_\-–—\"'“”‚‘’!＋+\ufe0e\ufe0f]+")
_GROUPED = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f’' ]\d{3})+|\d{1,7}")
_AROUND_NUMBER = re.compile(r"[\s\[\](){}|.,·•…<>‹›«»:\-–—/]+")
_CLASS_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NEXT_CLASS = {"next", "forward", "older", "nextpostslink", "nextpage", "nxt", "weiter", "suivant", "siguiente"}
_BACK_CLASS = {"prev", "previous", "back", "newer", "previouspostslink", "prevpage", "vorige", "zurueck"}
_ENDS_CLASS = {"first", "last", "ffwd", "rewind"}
_RIGHT_CLASS = {"right", "forward"}
_POINTING = {"arrow", "chevron", "angle", "caret", "icon", "fa", "glyphicon"}
_PAGER_CLASS = re.compile(r"pag(?:e|er|es|ing|ination|inator|enav|inierung|ine|inacion|inazione)s?(?![a-z]*size)|pnav", re.I)
_SLIDER_CLASS = re.compile(r"slide|carousel|caroufredsel|swiper|gallery|lightbox|bx-|flex-direction|slick", re.I)
_CALENDAR_CLASS = re.compile(r"calend|datepick|month|weekday|date-(?:prev|next)", re.I)


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
    if not 0 < len(label) <= 40:
        return None
    match = _GROUPED.search(label)
    if match is None:
        return None
    before, after = label[: match.start()], label[match.end() :]
    rest = _AROUND_NUMBER.sub(" ", f"{before} {after}").casefold().split()
    if any(word not in _PAGE_WORDS for word in rest):
        return None
    return int(re.sub(r"\D", "", match[0]))


def class_kind(names: str) -> str:
    """What the names of classes say about a link: `NEXT`, `BACK`, `ENDS` or "".

    >>> class_kind("next page-numbers"), class_kind("icon-chevron-right"), class_kind("nextpostslink"), class_kind("nav")
    ('next', 'next', 'next', '')
    """
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
