"""HTML inside a text: what a person reads of it."""

from pages.made import in_title, title


def test_html_in_a_text_is_stored_as_a_person_reads_it():
    assert title(in_title("<![CDATA[<p>Salt &amp; <b>pep</b>per<br/>free]]>").encode()) == "Salt & pepper free"
    assert title(in_title("Salt &amp;amp; pepper").encode()) == "Salt & pepper"
    assert title(in_title("a &lt; b, c&gt;d and AT&amp;T").encode()) == "a < b, c>d and AT&T"
    assert title(in_title("&lt;style>x&lt;/style>&lt;p title='a>b'>y&lt;!-- z -->").encode()) == "y"
