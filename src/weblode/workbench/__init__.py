"""The workbench: a local web application to view and edit results."""
