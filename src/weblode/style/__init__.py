"""How a page is styled: its style sheets and the defaults of HTML, as columns over the tree."""
