"""`python -m weblode` is the command `weblode`."""

from weblode.cli import main

main()
