"""Whole labels of links to other pages of a list, in some thirty languages, without arrows and other signs.

Older entries of a blog come after newer ones.
"""

# ruff: noqa: RUF001 - letters of other scripts

NEXT_LABELS = """
    next; next page; the next page; go to next page; go to the next page; next results; older; older posts;
    older entries; older articles; older comments; older stories; older news; forward; continue to next page;
    weiter; nächste; nächste seite; zur nächsten seite; eine seite weiter; vor; vorwärts; ältere beiträge;
    ältere einträge; ältere artikel; folgende; folgende seite; suivant; suivante; suivants; page suivante;
    articles plus anciens; plus anciens; messages plus anciens; siguiente; siguientes; página siguiente;
    siguiente página; pagina siguiente; próximo; próxima; próxima página; página seguinte; seguinte; proximo;
    proxima; avançar; entradas antiguas; entradas anteriores; entradas más antiguas; mensajes antiguos;
    postagens mais antigas; artigos mais antigos; avanti; successiva; successivo; pagina successiva;
    successivi; prossima; prossimo; prossima pagina; post più vecchi; articoli meno recenti; volgende;
    volgende pagina; verder; oudere berichten; nästa; nästa sida; äldre inlägg; neste; neste side;
    eldre innlegg; næste; næste side; ældre indlæg; seuraava; seuraava sivu; seuraavat; vanhemmat; następna;
    następny; następne; następna strona; dalej; starsze wpisy; starsze posty; další; další strana; následující;
    následující stránka; ďalšia; ďalšie; nasledujúca; starší příspěvky; következő; következő oldal;
    régebbi bejegyzések; următoarea; următorul; pagina următoare; înainte; postări mai vechi; следующая;
    следующий; следующая страница; далее; вперед; вперёд; след; след.; дальше; предыдущие записи;
    старые записи; раньше; наступна; наступна сторінка; далі; напред; следваща; следваща страница; следващ;
    sljedeća; sljedeća stranica; sledeća; naslednja; следећа; επόμενη; επόμενο; επόμενα; επόμενη σελίδα;
    παλιότερα; παλαιότερα άρθρα; παλαιότερες αναρτήσεις; sonraki; sonraki sayfa; ileri; eski kayıtlar;
    daha eski yazılar; tiếp; tiếp theo; trang sau; trang tiếp; trang tiếp theo; sau; bài cũ hơn; berikutnya;
    selanjutnya; halaman berikutnya; lanjut; posting lama; seterusnya; ถัดไป; หน้าถัดไป; หน้าต่อไป; 次; 次へ;
    次の; 次のページ; 次のページへ; 次ページ; 次の記事一覧; 過去の投稿; 古い投稿; 以前の記事; 前の記事一覧;
    下一页; 下一頁; 下页; 下頁; 后页; 後頁; 后一页; 後一頁; 다음; 다음페이지; 다음 페이지; 이전 글; التالي;
    التالية; الصفحة التالية; المواضيع السابقة; بعدی; صفحه بعد; صفحه بعدی; הבא; הבאה; הדף הבא; לעמוד הבא; अगला;
    अगला पृष्ठ; आगे; পরবর্তী; পরের পাতা; seguent; següent; hurrengoa; tālāk; nākamā; toliau; kitas; järgmine;
    edasi; næsta; kế tiếp
"""
BACK_LABELS = """
    prev; previous; previous page; go to previous page; the previous page; newer; newer posts; newer entries;
    newer articles; newer comments; back; zurück; vorige; vorherige; vorherige seite; vorhergehende;
    neuere beiträge; neuere einträge; précédent; précédente; précédents; page précédente; plus récents;
    articles plus récents; anterior; anteriores; página anterior; entradas recientes; entradas siguientes;
    entradas más recientes; postagens mais recentes; precedente; precedenti; pagina precedente; indietro;
    vorige pagina; nieuwere berichten; föregående; föregående sida; nyare inlägg; forrige; forrige side;
    nyere innlegg; nyere indlæg; edellinen; uudemmat; poprzednia; poprzedni; poprzednia strona; wstecz;
    nowsze wpisy; nowsze posty; předchozí; predchádzajúca; novější příspěvky; előző; előző oldal;
    újabb bejegyzések; anterioara; înapoi; предыдущая; предыдущая страница; назад; пред; пред.; предишна;
    следующие записи; новые записи; попередня; prethodna; претходна; προηγούμενη; προηγούμενο; νεότερα;
    νεότερες αναρτήσεις; önceki; önceki sayfa; geri; yeni kayıtlar; trước; trang trước; bài mới hơn;
    sebelumnya; posting lebih baru; ก่อนหน้า; 前; 前へ; 前の; 前のページ; 前のページへ; 前ページ; 新しい投稿;
    上一页; 上一頁; 上页; 前页; 前頁; 이전; 이전페이지; السابق; السابقة; الصفحة السابقة; قبلی; صفحه قبل; הקודם;
    הקודמת; पिछला; পূর্ববর্তী
"""
ENDS_LABELS = """
    first; last; first page; last page; go to first page; go to last page; erste; letzte; erste seite;
    letzte seite; anfang; ende; première; dernière; premier; dernier; première page; dernière page; début; fin;
    primera; última; primero; último; primera página; última página; primeira; primeiro; prima; ultima; primo;
    ultimo; eerste; laatste; första; sista; første; siste; sidste; ensimmäinen; viimeinen; pierwsza; ostatnia;
    první; poslední; prvá; posledná; első; utolsó; первая; последняя; в начало; в конец; начало; конец; перша;
    остання; първа; последна; prva; zadnja; πρώτη; τελευταία; ilk; son; đầu; cuối; trang đầu; trang cuối;
    pertama; terakhir; หน้าแรก; หน้าสุดท้าย; 最初; 最後; 最初へ; 最後へ; 最新; 首页; 首頁; 末页; 末頁; 尾页;
    尾頁; 第一页; 最后一页; 처음; 마지막; 맨끝; الأولى; الأخيرة; اولین; آخرین; ראשון; אחרון; top; up; start
"""
MORE_LABELS = """
    load more; show more; more results; more posts; view more; see more; more articles; more stories;
    more items; load more posts; show more results; mehr anzeigen; mehr laden; weitere laden; weitere anzeigen;
    weitere ergebnisse; mehr ergebnisse; voir plus; afficher plus; charger plus; plus de résultats; ver más;
    cargar más; mostrar más; más resultados; ver mais; carregar mais; mostrar mais; mais resultados;
    carica altri; mostra altro; altri risultati; meer laden; toon meer; meer tonen; meer resultaten; visa fler;
    ladda fler; vis flere; vis mer; last inn flere; indlæs flere; näytä lisää; lataa lisää; pokaż więcej;
    załaduj więcej; více; zobrazit více; načíst další; zobraziť viac; több megjelenítése; még több; mai multe;
    încarcă mai multe; показать ещё; показать еще; загрузить ещё; загрузить еще; ещё; еще; показати ще;
    завантажити ще; покажи още; prikaži više; περισσότερα; φόρτωση περισσότερων; daha fazla; daha fazla göster;
    daha fazla yükle; xem thêm; tải thêm; muat lebih banyak; lihat lainnya; ดูเพิ่มเติม; โหลดเพิ่ม; もっと見る;
    もっと読み込む; さらに表示; 加载更多; 更多; 載入更多; 查看更多; 더보기; 더 보기; عرض المزيد; تحميل المزيد;
    المزيد; نمایش بیشتر; بیشتر; טען עוד; הצג עוד
"""
