# `make demo` and `make test` set everything up by themselves: Python >= 3.11, make and (for speed) a C compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
DATA ?= $(wildcard ../shared/data)
KERNELS := $(wildcard src/weblode/kernels/*.pyx)

.PHONY: demo test lint bench gate clean lock

demo: $(VENV)/.run
	$(BIN)/weblode demo

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python -m bench.speed $(DATA)

gate: $(VENV)/.test
	$(BIN)/python -m bench.gate $(DATA)

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/weblode/kernels/*.so src/weblode/kernels/*.c

# Pins with hashes, build tools included, so that tomorrow's machine gets today's bytes: hence no dependencies beyond the
# pins and no build isolation. The package itself declares ranges (pyproject.toml).
LOCKED := $(PIP) install --require-hashes --no-deps --no-build-isolation

$(VENV)/.run: pyproject.toml setup.py requirements/run.txt $(KERNELS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "weblode needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing weblode into $(VENV) ..."
	@$(LOCKED) -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(PIP) check
	@$(BIN)/python -m weblode.kernels
	@touch $@

$(VENV)/.test $(VENV)/.lint: $(VENV)/.%: $(VENV)/.run requirements/%.txt
	@$(LOCKED) -r requirements/$*.txt
	@$(PIP) check
	@test $* = lint || $(BIN)/python tests/workbench/browser/chromium.py
	@touch $@

# Writes the pins anew, with the hashes of all files of a release: they hold for every Python that pyproject.toml allows
# and on every system that has wheels. What run.txt has is not said again in the others. What is pinned stays, unless a
# range of pyproject.toml has changed: UPGRADE=--upgrade takes the newest of everything, UPGRADE='-P numpy' of one. Needs
# uv (`pip install uv`), which nothing else does.
UV ?= uv
UPGRADE ?=
COMPILE = $(UV) pip compile -q --no-config --universal --generate-hashes --no-annotate $(UPGRADE) --custom-compile-command 'make lock'

lock:
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	| $(COMPILE) pyproject.toml - -o requirements/run.txt
	for extra in test lint; do $(COMPILE) pyproject.toml --extra $$extra -c requirements/run.txt \
	$$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements/run.txt) -o requirements/$$extra.txt || exit 1; done
