"""Feeds, sitemaps and other XML documents, one of each kind."""

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'

RSS_2 = f"""{DECLARATION}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
  <title>Harbour News</title><link>http://news.example/</link>
  <item>
    <title>New pier opens</title>
    <link>http://news.example/pier</link>
    <dc:creator>Ann Lee</dc:creator>
    <description><![CDATA[<p>The <b>pier</b> is open &amp; free.</p><p>Come!</p>]]></description>
    <enclosure url="pier.mp3" length="120" type="audio/mpeg"/>
    <category>Sea</category><category>Town</category>
    <pubDate>Mon, 06 Sep 2021 16:45:00 +0000</pubDate>
  </item>
  <item>
    <title>Ferry late &amp;amp; full</title>
    <link>http://news.example/ferry</link>
    <description>Ten &lt;i&gt;minutes&lt;/i&gt; late&lt;br&gt;again</description>
    <pubDate>Tue, 07 Sep 2021 08:00:00 +0000</pubDate>
  </item>
</channel>
</rss>""".encode()

RSS_091 = b"""<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Old</title>
<item><title>Caf&eacute; opens</title><link>http://old.example/1</link></item>
<item><title>Bar closes</title><link>http://old.example/2</link></item>
</channel></rss>"""

RSS_1 = b"""<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="http://rdf.example/"><title>RDF</title>
<items><rdf:Seq><rdf:li resource="http://rdf.example/1"/><rdf:li resource="http://rdf.example/2"/></rdf:Seq></items></channel>
<item rdf:about="http://rdf.example/1"><title>One</title><link>http://rdf.example/1</link><dc:date>2004-05-06</dc:date></item>
<item rdf:about="http://rdf.example/2"><title>Two</title><link>http://rdf.example/2</link><dc:date>2004-05-07</dc:date></item>
</rdf:RDF>"""

ATOM = f"""{DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://blog.example/posts/">
<title>Blog</title><link rel="self" href="feed.xml"/>
<entry>
  <title type="html">Salt &amp;amp; &lt;b&gt;pepper&lt;/b&gt;</title>
  <link href="salt"/><link rel="enclosure" href="/salt.mp3" type="audio/mpeg"/>
  <id>urn:1</id><updated>2020-01-01T00:00:00Z</updated><author><name>Ann</name></author><category term="food"/>
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
  <p>Both <b>are</b> here.</p><p>Enjoy</p></div></content>
</entry>
<entry>
  <title>if a&lt;b then &lt;b&gt; is bold</title>
  <link rel="alternate" href="bold"/>
  <id>urn:2</id><updated>2020-01-02T00:00:00Z</updated><summary>Plain.</summary>
</entry>
</feed>""".encode()

SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>http://map.example/?a=1&amp;b=2</loc><lastmod>2024-01-01</lastmod><priority>0.5</priority>
<image:image><image:loc>http://map.example/a.png</image:loc></image:image></url>
<url><loc>http://map.example/b</loc><lastmod>2024-02-01</lastmod></url>
</urlset>"""

SITEMAP_INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://map.example/1.xml</loc><lastmod>2024-01-01</lastmod></sitemap>
<sitemap><loc>http://map.example/2.xml</loc></sitemap></sitemapindex>"""

FEEDS = {
    "rss 2.0": RSS_2,
    "rss 0.91": RSS_091,
    "rss 1.0": RSS_1,
    "atom": ATOM,
    "sitemap": SITEMAP,
    "sitemap index": SITEMAP_INDEX,
}

BOOKS = (
    DECLARATION
    + "<catalog><name>Our books</name>"
    + "".join(
        f'<book id="b{i}"><author>Author {i}</author><title>Title number {i}</title><price>{i}.50</price>'
        f"<track>A text about the book, {'with more words ' * (i % 4)}to read.</track></book>\n"
        for i in range(8)
    )
    + "</catalog>"
).encode()

ROWS = (DECLARATION + "<posts>" + "".join(f'<row Id="{i}" Title="Post {i}"/>' for i in range(6)) + "</posts>").encode()

_LAUGHS = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10))
LAUGHS = (
    f'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "ha">{_LAUGHS}]>'
    "<rss><channel><item><title>&e9;</title></item></channel></rss>"
).encode()


def feed(n: int) -> bytes:
    """An RSS feed with `n` items of 315 bytes or more."""
    items = "".join(
        f"<item><title>Title {i}</title><link>http://long.example/{i}</link><description>&lt;p&gt;Words of a &lt;b&gt;"
        f"description&lt;/b&gt;, {'as many feeds have them, ' * 6}</description><guid>{i}</guid></item>\n"
        for i in range(n)
    )
    return f"{DECLARATION}<rss><channel><title>Long</title>{items}</channel></rss>".encode()
