"""The style of a page's text: from its style sheets and the defaults of HTML, as columns over the tree."""
