"""The workbench: a local web application to look at what was found, choose, name and tidy up."""
