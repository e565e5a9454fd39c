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


BOATS = r"""
entity = "Boat"
relationships = [
  "Boat [1] is called Name [1..* -> 1]",
  "Boat [0..1] lies in Harbour [1..*]",
  "Boat [0..1] has Draught [1..*]",
  "Boat [0..1] was built in Built [1..*]",
  "Boat [0..1] answers at Phone [1..*]",
  "Boat [0..*] carries Cargo [1..*]",
]
[sets.Boat]
[sets.Name]
title = true
labels = ["name of the boat"]
[sets.Harbour]
labels = ["(?:home )?harbour"]
[sets.Draught]
type = "number"
labels = ["draught"]
values = ['\b(\d\.\d) m\b']
[sets.Built]
type = "year"
keywords = ['\bbuilt\b']
values = ['\b(?:19|20)\d\d\b']
[sets.Phone]
type = "phone"
labels = ["phone"]
values = ['\b\d{3}-\d{4}\b']
[sets.Cargo]
labels = ["cargo"]
words = ["coal", "grain", "tea"]
"""

_FLEET = (
    ("Alma", "Husum", "1.1 m", 1951),
    ("Berta", "Emden", "1.4 m", 1938),
    ("Clara", "Leer", "2.0 m", 1962),
    ("Dora", "Wyk", "1.8 m", 1947),
    ("Erna", "Tating", "1.3 m", 1955),
)


def boat_page(name, harbour, draught, year, more=""):
    return (
        f"<title>{name} | Old boats</title><div class=nav><a href=/>Home</a> <a href=/all>All boats</a></div>"
        f"<h1>{name}</h1><table><tr><td>Harbour:<td>{harbour}<tr><td>Draught:<td>{draught}</table>"
        f"<p class=year>Built in {year}</p>{more}<div class=foot>Phone: 555-0100. All boats are afloat.</div>"
    )


def boats():
    """Names and texts of five pages of a made site, each about one boat."""
    return [(f"{boat[0].lower()}.html", boat_page(*boat)) for boat in _FLEET]
