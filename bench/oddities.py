"""What mutations put into pages: names of elements, and texts, styles and data that are wrong, hostile or rare."""

NAMES = (
    b"div span p a b i font nobr ul ol li dl dt dd table tbody thead tr td th caption colgroup col select option "
    b"optgroup form input button textarea title head body html frameset frame iframe noscript script style template "
    b"svg math foreignObject desc mi annotation-xml h1 h6 pre plaintext xmp ruby rt br hr img image object applet "
    b"marquee nav main article section header footer time base meta link x-y o:p"
).split()
FORMATTING = b"b i font a nobr code em".split()

ENTITIES = (
    b"&amp &#0; &#x80; &#xD800; &#x10FFFF; &#x110000; &#99999999999; &nbsp;&shy; &notit; &NotEqualTilde; &#13; "
    b"&lt;p&gt; &#x202E; &zwj;"
).split()

VALUES = (  # where dates, numbers, prices, addresses, places and labels are looked for
    "9" * 400,
    "$ 1.2.3,4.5",
    "1e999",
    "-0",
    "\u0663\u0664\u066b\u0665 €",
    "½ ² Ⅷ",
    "0000-00-00",
    "31 February 0000",
    "9999-12-31T25:61:61+99:99",
    "12/13/14",
    "http://[",
    "//user:pass@host:99999999/%zz?#",
    "javascript:alert(1)",
    "data:text/html,<p>",
    ":::::",
    "\u202e\u200b\u00ad\ufeff",
    "İıſẞﬁ",
    "e\u0301" * 200,
    "by By BY",
    "NEW YORK, N.Y. (AP) -- ",
    "[" * 3000,
)

STYLES = (
    b"<style>p{font:bold 1e9px/1 x}*{font-size:200%}</style>",
    b"<style>" + b"div " * 400 + b"{font-weight:bolder}</style>",
    b"<style>@media{@import 'x';}}}} a[href^='\\0']:not(:not(:not(b))) ,, {font-size:calc(1px",
    b"<style>:nth-child(99999999999n-1){display:none}::before{content:''} a>{}>b{}</style>",
    b"<style>p{font-size:1e308em}b{font-size:-5px}i{font-size:NaNpx;font-weight:99999}</style>",
)

DATA = (  # told to machines
    b'<script type="application/ld+json">' + b'{"@graph":[' * 2000 + b"</script>",
    b'<script type="application/ld+json">{"@type":["Product",{}],"offers":[null,[1e400]],'
    b'"name":{"@value":["\\ud800"]}}</script>',
    b"<div itemscope itemtype=http://schema.org/Thing><span itemprop='name name offers' itemscope>x</span></div>",
    b"<meta property=og:title content='&#xD800;'><meta name=date content='0000'><time datetime='99999-99'>x</time>",
)

FOREIGN = (
    *(b"<svg>", b"<math>", b"<svg><foreignObject>", b"<svg><title>", b"<math><mi>", b"<svg><script>"),
    b"<math><annotation-xml encoding=text/html>",
)
ENCLOSING = (  # elements with rules of their own
    *(b"<template>", b"<template><tr>", b"<select>", b"<select><option>", b"<button>", b"<form>"),
    *(b"<textarea>", b"<noscript>", b"<plaintext>", b"<iframe>", b"<xmp>", b"<frameset>", b"<!--", b"<![CDATA["),
)
TABLES = (
    *(b"<table>", b"<table><tr><td>", b"<table><caption>", b"<table><colgroup><col span=1000>"),
    *(b"<tr>", b"<td rowspan=0>", b"<th colspan=1000>"),
)
