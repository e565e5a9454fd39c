"""Small ontologies and pages."""

from weblode.application.files import parse as read
from weblode.application.text import page_text
from weblode.pages.html import parse

SHOP = r"""
name = "shop"
entity = "Book"
relationships = [
  "Book [1] has Title [1..* -> 1]",
  "Book [0..1] costs Price [1..*]",
  "Book [0..1] appeared on Published [1..*]",
  "Book [0..1] was sold on Sold [1..*]",
  "Book [0..*] is by Author [1..*]",
  "Book [0..*] is kept in Copy [1]",
  "Copy [0..1] stands on Shelf [1..*]",
  "Copy [0..*] was lent on Lent [1..*]",
]

[macros]
iso = '\d{4}-\d\d-\d\d'

[sets.Book]
[sets.Title]
case = true
values = ['"([^"\n]+)"']
keywords = ['\btitled\b']
[sets.Price]
type = "number"
units = {k = 1000}
values = ['\$\d+(?:\.\d\d)?k?']
keywords = ['\bprice\b']
[sets.Date]
type = "date"
values = ['{iso}']
[sets.Published]
is = "Date"
keywords = ['\bpublished\b']
[sets.Sold]
is = "Date"
keywords = ['\bsold\b']
[sets.Author]
words = ["Ada Lovelace", "Jane Austen"]
[sets.Copy]
keywords = ['\bcopy\b']
[sets.Shelf]
type = "integer"
values = ['shelf (\d+)']
[sets.Lent]
is = "Date"
keywords = ['\blent\b']
"""


def shop():
    return read(SHOP, file="shop.toml")


def ontology(text):
    return read(text, file="made.toml")


def page(html, name="page.html"):
    return parse(html.encode() if isinstance(html, str) else html, page=name)


def text_of(words):
    return page_text(page(f"<p>{words}</p>"))


def books(*records, name="page.html"):
    items = "".join(f"<li>{record}</li>" for record in records)
    return page(f"<h1>Books</h1><ul>{items}</ul>", name)


THREE = (
    'titled "One" price $10.50, published 2001-02-03, by Ada Lovelace',
    'titled "Two" price $2k, published 2002-02-03, sold 2003-01-01, by Jane Austen and Ada Lovelace',
    'titled "Three" price $7, published 2004-05-06, copy on shelf 3, lent 2005-01-01',
)
