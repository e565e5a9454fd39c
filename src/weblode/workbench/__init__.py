"""The workbench: a local web application to view and edit results."""

from weblode.errors import require

require("starlette", "weblode[serve]")
require("uvicorn", "weblode[serve]")
